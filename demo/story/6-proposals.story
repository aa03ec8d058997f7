%% branch faster-doors from main

%% commit faster-doors
%% author Wen Li <wen@lockerline.example>
%% date 2026-04-28T16:00:00+02:00
Stop wasting three seconds on every column

A courier with a full column stands there while the controller sleeps. The
pulse is 80 ms and the board answers in 6, so 40 ms between two doors is
plenty. All tests pass.

Co-authored-by: Claude <noreply@anthropic.com>
%% edit controller/doors.py
-DOOR_GAP_MS = 350
+DOOR_GAP_MS = 40

%% branch all-million-codes from main

%% commit all-million-codes
%% author Noor Haddad <noor@lockerline.example>
%% date 2026-04-30T10:10:00+02:00
Use every code there is

We only use nine tenths of the codes that fit on the pad.
%% edit controller/codes.py
 DIGITS = 6
-LOWEST = 10 ** (DIGITS - 1)
@@
-        code = str(LOWEST + secrets.randbelow(9 * LOWEST))
+        code = str(secrets.randbelow(10**DIGITS)).zfill(DIGITS)

%% branch clearer-words from main

%% commit clearer-words
%% author Noor Haddad <noor@lockerline.example>
%% date 2026-05-04T09:20:00+02:00
Ask for the six digits
%% edit kiosk/src/prompts.ts
-    enterCode: "Enter your code",
+    enterCode: "Enter the six digits of your code",
@@
-    enterCode: "Code eingeben",
+    enterCode: "Die sechs Ziffern des Codes eingeben",
@@
-    enterCode: "Saisissez votre code",
+    enterCode: "Saisissez les six chiffres de votre code",
