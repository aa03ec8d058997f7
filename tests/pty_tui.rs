//! The workstation in a real terminal: start, resize, leave, suspend, signals, editor.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[path = "support/pty.rs"]
mod pty;

use std::time::Duration;

use pty::Pty;

const LEAVE: &str = "\u{1b}[?1049l";
const ENTER: &str = "\u{1b}[?1049h";

fn given_back(p: &Pty) {
    p.with_screen(|s| {
        assert!(!s.alternate_screen(), "still in the alternate screen");
        assert!(!s.hide_cursor(), "the cursor is hidden");
        assert!(!s.bracketed_paste());
        assert_eq!(s.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
    });
}

#[test]
fn it_starts_answers_every_key_by_itself_idles_and_leaves_quietly() {
    let mut p = Pty::start((132, 40), &[], &[]);
    p.wait("Unknown prices stay unknown");
    // One key at a time, each with its own answer: none may wait for the next one.
    for (key, words) in [
        ("p", "━ 5 Path ━"),
        ("8", "8 People ━"),
        ("9", "9 Since the base ━"),
        ("7", "7 Decision log ━"),
    ] {
        p.send(key);
        p.wait(words);
    }
    p.send("1");
    p.wait("━ 1 Findings ━");
    // Idle: no tick, no poll. Two ticks of the clock are the grain of the measurement.
    // The first second may still belong to the colours on a busy machine.
    let idle = (0..5).any(|_| {
        let before = p.stat().1;
        std::thread::sleep(Duration::from_secs(1));
        p.stat().1 - before <= 2
    });
    assert!(idle, "it uses the processor while nothing happens");
    p.send("q");
    assert_eq!(p.end(), 0);
    p.wait("left quietly");
    given_back(&p);
}

#[test]
fn findings_stream_in_and_the_spinner_stops_with_the_work() {
    let mut p = Pty::start((132, 40), &["normal", "150"], &[]);
    p.wait("43 decisions live");
    // A spinner that went on turning would never let it rest.
    p.rest(Duration::from_millis(500));
    p.send("\u{3}");
    assert_eq!(p.end(), 0);
}

#[test]
fn a_resize_to_almost_nothing_and_back_keeps_the_screen_right() {
    let mut p = Pty::start((132, 40), &[], &[]);
    p.wait("Unknown prices stay unknown");
    p.resize((20, 5));
    p.wait("too small");
    p.resize((60, 20));
    p.wait("4  5  6  7");
    p.resize((132, 40));
    p.wait("5 Path");
    p.send("q");
    assert_eq!(p.end(), 0);
}

#[test]
fn a_panic_gives_the_terminal_back_before_it_speaks() {
    let mut p = Pty::start((100, 30), &["panic"], &[]);
    assert_eq!(p.end(), 101);
    let bytes = p.bytes();
    let left = bytes.find(LEAVE).expect("it left the alternate screen");
    let said = bytes.find("on purpose").expect("the message is shown");
    assert!(left < said);
    p.with_screen(|s| assert!(!s.hide_cursor() && !s.alternate_screen()));
}

#[test]
fn a_panic_inside_a_job_is_an_error_on_the_screen() {
    let mut p = Pty::start((100, 30), &["panic-in-job"], &[]);
    p.wait("A fault inside rguard");
    assert!(p.with_screen(vt100::Screen::alternate_screen));
    p.send("?");
    p.wait("Everywhere");
    p.send("qq");
    assert_eq!(p.end(), 0);
    given_back(&p);
}

#[test]
fn ctrl_z_suspends_and_a_continue_brings_everything_back() {
    let mut p = Pty::start((100, 30), &[], &[]);
    p.wait("Unknown prices");
    p.send("\u{1a}");
    p.until("the stop", |p| p.stat().0 == 'T');
    given_back(&p);
    let entered = p.bytes().matches(ENTER).count();
    p.signal("CONT");
    p.until("the screen again", |p| {
        p.bytes().matches(ENTER).count() > entered && p.screen().contains("Unknown prices")
    });
    p.send("?");
    p.wait("Everywhere");
    p.send("qq");
    assert_eq!(p.end(), 0);
    given_back(&p);
}

#[test]
fn a_stop_from_outside_is_like_ctrl_z() {
    let mut p = Pty::start((100, 30), &[], &[]);
    p.wait("Unknown prices");
    p.signal("TSTP");
    p.until("the stop", |p| p.stat().0 == 'T');
    given_back(&p);
    p.signal("CONT");
    p.wait("Unknown prices");
    p.send("q");
    assert_eq!(p.end(), 0);
}

#[test]
fn terminate_and_hang_up_give_the_terminal_back() {
    for (name, code) in [("TERM", 143), ("HUP", 129)] {
        let mut p = Pty::start((100, 30), &[], &[]);
        p.wait("Unknown prices");
        p.signal(name);
        assert_eq!(p.end(), code);
        given_back(&p);
    }
}

#[test]
fn without_a_terminal_it_says_what_else_there_is() {
    let out = std::process::Command::new(pty::fixture())
        .stdin(std::process::Stdio::null())
        .output()
        .unwrap();
    assert_eq!(out.status.code(), Some(3));
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(
        said.contains("needs a terminal") && said.contains("--format text"),
        "{said}"
    );
    assert!(out.stdout.is_empty());
}

#[test]
fn under_no_color_nothing_is_coloured_and_the_selection_is_reversed() {
    let mut p = Pty::start((100, 30), &[], &[("NO_COLOR", "1")]);
    p.wait("Unknown prices");
    p.with_screen(|s| {
        let mut inverse = 0;
        for row in 0..30 {
            for col in 0..100 {
                let cell = s.cell(row, col).unwrap();
                assert_eq!(cell.fgcolor(), vt100::Color::Default);
                assert_eq!(cell.bgcolor(), vt100::Color::Default);
                inverse += u32::from(cell.inverse());
            }
        }
        assert!(inverse >= 20, "the selection cannot be seen");
    });
    p.send("q");
    assert_eq!(p.end(), 0);
}

#[test]
fn the_editor_has_the_keys_while_it_runs_and_opens_at_the_line() {
    let home = tempfile::tempdir().unwrap();
    let script = home.path().join("ed.sh");
    std::fs::write(
        &script,
        "#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$HOME/args\"\nwc -l < \"$2\" > \"$HOME/lines\"\necho editing now\nread words\nprintf '%s' \"$words\" > \"$HOME/typed\"\n",
    )
    .unwrap();
    let editor = format!("/bin/sh {}", script.display());
    let mut p = Pty::start((100, 30), &[], &[("EDITOR", &editor)]);
    p.wait("Unknown prices");
    p.send("d");
    p.wait("━ 3 src/billing/price.ts");
    p.send("e");
    p.wait("editing now");
    given_back(&p);
    // `q` would quit and `?` would open the help if the workstation still read the keys.
    p.send("q?hello\r");
    p.wait("copy of the file");
    let read = |name: &str| std::fs::read_to_string(p.home.path().join(name)).unwrap();
    assert_eq!(read("typed"), "q?hello");
    assert!(read("args").starts_with("+39\n") && read("args").trim_end().ends_with("price.ts"));
    assert_eq!(read("lines").trim(), "80");
    p.send("?");
    p.wait("Everywhere");
    p.send("qq");
    assert_eq!(p.end(), 0);
}

#[test]
fn a_copy_goes_to_the_terminal_and_a_hostile_review_does_not() {
    let mut p = Pty::start((100, 30), &["hostile"], &[]);
    p.wait("Unknown prices");
    p.send("y");
    p.wait("clipboard");
    p.send("7");
    p.wait("Decision log");
    let bytes = p.bytes();
    assert_eq!(bytes.matches("\u{1b}]52;c;").count(), 1);
    assert!(!bytes.contains("\u{1b}]0;"), "a title was set");
    assert!(!bytes.contains("\u{1b}[2J\u{1b}]"));
    assert!(!bytes.contains('\u{202e}'));
    p.send("q");
    assert_eq!(p.end(), 0);
}
