//! What became of a log, as text.

use super::edits::edits;
use super::page::Page;
use super::{commit, moment, place};
use crate::model::safe::one_line;
use crate::model::{LogDiff, LogEntry};
use crate::report::style::{Look, Tone};
use crate::report::words::count;

/// The whole comparison.
pub fn diff(d: &LogDiff, look: Look) -> String {
    let mut page = Page::new(look);
    let head = format!(
        "{} new, {} changed, {} retired, {} moved, {} of another standing, {} as before",
        d.new.len(),
        d.changed.len(),
        d.retired.len(),
        d.moved.len(),
        d.standing.len(),
        d.same
    );
    let head = look.paint(Tone::Bold, &head);
    page.line(&head);
    page.wrapped(&format!("from {}", moment(&d.from)), "  ", "    ");
    page.wrapped(&format!("to   {}", moment(&d.to)), "  ", "    ");
    if d.from.time > d.to.time {
        let text = "The first is the newer of the two: what is called new was retired since, and \
                    what is called retired was recorded since.";
        page.wrapped(text, "  ", "  ");
    }
    page.news(d);
    page.changed(d);
    page.retired(d);
    page.moved(d);
    page.standing(d);
    page.out
}

impl Page {
    fn counted(&mut self, text: &str, n: usize) -> bool {
        if n > 0 {
            self.heading(&format!("{text} ({n})"));
        }
        n > 0
    }

    fn entry(&mut self, mark: &str, tone: Tone, e: &LogEntry) {
        let mark = self.look.paint(tone, mark);
        self.wrapped(&format!("{mark} {}", one_line(&e.title)), "  ", "    ");
        let id = format!("{}  key {}", one_line(e.id.as_str()), e.key);
        let id = self.look.paint(Tone::Dim, &id);
        self.line(&format!("    {id}"));
    }

    fn news(&mut self, d: &LogDiff) {
        self.counted("New", d.new.len());
        for e in &d.new {
            self.entry("+", Tone::Good, e);
            let date = e.date.as_deref().unwrap_or("no date");
            let text = format!("{}, {date}, {}", e.standing.word(), place(&e.source));
            self.wrapped(&one_line(&text), "    ", "    ");
        }
    }

    fn changed(&mut self, d: &LogDiff) {
        self.counted("Changed", d.changed.len());
        for c in &d.changed {
            self.entry("~", Tone::Mild, &c.decision);
            if let Some(old) = &c.old_title {
                self.wrapped(
                    &one_line(&format!("retitled; it was “{old}”")),
                    "    ",
                    "      ",
                );
            }
            for line in edits(&c.words, "    ", self.look) {
                self.line(&line);
            }
        }
    }

    fn retired(&mut self, d: &LogDiff) {
        self.counted("Retired", d.retired.len());
        for r in &d.retired {
            let mark = self.look.paint(Tone::Bad, "-");
            self.wrapped(&format!("{mark} {}", one_line(&r.title)), "  ", "    ");
            let id = format!("{}  key {}", one_line(r.id.as_str()), r.key);
            let id = self.look.paint(Tone::Dim, &id);
            self.line(&format!("    {id}"));
            match r.removed_in.as_slice() {
                [] => self.line(&format!("    {}", r.ending.word())),
                list => {
                    for c in list {
                        let text = format!("{} in {}", r.ending.word(), commit(c));
                        self.wrapped(&text, "    ", "      ");
                    }
                }
            }
            for id in &r.superseded_by {
                self.wrapped(&one_line(&format!("superseded by {id}")), "    ", "      ");
            }
        }
    }

    fn moved(&mut self, d: &LogDiff) {
        self.counted("Moved or renamed", d.moved.len());
        for m in &d.moved {
            self.entry(">", Tone::Mild, &m.decision);
            self.wrapped(&one_line(&format!("it was {}", m.old_id)), "    ", "      ");
        }
    }

    fn standing(&mut self, d: &LogDiff) {
        self.counted("Of another standing", d.standing.len());
        for s in &d.standing {
            self.entry("*", Tone::Mild, &s.decision);
            let words = s
                .words
                .as_ref()
                .map(|w| format!(" (“{w}”)"))
                .unwrap_or_default();
            let text = format!(
                "{} is now {}{words}",
                s.old_standing.word(),
                s.decision.standing.word()
            );
            self.wrapped(&one_line(&text), "    ", "      ");
        }
        if d.new.is_empty()
            && d.changed.is_empty()
            && d.retired.is_empty()
            && d.moved.is_empty()
            && d.standing.is_empty()
        {
            let text = format!("{} read the same at both.", count(d.same, "decision"));
            self.line("");
            self.line(&text);
        }
    }
}
