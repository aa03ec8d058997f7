//! The workstation without a terminal and without threads: every command runs in place, so the same
//! messages always give the same screens. For recordings and tests.

use std::collections::VecDeque;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use tokio_util::sync::CancellationToken;

use super::backend::Backend;
use super::jobs;
use super::keys::Key;
use super::model::Model;
use super::msg::{Cmd, Msg};
use super::update::{start, update};
use super::view::view;

/// A model with its backend.
pub struct Direct<'a> {
    /// The model.
    pub model: Model,
    backend: &'a dyn Backend,
    /// Commands for the terminal, as they were asked for.
    pub outside: Vec<Cmd>,
    /// Whether the user has quit.
    pub quit: bool,
}

impl<'a> Direct<'a> {
    /// A model that has not started.
    pub fn new(model: Model, backend: &'a dyn Backend) -> Self {
        Self {
            model,
            backend,
            outside: Vec::new(),
            quit: false,
        }
    }

    /// Starts the review and runs to rest; `seen` gets the model after every message.
    pub fn start(&mut self, seen: &mut dyn FnMut(&Model)) {
        let cmds = start(&mut self.model);
        let mut queue = VecDeque::new();
        self.run_all(cmds, &mut queue);
        self.settle(queue, seen);
    }

    /// Takes a message in and runs to rest.
    pub fn send(&mut self, msg: Msg, seen: &mut dyn FnMut(&Model)) {
        self.settle(VecDeque::from([msg]), seen);
    }

    /// Presses keys.
    pub fn press(&mut self, keys: &[Key]) {
        for key in keys {
            self.send(Msg::Key(*key), &mut |_| {});
        }
    }

    fn settle(&mut self, mut queue: VecDeque<Msg>, seen: &mut dyn FnMut(&Model)) {
        while let Some(msg) = queue.pop_front() {
            let cmds = update(&mut self.model, msg);
            seen(&self.model);
            self.run_all(cmds, &mut queue);
        }
    }

    fn run_all(&mut self, cmds: Vec<Cmd>, queue: &mut VecDeque<Msg>) {
        for cmd in cmds {
            let cancel = CancellationToken::new();
            if jobs::run(&cmd, self.backend, &mut |msg| queue.push_back(msg), &cancel) {
                continue;
            }
            let note = match &cmd {
                Cmd::Quit => {
                    self.quit = true;
                    None
                }
                Cmd::Copy(text) => Some(format!(
                    "Sent {} characters to the terminal's clipboard.",
                    text.chars().count()
                )),
                Cmd::OpenUrl(url) => Some(format!("Opened {url}")),
                _ => None,
            };
            queue.extend(note.map(|text| Msg::Note { text, error: false }));
            self.outside.push(cmd);
        }
    }

    /// The screen as text, one line a row, without spaces at the ends.
    pub fn screen(&self) -> String {
        screen_text(&self.model)
    }
}

/// The screen of a model as text.
pub fn screen_text(m: &Model) -> String {
    let (w, h) = m.size;
    let Ok(mut terminal) = Terminal::new(TestBackend::new(w, h));
    let Ok(_) = terminal.draw(|frame| view(m, frame));
    buffer_text(terminal.backend().buffer())
}

/// A buffer as text; the cells under a wide character are not repeated.
pub fn buffer_text(buf: &ratatui::buffer::Buffer) -> String {
    let mut out = String::new();
    for y in buf.area.top()..buf.area.bottom() {
        let mut skip = 0;
        let mut row = String::new();
        for x in buf.area.left()..buf.area.right() {
            if skip > 0 {
                skip -= 1;
                continue;
            }
            let symbol = buf[(x, y)].symbol();
            skip = super::text::width(symbol).saturating_sub(1);
            row.push_str(symbol);
        }
        out.push_str(row.trim_end());
        out.push('\n');
    }
    out
}
