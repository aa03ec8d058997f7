//! Where rguard keeps its own files: data, cache and sockets. Never inside a clone.

use std::fs::{self, DirBuilder};
use std::io::{self, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use etcetera::{BaseStrategy, choose_base_strategy};

/// The three places, all absolute. Making them is up to who writes there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dirs {
    /// What cannot be made again: the graph's log, corrections, questions.
    pub data: PathBuf,
    /// What can: the engine's files, blame, fetched pull requests.
    pub cache: PathBuf,
    /// Sockets; private to the user.
    pub runtime: PathBuf,
}

impl Dirs {
    /// The user's own: `RGUARD_DATA_DIR`, `RGUARD_CACHE_DIR` and `XDG_RUNTIME_DIR` where they are
    /// set, else the platform's (XDG) places.
    ///
    /// # Errors
    /// If there is no home directory and nothing replaces it.
    pub fn from_env() -> io::Result<Self> {
        let var = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty());
        let base = choose_base_strategy().map_err(|_| {
            io::Error::new(
                io::ErrorKind::NotFound,
                "there is no home directory; set RGUARD_DATA_DIR and RGUARD_CACHE_DIR",
            )
        });
        let data = match (var("RGUARD_DATA_DIR"), &base) {
            (Some(dir), _) => PathBuf::from(dir),
            (None, Ok(base)) => base.data_dir().join("rguard"),
            (None, Err(e)) => return Err(io::Error::new(e.kind(), e.to_string())),
        };
        let cache = match (var("RGUARD_CACHE_DIR"), &base) {
            (Some(dir), _) => PathBuf::from(dir),
            (None, Ok(base)) => base.cache_dir().join("rguard"),
            (None, Err(e)) => return Err(io::Error::new(e.kind(), e.to_string())),
        };
        let runtime = match var("XDG_RUNTIME_DIR").map(PathBuf::from) {
            Some(dir) if dir.is_absolute() && dir.is_dir() => dir.join("rguard"),
            _ => std::env::temp_dir().join(format!("rguard-{}", own_uid())),
        };
        Ok(Self {
            data: std::path::absolute(data)?,
            cache: std::path::absolute(cache)?,
            runtime: std::path::absolute(runtime)?,
        })
    }

    /// All three under one folder, for tests and demonstrations.
    pub fn under(root: &Path) -> Self {
        Self {
            data: root.join("data"),
            cache: root.join("cache"),
            runtime: root.join("run"),
        }
    }
}

/// Makes a folder that only the user can enter; one that exists must be theirs, and what others
/// may do there is taken away.
///
/// # Errors
/// If it cannot be made, is not a folder, or belongs to somebody else.
pub fn private_dir(dir: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(dir)?;
    let meta = fs::symlink_metadata(dir)?;
    if !meta.is_dir() || meta.uid() != own_uid() {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            format!(
                "{} is not a folder of this user; remove it, or set XDG_RUNTIME_DIR",
                dir.display()
            ),
        ));
    }
    if meta.permissions().mode() & 0o077 != 0 {
        fs::set_permissions(dir, fs::Permissions::from_mode(0o700))?;
    }
    Ok(())
}

#[allow(unsafe_code)] // geteuid(2) has no safe form in std; it cannot fail and touches no memory.
fn own_uid() -> u32 {
    unsafe { libc::geteuid() }
}

/// Writes a file so that readers see the old one or the new one.
///
/// # Errors
/// The folder cannot be made or written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let dir = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(dir)?;
    let mut file = tempfile::NamedTempFile::new_in(dir)?;
    file.write_all(bytes)?;
    file.persist(path).map_err(|e| e.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_private_folder_is_closed_to_others_and_a_link_in_its_place_is_refused() {
        let tmp = tempfile::tempdir().unwrap();
        let dir = tmp.path().join("a/b");
        fs::create_dir_all(&dir).unwrap();
        fs::set_permissions(&dir, fs::Permissions::from_mode(0o755)).unwrap();
        private_dir(&dir).unwrap();
        assert_eq!(fs::metadata(&dir).unwrap().mode() & 0o777, 0o700);

        let link = tmp.path().join("link");
        std::os::unix::fs::symlink(&dir, &link).unwrap();
        assert!(
            private_dir(&link)
                .unwrap_err()
                .to_string()
                .contains("not a folder of this user")
        );
    }
}
