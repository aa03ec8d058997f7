//! Peers that no one here wrote, from the package indexes of npm and Python: installed once into the
//! build folder, for the tests behind the feature `peers`. Where that is not possible it is said.
#![allow(dead_code)]

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A folder with npm packages (`name@version`), or a notice and nothing.
pub fn npm(packages: &[&str]) -> Option<PathBuf> {
    installed("npm", packages, |dir| {
        std::fs::write(dir.join("package.json"), "{\"private\": true}").unwrap();
        let mut npm = Command::new("npm");
        npm.current_dir(dir)
            .args(["install", "--no-audit", "--no-fund", "--ignore-scripts"])
            .args(packages);
        npm
    })
}

/// A folder with Python packages (`name==version`), or a notice and nothing.
pub fn python(packages: &[&str]) -> Option<Python> {
    let dir = installed("python", packages, |dir| {
        let mut pip = Command::new("python3");
        pip.args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
        ])
        .arg("--target")
        .arg(dir)
        .args(packages);
        pip
    })?;
    Some(Python { dir })
}

/// Programs of Python packages.
pub struct Python {
    dir: PathBuf,
}

impl Python {
    /// Runs one of its programs: whether it was content, and what it said.
    pub fn run(&self, program: &str, args: &[&str]) -> (bool, String) {
        let out = Command::new(self.dir.join("bin").join(program))
            .args(args)
            .env("PYTHONPATH", &self.dir)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = [out.stdout, out.stderr].concat();
        (
            out.status.success(),
            String::from_utf8_lossy(&said).into_owned(),
        )
    }
}

fn installed(
    kind: &str,
    packages: &[&str],
    command: impl FnOnce(&Path) -> Command,
) -> Option<PathBuf> {
    let name: String = packages
        .join("+")
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() || "+.-".contains(c) {
                c
            } else {
                '_'
            }
        })
        .collect();
    let all = Path::new(env!("CARGO_TARGET_TMPDIR")).join("peers");
    std::fs::create_dir_all(&all).unwrap();
    let lock = File::create(all.join(format!("{kind}-{name}.lock"))).unwrap();
    lock.lock().unwrap();
    let dir = all.join(format!("{kind}-{name}"));
    if dir.join("complete").is_file() {
        return Some(dir);
    }
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).unwrap();
    let ran = command(&dir).stdin(Stdio::null()).output();
    let why = match ran {
        Ok(out) if out.status.success() => {
            File::create(dir.join("complete")).unwrap();
            return Some(dir);
        }
        Ok(out) => String::from_utf8_lossy(&out.stderr).into_owned(),
        Err(e) => e.to_string(),
    };
    let last = why.lines().last().unwrap_or_default().to_owned();
    eprintln!(
        "NOT RUN: {} cannot be installed here: {last}",
        packages.join(", ")
    );
    None
}

/// A server that a peer runs, ended with the value.
pub struct Server {
    child: Child,
    /// Its address.
    pub url: String,
}

impl Server {
    /// Starts it on a free port and waits until somebody listens there.
    pub fn start(command: impl FnOnce(u16) -> Command) -> Self {
        let port = {
            let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
            free.local_addr().unwrap().port()
        };
        let mut command = command(port);
        let child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let server = Self {
            child,
            url: format!("http://127.0.0.1:{port}"),
        };
        let start = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(
                start.elapsed() < Duration::from_secs(240),
                "the peer does not start"
            );
            std::thread::sleep(Duration::from_millis(100));
        }
        server
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
