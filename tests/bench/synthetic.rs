//! A made repository for the benchmark: a water works' control program over some years, with
//! decision records and commits that give their reasons. The same bytes every time.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};

use super::place::git;

const COMMITS: usize = 3_000;
const FILES: usize = 300;
/// Lines that a file begins with.
const LINES: usize = 120;
/// Every so many commits a record is written.
const RECORD_EVERY: usize = 60;
/// Every so many commits the message gives a reason.
const REASON_EVERY: usize = 25;
/// Every so many commits a sweep through twenty files is made.
const SWEEP_EVERY: usize = 150;
const START: u64 = 1_500_000_000;

const PARTS: [&str; 8] = [
    "pump", "valve", "basin", "meter", "filter", "alarm", "sluice", "turbine",
];
const PEOPLE: [(&str, &str); 5] = [
    ("Ines Ferreira", "ines@example.org"),
    ("Tomasz Zielinski", "tomasz@example.org"),
    ("Mei Tanaka", "mei@example.org"),
    ("Kwame Boateng", "kwame@example.org"),
    ("Lucia Rossi", "lucia@example.org"),
];

/// Numbers that look thrown and are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        // Knuth's MMIX generator; the high bits are the good ones.
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap_or_default() % n
    }
}

struct Works {
    dice: Dice,
    files: Vec<Vec<String>>,
    records: usize,
    stream: String,
}

/// Makes the repository.
pub fn build(dir: &Path) -> Result<()> {
    std::fs::create_dir_all(dir)?;
    let made = git(dir, &["init", "-q", "--initial-branch=main"]).status()?;
    ensure!(made.success(), "git init failed");
    let mut import = git(dir, &["fast-import", "--quiet"])
        .stdin(Stdio::piped())
        .spawn()
        .context("git fast-import")?;
    let stream = Works::new().history();
    import
        .stdin
        .take()
        .context("stdin")?
        .write_all(stream.as_bytes())?;
    ensure!(import.wait()?.success(), "git fast-import failed");
    Ok(())
}

fn path(file: usize) -> String {
    format!(
        "src/{}/{}_{file}.rs",
        PARTS[file % PARTS.len()],
        PARTS[(file / 8) % PARTS.len()]
    )
}

impl Works {
    fn new() -> Self {
        Self {
            dice: Dice(7),
            files: Vec::new(),
            records: 0,
            stream: String::new(),
        }
    }

    fn history(mut self) -> String {
        for n in 0..COMMITS {
            if n < FILES {
                self.begin(n);
            } else if n % RECORD_EVERY == 0 {
                self.record(n);
            } else if n % SWEEP_EVERY == 1 {
                let from = self.dice.below(FILES - 20);
                let all: Vec<usize> = (from..from + 20).collect();
                self.edit(n, &all, "Name the sensors alike everywhere");
            } else {
                let count = 1 + self.dice.below(3);
                let all: Vec<usize> = (0..count).map(|_| self.dice.below(FILES)).collect();
                let part = PARTS[all[0] % PARTS.len()];
                let message = if n % REASON_EVERY == 0 {
                    format!(
                        "Read the {part} twice before it moves\n\n\
                         We chose to read twice because a single reading of the {part} was wrong \
                         once in\n{} tries, and it must never move on a wrong one.",
                        20 + n % 90
                    )
                } else {
                    format!("Tend the {part} ({n})")
                };
                self.edit(n, &all, &message);
            }
        }
        self.stream
    }

    fn commit(&mut self, n: usize, message: &str) {
        let (name, mail) = PEOPLE[self.dice.below(PEOPLE.len())];
        let time = START + 3_600 * n as u64;
        let _ = writeln!(
            self.stream,
            "commit refs/heads/main\ncommitter {name} <{mail}> {time} +0000\ndata {}\n{message}",
            message.len()
        );
    }

    fn put(&mut self, path: &str, text: &str) {
        let _ = writeln!(
            self.stream,
            "M 100644 inline {path}\ndata {}\n{text}",
            text.len()
        );
    }

    fn begin(&mut self, n: usize) {
        let part = PARTS[n % PARTS.len()];
        let lines = (0..LINES)
            .map(|l| match l % 6 {
                0 => format!("fn {part}_{n}_{l}(level: u32) -> u32 {{"),
                5 => "}".to_owned(),
                _ => format!("    let step_{l} = level + {};", self.dice.below(1_000)),
            })
            .collect();
        self.files.push(lines);
        self.commit(n, &format!("Begin the {part} of section {n}"));
        let text = self.files[n].join("\n") + "\n";
        self.put(&path(n), &text);
    }

    fn edit(&mut self, n: usize, files: &[usize], message: &str) {
        self.commit(n, message);
        for &file in files {
            let edits = 2 + self.dice.below(5);
            for _ in 0..edits {
                let at = self.dice.below(self.files[file].len());
                let value = self.dice.below(1_000);
                let line = format!("    let step_{at} = level + {value}; // of {n}");
                match self.dice.below(3) {
                    0 => self.files[file].insert(at, line),
                    1 if self.files[file].len() > LINES / 2 => drop(self.files[file].remove(at)),
                    _ => self.files[file][at] = line,
                }
            }
            let text = self.files[file].join("\n") + "\n";
            self.put(&path(file), &text);
        }
    }

    fn record(&mut self, n: usize) {
        self.records += 1;
        let number = self.records;
        let file = self.dice.below(FILES);
        let part = PARTS[file % PARTS.len()];
        let limit = 10 + self.dice.below(80);
        let text = format!(
            "# {number}. Move the {part} at most {limit} times an hour\n\n## Status\n\nAccepted\n\n\
             ## Context\n\nThe {part} of section {file} wore out after two winters, because it \
             followed every wave.\n\n## Decision\n\n`{}` moves it at most {limit} times an hour. \
             It must never move while the level is read.\n\nWe tried a softer spring instead, \
             which broke in 3 of 5 trials.\n\n## Consequences\n\nThe basin overflows a little \
             in a storm.\n",
            path(file)
        );
        self.commit(n, &format!("Record how often the {part} moves"));
        self.put(&format!("docs/adr/{number:04}-move-the-{part}.md"), &text);
    }
}
