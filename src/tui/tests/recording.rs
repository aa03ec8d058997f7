//! Recordings are the same bytes every time, and show what the script waits for.

use super::fixture::{self, Fake};
use crate::tui::record::{Script, play, record};

const SCRIPT: &str = "size 100x30 theme dark
wait \"contradicts\" pause 1.5s mark \"the finding\"
key j k <enter> shot lines
key / type \"price\" key <enter> n n <esc>
key w wait \"why is it wrong\" key 3 wait \"recorded\" shot said
key s wait \"Retire the old price list\" key <esc>
key c wait \"–.– ms\"
key t <left> <left> <enter> wait \"before the base\" key B q";

#[test]
fn a_script_gives_the_same_bytes_every_time() {
    let script = Script::parse(SCRIPT).unwrap();
    let once = play(&script, &Fake::new(fixture::review())).unwrap();
    let mut other = fixture::review();
    for q in &mut other.queries {
        q.client_ms *= 3.7;
        q.server_ms *= 0.3;
    }
    let twice = play(&script, &Fake::new(other)).unwrap();
    assert_eq!(once.cast, twice.cast, "times of a run are masked");
    assert_eq!(once.stills, twice.stills);
    assert!(once.frames > 20 && once.seconds > 5.0);
}

#[test]
fn a_cast_replays_to_the_screen_that_was_drawn() {
    let script = Script::parse("size 100x30 wait \"contradicts\" key n d <c-d> shot end").unwrap();
    let r = play(&script, &Fake::new(fixture::wide_review())).unwrap();
    let mut lines = r.cast.lines();
    let header: serde_json::Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    assert_eq!(
        (&header["version"], &header["width"]),
        (&2.into(), &100.into())
    );
    let mut screen = vt100::Parser::new(30.try_into().unwrap(), 100.try_into().unwrap(), 0);
    let mut before = -1.0;
    for line in lines {
        let event: (f64, String, String) = serde_json::from_str(line).unwrap();
        assert!(event.0 >= before);
        before = event.0;
        if event.1 == "o" {
            screen.process(event.2.as_bytes());
        }
    }
    let shown = screen.screen().contents();
    let still = &r.stills[0].1;
    // vt100 drops the second half of a joined emoji, so rows with one are left out.
    let plain = |t: &str| -> Vec<String> {
        t.lines()
            .map(|l| l.trim_end().to_owned())
            .filter(|l| !l.contains('👩') && !l.contains('👨') && !l.is_empty())
            .collect()
    };
    let shown = plain(&shown);
    for line in plain(still) {
        assert!(shown.contains(&line), "{line:?} is not in {shown:#?}");
    }
}

#[test]
fn files_are_written_and_a_wait_in_vain_says_what_the_screen_shows() {
    let dir = tempfile::tempdir().unwrap();
    let script = Script::parse("wait \"contradicts\" shot card").unwrap();
    let fake = Fake::new(fixture::review());
    record("first", &script, &fake, dir.path()).unwrap();
    for name in ["first.cast", "card.txt", "card.svg"] {
        assert!(dir.path().join(name).is_file(), "{name}");
    }
    let svg = std::fs::read_to_string(dir.path().join("card.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("contradicts"));
    let script = Script::parse("\nwait \"no such words\"").unwrap();
    let e = play(&script, &fake).unwrap_err().to_string();
    assert!(e.starts_with("Line 2") && e.contains("Findings"), "{e}");
}
