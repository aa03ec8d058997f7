//! The one loop: it owns the model and the terminal, and everything else only sends messages.

use std::io;
use std::path::PathBuf;
use std::task::Poll;
use std::time::Duration;

use crossterm::event::{Event, EventStream, KeyEventKind, MouseButton, MouseEventKind};
use futures::StreamExt as _;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::Instant;

use super::TuiError;
use super::backend::Backend;
use super::keys::Key;
use super::model::Model;
use super::msg::{Cmd, Msg};
use super::runtime::Runtime;
use super::term::session::{self, Session};
use super::term::{editor, osc, place};
use super::update::{start, update};
use super::view::view;
use crate::model::{RepoPath, Side};

/// Least time between two frames.
const FRAME: Duration = Duration::from_millis(16);
/// Time between two turns of the spinner, while something runs.
const TICK: Duration = Duration::from_millis(120);
/// Lines that one notch of the wheel scrolls.
const WHEEL: i32 = 3;

/// What the loop knows beside the model.
pub struct Loop {
    model: Model,
    session: Session,
    runtime: Runtime,
    results: UnboundedReceiver<Msg>,
    /// `None` while another program has the terminal: the stream would steal its input.
    events: Option<EventStream>,
    root: Option<PathBuf>,
    editor: Option<String>,
}

struct Signals {
    terminate: Signal,
    hang_up: Signal,
    stop: Signal,
    resume: Signal,
}

impl Signals {
    fn new() -> io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            hang_up: signal(SignalKind::hangup())?,
            stop: signal(SignalKind::from_raw(signal_hook::consts::SIGTSTP))?,
            resume: signal(SignalKind::from_raw(signal_hook::consts::SIGCONT))?,
        })
    }
}

/// What woke the loop.
enum Woken {
    Event(Event),
    Msg(Box<Msg>),
    Tick,
    Frame,
    Stop,
    Resume,
    End(i32),
    InputGone,
}

impl Loop {
    /// A loop over a session.
    pub fn new(
        model: Model,
        session: Session,
        backend: std::sync::Arc<dyn Backend>,
        root: Option<PathBuf>,
        editor: Option<String>,
    ) -> Self {
        let (send, results) = unbounded_channel();
        Self {
            model,
            session,
            runtime: Runtime::new(backend, send),
            results,
            events: None,
            root,
            editor,
        }
    }

    /// Runs until the user quits or a signal ends it.
    pub async fn run(mut self) -> Result<(), TuiError> {
        let mut signals = Signals::new()?;
        // The first frame stands before anything slow begins.
        self.draw()?;
        self.events = Some(EventStream::new());
        let cmds = start(&mut self.model);
        self.execute(cmds).await?;
        let mut drawn = Instant::now();
        let mut tick = Instant::now() + TICK;
        loop {
            let busy = self.model.busy();
            let frame_at = self.model.dirty.then_some(drawn + FRAME);
            let woken = self
                .wait(&mut signals, frame_at, busy.then_some(tick))
                .await;
            let go_on = match woken {
                Woken::Event(event) => self.on_event(event).await?,
                Woken::Msg(msg) => self.apply(*msg).await?,
                Woken::Tick => {
                    tick = Instant::now() + TICK;
                    self.apply(Msg::Tick).await?
                }
                Woken::Frame => true,
                Woken::Stop => {
                    self.suspend()?;
                    true
                }
                Woken::Resume => {
                    self.resume()?;
                    true
                }
                Woken::End(signal) => {
                    self.runtime.stop();
                    return Err(TuiError::Ended { signal });
                }
                Woken::InputGone => false,
            };
            // Everything that waits is taken in before one repaint.
            if !go_on || !self.drain().await? {
                self.runtime.stop();
                return Ok(());
            }
            if self.model.dirty && drawn.elapsed() >= FRAME {
                self.draw()?;
                drawn = Instant::now();
            }
        }
    }

