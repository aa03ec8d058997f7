//! The engine outlives its last user for a while, and no longer.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use rguard::graph::engine::stop;
use rguard::graph::{GraphConfig, Store};

use crate::home::{Home, alive, kill};

fn lingering(home: &Home, seconds: u64) -> GraphConfig {
    GraphConfig {
        linger: Duration::from_secs(seconds),
        keeper: Some(PathBuf::from(env!("CARGO_BIN_EXE_rguard"))),
        ..home.config()
    }
}

async fn use_once(config: &GraphConfig) {
    let store = Store::open(config, &"test".into()).await.unwrap();
    store.close().await.unwrap();
}

fn gone_within(pid: u32, limit: Duration) -> bool {
    let start = Instant::now();
    while alive(pid) {
        if start.elapsed() > limit {
            return false;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    true
}

/// Processes whose command line names this test's folder.
fn processes_of(home: &Home) -> Vec<String> {
    let needle = home.path().display().to_string();
    std::fs::read_dir("/proc")
        .unwrap()
        .filter_map(|e| std::fs::read(e.ok()?.path().join("cmdline")).ok())
        .map(|c| String::from_utf8_lossy(&c).replace('\0', " "))
        .filter(|c| c.contains(&needle))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_warm_for_the_next_command_and_stops_after_its_time() {
    let home = Home::new();
    let linger = Duration::from_secs(3);
    let config = lingering(&home, linger.as_secs());
    use_once(&config).await;
    let pid = home.engine_pid().unwrap();
    std::thread::sleep(Duration::from_millis(700));
    let last = Instant::now();
    use_once(&config).await;
    assert_eq!(
        home.engine_pid(),
        Some(pid),
        "the next command found it warm"
    );
    assert!(gone_within(pid, Duration::from_secs(30)));
    assert!(
        last.elapsed() >= linger,
        "the time counts from the last use: {:?}",
        last.elapsed()
    );
    let start = Instant::now();
    while !processes_of(&home).is_empty() && start.elapsed() < Duration::from_secs(5) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(processes_of(&home), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn one_keeper_watches_however_many_users_there_were() {
    let home = Home::new();
    let config = lingering(&home, 3);
    for _ in 0..4 {
        use_once(&config).await;
    }
    // One that finds another at its post goes at once; it may take a moment to look.
    let start = Instant::now();
    let keepers = || {
        processes_of(&home)
            .iter()
            .filter(|c| c.contains(" keep "))
            .count()
    };
    while keepers() != 1 && start.elapsed() < Duration::from_secs(2) {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(keepers(), 1);
    assert!(gone_within(
        home.engine_pid().unwrap(),
        Duration::from_secs(30)
    ));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_keeper_that_was_killed_is_replaced_by_the_next_user() {
    let home = Home::new();
    let config = lingering(&home, 1);
    use_once(&config).await;
    let pid = home.engine_pid().unwrap();
    let keeper = keeper_pid(&home).unwrap();
    kill(keeper);
    use_once(&config).await;
    assert_ne!(keeper_pid(&home), Some(keeper));
    assert!(gone_within(pid, Duration::from_secs(60)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_keeper_leaves_with_its_engine_however_that_ended() {
    for killed in [true, false] {
        let home = Home::new();
        use_once(&lingering(&home, 600)).await;
        let keeper = keeper_pid(&home).unwrap();
        if killed {
            kill(home.engine_pid().unwrap());
        } else {
            assert!(stop(&home.config().engine_paths()).unwrap());
        }
        assert!(gone_within(keeper, Duration::from_secs(30)), "{killed}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_killed_at_once_leaves_nothing_wrong() {
    let home = Home::new();
    let config = lingering(&home, 1);
    let store = Store::open(&config, &"test".into()).await.unwrap();
    store.migrate().await.unwrap();
    kill(keeper_pid(&home).unwrap());
    let first = home.engine_pid().unwrap();
    kill(first);
    use_once(&config).await;
    let second = home.engine_pid().unwrap();
    assert_ne!(first, second);
    drop(store);
    assert!(gone_within(second, Duration::from_secs(10)));
}

fn keeper_pid(home: &Home) -> Option<u32> {
    let needle = home.path().display().to_string();
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(5) {
        let found = std::fs::read_dir("/proc").unwrap().find_map(|e| {
            let path = e.ok()?.path();
            let pid = path.file_name()?.to_str()?.parse().ok()?;
            let line = std::fs::read(path.join("cmdline")).ok()?;
            let line = String::from_utf8_lossy(&line).replace('\0', " ");
            (line.contains(" keep ") && line.contains(&needle)).then_some(pid)
        });
        if found.is_some() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    None
}
