//! The targets: each takes what a generator gives and checks what must hold.

use std::collections::HashMap;
use std::fmt::Debug;
use std::time::{Duration, Instant};

use proptest::strategy::{BoxedStrategy, Strategy};
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};
use rguard::decisions::{commits, front_matter, links};
use rguard::history::trailers;
use rguard::model::CommitId;

use super::checks::{self, SOURCES};
use super::{code, logs, texts};

/// Runs a target over what a generator gives: so many cases, or until the time is over.
fn run<T: Debug + Clone + 'static>(
    name: &str,
    limit: Limit,
    given: BoxedStrategy<T>,
    check: impl Fn(&T) -> Result<(), String>,
) {
    let start = Instant::now();
    let mut cases = 0u64;
    let (step, time) = match limit {
        Limit::Cases(n) => (n, Duration::ZERO),
        Limit::Time(t) => (500, t),
    };
    let mut seed = 0u64;
    loop {
        let config = Config {
            cases: step,
            failure_persistence: None,
            ..Config::default()
        };
        // The short run is the same every time; the long one begins where it ended.
        let mut bytes = [0u8; 32];
        bytes[..8].copy_from_slice(&seed.to_le_bytes());
        let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
        let mut runner = TestRunner::new_with_rng(config, rng);
        let outcome = runner.run(&given, |t| check(&t).map_err(TestCaseError::fail));
        if let Err(e) = outcome {
            panic!("{name}, seed {seed}: {e}");
        }
        cases += u64::from(step);
        seed += 1;
        if start.elapsed() >= time {
            break;
        }
    }
    if matches!(limit, Limit::Time(_)) {
        eprintln!(
            "{name}: {cases} cases in {:.0?}, none at fault",
            start.elapsed()
        );
    }
}

/// Bytes that are shown as text.
#[derive(Clone)]
struct Bytes(Vec<u8>);

impl Debug for Bytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", String::from_utf8_lossy(&self.0))
    }
}

#[derive(Clone, Copy)]
enum Limit {
    Cases(u32),
    Time(Duration),
}

/// How long each target of the long run goes on.
fn minutes() -> Limit {
    let given = std::env::var("RGUARD_FUZZ_MINUTES").ok();
    let minutes: f64 = given.map_or(10.0, |m| m.parse().expect("a number of minutes"));
    Limit::Time(Duration::from_secs_f64(minutes * 60.0))
}

/// Every format over texts, damaged texts, and strings of any bytes and letters.
fn formats(limit: Limit) {
    let bytes = proptest::prop_oneof![
        4 => texts::document().prop_map(String::into_bytes),
        3 => texts::damaged(),
        1 => proptest::collection::vec(proptest::num::u8::ANY, 0..400),
        1 => "\\PC{0,200}".prop_map(String::into_bytes),
    ];
    run(
        "formats",
        limit,
        bytes.prop_map(Bytes).boxed(),
        |bytes: &Bytes| {
            for (kind, path) in SOURCES {
                checks::source(*kind, path, &bytes.0).map_err(|e| format!("{path}: {e}"))?;
            }
            Ok(())
        },
    );
}

/// Messages: what they state, their trailers, and what they refer to.
fn messages(limit: Limit) {
    run(
        "messages",
        limit,
        texts::message().boxed(),
        |text: &String| {
            let id = CommitId("a".repeat(40));
            let message = commits::Message {
                id: &id,
                text,
                is_merge: false,
                is_bot: false,
            };
            if let Some(mined) = commits::mine(message) {
                if !text.contains(mined.record.text.trim_end()) {
                    return Err(format!(
                        "its text is not the message's: {:?}",
                        mined.record.text
                    ));
                }
                if mined.record.links.iter().any(|l| !text.contains(&l.quote)) {
                    return Err("a link whose words are not there".to_owned());
                }
            }
            for (key, _) in trailers(text.as_bytes()) {
                if key.is_empty() || !text.contains(&key) {
                    return Err(format!("a trailer {key:?} that is not there"));
                }
            }
            code::facts(text)
        },
    );
}

/// References and front matter: places inside the text, in order, none over another.
fn parts(limit: Limit) {
    run(
        "parts",
        limit,
        texts::document().boxed(),
        |text: &String| {
            let defs = links::definitions(text);
            for (defs, strict) in [(&defs, true), (&HashMap::new(), false)] {
                let mut last = 0;
                for r in links::refs(text, defs, strict) {
                    if r.at < last || r.end <= r.at || text.get(r.at..r.end).is_none() {
                        return Err(format!("{r:?} after {last}"));
                    }
                    last = r.end;
                }
            }
            if let Some(matter) = front_matter::read(text)
                && text.get(..matter.len).is_none()
            {
                return Err(format!("front matter of {} bytes", matter.len));
            }
            Ok(())
        },
    );
}

/// Code of any kind: comments at their lines, with what they stand over.
fn comments(limit: Limit) {
    run("comments", limit, code::text().boxed(), |text: &String| {
        code::comments(text)
    });
}

fn trees(limit: Limit) {
    let texts = proptest::collection::vec(texts::document(), 1..=logs::PLACES.len());
    run("trees", limit, texts.boxed(), |t: &Vec<String>| {
        logs::tree(t)
    });
}

fn histories(limit: Limit) {
    run(
        "histories",
        limit,
        texts::versions().boxed(),
        |v: &Vec<String>| logs::history(v),
    );
}

fn memories(limit: Limit) {
    run(
        "memories",
        limit,
        texts::versions().boxed(),
        |v: &Vec<String>| logs::remembered(v),
    );
}

#[test]
fn any_text_is_read_the_same_way_twice_and_every_quote_stands_at_its_lines() {
    formats(Limit::Cases(150));
}

#[test]
fn any_message_is_read_or_left() {
    messages(Limit::Cases(200));
}

#[test]
fn the_words_of_a_comment_stand_at_its_lines_in_any_code() {
    comments(Limit::Cases(150));
}

#[test]
fn references_and_front_matter_lie_inside_their_text() {
    parts(Limit::Cases(200));
}

#[test]
fn a_log_of_any_files_has_unique_ids_and_keys_and_edges_with_two_ends() {
    trees(Limit::Cases(60));
}

#[test]
fn no_decision_of_any_history_is_live_twice_and_steps_come_to_the_same() {
    histories(Limit::Cases(80));
}

#[test]
fn a_log_is_read_alike_with_and_without_a_memory_of_its_other_versions() {
    memories(Limit::Cases(100));
}

#[test]
#[ignore = "takes RGUARD_FUZZ_MINUTES minutes"]
fn long_memories() {
    memories(minutes());
}

#[test]
#[ignore = "takes RGUARD_FUZZ_MINUTES minutes"]
fn long_formats() {
    formats(minutes());
}

#[test]
#[ignore = "takes RGUARD_FUZZ_MINUTES minutes"]
fn long_messages() {
    messages(minutes());
}

#[test]
#[ignore = "takes RGUARD_FUZZ_MINUTES minutes"]
fn long_comments() {
    comments(minutes());
}

#[test]
#[ignore = "takes RGUARD_FUZZ_MINUTES minutes"]
fn long_parts() {
    parts(minutes());
}

#[test]
#[ignore = "takes RGUARD_FUZZ_MINUTES minutes"]
fn long_trees() {
    trees(minutes());
}

#[test]
#[ignore = "takes RGUARD_FUZZ_MINUTES minutes"]
fn long_histories() {
    histories(minutes());
}
