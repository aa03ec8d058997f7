//! A start that fails says why and what to do; a log that cannot be read is set aside.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use rguard::graph::provision::{MODULE_FILE, provision};
use rguard::graph::{GraphConfig, GraphError, Row, Store, Value, queries};

use crate::home::{Home, kill, signal};

async fn failure(config: &GraphConfig) -> GraphError {
    Store::open(config, &"test".into())
        .await
        .err()
        .expect("the start had to fail")
}

/// A folder with the real redis-server and another module.
fn with_module(home: &Home, module: &[u8], mode: u32) -> GraphConfig {
    let config = home.config();
    let real = provision(None, &config.dirs.cache, &config.notify).unwrap();
    let dir = home.path().join("bin");
    fs::create_dir(&dir).unwrap();
    std::os::unix::fs::symlink(real.redis, dir.join("redis-server")).unwrap();
    fs::write(dir.join(MODULE_FILE), module).unwrap();
    fs::set_permissions(dir.join(MODULE_FILE), fs::Permissions::from_mode(mode)).unwrap();
    GraphConfig {
        engine_dir: Some(dir),
        ..config
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_module_that_is_no_module_is_named_with_the_remedy() {
    let home = Home::new();
    let e = failure(&with_module(&home, b"not a shared library", 0o755)).await;
    let GraphError::Unfit { cause, remedy } = &e else {
        panic!("{e}")
    };
    assert!(cause.contains(MODULE_FILE), "{cause}");
    assert!(remedy.contains("fetch it anew"), "{remedy}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_module_that_is_not_executable_is_refused_with_the_command_that_mends_it() {
    let home = Home::new();
    let e = failure(&with_module(&home, b"x", 0o644)).await;
    assert!(e.to_string().contains("chmod 755"), "{e}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_redis_server_that_the_loader_refuses_shows_what_the_loader_said() {
    let home = Home::new();
    let config = with_module(&home, b"x", 0o755);
    let dir = config.engine_dir.clone().unwrap();
    let redis = dir.join("redis-server");
    fs::remove_file(&redis).unwrap();
    fs::write(
        &redis,
        "#!/bin/sh\necho \"libc.so.6: version 'GLIBC_2.38' not found\" >&2\nexit 1\n",
    )
    .unwrap();
    fs::set_permissions(&redis, fs::Permissions::from_mode(0o755)).unwrap();
    let e = failure(&config).await;
    let GraphError::Unfit { cause, remedy } = &e else {
        panic!("{e}")
    };
    assert!(cause.contains("GLIBC_2.38"), "{cause}");
    assert!(remedy.contains("docker run"), "{remedy}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_socket_path_that_is_too_long_is_refused_before_the_start() {
    let home = Home::new();
    let mut config = home.config();
    config.dirs.runtime = home.path().join("x".repeat(100));
    let e = failure(&config).await;
    assert!(e.to_string().contains("XDG_RUNTIME_DIR"), "{e}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_data_folder_that_cannot_be_made_is_named() {
    let home = Home::new();
    let mut config = home.config();
    fs::write(home.path().join("file"), "").unwrap();
    config.dirs.data = home.path().join("file/data");
    let e = failure(&config).await;
    assert!(e.to_string().contains("file/data"), "{e}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_without_an_engine_lists_what_is_missing() {
    let home = Home::new();
    let config = GraphConfig {
        engine_dir: Some(home.path().to_path_buf()),
        ..home.config()
    };
    let e = failure(&config).await;
    assert!(e.to_string().contains("redis-server cannot be read"), "{e}");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_server_behind_our_socket_is_refused() {
    let home = Home::new();
    let other = Home::new();
    let foreign = other.store().await;
    let paths = home.config().engine_paths();
    paths.prepare().unwrap();
    std::os::unix::fs::symlink(&other.config().engine_paths().socket, &paths.socket).unwrap();
    let e = failure(&home.config()).await;
    assert!(matches!(e, GraphError::Foreign { .. }), "{e}");
    foreign.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_damaged_in_the_middle_is_set_aside_and_the_user_is_told() {
    let home = Home::new();
    let store = home.migrated().await;
    let rows = (0..500)
        .map(|i| Row::from([("sha", Value::from(format!("c{i}")))]))
        .collect();
    store.write(&queries::UPSERT_COMMITS, rows).await.unwrap();
    store.rewrite_aof().await.unwrap();
    store.close().await.unwrap();
    let damaged = damage(&home.engine_data().join("appendonlydir"));
    assert!(damaged > 0);

    let store = home.store().await;
    let notice = store.take_notice().await.expect("the user is told");
    assert!(
        notice.contains("set aside") && notice.contains("rebuilt"),
        "{notice}"
    );
    assert_eq!(store.take_notice().await, None);
    assert!(matches!(store.list_graphs().await.unwrap().as_slice(), []));
    let kept = fs::read_dir(home.engine_data())
        .unwrap()
        .filter_map(Result::ok);
    let kept = kept.filter(|e| e.file_name().to_string_lossy().contains(".broken-"));
    assert_eq!(kept.count(), 1, "nothing was deleted");
    store.migrate().await.unwrap();
    store.close().await.unwrap();
}

/// Overwrites the middle of every log file; returns how many.
fn damage(dir: &Path) -> usize {
    let files = fs::read_dir(dir)
        .unwrap()
        .filter_map(Result::ok)
        .map(|e| e.path());
    let mut count = 0;
    for file in files.filter(|p| p.extension().is_none_or(|e| e != "manifest")) {
        let mut bytes = fs::read(&file).unwrap();
        let (from, to) = (bytes.len() / 3, bytes.len() / 3 * 2);
        bytes[from..to].fill(0x5a);
        fs::write(&file, bytes).unwrap();
        count += 1;
    }
    count
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_that_was_cut_off_loses_only_its_last_command() {
    let home = Home::new();
    let store = home.migrated().await;
    for i in 0..20 {
        let row = Row::from([("sha", Value::from(format!("c{i}")))]);
        store
            .write(&queries::UPSERT_COMMITS, vec![row])
            .await
            .unwrap();
    }
    kill(home.engine_pid().unwrap());
    let dir = home.engine_data().join("appendonlydir");
    let log = fs::read_dir(dir)
        .unwrap()
        .filter_map(Result::ok)
        .map(|e| e.path());
    let log = log
        .into_iter()
        .find(|p| p.to_string_lossy().ends_with(".incr.aof"))
        .unwrap();
    let file = fs::OpenOptions::new().write(true).open(&log).unwrap();
    file.set_len(file.metadata().unwrap().len() - 5).unwrap();

    let rows = (0..20)
        .map(|i| Row::from([("sha", Value::from(format!("c{i}")))]))
        .collect();
    let written = store.write(&queries::UPSERT_COMMITS, rows).await.unwrap();
    assert_eq!(written.nodes, 1);
    assert_eq!(store.take_notice().await, None);
    store.close().await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_dies_and_cannot_come_back_gives_a_plain_error() {
    let home = Home::new();
    let config = with_module(&home, b"x", 0o755);
    let real = provision(None, &config.dirs.cache, &config.notify).unwrap();
    let module = config.engine_dir.clone().unwrap().join(MODULE_FILE);
    fs::remove_file(&module).unwrap();
    std::os::unix::fs::symlink(real.module, &module).unwrap();
    let store = Store::open(&config, &"test".into()).await.unwrap();
    store.migrate().await.unwrap();
    fs::remove_file(&module).unwrap();
    signal(home.engine_pid().unwrap(), "KILL");
    let params = rguard::graph::Params::new().with("id", "x");
    let e = store
        .read::<serde_json::Value>(&queries::META, params)
        .await
        .unwrap_err();
    assert!(matches!(e, GraphError::NoEngine { .. }), "{e}");
    store.close().await.unwrap();
}
