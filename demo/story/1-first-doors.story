%% commit main
%% author Ilse Brandt <ilse@lockerline.example>
%% date 2025-01-13T09:12:00+01:00
Start the controller of a parcel locker

A cabinet has up to eight columns of doors, one computer and one kiosk screen.
This repository holds what runs in it.
%% write README.md
# lockerline

What runs inside a parcel locker: the `controller` opens doors and knows which
parcel lies where, the `kiosk` is the screen that people touch.

A courier opens the doors of a whole column when a round is delivered; a
customer opens one with the code that came with the parcel.
%% write controller/__init__.py
"""The computer in the cabinet."""
%% write docs/adr/0001-keep-parcels-in-sqlite.md
# 1. Keep parcels in SQLite

Date: 2025-01-13

## Status

Accepted

## Context

A cabinet loses power a few times a year, and the mobile link more often. It has
to know after a restart which parcel lies behind which door, without asking
anybody.

## Decision

Parcels and compartments are kept in one SQLite file with `synchronous=FULL`.
The cloud has a copy; the cabinet is the one that is right.

## Alternatives considered

- A JSON file written as a whole: a power cut in the middle of a write left it
  empty in 3 of 50 tries.
- Asking the cloud at start: a cabinet without a link could not open a door.

## Consequences

Every change is a transaction. A write costs about 12 ms on the card we use.

%% commit main
%% author Ilse Brandt <ilse@lockerline.example>
%% date 2025-01-14T14:40:00+01:00
Talk to the door boards over RS-485
%% write controller/bus.py
"""The RS-485 bus between the computer and the door boards."""

import serial

PULSE = 0x10
LATCH = 0x20


class BusTimeout(Exception):
    """A board did not answer in time."""


