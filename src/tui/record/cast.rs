//! An asciicast, version 2: a header, then `[seconds, "o", data]` for each frame.

use std::cell::RefCell;
use std::io::{self, Write};
use std::rc::Rc;

use ratatui::backend::CrosstermBackend;
use ratatui::layout::Rect;
use ratatui::{Terminal, TerminalOptions, Viewport};

use crate::tui::model::Model;
use crate::tui::view::view;

/// The bytes of a frame, shared with the terminal that draws it.
#[derive(Clone, Default)]
struct Sink(Rc<RefCell<Vec<u8>>>);

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A cast that is being made.
pub struct Cast {
    terminal: Option<Terminal<CrosstermBackend<Sink>>>,
    sink: Sink,
    out: String,
    /// The scripted clock in milliseconds, so that sums are exact.
    clock: u64,
    frames: usize,
}

impl Cast {
    /// An empty cast of a size.
    pub fn new((w, h): (u16, u16)) -> Self {
        let header = serde_json::json!({ "version": 2, "width": w, "height": h });
        let sink = Sink::default();
        let terminal = Terminal::with_options(
            CrosstermBackend::new(sink.clone()),
            TerminalOptions {
                viewport: Viewport::Fixed(Rect::new(0, 0, w, h)),
            },
        );
        Self {
            terminal: terminal.ok(),
            sink,
            out: format!("{header}\n"),
            clock: 0,
            frames: 0,
        }
    }

    /// Lets time pass on the scripted clock.
    pub fn wait(&mut self, seconds: f64) {
        self.clock += (seconds * 1000.0).round() as u64;
    }

    /// Seconds so far.
    pub fn seconds(&self) -> f64 {
        self.clock as f64 / 1000.0
    }

    /// Frames so far.
    pub fn frames(&self) -> usize {
        self.frames
    }

    fn event(&mut self, kind: &str, data: &str) {
        let data = serde_json::Value::from(data);
        let line = format!(
            "[{}.{:03}, \"{kind}\", {data}]\n",
            self.clock / 1000,
            self.clock % 1000
        );
        self.out.push_str(&line);
    }

    /// A chapter.
    pub fn mark(&mut self, words: &str) {
        self.event("m", words);
    }

    /// Draws the model; a frame that changes nothing is left out.
    pub fn frame(&mut self, m: &Model) {
        let Some(terminal) = self.terminal.as_mut() else {
            return;
        };
        if self.frames == 0 {
            self.sink
                .0
                .borrow_mut()
                .extend_from_slice(b"\x1b[2J\x1b[?25l");
        }
        if terminal.draw(|frame| view(m, frame)).is_err() {
            return;
        }
        let bytes = self.sink.0.take();
        let text = String::from_utf8_lossy(&bytes);
        // Without a cell that changed, a draw is only resets and the hidden cursor.
        let cells = text.contains("\x1b[") && text.contains('H');
        if cells {
            self.frames += 1;
            self.event("o", &text);
        }
    }

    /// The whole cast.
    pub fn finish(mut self) -> String {
        self.event("o", "");
        self.out
    }
}
