//! A decision's story and what agents were told, as lines over the whole screen.

use ratatui::text::Line;

use crate::model::{
    ChainLink, Decision, Instruction, LogCommit, LogDetail, LogEntry, LogRevision, Outcome, Quote,
    SupersessionState, WordChange, WordChangeKind,
};
use crate::tui::text::{self, one_line};
use crate::tui::theme::{Role, Theme};
use crate::tui::widget::spans::{span, wrapped};

/// Unchanged lines around a changed one.
const AROUND: usize = 1;

struct Page<'a> {
    theme: &'a Theme,
    cols: usize,
    out: Vec<Line<'static>>,
}

/// What a decision holds beside its text: facts with their quotes, revisions, the chain.
pub fn lines(d: &LogDetail, theme: &Theme, cols: usize) -> Vec<Line<'static>> {
    let mut page = Page {
        theme,
        cols,
        out: Vec::new(),
    };
    page.entries(&d.children);
    page.facts(&d.decision);
    page.links(d);
    page.revisions(&d.revisions);
    page.chain(&d.chain);
    page.out
}

/// What agents were told at a commit.
pub fn told(list: &[Instruction], theme: &Theme, cols: usize) -> Vec<Line<'static>> {
    let mut page = Page {
        theme,
        cols,
        out: Vec::new(),
    };
    if list.is_empty() {
        page.say("No agent was told anything at this commit.", 1, Role::Muted);
    }
    for i in list {
        page.instruction(i);
    }
    page.out
}

fn named(c: &LogCommit) -> String {
    let day = text::day(c.time);
    one_line(&format!(
        "{} {day} {}: {}",
        c.commit.short(),
        c.author,
        c.subject
    ))
}