class Bus:
    """One bus with all columns of a cabinet on it."""

    def __init__(self, port, baud=38400):
        self.port = serial.Serial(port, baud, timeout=0.6)

    def pulse(self, compartment, milliseconds):
        """Energises the solenoid of a door for a while."""
        self._send(PULSE, compartment, milliseconds // 10)

    def latch(self, compartment, timeout_ms):
        """Whether the latch of a door is closed."""
        self.port.timeout = timeout_ms / 1000
        self._send(LATCH, compartment, 0)
        answer = self.port.read(3)
        if len(answer) < 3:
            raise BusTimeout(compartment)
        return answer[2] == 1

    def _send(self, command, compartment, value):
        frame = bytes([0x7E, command, compartment, value])
        self.port.write(frame + bytes([sum(frame) & 0xFF]))
        self.port.flush()

%% commit main
%% author Ilse Brandt <ilse@lockerline.example>
%% date 2025-01-20T10:05:00+01:00
Open a door with a pulse
%% write controller/solenoid.py
"""Opens compartment doors and says what became of them."""

from dataclasses import dataclass
from enum import Enum

PULSE_MS = 60
ANSWER_TIMEOUT_MS = 600


class DoorState(Enum):
    CLOSED = "closed"
    OPEN = "open"


@dataclass(frozen=True)
class Opening:
    """What became of one door."""

    compartment: int
    state: DoorState


class Column:
    """The doors above one another that share one door board and one supply."""

    def __init__(self, bus, compartments):
        self.bus = bus
        self.compartments = list(compartments)

    def open(self, compartment):
        """Opens one door and reads its latch."""
        self.bus.pulse(compartment, PULSE_MS)
        return self.state(compartment)

    def open_many(self, compartments):
        """Opens several doors of this column, as a courier needs it."""
        return [self.open(c) for c in compartments]

    def state(self, compartment):
        """Reads the latch of a door."""
        closed = self.bus.latch(compartment, ANSWER_TIMEOUT_MS)
        return Opening(compartment, DoorState.CLOSED if closed else DoorState.OPEN)

%% commit main
%% author Tomás Reyes <tomas@lockerline.example>
%% date 2025-01-27T16:20:00+01:00
Know which parcel lies where

Follows docs/adr/0001-keep-parcels-in-sqlite.md.
%% write controller/parcels.py
"""Which parcel lies behind which door."""

import sqlite3
from contextlib import closing

SCHEMA = """
CREATE TABLE IF NOT EXISTS parcel (
    id TEXT PRIMARY KEY,
    compartment INTEGER NOT NULL UNIQUE,
    code TEXT NOT NULL,
    stored_at INTEGER NOT NULL
);
"""


class Parcels:
    """All parcels in the cabinet. Every change is one transaction."""

    def __init__(self, path):
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.execute("PRAGMA journal_mode=WAL")
        self.db.execute("PRAGMA synchronous=FULL")
        self.db.executescript(SCHEMA)

    def store(self, parcel_id, compartment, code, now):
        """Notes a parcel that was put behind a door."""
        self.db.execute(
            "INSERT INTO parcel (id, compartment, code, stored_at) VALUES (?, ?, ?, ?)",
            (parcel_id, compartment, code, now),
        )

    def find(self, code):
        """The compartment that a code opens, or None."""
        with closing(self.db.execute("SELECT compartment FROM parcel WHERE code = ?", (code,))) as rows:
            row = rows.fetchone()
        return row[0] if row else None

    def taken(self):
        """Compartments that hold a parcel."""
        return {row[0] for row in self.db.execute("SELECT compartment FROM parcel")}

    def remove(self, compartment):
        """Forgets the parcel behind a door."""
        self.db.execute("DELETE FROM parcel WHERE compartment = ?", (compartment,))

%% commit main
%% author Noor Haddad <noor@lockerline.example>
%% date 2025-02-03T11:30:00+01:00
Put words on the kiosk
%% write kiosk/package.json
{
  "name": "lockerline-kiosk",
  "private": true,
  "type": "module",
  "dependencies": {
    "lit": "3.2.0"
  }
}
%% write kiosk/src/prompts.ts
/** Everything the kiosk says, by language. */

export type Language = "en" | "de";

export interface Prompts {
  welcome: string;
  enterCode: string;
  wrongCode: string;
  doorOpen: (door: number) => string;
}

export const prompts: Record<Language, Prompts> = {
  en: {
    welcome: "Collect or send a parcel",
    enterCode: "Enter your code",
    wrongCode: "This code opens no door",
    doorOpen: (door) => `Door ${door} is open`,
  },
  de: {
    welcome: "Paket abholen oder senden",
    enterCode: "Code eingeben",
    wrongCode: "Zu diesem Code gibt es kein Fach",
    doorOpen: (door) => `Fach ${door} ist offen`,
  },
};
%% write kiosk/src/screen.ts
/** What the screen shows, as a plain state machine without a framework. */

import { prompts, type Language } from "./prompts.js";

export type Screen =
  | { kind: "welcome" }
  | { kind: "code"; typed: string }
  | { kind: "wrong" }
  | { kind: "open"; door: number };

export function title(screen: Screen, language: Language): string {
  const words = prompts[language];
  switch (screen.kind) {
    case "welcome":
      return words.welcome;
    case "code":
      return words.enterCode;
    case "wrong":
      return words.wrongCode;
    case "open":
      return words.doorOpen(screen.door);
  }
}

%% commit main
%% author Ilse Brandt <ilse@lockerline.example>
%% date 2025-02-10T09:00:00+01:00
Give every parcel a code that starts with no zero (#4)

Phones and spreadsheets drop a leading zero, and a five-digit code opens no
door. Begins DECISIONS.md, so that the next one who wonders finds the reason.
%% write controller/codes.py
"""The code that opens one door once."""

import secrets

DIGITS = 6
LOWEST = 10 ** (DIGITS - 1)


def new_code(in_use):
    """A code that no other parcel in the cabinet has."""
    while True:
        code = str(LOWEST + secrets.randbelow(9 * LOWEST))
        if code not in in_use:
            return code
%% write DECISIONS.md
# Decisions

What we decided, when, and why. Newest last. An entry is not edited once it is a
month old; a new one says what it replaces.

## Codes have six digits and never start with zero

**Date:** 2025-02-10
**Status:** Accepted.

A code is a number from `LOWEST` in `controller/codes.py`, 100000, to 999999.
Merchants send codes on through their own systems, and a spreadsheet drops a
leading zero: in the pilot 38 of 412 customers stood before the kiosk with five
digits.

Rejected: `zfill`, because a zero in front is lost before it reaches us. It would
have given us a tenth more codes. Rejected: letters, because the pad has none.
