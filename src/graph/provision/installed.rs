//! Looks for a redis-server 8 and a FalkorDB module that the system has installed.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::{Binaries, MODULE_FILE, Origin, executable};

/// Where packages, images and Homebrew put the module.
const MODULE_PLACES: &[&str] = &[
    "/var/lib/falkordb/bin",
    "/usr/lib/redis/modules",
    "/usr/lib/falkordb",
    "/usr/local/lib/falkordb",
    "/usr/local/lib/redis/modules",
    "/opt/homebrew/lib/falkordb",
    "/opt/falkordb/bin",
];

pub(super) fn find() -> Result<Binaries, String> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let redis = std::env::split_paths(&path)
        .map(|dir| dir.join("redis-server"))
        .find(|file| executable(file).is_ok())
        .ok_or("no redis-server in PATH")?;
    let version = major_version(&redis)?;
    if version < 8 {
        return Err(format!(
            "{} is version {version}, and 8 or later is needed",
            redis.display()
        ));
    }
    let beside = redis.parent().map(Path::to_path_buf);
    let places = beside
        .into_iter()
        .chain(MODULE_PLACES.iter().map(PathBuf::from));
    let module = places
        .map(|dir| dir.join(MODULE_FILE))
        .find(|file| file.exists())
        .ok_or_else(|| {
            format!(
                "{} is fine, but there is no {MODULE_FILE} beside it nor in {}",
                redis.display(),
                MODULE_PLACES.join(", ")
            )
        })?;
    executable(&module)?;
    Ok(Binaries {
        redis,
        module,
        origin: Origin::Installed,
    })
}

fn major_version(redis: &Path) -> Result<u32, String> {
    let output = Command::new(redis)
        .arg("--version")
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("{} cannot be run: {e}", redis.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    parse_major(&text).ok_or_else(|| format!("{} does not tell its version", redis.display()))
}

fn parse_major(text: &str) -> Option<u32> {
    let version = text.split_whitespace().find_map(|w| w.strip_prefix("v="))?;
    version.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_read_from_what_redis_prints() {
        let text = "Redis server v=8.2.3 sha=b5d43ceb:0 malloc=jemalloc-5.3.0 bits=64";
        assert_eq!(parse_major(text), Some(8));
        assert_eq!(parse_major("usage: …"), None);
    }
}