    async fn wait(
        &mut self,
        signals: &mut Signals,
        frame_at: Option<Instant>,
        tick_at: Option<Instant>,
    ) -> Woken {
        let far = Instant::now() + Duration::from_secs(86_400);
        let events = async {
            match self.events.as_mut() {
                Some(events) => events.next().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            _ = signals.terminate.recv() => Woken::End(signal_hook::consts::SIGTERM),
            _ = signals.hang_up.recv() => Woken::End(signal_hook::consts::SIGHUP),
            _ = signals.stop.recv() => Woken::Stop,
            _ = signals.resume.recv() => Woken::Resume,
            event = events => match event {
                Some(Ok(event)) => Woken::Event(event),
                Some(Err(_)) | None => Woken::InputGone,
            },
            Some(msg) = self.results.recv() => Woken::Msg(Box::new(msg)),
            () = tokio::time::sleep_until(frame_at.unwrap_or(far)), if frame_at.is_some() => Woken::Frame,
            () = tokio::time::sleep_until(tick_at.unwrap_or(far)), if tick_at.is_some() => Woken::Tick,
        }
    }

    async fn drain(&mut self) -> Result<bool, TuiError> {
        // Bounded, so that a flood of results cannot keep the screen from being drawn.
        for _ in 0..1_000 {
            // With the task's own waker: the stream keeps the first one that it is given, so a poll
            // with another would swallow the next wake-up.
            let event = std::future::poll_fn(|cx| {
                Poll::Ready(match self.events.as_mut().map(|e| e.poll_next_unpin(cx)) {
                    Some(Poll::Ready(event)) => event,
                    _ => None,
                })
            })
            .await;
            if let Some(event) = event {
                if !self.on_event(event?).await? {
                    return Ok(false);
                }
                continue;
            }
            match self.results.try_recv() {
                Ok(msg) => {
                    if !self.apply(msg).await? {
                        return Ok(false);
                    }
                }
                Err(_) => break,
            }
        }
        Ok(true)
    }

    async fn on_event(&mut self, event: Event) -> Result<bool, TuiError> {
        let msg = match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => Msg::Key(Key::from(key)),
            Event::Paste(text) => Msg::Paste(text),
            Event::Resize(w, h) => Msg::Resize(w, h),
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::Down(MouseButton::Left) => Msg::Click(mouse.column, mouse.row),
                MouseEventKind::ScrollDown => Msg::Wheel(mouse.column, mouse.row, WHEEL),
                MouseEventKind::ScrollUp => Msg::Wheel(mouse.column, mouse.row, -WHEEL),
                _ => return Ok(true),
            },
            _ => return Ok(true),
        };
        self.apply(msg).await
    }

    /// Takes a message in and does what follows. `false`: the user quits.
    async fn apply(&mut self, msg: Msg) -> Result<bool, TuiError> {
        let cmds = update(&mut self.model, msg);
        self.execute(cmds).await
    }

    async fn execute(&mut self, cmds: Vec<Cmd>) -> Result<bool, TuiError> {
        for cmd in cmds {
            match cmd {
                Cmd::Quit => return Ok(false),
                Cmd::Suspend => self.suspend()?,
                Cmd::Redraw => {
                    self.session.clear()?;
                    self.model.dirty = true;
                }
                Cmd::Copy(text) => self.copy(&text)?,
                Cmd::OpenUrl(url) => self.open(&url)?,
                Cmd::Edit { path, line, side } => self.edit(&path, line, side).await?,
                cmd => {
                    self.runtime.start(cmd);
                }
            }
        }
        Ok(true)
    }

    fn draw(&mut self) -> io::Result<()> {
        let size = self.session.terminal.size()?;
        if (size.width, size.height) != self.model.size {
            let cmds = update(&mut self.model, Msg::Resize(size.width, size.height));
            for cmd in cmds {
                self.runtime.start(cmd);
            }
        }
        self.model.dirty = false;
        let model = &self.model;
        self.session.draw(|frame| view(model, frame))
    }

    fn suspend(&mut self) -> io::Result<()> {
        self.events = None;
        session::stop()?;
        self.resume()
    }

    fn resume(&mut self) -> io::Result<()> {
        self.session.resume()?;
        if self.events.is_none() {
            self.events = Some(EventStream::new());
        }
        self.model.dirty = true;
        Ok(())
    }

    fn note(&mut self, text: impl Into<String>, error: bool) {
        // A note never asks for anything, so no command comes of it.
        let msg = Msg::Note {
            text: text.into(),
            error,
        };
        drop(update(&mut self.model, msg));
    }

    fn copy(&mut self, text: &str) -> io::Result<()> {
        match osc::copy(text, std::env::var_os("TMUX").is_some()) {
            Some(sequence) => {
                self.session.write(&sequence)?;
                let n = text.chars().count();
                self.note(
                    format!("Sent {n} characters to the terminal's clipboard."),
                    false,
                );
            }
            None => self.note(
                format!(
                    "Not copied: {} bytes are more than terminals take.",
                    text.len()
                ),
                true,
            ),
        }
        Ok(())
    }

    fn open(&mut self, url: &str) -> io::Result<()> {
        if std::env::var_os("SSH_CONNECTION").is_some() {
            self.copy(url)?;
            self.note(
                format!("Over SSH no browser opens; the address was copied: {url}"),
                false,
            );
            return Ok(());
        }
        match open::that_detached(url) {
            Ok(()) => self.note(format!("Opened {url}"), false),
            Err(e) => self.note(format!("No browser could be opened ({e}): {url}"), true),
        }
        Ok(())
    }

    /// Opens the editor on the file of the worktree where that is what the screen shows, else on a
    /// copy of the file as of the commit.
    async fn edit(&mut self, path: &RepoPath, line: u32, side: Side) -> Result<(), TuiError> {
        let backend = std::sync::Arc::clone(self.runtime.backend());
        let (root, path) = (self.root.clone(), path.clone());
        let found = tokio::task::spawn_blocking(move || {
            session::job(|| place::place_to_edit(backend.as_ref(), root, &path, side))
        })
        .await;
        let (file, _copy, note) = match found {
            Ok(Ok(Ok(found))) => found,
            Ok(Ok(Err(why)) | Err(why)) => {
                self.note(why, true);
                return Ok(());
            }
            Err(e) => {
                self.note(format!("The file could not be opened: {e}"), true);
                return Ok(());
            }
        };
        let words = editor::choose(self.editor.as_deref(), |name| std::env::var(name).ok());
        let Some(editor) = editor::command(&words, &file, line) else {
            self.note(
                format!("The editor's command cannot be read: {words}"),
                true,
            );
            return Ok(());
        };
        let mut command = tokio::process::Command::new(&editor.command[0]);
        command.args(&editor.command[1..]);
        if editor.window {
            command
                .stdin(std::process::Stdio::null())
                .stdout(std::process::Stdio::null())
                .stderr(std::process::Stdio::null());
            match command.spawn() {
                Ok(_) => self.note(format!("Opened in {words}."), false),
                Err(e) => self.note(format!("The editor `{words}` did not start: {e}"), true),
            }
            return Ok(());
        }
        self.events = None;
        session::restore();
        let ended = command.status().await;
        self.resume()?;
        match ended {
            Ok(s) if s.success() => {
                if let Some(note) = note {
                    self.note(note, false);
                }
            }
            Ok(s) => self.note(format!("The editor ended with {s}."), true),
            Err(e) => self.note(format!("The editor `{words}` did not start: {e}"), true),
        }
        Ok(())
    }
}
