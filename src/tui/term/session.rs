//! The terminal while the workstation has it, and its return, whatever happens.

use std::io::{self, BufWriter, Stdout, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen,
};
use crossterm::{cursor, execute, queue, terminal};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

/// Whether the terminal is ours now.
static OURS: AtomicBool = AtomicBool::new(false);

std::thread_local! {
    /// Whether this thread runs a job, whose panic must not tear the screen down.
    static IN_JOB: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// The terminal, ours until it is dropped.
pub struct Session {
    /// Where frames go.
    pub terminal: Terminal<CrosstermBackend<BufWriter<Stdout>>>,
    mouse: bool,
}

impl Session {
    /// Takes the terminal over.
    pub fn enter(mouse: bool) -> io::Result<Self> {
        install_panic_hook();
        take(mouse)?;
        let terminal = blank().inspect_err(|_| restore())?;
        Ok(Self { terminal, mouse })
    }

    /// Takes the terminal again after it was given away.
    pub fn resume(&mut self) -> io::Result<()> {
        take(self.mouse)?;
        self.clear()
    }

    /// Forgets what the screen shows, so that the next frame is drawn whole.
    ///
    /// Not by [`Terminal::clear`]: that asks the terminal for the cursor's place, and the answer
    /// would be taken by whoever reads the keys.
    pub fn clear(&mut self) -> io::Result<()> {
        execute!(
            self.terminal.backend_mut(),
            terminal::Clear(terminal::ClearType::All)
        )?;
        self.terminal = blank()?;
        Ok(())
    }

    /// Draws one frame, which the terminal shows at once or not at all.
    pub fn draw(&mut self, view: impl FnOnce(&mut ratatui::Frame)) -> io::Result<()> {
        queue!(self.terminal.backend_mut(), BeginSynchronizedUpdate)?;
        self.terminal.draw(view)?;
        execute!(self.terminal.backend_mut(), EndSynchronizedUpdate)
    }

    /// Writes a sequence that draws nothing.
    pub fn write(&mut self, sequence: &str) -> io::Result<()> {
        let out = self.terminal.backend_mut();
        out.write_all(sequence.as_bytes())?;
        Write::flush(out)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        restore();
    }
}

fn blank() -> io::Result<Terminal<CrosstermBackend<BufWriter<Stdout>>>> {
    let out = BufWriter::with_capacity(64 * 1024, io::stdout());
    Terminal::new(CrosstermBackend::new(out))
}

fn take(mouse: bool) -> io::Result<()> {
    terminal::enable_raw_mode()?;
    OURS.store(true, Ordering::SeqCst);
    let mut out = io::stdout();
    execute!(
        out,
        EnterAlternateScreen,
        cursor::Hide,
        EnableBracketedPaste
    )
    .inspect_err(|_| restore())?;
    if mouse {
        execute!(out, EnableMouseCapture).inspect_err(|_| restore())?;
    }
    Ok(())
}

/// Gives the terminal back. Needs no handle, may be called twice, and never fails.
pub fn restore() {
    if !OURS.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout();
    // Each on its own: one that fails must not keep the others from running.
    let _ = execute!(out, EndSynchronizedUpdate);
    let _ = execute!(out, DisableMouseCapture);
    let _ = execute!(out, DisableBracketedPaste);
    let _ = execute!(out, LeaveAlternateScreen);
    let _ = execute!(out, cursor::Show);
    let _ = terminal::disable_raw_mode();
}

/// A panic gives the terminal back before its message is printed; one in a job is the job's failure
/// and is logged.
fn install_panic_hook() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if IN_JOB.get() && OURS.load(Ordering::SeqCst) {
                tracing::error!("a job failed: {info}");
                return;
            }
            restore();
            before(info);
        }));
    });
}

/// Runs a job on this thread; its panic comes back as `Err` with what it said.
pub fn job<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    IN_JOB.set(true);
    let out = std::panic::catch_unwind(std::panic::AssertUnwindSafe(run));
    IN_JOB.set(false);
    out.map_err(|cause| {
        cause
            .downcast_ref::<&str>()
            .map(|s| (*s).to_owned())
            .or_else(|| cause.downcast_ref::<String>().cloned())
            .unwrap_or_else(|| "for a reason that it did not tell".into())
    })
}

/// Stops this process as Ctrl-Z does, and comes back when it is continued.
pub fn stop() -> io::Result<()> {
    restore();
    signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)
}
