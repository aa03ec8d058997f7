//! Checks that the loader can run the engine's files here, and names the package that is missing.

use std::process::{Command, Stdio};

use super::Binaries;
use crate::graph::error::GraphError;

/// What the loader says, and the way out.
const REMEDIES: &[(&str, &str)] = &[
    (
        "GLIBC_",
        "The pinned engine needs glibc 2.35 or later (Debian 12, Ubuntu 22.04). On an older system \
         run a server in a container: docker run --rm -d -p 127.0.0.1:6379:6379 \
         falkordb/falkordb:v4.16.3, and use --graph-url falkor://127.0.0.1:6379.",
    ),
    (
        "libgomp",
        "Install libgomp1 (Debian, Ubuntu), libgomp (Fedora, Arch: gcc-libs), or libomp with Homebrew.",
    ),
    ("libomp", "Install libomp: brew install libomp."),
    (
        "libssl",
        "Install OpenSSL 3: libssl3 (Debian, Ubuntu), openssl-libs (Fedora), or brew install openssl@3.",
    ),
    (
        "libcrypto",
        "Install OpenSSL 3: libssl3 (Debian, Ubuntu), openssl-libs (Fedora), or brew install openssl@3.",
    ),
    (
        "libstdc++",
        "Install libstdc++6 (Debian, Ubuntu) or libstdc++ (Fedora, Alpine).",
    ),
    (
        "GLIBCXX_",
        "Install a newer libstdc++6: the engine needs that of GCC 12.",
    ),
    (
        "does not have execute permissions",
        "Run `chmod 755` on the module.",
    ),
    (
        "cannot execute binary file",
        "The engine's files are for another processor.",
    ),
    (
        "Exec format error",
        "The engine's files are for another processor.",
    ),
    (
        "invalid ELF header",
        "The module is not a shared library of this system: remove it and let rguard fetch it anew.",
    ),
    (
        "file too short",
        "The module is cut off: remove it and let rguard fetch it anew.",
    ),
];

/// The way out for what a loader or redis said about a file that it could not load.
pub fn remedy(said: &str) -> Option<String> {
    REMEDIES
        .iter()
        .find(|(word, _)| said.contains(word))
        .map(|(_, way)| (*way).to_owned())
}

/// Runs the loader over both files, on Linux; elsewhere a failing start tells.
///
/// # Errors
/// [`GraphError::Unfit`] with what is missing and the package that has it.
pub fn check_libraries(binaries: &Binaries) -> Result<(), GraphError> {
    let version = Command::new(&binaries.redis)
        .arg("--version")
        .stdin(Stdio::null())
        .output();
    match version {
        Ok(output) if output.status.success() => {}
        Ok(output) => return Err(unfit(&String::from_utf8_lossy(&output.stderr))),
        Err(e) => return Err(unfit(&format!("{}: {e}", binaries.redis.display()))),
    }
    let Ok(output) = Command::new("ldd")
        .arg(&binaries.module)
        .stdin(Stdio::null())
        .output()
    else {
        return Ok(()); // no ldd here: the start itself will tell
    };
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    let missing: Vec<&str> = text
        .lines()
        .map(str::trim)
        .filter(|l| l.contains("not found") || l.contains("cannot open"))
        .collect();
    if missing.is_empty() {
        Ok(())
    } else {
        Err(unfit(&missing.join("; ")))
    }
}

fn unfit(said: &str) -> GraphError {
    GraphError::Unfit {
        cause: said.trim().to_owned(),
        remedy: remedy(said).unwrap_or_else(|| {
            "Use another engine: set RGUARD_ENGINE_DIR, or --graph-url.".to_owned()
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_missing_library_has_its_package() {
        let said = "libgomp.so.1 => not found";
        assert!(remedy(said).unwrap().contains("libgomp1"));
        let said = "/lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.38' not found";
        assert!(remedy(said).unwrap().contains("glibc 2.35"));
        assert!(
            remedy("libssl.so.3 => not found")
                .unwrap()
                .contains("libssl3")
        );
        assert_eq!(remedy("all is well"), None);
    }
}
