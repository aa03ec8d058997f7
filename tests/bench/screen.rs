//! The workstation in a real terminal: how soon it shows something, and what it uses at rest.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

use super::cost::{Cost, median, run, used_by};
use super::place::{Place, git};
use super::subject::Subject;
use super::table::Table;

const SIZE: (u16, u16) = (50, 160);
/// Nothing is waited for longer than this.
const LIMIT: Duration = Duration::from_secs(30);
/// How long the workstation is watched at rest.
const WATCH: Duration = Duration::from_secs(2);

/// Measures the first content, the whole review, and two seconds of rest.
pub fn measure(place: &Place, subject: &Subject, runs: usize, table: &mut Table) -> Result<()> {
    let (mut firsts, mut wholes, mut idle) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..runs {
        let (git, _) = run(&mut git(&subject.repo, &["--version"]))?;
        let mut shown = Shown::start(place, &subject.repo, &subject.commit)?;
        let first = shown.first()?;
        let whole = shown.at_rest()?;
        let before = used_by(shown.pid()?);
        std::thread::sleep(WATCH);
        idle.push((used_by(shown.pid()?) - before) / WATCH.as_secs_f64() * 100.0);
        shown.quit()?;
        let cost = Cost {
            wall: first.as_secs_f64(),
            ..Cost::default()
        };
        firsts.push((cost, git));
        wholes.push(whole.as_secs_f64());
    }
    table.pairs("first screen content (wall only)", "git --version", &firsts);
    table.figure(
        "the review is complete",
        median(wholes),
        "s",
        "the last change of the screen",
    );
    table.figure(
        "idle workstation",
        median(idle),
        "%",
        "of one core over two seconds",
    );
    Ok(())
}

struct Seen {
    screen: vt100::Parser,
    first: Option<Instant>,
    last: Instant,
    ended: bool,
}

/// A workstation in a pseudo terminal.
struct Shown {
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
    start: Instant,
    seen: Arc<Mutex<Seen>>,
}

impl Shown {
    fn start(place: &Place, repo: &Path, target: &str) -> Result<Self> {
        let (rows, cols) = SIZE;
        let pair = native_pty_system()
            .openpty(PtySize {
                rows,
                cols,
                pixel_width: 0,
                pixel_height: 0,
            })
            .map_err(|e| anyhow::anyhow!("opening a terminal: {e}"))?;
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_rguard"));
        command.args(["review", target]);
        command.env_clear();
        command.env("TERM", "xterm-256color");
        command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
        for (name, value) in place.variables() {
            command.env(name, value);
        }
        command.cwd(repo);
        let mut reader = pair
            .master
            .try_clone_reader()
            .map_err(|e| anyhow::anyhow!("reading the terminal: {e}"))?;
        let start = Instant::now();
        let child = pair
            .slave
            .spawn_command(command)
            .map_err(|e| anyhow::anyhow!("starting rguard: {e}"))?;
        drop(pair.slave);
        let seen = Arc::new(Mutex::new(Seen {
            screen: vt100::Parser::new(rows.try_into()?, cols.try_into()?, 0),
            first: None,
            last: start,
            ended: false,
        }));
        let shared = Arc::clone(&seen);
        std::thread::spawn(move || {
            let mut buf = [0; 16384];
            loop {
                let n = reader.read(&mut buf).unwrap_or(0);
                let mut seen = shared.lock().unwrap_or_else(PoisonError::into_inner);
                if n == 0 {
                    seen.ended = true;
                    return;
                }
                seen.last = Instant::now();
                seen.screen.process(buf.get(..n).unwrap_or_default());
                if seen.first.is_none() && !seen.screen.screen().contents().trim().is_empty() {
                    seen.first = Some(seen.last);
                }
            }
        });
        Ok(Self {
            child,
            master: pair.master,
            start,
            seen,
        })
    }

    fn pid(&self) -> Result<u32> {
        self.child.process_id().context("the workstation has ended")
    }

    fn look<T>(&self, look: impl Fn(&Seen) -> Option<T>) -> Result<T> {
        let start = Instant::now();
        while start.elapsed() < LIMIT {
            let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(found) = look(&seen) {
                return Ok(found);
            }
            drop(seen);
            std::thread::sleep(Duration::from_millis(2));
        }
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        bail!(
            "waited in vain; the screen is:\n{}",
            seen.screen.screen().contents()
        )
    }

    /// From the start to the first content.
    fn first(&self) -> Result<Duration> {
        self.look(|seen| Some(seen.first? - self.start))
    }

    /// From the start to the last change of the screen, once it has stood still for a second.
    fn at_rest(&self) -> Result<Duration> {
        self.look(|seen| {
            let still = seen.last.elapsed() > Duration::from_secs(1);
            (still && seen.first.is_some()).then(|| seen.last - self.start)
        })
    }

    fn quit(&mut self) -> Result<()> {
        let mut input = self
            .master
            .take_writer()
            .map_err(|e| anyhow::anyhow!("writing to the terminal: {e}"))?;
        input.write_all(b"q")?;
        input.flush()?;
        self.look(|seen| seen.ended.then_some(()))?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
