%% commit main
%% author Noor Haddad <noor@lockerline.example>
%% date 2025-11-04T10:00:00+01:00
Draw the pad in more contrast (#36)
%% write kiosk/src/style.css
:root {
  --ink: #101418;
  --paper: #ffffff;
  --accent: #0b57d0;
}

.key {
  color: var(--ink);
  background: var(--paper);
  border: 2px solid var(--ink);
  font-size: 2.4rem;
}

%% commit main
%% author Ilse Brandt <ilse@lockerline.example>
%% date 2025-12-02T14:30:00+01:00
Watch the supply of each column (#38)

In the cold the supply recovers more slowly. We want to see it before doors stay
shut.
%% write controller/supply.py
"""The 12 V supply of each column, as the board sees it."""

LOW_VOLTS = 9.5


class Supply:
    """Remembers the lowest voltage of each column since the last report."""

    def __init__(self):
        self.lowest = {}

    def seen(self, column, volts):
        """Takes one reading."""
        self.lowest[column] = min(volts, self.lowest.get(column, volts))

    def low(self):
        """Columns that fell below what a board needs with some reserve."""
        return sorted(c for c, volts in self.lowest.items() if volts < LOW_VOLTS)

    def reset(self):
        """Starts a new report."""
        self.lowest.clear()

%% commit main
%% author Wen Li <wen@lockerline.example>
%% date 2026-01-13T13:20:00+01:00
Give out the lowest free door first (#41)

Couriers asked for it: parcels are heavy and the ladder is in the van.
%% write controller/assign.py
"""Which door gets the next parcel."""


def next_door(compartments, taken, not_closed):
    """The lowest door that is free and known to be closed, or None."""
    for compartment in sorted(compartments):
        if compartment not in taken and compartment not in not_closed:
            return compartment
    return None

%% commit main
%% author Tomás Reyes <tomas@lockerline.example>
%% date 2026-02-03T09:40:00+01:00
Say in the README how a cabinet is set up
%% edit README.md
 A courier opens the doors of a whole column when a round is delivered; a
 customer opens one with the code that came with the parcel.
+
+## Setting up a cabinet
+
+Connect the bus, note the revision that is printed on the door boards (A, B or
+C), and open every column once with `python -m controller.check`.

%% commit main
%% author Noor Haddad <noor@lockerline.example>
%% date 2026-03-10T11:05:00+01:00
Speak French (#47)
%% edit kiosk/src/prompts.ts
-export type Language = "en" | "de";
+export type Language = "en" | "de" | "fr";
@@
     doorOpen: (door) => `Fach ${door} ist offen: bitte ziehen`,
   },
+  fr: {
+    welcome: "Retirer ou envoyer un colis",
+    enterCode: "Saisissez votre code",
+    wrongCode: "Ce code n'ouvre aucune porte",
+    doorOpen: (door) => `La porte ${door} est ouverte : tirez`,
+  },

%% commit main
%% author Wen Li <wen@lockerline.example>
%% date 2026-04-07T10:30:00+02:00
Run the tests on every push (#50)
%% write .github/workflows/test.yml
name: test
on: [push]
jobs:
  pytest:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: pip install pytest pyserial websocket-client
      - run: pytest
