//! A program in a pseudo terminal: keys in, screen out. Nothing here sleeps and hopes: every wait is
//! for something that the screen shows, with a hard limit that prints the screen.

#![allow(dead_code)] // each includer uses a part

use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

const LIMIT: Duration = Duration::from_secs(20);
const QUIET: Duration = Duration::from_millis(60);

struct Seen {
    screen: vt100::Parser,
    bytes: Vec<u8>,
    last: Instant,
    ended: bool,
}

pub struct Pty {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    input: Box<dyn Write + Send>,
    seen: Arc<Mutex<Seen>>,
    pub home: tempfile::TempDir,
}

/// The example program, built where it is not there or older than this test; once, because a program
/// that runs cannot be replaced.
pub fn fixture() -> PathBuf {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(built).clone()
}

fn built() -> PathBuf {
    let me = std::env::current_exe().unwrap();
    let profile = me.parent().unwrap().parent().unwrap();
    let program = profile.join("examples/tui_fixture");
    let age = |p: &std::path::Path| std::fs::metadata(p).and_then(|m| m.modified()).ok();
    if age(&program) < age(&me) {
        let mut build = std::process::Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--offline", "--example", "tui_fixture"]);
        if profile.ends_with("release") {
            build.arg("--release");
        }
        build.current_dir(env!("CARGO_MANIFEST_DIR"));
        build.env("CARGO_TARGET_DIR", profile.parent().unwrap());
        assert!(
            build.status().unwrap().success(),
            "the fixture does not build"
        );
    }
    program
}

fn size((cols, rows): (u16, u16)) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

impl Pty {
    /// Starts the fixture with arguments and more variables.
    pub fn start(at: (u16, u16), args: &[&str], env: &[(&str, &str)]) -> Self {
        let home = tempfile::tempdir().unwrap();
        let mut command = CommandBuilder::new(fixture());
        command.args(args);
        command.env_clear();
        command.env("TERM", "xterm-256color");
        command.env("COLORTERM", "truecolor");
        command.env("PATH", "/usr/bin:/bin");
        command.env("HOME", home.path());
        for (k, v) in env {
            command.env(k, v.replace("$HOME", &home.path().to_string_lossy()));
        }
        command.cwd(home.path());
        Self::spawn(at, command, home)
    }

    /// Starts any program as a `Command` describes it, in a true colour terminal.
    pub fn of(at: (u16, u16), described: &std::process::Command) -> Self {
        let mut command = CommandBuilder::new(described.get_program());
        command.args(described.get_args());
        command.env_clear();
        for (k, v) in described.get_envs() {
            if let Some(v) = v {
                command.env(k, v);
            }
        }
        command.env("TERM", "xterm-256color");
        command.env("COLORTERM", "truecolor");
        if let Some(dir) = described.get_current_dir() {
            command.cwd(dir);
        }
        Self::spawn(at, command, tempfile::tempdir().unwrap())
    }

    fn spawn(at: (u16, u16), command: CommandBuilder, home: tempfile::TempDir) -> Self {
        let pair = native_pty_system().openpty(size(at)).unwrap();
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let input = pair.master.take_writer().unwrap();
        let parser = vt100::Parser::new(at.1.try_into().unwrap(), at.0.try_into().unwrap(), 0);
        let seen = Arc::new(Mutex::new(Seen {
            screen: parser,
            bytes: Vec::new(),
            last: Instant::now(),
            ended: false,
        }));
        let shared = Arc::clone(&seen);
        std::thread::spawn(move || {
            let mut buf = [0; 8192];
            loop {
                let n = reader.read(&mut buf).unwrap_or(0);
                let mut seen = shared.lock().unwrap();
                if n == 0 {
                    seen.ended = true;
                    return;
                }
                seen.screen.process(&buf[..n]);
                seen.bytes.extend_from_slice(&buf[..n]);
                seen.last = Instant::now();
            }
        });
        Self {
            master: pair.master,
            child,
            input,
            seen,
            home,
        }
    }

    pub fn pid(&self) -> u32 {
        self.child.process_id().unwrap()
    }

    pub fn screen(&self) -> String {
        self.seen.lock().unwrap().screen.screen().contents()
    }

    pub fn bytes(&self) -> String {
        String::from_utf8_lossy(&self.seen.lock().unwrap().bytes).into_owned()
    }

    pub fn with_screen<T>(&self, look: impl FnOnce(&vt100::Screen) -> T) -> T {
        look(self.seen.lock().unwrap().screen.screen())
    }

    pub fn send(&mut self, keys: &str) {
        self.input.write_all(keys.as_bytes()).unwrap();
        self.input.flush().unwrap();
    }

    pub fn resize(&mut self, at: (u16, u16)) {
        self.seen
            .lock()
            .unwrap()
            .screen
            .screen_mut()
            .set_size(at.1.try_into().unwrap(), at.0.try_into().unwrap());
        self.master.resize(size(at)).unwrap();
    }

    /// Waits until something holds and the screen is quiet.
    pub fn until(&self, what: &str, holds: impl Fn(&Self) -> bool) {
        let start = Instant::now();
        loop {
            let quiet = self.seen.lock().unwrap().last.elapsed() >= QUIET;
            if quiet && holds(self) {
                return;
            }
            assert!(
                start.elapsed() < LIMIT,
                "waited in vain for {what}; the screen is:\n{}",
                self.screen()
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until nothing has been drawn for a while.
    pub fn rest(&self, quiet: Duration) {
        self.until("rest", |p| p.seen.lock().unwrap().last.elapsed() >= quiet);
    }

    /// Waits until the screen shows the words.
    pub fn wait(&self, words: &str) {
        self.until(words, |p| p.screen().contains(words));
    }

    /// Waits until the screen no longer shows the words.
    pub fn wait_gone(&self, words: &str) {
        self.until(words, |p| !p.screen().contains(words));
    }

    /// Waits for the end; its exit code.
    pub fn end(&mut self) -> u32 {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                self.until("the end of the output", |p| p.seen.lock().unwrap().ended);
                return status.exit_code();
            }
            assert!(
                start.elapsed() < LIMIT,
                "it does not end:\n{}",
                self.screen()
            );
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Ends the program at once, without a word to it.
    pub fn kill(&mut self) {
        self.signal("KILL");
        let _ = self.child.wait();
    }

    /// Sends a signal by name.
    pub fn signal(&self, name: &str) {
        let done = std::process::Command::new("kill")
            .args([&format!("-{name}"), &self.pid().to_string()])
            .status()
            .unwrap();
        assert!(done.success());
    }

    /// The state letter and the processor ticks of the program.
    pub fn stat(&self) -> (char, u64) {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.pid())).unwrap();
        let rest: Vec<&str> = text
            .rsplit_once(')')
            .unwrap()
            .1
            .split_whitespace()
            .collect();
        let ticks = |i: usize| rest[i].parse::<u64>().unwrap();
        (rest[0].chars().next().unwrap(), ticks(11) + ticks(12))
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        // Leaves no process behind, whatever the test did.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
