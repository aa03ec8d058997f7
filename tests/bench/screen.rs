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

/// The question by which a program learns that the terminal has answered all before it.
const QUESTION: &[u8] = b"\x1b[c";
/// What a dark terminal answers to that and to the question for its colours. One that stays silent
/// is waited for by the program, which is not what is measured.
const ANSWER: &[u8] = b"\x1b]10;rgb:e0e0/e0e0/e0e0\x07\x1b]11;rgb:1010/1010/1010\x07\x1b[?62;22c";

type Input = Arc<Mutex<Box<dyn Write + Send>>>;

struct Seen {
    screen: vt100::Parser,
    first: Option<Instant>,
    last: Instant,
    ended: bool,
}

/// A workstation in a pseudo terminal.
struct Shown {
    child: Box<dyn Child + Send + Sync>,
    _master: Box<dyn MasterPty + Send>,
    input: Input,
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
        let input = pair
            .master
            .take_writer()
            .map_err(|e| anyhow::anyhow!("writing to the terminal: {e}"))?;
        let input: Input = Arc::new(Mutex::new(input));
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
        let answers = Arc::clone(&input);
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
                let bytes = buf.get(..n).unwrap_or_default();
                if bytes.windows(QUESTION.len()).any(|w| w == QUESTION) {
                    let _ = write(&answers, ANSWER);
                }
                seen.screen.process(bytes);
                if seen.first.is_none() && !seen.screen.screen().contents().trim().is_empty() {
                    seen.first = Some(seen.last);
                }
            }
        });
        Ok(Self {
            child,
            _master: pair.master,
            input,
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
        write(&self.input, b"q")?;
        self.look(|seen| seen.ended.then_some(()))?;
        self.child.wait()?;
        Ok(())
    }
}

fn write(input: &Input, bytes: &[u8]) -> std::io::Result<()> {
    let mut input = input.lock().unwrap_or_else(PoisonError::into_inner);
    input.write_all(bytes)?;
    input.flush()
}

impl Drop for Shown {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
