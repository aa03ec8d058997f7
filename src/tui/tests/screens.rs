//! Snapshots of whole screens, with a count of their styles.

use super::fixture::{self, Fake};
use super::*;
use crate::tui::backend::BackendError;

macro_rules! snap {
    ($name:literal, $d:expr) => {
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!($name, styled(&$d.model));
        });
    };
}

#[test]
fn the_review_at_each_size() {
    let fake = Fake::new(fixture::review());
    snap!("review_132x40", open(&fake, (132, 40)));
    snap!("review_100x30", open(&fake, (100, 30)));
    snap!("review_80x24", open(&fake, (80, 24)));
    snap!("review_60x20", open(&fake, (60, 20)));
    snap!("review_20x5", open(&fake, (20, 5)));
}

#[test]
fn the_review_in_a_light_theme_and_without_colour() {
    let fake = Fake::new(fixture::review());
    snap!(
        "review_light",
        open_with(&fake, (100, 30), "light", Depth::True)
    );
    let d = open_with(&fake, (100, 30), "dark", Depth::None);
    let screen = styled(&d.model);
    let coloured = screen
        .lines()
        .skip_while(|l| *l != "---")
        .skip(1)
        .any(|l| !l.starts_with("Reset/Reset/"));
    assert!(!coloured, "a colour under NO_COLOR:\n{screen}");
    snap!("review_no_color", d);
    snap!(
        "review_16",
        open_with(&fake, (100, 30), "dark", Depth::Ansi16)
    );
}

#[test]
fn side_by_side_wrapped_and_the_log() {
    let fake = Fake::new(fixture::review());
    let mut d = open(&fake, (132, 34));
    press(&mut d, "dvz");
    snap!("side_by_side", d);
    let mut d = open(&fake, (60, 20));
    press(&mut d, "dW");
    snap!("wrapped_60x20", d);
    let mut d = open(&fake, (132, 34));
    press(&mut d, "7j");
    snap!("log", d);
    let mut d = open(&fake, (100, 30));
    press(&mut d, "c<enter>");
    snap!("statement", d);
    let mut d = open(&fake, (100, 30));
    press(&mut d, "pz");
    snap!("path", d);
}

#[test]
fn nothing_found_is_a_green_light_that_says_what_was_looked_at() {
    let fake = Fake::new(fixture::empty_review());
    let d = open(&fake, (100, 30));
    assert!(
        d.screen()
            .contains("No decision stands against this change")
    );
    snap!("empty", d);
}

#[test]
fn the_story_of_a_decision_and_what_agents_were_told() {
    let fake = Fake::new(fixture::review());
    for (name, size) in [("story_80x24", (80, 24)), ("story_160x50", (160, 50))] {
        let mut d = open(&fake, size);
        press(&mut d, "7j<enter>");
        if size.0 == 80 {
            press(&mut d, "<c-d><c-d>");
        }
        insta::with_settings!({ omit_expression => true, prepend_module_to_snapshot => false }, {
            insta::assert_snapshot!(name, styled(&d.model));
        });
    }
    let mut d = open(&fake, (100, 30));
    press(&mut d, "i");
    snap!("told", d);
    let d = {
        let mut d = open_with(&fake, (100, 40), "mono", Depth::None);
        press(&mut d, "7j<enter>G");
        d
    };
    snap!("story_no_color", d);
}

#[test]
fn a_story_is_asked_for_once_and_again_only_where_it_failed() {
    let mut fake = Fake::new(fixture::review());
    let mut d = open(&fake, (132, 40));
    press(&mut d, "7j<enter><esc><enter><esc>ii<esc>i");
    let of = |what: &str, all: &[String]| all.iter().filter(|a| a.starts_with(what)).count();
    assert_eq!(
        (of("story", &fake.asked()), of("told", &fake.asked())),
        (1, 1)
    );
    drop(d);
    fake.review = fixture::review();
    let lost = fake.decisions.clone();
    let mut d = open(&fake, (132, 40));
    d.model.data.log[1].key = "ffffffffffffffff".into();
    press(&mut d, "7j<enter>");
    assert!(
        d.screen().contains("No file of this history records"),
        "{}",
        d.screen()
    );
    press(&mut d, "<esc><enter>");
    assert_eq!(of("story", &fake.asked()), 3);
    assert_eq!(lost, fake.decisions);
}

#[test]
fn a_story_of_another_time_is_not_taken_in() {
    let fake = Fake::new(fixture::review());
    let mut d = open(&fake, (132, 40));
    let key = d.model.data.log[1].key.clone();
    let story = fixture::story(&d.model.data.log[1], &fixture::sha(7));
    let late = Msg::Story {
        key: key.clone(),
        as_of: fixture::sha(7),
        result: Ok(Box::new(story)),
    };
    d.send(late, &mut |_| {});
    assert!(!d.model.data.stories.contains_key(&key));
}

#[test]
fn a_partial_and_a_failed_review_keep_diff_and_log_under_a_banner() {
    let fake = Fake::new(fixture::partial_review());
    snap!("partial", open(&fake, (100, 30)));
    let mut fake = Fake::new(fixture::review());
    fake.fail_review = Some(BackendError {
        message: "The model judge did not answer within 30 seconds.".into(),
        hints: vec!["`--judge offline` judges without a model.".into()],
    });
    let mut d = open(&fake, (100, 30));
    let screen = d.screen();
    assert!(screen.contains("no verdicts") && screen.contains("const value = usage.cost"));
    assert!(!screen.contains("contradicts"));
    press(&mut d, "7");
    assert!(d.screen().contains("Unknown prices stay unknown"));
    snap!("failed", d);
}

#[test]
fn travelling_and_the_past() {
    let fake = Fake::new(fixture::review());
    let mut d = open(&fake, (132, 34));
    press(&mut d, "t<left>");
    snap!("travelling", d);
    press(&mut d, "<left><left><enter>");
    assert!(d.screen().contains("before the base"));
    snap!("in_the_past", d);
}

#[test]
fn help_menu_and_sync() {
    let fake = Fake::new(fixture::review());
    let mut d = open(&fake, (100, 70));
    press(&mut d, "?");
    snap!("help", d);
    let mut d = open(&fake, (100, 30));
    press(&mut d, "w");
    snap!("wrong_menu", d);
    let mut d = open(&fake, (100, 30));
    press(&mut d, "s");
    snap!("sync", d);
}

#[test]
fn wide_characters_keep_their_columns() {
    let fake = Fake::new(fixture::wide_review());
    let mut d = open(&fake, (100, 30));
    snap!("wide", d);
    press(&mut d, "dv");
    snap!("wide_side_by_side", d);
}

#[test]
fn hostile_text_never_reaches_the_terminal_as_it_is() {
    let fake = Fake::new(fixture::hostile_review());
    for size in [(132, 40), (60, 20), (90, 28)] {
        for keys in [
            "", "d", "7", "7<enter>", "8", "9", "0", "c<enter>", "pz", "4z", "t", "w", "dv", "s",
        ] {
            let mut d = open(&fake, size);
            press(&mut d, keys);
            let mut t = Terminal::new(TestBackend::new(size.0, size.1)).unwrap();
            t.draw(|f| crate::tui::view::view(&d.model, f)).unwrap();
            for cell in &t.backend().buffer().content {
                let bad = cell.symbol().chars().find(|c| {
                    c.is_control()
                        || matches!(*c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}')
                });
                assert_eq!(bad, None, "{keys:?} at {size:?}: {:?}", cell.symbol());
            }
        }
    }
    let d = open(&fake, (132, 40));
    assert!(d.screen().contains("␛[2J"), "made visible, not dropped");
}
