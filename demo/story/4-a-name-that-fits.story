%% commit main
%% author Ilse Brandt <ilse@lockerline.example>
%% date 2025-05-20T10:00:00+02:00
Call the doors doors (#22)

Two thirds of the file is about latches and not about solenoids.
%% move controller/solenoid.py controller/doors.py
%% edit tests/test_column.py
-from controller.solenoid import DOOR_GAP_MS, Column, DoorState
+from controller.doors import DOOR_GAP_MS, Column, DoorState

%% commit main
%% author Noor Haddad <noor@lockerline.example>
%% date 2025-06-03T12:10:00+02:00
Slow down after wrong codes instead of locking (#24)
%% write kiosk/src/patience.ts
/** How long the pad rests after wrong codes. */

const FREE_TRIES = 3;
const STEP_SECONDS = 5;
const LONGEST_SECONDS = 60;

export function restSeconds(wrongInARow: number): number {
  if (wrongInARow < FREE_TRIES) {
    return 0;
  }
  return Math.min((wrongInARow - FREE_TRIES + 1) * STEP_SECONDS, LONGEST_SECONDS);
}
%% edit DECISIONS.md
 Rejected: a third state “unknown”, because every caller then has to decide again
 and two of five got it wrong.
+
+## Wrong codes slow the kiosk down and never lock it
+
+**Date:** 2025-06-03
+**Status:** Accepted.
+
+After three wrong codes in a row the pad rests five seconds longer with each
+further one, up to a minute (`kiosk/src/patience.ts`). It never locks. One
+cabinet serves a whole street: while it locked after five wrong codes for ten
+minutes, 31 of 44 calls to support in a week came from people who stood behind
+the one who had mistyped.
+
+Guessing stays hopeless: at one try a minute a code of six digits holds for
+years, and a parcel lies seven days.

%% commit main
%% author Wen Li <wen@lockerline.example>
%% date 2025-06-17T15:00:00+02:00
Report events fifty at a time (#26)

A cabinet that was without a link for a weekend sent its backlog in one frame of
900 kB, and the proxy closes a connection above 256 kB: it never caught up.
Fifty events are at most 20 kB. Do not raise this without asking whoever runs
the proxy.

Co-authored-by: Claude <noreply@anthropic.com>
%% write controller/reporter.py
"""Brings the journal to the cloud."""

BATCH = 50


class Reporter:
    """Reports what the cloud has not seen, in order."""

    def __init__(self, journal, cloud):
        self.journal = journal
        self.cloud = cloud

    def run_once(self):
        """Reports one batch; returns how many events it held."""
        batch = self.journal.unsent()[:BATCH]
        if not batch:
            return 0
        try:
            self.cloud.report(batch)
        except OSError:
            return 0
        self.journal.confirm(len(batch))
        return len(batch)

%% commit main
%% author Ilse Brandt <ilse@lockerline.example>
%% date 2025-07-01T09:30:00+02:00
Tell coding agents what to know
%% write AGENTS.md
# Notes for coding agents

- Read DECISIONS.md before you change anything under `controller/`.
- Timing constants come from measurements on real cabinets. A test on a laptop
  does not replace one.
- Tests run with `pytest`; the kiosk has none yet.

%% commit main
%% author dependabot[bot] <49699333+dependabot[bot]@users.noreply.github.com>
%% date 2025-07-15T04:00:00+00:00
Bump lit from 3.2.1 to 3.3.0 in /kiosk (#28)

Bumps lit from 3.2.1 to 3.3.0.
%% edit kiosk/package.json
-    "lit": "3.2.1"
+    "lit": "3.3.0"

%% commit main
%% author Noor Haddad <noor@lockerline.example>
%% date 2025-08-12T10:20:00+02:00
Dim the screen after thirty seconds (#30)
%% write kiosk/src/idle.ts
/** Dims the screen when nobody is there. */

const DIM_AFTER_SECONDS = 30;

export function brightness(idleSeconds: number): number {
  return idleSeconds < DIM_AFTER_SECONDS ? 1 : 0.2;
}

%% commit main
%% author Wen Li <wen@lockerline.example>
%% date 2025-09-09T11:45:00+02:00
Send parcels back after seven days (#31)
%% edit controller/parcels.py
 class Parcels:
+    KEEP_DAYS = 7
+
     """All parcels in the cabinet. Every change is one transaction."""
@@
     def remove(self, compartment):
         """Forgets the parcel behind a door."""
         self.db.execute("DELETE FROM parcel WHERE compartment = ?", (compartment,))
+
+    def overdue(self, now):
+        """Compartments whose parcel goes back to the sender."""
+        oldest = now - self.KEEP_DAYS * 86_400
+        rows = self.db.execute("SELECT compartment FROM parcel WHERE stored_at < ?", (oldest,))
+        return [row[0] for row in rows]

%% commit main
%% author Wen Li <wen@lockerline.example>
%% date 2025-09-10T08:30:00+02:00
Put the constant under the class's words
%% edit controller/parcels.py
 class Parcels:
-    KEEP_DAYS = 7
-
     """All parcels in the cabinet. Every change is one transaction."""
+
+    KEEP_DAYS = 7

%% commit main
%% author Tomás Reyes <tomas@lockerline.example>
%% date 2025-10-07T17:15:00+02:00
Spread reconnections over a minute (#34)

After the cloud restarted, all 212 cabinets came back within two seconds and took
it down again, three times in a row. Each now waits a random part of a minute.
The fixed two seconds looked harmless because the test bench has one cabinet.
%% edit controller/cloud.py
 import json
+import random
 import time
@@
-RETRY_SECONDS = 2
+RETRY_SPREAD_SECONDS = 60
@@
-                time.sleep(RETRY_SECONDS)
+                time.sleep(random.uniform(1, RETRY_SPREAD_SECONDS))
