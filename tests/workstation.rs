//! The workstation of the real program on the demo, in a real terminal, with the real engine.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

#[path = "support/pty.rs"]
mod pty;
mod testkit;

use std::path::{Path, PathBuf};

use std::time::Duration;

use crossterm::event::KeyCode;
use pty::Pty;
use rguard::commands::demo::build::{build_demo, next_act, set_user};
use rguard::tui::keys::Key;
use rguard::tui::record::{Script, Step};
use testkit::run::Home;

const WIDE: (u16, u16) = (132, 40);
const GAP: &str = "Open the doors of one column";

/// A home with the demo in it.
struct Demo {
    home: Home,
    dir: PathBuf,
}

impl Demo {
    fn new() -> Self {
        let home = Home::new();
        let dir = home.path().join("lockerline");
        build_demo(&dir).unwrap();
        set_user(&dir, "Noor Haddad").unwrap();
        Self { home, dir }
    }

    fn open(&self, args: &[&str]) -> Pty {
        Pty::of(WIDE, &self.home.command_with_engine(&self.dir, args))
    }

    /// The workstation on the first proposal, loaded.
    fn review(&self) -> Pty {
        let p = self.open(&["review", "faster-doors"]);
        p.wait("decisions live");
        p
    }

    fn engine(&self) -> Option<u32> {
        let state = self.home.path().join("data");
        engine_under(&state)
    }
}

/// The engine's process id as it is written down under a data folder.
fn engine_under(data: &Path) -> Option<u32> {
    let dirs = rguard::dirs::Dirs {
        data: data.to_owned(),
        cache: data.join("none"),
        runtime: data.parent()?.join("rguard"),
    };
    let paths = rguard::graph::GraphConfig::from_env(dirs).engine_paths();
    paths.server_json().map(|(pid, _)| pid)
}

fn quit(mut p: Pty) {
    p.send("q");
    assert_eq!(p.end(), 0);
}

#[test]
fn what_was_said_is_there_at_the_next_start_until_it_is_taken_back() {
    let demo = Demo::new();
    let mut p = demo.review();
    p.wait(GAP);
    p.wait("350 → 40");
    p.send("a");
    p.wait("why it is accepted");
    p.send("agreed with Ilse\r");
    p.wait("Recorded: F1 ack (agreed with Ilse)");
    quit(p);

    let mut p = demo.review();
    p.wait("✓ acknowledged");
    let list = demo.home.run_with_engine(&demo.dir, &["correct", "list"]);
    assert!(
        list.out.contains("Noor Haddad") && list.out.contains("agreed with Ilse"),
        "{list:?}"
    );
    p.send("u");
    p.wait("The correction was taken back");
    p.wait_gone("✓ acknowledged");
    quit(p);

    let p = demo.review();
    p.wait(GAP);
    assert!(!p.screen().contains("acknowledged"), "{}", p.screen());
    quit(p);
    let list = demo.home.run_with_engine(&demo.dir, &["correct", "list"]);
    assert!(list.out.contains("Nothing was said"), "{list:?}");
}

#[test]
fn a_correction_made_just_before_a_kill_is_there_afterwards() {
    let demo = Demo::new();
    let mut p = demo.review();
    p.wait(GAP);
    p.send("o");
    p.wait("what is decided instead");
    p.send("Revision C needs no gap\r");
    p.wait("Recorded: F1 override");
    let engine = demo.engine().expect("the engine runs");
    p.kill();
    let killed = std::process::Command::new("kill")
        .args(["-9", &engine.to_string()])
        .status();
    assert!(killed.unwrap().success());

    let p = demo.review();
    p.wait("✓ overridden");
    quit(p);
    let list = demo.home.run_with_engine(&demo.dir, &["correct", "list"]);
    assert!(list.out.contains("override") && list.out.contains("Revision C needs no gap"));
}

#[test]
fn before_the_decision_was_recorded_it_is_not_held_against_the_change() {
    let demo = Demo::new();
    let mut p = demo.review();
    p.wait(GAP);
    p.send("t");
    p.wait("the change's base");
    p.send("/");
    p.send("2025-03-01\r");
    p.wait("AS OF 2025-02-24");
    p.wait_gone(GAP);
    p.send("T");
    p.wait("AS OF THE TARGET'S TIP");
    p.wait(GAP);
    p.send("t");
    p.wait("the change's base");
    p.send("/");
    p.send("no-such-thing\r");
    p.wait("There is no commit or date");
    assert!(p.screen().contains(GAP), "{}", p.screen());
    quit(p);
}

#[test]
fn a_sync_brings_what_the_target_decided_meanwhile() {
    let demo = Demo::new();
    let mut p = demo.review();
    p.wait(GAP);
    next_act(&demo.dir).unwrap();
    p.send("s");
    p.wait("Open the doors of revision C 40 ms apart");
    p.wait("Esc close");
    p.send("\u{1b}");
    p.wait_gone("Esc close");
    p.wait_gone("reviewing again");
    p.send("9");
    p.wait("in place of Open the doors of one column one after");
    p.wait("≈ still holds, for cabinets of revision A and B");
    // The findings are those of the change's own base, as before.
    assert!(p.screen().contains("contradicts"), "{}", p.screen());
    quit(p);
}

