//! A `rguard log` that is killed leaves what the next run reads or makes anew, never a wrong log.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::testkit::many::many_commits;
use crate::testkit::run::Home;

const LOG: &[&str] = &["log", "--inferred", "--format", "json"];

/// Whether it is time to die, so long after the start.
type Moment<'a> = dyn Fn(&Home, Duration) -> bool + 'a;

/// The files that are kept of histories, those that are being written among them.
fn kept(home: &Home) -> Vec<PathBuf> {
    let list = |dir: PathBuf| std::fs::read_dir(dir).into_iter().flatten().flatten();
    let folders = list(home.path().join("cache/log"));
    folders
        .flat_map(|f| list(f.path()))
        .map(|e| e.path())
        .collect()
}

#[test]
fn a_log_that_was_killed_at_any_moment_is_the_same_the_next_time() {
    let repo = many_commits(500);
    let whole = Home::new().run(repo.path(), LOG);
    assert_eq!(whole.code, 0, "{whole:?}");
    let named = |home: &Home, start: &str| {
        let begins = |p: &PathBuf| {
            p.file_name()
                .is_some_and(|n| n.to_string_lossy().starts_with(start))
        };
        kept(home).iter().any(begins)
    };
    // By what is there when it dies: nothing, a file half written, the walk, the index; then by time.
    let moments: [&Moment<'_>; 7] = [
        &|_, _| true,
        &|home, _| named(home, ".tmp"),
        &|home, _| named(home, "walk"),
        &|home, _| named(home, "index-"),
        &|_, since| since > Duration::from_millis(30),
        &|_, since| since > Duration::from_millis(120),
        &|_, since| since > Duration::from_millis(400),
    ];
    let one = Home::new();
    let mut killed = 0;
    for moment in moments {
        let fresh = Home::new();
        for home in [&fresh, &one] {
            let mut command = home.command(repo.path(), LOG);
            command.stdout(Stdio::null()).stderr(Stdio::null());
            let (mut child, start) = (command.spawn().unwrap(), Instant::now());
            while !moment(home, start.elapsed()) && child.try_wait().unwrap().is_none() {
                std::hint::spin_loop();
            }
            killed += usize::from(child.try_wait().unwrap().is_none());
            child.kill().unwrap();
            child.wait().unwrap();
            let again = home.run(repo.path(), LOG);
            assert_eq!((again.code, &again.err), (0, &whole.err));
            assert!(again.out == whole.out, "another log after a death");
        }
    }
    assert!(killed > 3, "{killed} of 14 were killed before their end");
}
