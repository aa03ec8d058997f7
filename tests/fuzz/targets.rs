//! The targets: each takes what a generator gives and checks what must hold.

use std::time::{Duration, Instant};

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

use super::checks::{self, SOURCES};
use super::texts;

fn on<T>(bytes: T, check: fn(&[u8]) -> Result<(), String>) -> Result<(), TestCaseError>
where
    T: AsRef<[u8]>,
{
    check(bytes.as_ref()).map_err(TestCaseError::fail)
}

fn every_format(bytes: &[u8]) -> Result<(), String> {
    for (kind, path) in SOURCES {
        checks::source(*kind, path, bytes).map_err(|e| format!("{path}: {e}"))?;
    }
    Ok(())
}

/// Runs a target over texts and over damaged texts: `cases` of each, or until the time is over.
fn run(name: &str, check: fn(&[u8]) -> Result<(), String>, limit: Limit) {
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
        let outcome = runner
            .run(&texts::document(), |t| on(t, check))
            .map_err(|e| e.to_string())
            .and_then(|()| {
                runner
                    .run(&texts::damaged(), |b| on(b, check))
                    .map_err(|e| e.to_string())
            });
        if let Err(e) = outcome {
            panic!("{name}, seed {seed}: {e}");
        }
        cases += u64::from(step) * 2;
        seed += 1;
        if start.elapsed() >= time {
            break;
        }
    }
    if matches!(limit, Limit::Time(_)) {
        eprintln!(
            "{name}: {cases} texts in {:.0?}, none at fault",
            start.elapsed()
        );
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

#[test]
fn any_text_is_read_the_same_way_twice_and_every_quote_stands_at_its_lines() {
    run("formats", every_format, Limit::Cases(150));
}

#[test]
#[ignore = "takes RGUARD_FUZZ_MINUTES minutes"]
fn long_formats() {
    run("formats", every_format, minutes());
}

#[test]
fn short_strings_of_any_bytes_are_read_or_named() {
    let mut runner = TestRunner::deterministic();
    let bytes = proptest::collection::vec(proptest::num::u8::ANY, 0..400);
    runner.run(&bytes, |b| on(b, every_format)).unwrap();
    let text = "\\PC{0,200}".prop_map(String::into_bytes);
    runner.run(&text, |b| on(b, every_format)).unwrap();
}
