//! Where the peers are installed, and how they are run.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/peers");

/// The folder with the installed packages: of an earlier run, of `RGUARD_PEERS_DIR`, or installed
/// now. `None`, with a notice that is seen, where they cannot be had.
pub fn modules() -> Option<PathBuf> {
    static DIR: OnceLock<Option<PathBuf>> = OnceLock::new();
    DIR.get_or_init(|| {
        if let Some(dir) = std::env::var_os("RGUARD_PEERS_DIR") {
            return Some(PathBuf::from(dir));
        }
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("peers");
        let wanted = std::fs::read(Path::new(SCRIPTS).join("package.json")).unwrap();
        let done = dir.join("installed.json");
        if std::fs::read(&done).is_ok_and(|text| text == wanted) {
            return Some(dir);
        }
        std::fs::create_dir_all(&dir).unwrap();
        std::fs::write(dir.join("package.json"), &wanted).unwrap();
        let out = Command::new("npm")
            .args([
                "install",
                "--ignore-scripts",
                "--no-audit",
                "--no-fund",
                "--silent",
            ])
            .current_dir(&dir)
            .stdin(Stdio::null())
            .output();
        match out {
            Ok(out) if out.status.success() => {
                std::fs::write(&done, &wanted).unwrap();
                Some(dir)
            }
            failed => {
                // Past the harness, which would keep it to itself.
                let why = failed.map(|o| String::from_utf8_lossy(&o.stderr).into_owned());
                let _ = writeln!(
                    std::io::stderr(),
                    "NOT RUN: npm cannot install the peers: {why:?}"
                );
                None
            }
        }
    })
    .clone()
}

fn command(modules: &Path, args: &[&str]) -> Command {
    let mut command = Command::new("node");
    command
        .args(args)
        .current_dir(SCRIPTS)
        .env("PEERS_MODULES", modules)
        .stdin(Stdio::null());
    command
}

/// Runs a script to its end, and gives what it printed.
pub fn node(modules: &Path, args: &[&str], input: &str) -> String {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(input.as_bytes()).unwrap();
    std::io::Seek::rewind(&mut file).unwrap();
    let out = command(modules, args).stdin(file).output().unwrap();
    assert!(
        out.status.success(),
        "{args:?}: {}",
        String::from_utf8_lossy(&out.stderr)
    );
    String::from_utf8(out.stdout).unwrap()
}

/// A running server; it ends with the value.
pub struct Peer {
    child: Child,
    pub url: String,
}

impl Peer {
    /// Starts a script that prints its address.
    pub fn start(modules: &Path, script: &str) -> Self {
        let mut child = command(modules, &[script])
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        Self {
            child,
            url: line.trim().to_owned(),
        }
    }

    /// Starts a mock server of a REST description.
    pub fn prism(modules: &Path, description: &Path) -> Self {
        let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let program = modules.join("node_modules/@stoplight/prism-cli/dist/index.js");
        let (program, number) = (program.to_str().unwrap(), port.to_string());
        let args = [
            program,
            "mock",
            "-h",
            "127.0.0.1",
            "-p",
            &number,
            description.to_str().unwrap(),
        ];
        let child = command(modules, &args)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let start = Instant::now();
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(
                start.elapsed() < Duration::from_secs(180),
                "the mock server does not start"
            );
            std::thread::sleep(Duration::from_millis(100));
        }
        Self {
            child,
            url: format!("http://127.0.0.1:{port}"),
        }
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