#[test]
fn an_engine_that_dies_under_it_is_started_again_by_the_next_action() {
    let demo = Demo::new();
    let mut p = demo.review();
    p.wait(GAP);
    let engine = demo.engine().expect("the engine runs");
    let killed = std::process::Command::new("kill")
        .args(["-9", &engine.to_string()])
        .status();
    assert!(killed.unwrap().success());
    p.send("T");
    p.wait("AS OF THE TARGET'S TIP");
    p.wait(GAP);
    assert_ne!(demo.engine(), Some(engine));
    quit(p);
    assert_eq!(demo.engine(), None, "it went with its last user");
}

#[test]
fn without_an_engine_the_diff_and_the_record_are_still_there() {
    let demo = Demo::new();
    let nowhere = demo.home.path().join("nowhere");
    let mut command = demo
        .home
        .command_with_engine(&demo.dir, &["review", "faster-doors"]);
    command.env("RGUARD_ENGINE_DIR", &nowhere);
    let mut p = Pty::of(WIDE, &command);
    p.wait("There is no graph engine");
    p.wait("-DOOR_GAP_MS = 350");
    p.send("7");
    p.wait("Wrong codes slow the k");
    quit(p);
}

#[test]
fn a_target_that_holds_no_change_is_said_on_the_plain_screen() {
    let demo = Demo::new();
    let mut p = demo.open(&["review", "main"]);
    assert_eq!(p.end(), 0);
    p.wait("Nothing to review");
    assert!(!p.bytes().contains("\u{1b}[?1049h"));
    let mut p = demo.open(&["review", "no-such-branch"]);
    assert_eq!(p.end(), 3);
    p.wait("no-such-branch");
    assert!(!p.bytes().contains("\u{1b}[?1049h"));
}

/// What a key sends in a terminal, as far as the script of the demo needs it.
fn sent(key: &Key) -> String {
    match key.code {
        KeyCode::Char(c) => c.to_string(),
        KeyCode::Enter => "\r".into(),
        KeyCode::Esc => "\u{1b}".into(),
        other => panic!("{other:?} is in no script yet"),
    }
}

/// The words of a screen without what differs from run to run: times, their bars,
/// the rules that fill up beside them, days and ages.
fn outside_the_mask(screen: &str) -> Vec<String> {
    let live = regex::Regex::new(
        r"(?x) [0-9–]+\.[0-9–]+\ ms | [▇─━]+ | \ on\ [0-9–]{4}-[0-9–]{2}-[0-9–]{2}
          | ·\ (?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]+\ \w+\ ago)\x20",
    )
    .unwrap();
    screen
        .lines()
        .map(|line| {
            let line = live.replace_all(line, " ");
            let words: Vec<&str> = line.split_whitespace().filter(|w| *w != "▌").collect();
            words.join(" ").replace("▌ ", "")
        })
        .collect()
}

#[test]
fn the_recording_is_what_the_terminal_shows_and_the_same_bytes_twice() {
    let demo = Demo::new();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("demo/first-review.keys");
    let record = |name: &str| {
        let out = demo.home.path().join(name);
        let (keys, at) = (script.to_str().unwrap(), out.to_str().unwrap());
        let args = ["demo", "record", keys, "--out", at];
        let ran = demo.home.run_with_engine(demo.home.path(), &args);
        assert_eq!(ran.code, 0, "{ran:?}");
        out
    };
    let (one, two) = (record("one"), record("two"));
    let read = |p: &Path| std::fs::read_to_string(p).unwrap();
    let cast = read(&one.join("first-review.cast"));
    assert!(cast == read(&two.join("first-review.cast")));
    assert!(cast.contains("–.– ms"));

    // The same keys in a real terminal.
    let script = Script::parse(&read(&script)).unwrap();
    let review = ["review", "faster-doors"];
    let mut p = Pty::of(
        script.size,
        &demo.home.command_with_engine(&demo.dir, &review),
    );
    p.wait("decisions live");
    let fold = |t: &str| {
        t.split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .to_lowercase()
    };
    let mut last = None;
    for (_, step) in &script.steps {
        match step {
            Step::Wait(words) => {
                p.until(words, |p| fold(&p.screen()).contains(&fold(words)));
            }
            Step::Keys(keys) | Step::Type(keys) => {
                for key in keys {
                    p.send(&sent(key));
                    p.rest(Duration::from_millis(100));
                }
            }
            Step::Shot(name) => last = Some(name),
            Step::Pause(_) | Step::Mark(_) => {}
        }
    }
    let still = read(&one.join(format!("{}.txt", last.unwrap())));
    let (shown, recorded) = (
        outside_the_mask(&p.screen()),
        outside_the_mask(still.trim_end()),
    );
    assert_eq!(shown.len(), recorded.len(), "{}\n{still}", p.screen());
    for (shown, recorded) in shown.iter().zip(&recorded) {
        assert_eq!(shown, recorded);
    }
    quit(p);
}

#[test]
fn viewed_files_are_remembered() {
    let demo = Demo::new();
    let mut p = demo.review();
    p.wait("0/1 viewed");
    p.send("2m");
    p.wait("1/1 viewed");
    quit(p);
    let p = demo.review();
    p.wait("1/1 viewed");
    quit(p);
}