impl Page<'_> {
    fn say(&mut self, text: &str, indent: usize, role: Role) {
        self.out
            .extend(wrapped(text, indent, self.theme.style(role), self.cols));
    }

    fn heading(&mut self, text: &str, n: usize) {
        if n > 0 {
            self.out.push(Line::default());
            self.say(&format!("{text} ({n})"), 1, Role::Title);
        }
    }

    fn entries(&mut self, list: &[LogEntry]) {
        self.heading("Sections", list.len());
        for e in list {
            let (sign, role) = super::log::standing(e.standing);
            self.out.push(Line::from(vec![
                span(format!("   {sign} "), self.theme.style(role)),
                span(one_line(&e.title), self.theme.style(Role::Text)),
            ]));
        }
    }

    fn quote(&mut self, q: &Quote) {
        if !q.text.is_empty() {
            self.say(&format!("“{}”", one_line(&q.text)), 5, Role::Quote);
            self.say(&super::card::place(q), 5, Role::Muted);
        }
    }

    fn facts(&mut self, d: &Decision) {
        self.heading("Turned down", d.alternatives.len());
        for a in &d.alternatives {
            let why = a
                .reason
                .as_ref()
                .map(|r| format!(": {r}"))
                .unwrap_or_default();
            self.say(&one_line(&format!("{}{why}", a.name)), 3, Role::Text);
            self.quote(&a.quote);
        }
        self.heading("Measured", d.measurements.len());
        for m in &d.measurements {
            self.say(
                &one_line(&format!("{} {}: {}", m.value, m.unit, m.what)),
                3,
                Role::Text,
            );
            self.quote(&m.quote);
        }
        self.heading("Tried", d.experiments.len());
        for e in &d.experiments {
            let how = match e.outcome {
                Outcome::Confirmed => "tried, confirmed",
                Outcome::Disproven => "tried, disproven",
                Outcome::Inconclusive => "tried, inconclusive",
            };
            self.say(&one_line(&format!("{how}: {}", e.claim)), 3, Role::Text);
            self.quote(&e.quote);
        }
        self.heading("Obliges", d.constraints.len());
        for c in &d.constraints {
            self.say(&one_line(&format!("{} {}", c.cue, c.object)), 3, Role::Text);
            self.quote(&c.quote);
        }
        self.heading("Limits that still hold", d.limits.len());
        for l in &d.limits {
            self.say(&one_line(&l.scope), 3, Role::Text);
            self.quote(&l.quote);
        }
    }

    fn links(&mut self, d: &LogDetail) {
        self.heading("Code that it speaks about", d.links.len());
        for l in &d.links {
            let text = format!("{}: {}, weight {:.2}", l.path, l.via, l.weight);
            self.say(&one_line(&text), 3, Role::Text);
        }
    }

    fn revisions(&mut self, list: &[LogRevision]) {
        self.heading("Revisions", list.len());
        let mut before: Option<&LogRevision> = None;
        for r in list {
            self.say(&named(&r.from), 3, Role::Link);
            match before {
                None => self.say("recorded first", 5, Role::Muted),
                Some(b) => self.revision(b, r),
            }
            before = Some(r);
        }
    }

    fn revision(&mut self, before: &LogRevision, r: &LogRevision) {
        let path = |r: &LogRevision| {
            r.source
                .path
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default()
        };
        if before.source.path != r.source.path {
            let text = format!("moved from {} to {}", path(before), path(r));
            self.say(&one_line(&text), 5, Role::Muted);
        }
        if before.title != r.title {
            self.say(
                &one_line(&format!("retitled; it was “{}”", before.title)),
                5,
                Role::Muted,
            );
        }
        if before.standing != r.standing {
            let text = format!("{} is now {}", before.standing.word(), r.standing.word());
            self.say(&text, 5, Role::Strong);
        }
        if let Some(why) = &r.unread {
            self.say(&one_line(why), 5, Role::Stale);
        }
        self.edits(&r.words);
    }

    /// The changed lines, with a line around each. Words that came are marked `+`, words that went `-`,
    /// where colours cannot tell them apart.
    fn edits(&mut self, words: &[WordChange]) {
        let mut lines: Vec<Vec<(WordChangeKind, String)>> = vec![Vec::new()];
        for w in words {
            for (i, part) in w.text.split('\n').enumerate() {
                if i > 0 {
                    lines.push(Vec::new());
                }
                if let Some(last) = lines.last_mut().filter(|_| !part.is_empty()) {
                    last.push((w.change, text::clean(part)));
                }
            }
        }
        lines.retain(|l| l.iter().any(|(_, t)| !t.trim().is_empty()));
        let changed = |l: &[(WordChangeKind, String)]| {
            l.iter().any(|(kind, _)| *kind != WordChangeKind::Same)
        };
        let mut cut = false;
        for (i, line) in lines.iter().enumerate() {
            let (from, to) = (i.saturating_sub(AROUND), (i + AROUND + 1).min(lines.len()));
            if !lines[from..to].iter().any(|l| changed(l)) {
                cut = true;
                continue;
            }
            if std::mem::take(&mut cut) {
                self.say("…", 5, Role::Muted);
            }
            self.edit(line);
        }
        if cut && !words.is_empty() {
            self.say("…", 5, Role::Muted);
        }
    }

    /// One line, wrapped by words with their styles.
    fn edit(&mut self, line: &[(WordChangeKind, String)]) {
        let room = self.cols.saturating_sub(5).max(8);
        let mut spans = vec![span("     ", self.theme.style(Role::Text))];
        let mut used = 0;
        for (kind, piece) in line {
            let (role, open, close) = match kind {
                WordChangeKind::Same => (Role::Text, "", ""),
                WordChangeKind::Added => (Role::AddWord, "{+", "+}"),
                WordChangeKind::Removed => (Role::DelWord, "[-", "-]"),
            };
            let marked = format!("{open}{piece}{close}");
            for word in marked.split_inclusive(' ') {
                let width = text::width(word);
                if used > 0 && used + text::width(word.trim_end()) > room {
                    let full = std::mem::take(&mut spans);
                    self.out.push(Line::from(full));
                    spans.push(span("     ", self.theme.style(Role::Text)));
                    used = 0;
                }
                spans.push(span(word.to_owned(), self.theme.style(role)));
                used += width;
            }
        }
        self.out.push(Line::from(spans));
    }

    fn chain(&mut self, chain: &[ChainLink]) {
        self.heading("Chain of supersession", chain.len());
        for l in chain {
            let name = |e: &LogEntry| match e.title.is_empty() {
                true => one_line(e.id.as_str()),
                false => one_line(&format!("{} · {}", e.title, e.id)),
            };
            let verb = match l.state {
                SupersessionState::Confirmed => "⇢ superseded by",
                SupersessionState::Proposed => "⇢ may be superseded by",
            };
            self.say(&name(&l.older), 3, Role::Text);
            self.say(&format!("{verb} {}", name(&l.newer)), 5, Role::Text);
            let at = l
                .commit
                .as_ref()
                .map(|c| format!(", recorded in {}", c.short()));
            self.say(
                &one_line(&format!("{}{}", l.why, at.unwrap_or_default())),
                5,
                Role::Muted,
            );
            for (who, quote) in [("older", &l.older_quote), ("newer", &l.newer_quote)] {
                match quote {
                    Some(q) => self.quote(q),
                    None => self.say(&format!("The {who} does not say so."), 5, Role::Muted),
                }
            }
        }
    }

    fn instruction(&mut self, i: &Instruction) {
        self.out.push(Line::default());
        self.say(&one_line(&i.path.to_string()), 1, Role::Strong);
        let scope = match (i.scope.directory.is_empty(), i.scope.globs.is_empty()) {
            (true, true) => "the whole repository".to_owned(),
            (false, true) => format!("{}/", i.scope.directory),
            (_, false) => i.scope.globs.join(", "),
        };
        let from = match &i.from {
            Some(c) => format!("since {}", c.short()),
            None => "since before this clone begins".to_owned(),
        };
        let facts = format!(
            "for {} · {} · {} · {from}",
            i.agent.word(),
            i.scope.when.word(),
            one_line(&scope)
        );
        self.say(&one_line(&facts), 1, Role::Muted);
        if let Some(to) = &i.link_to {
            self.say(&one_line(&format!("a link to {to}")), 1, Role::Muted);
        }
        if let Some(note) = &i.note {
            self.say(&one_line(note), 1, Role::Stale);
        }
        for line in i.text.lines() {
            self.say(&text::clean(line), 3, Role::Text);
        }
    }
}
