//! One decision's story as text.

use super::edits::edits;
use super::page::Page;
use super::{commit, moment, place};
use crate::model::safe::{one_line, printable};
use crate::model::{
    ChainLink, Decision, LinkedFile, LogDetail, LogEntry, LogRevision, Mention, MentionKind, Quote,
    Standing, SupersessionState,
};
use crate::report::style::{Look, Tone};
use crate::report::words::{count, outcome, quote_place};

/// The column at which a field's value begins.
const LABEL: usize = 14;

/// The whole story.
pub fn detail(d: &LogDetail, look: Look) -> String {
    let mut page = Page::new(look);
    page.head(d);
    page.text(&d.text);
    page.entries("Sections", &d.children);
    page.facts(&d.decision);
    page.links(d);
    page.mentions(&d.decision.mentions);
    page.revisions(&d.revisions, d.decision.standing);
    page.chain(&d.chain);
    page.out
}

impl Page {
    fn field(&mut self, label: &str, value: &str) {
        if value.trim().is_empty() {
            return;
        }
        let first = format!("  {:<width$}", label, width = LABEL - 2);
        self.wrapped(&one_line(value), &first, &" ".repeat(LABEL));
    }

    fn head(&mut self, d: &LogDetail) {
        let it = &d.decision;
        for line in self.look.wrap(&one_line(&it.title), "", "") {
            let line = self.look.paint(Tone::Bold, &line);
            self.line(&line);
        }
        let words = it
            .standing_words
            .as_ref()
            .map(|w| format!(" (“{w}”)"))
            .unwrap_or_default();
        self.field("standing", &format!("{}{words}", it.standing.word()));
        self.field("authority", it.authority.word());
        self.field("as of", &moment(&d.moment));
        if let Some(gone) = &d.deleted {
            let by = gone
                .removed_in
                .iter()
                .map(commit)
                .collect::<Vec<_>>()
                .join("; ");
            let by = if by.is_empty() {
                "a commit that is not known".to_owned()
            } else {
                by
            };
            self.field(
                "deleted",
                &format!("in {by}. It is shown as it stood last."),
            );
        }
        self.field("date", it.date.as_deref().unwrap_or("none is written"));
        self.field("people", &it.people.join(", "));
        self.field("id", it.id.as_str());
        let provisional = if it.provisional {
            " (may change once more history is here)"
        } else {
            ""
        };
        self.field("key", &format!("{}{provisional}", it.key));
        let former: Vec<&str> = it.aliases.iter().map(|a| a.as_str()).collect();
        self.field("former ids", &former.join(", "));
        self.field("stands in", &place(&it.source));
        self.field(
            "recorded",
            &d.recorded.as_ref().map(commit).unwrap_or_default(),
        );
        if let Some(entry) = &d.entry {
            self.field("part of", &format!("{}  {}", entry.title, entry.id));
        }
    }

    fn text(&mut self, text: &str) {
        self.heading("Text");
        if text.trim().is_empty() {
            self.line("  No text of its own stands under this title.");
        }
        for line in text.trim_end().lines() {
            let line = printable(line).replace('\t', "    ");
            if line.trim().is_empty() {
                self.line("");
                continue;
            }
            let inset = &line[..line.len() - line.trim_start().len()];
            let inset = format!("  {inset}");
            self.wrapped(line.trim_start(), &inset, &inset);
        }
    }

    fn entries(&mut self, heading: &str, list: &[LogEntry]) {
        if list.is_empty() {
            return;
        }
        self.heading(&format!("{heading} ({})", list.len()));
        for e in list {
            let lead = format!("  {:<11} ", e.standing.word());
            self.wrapped(&one_line(&e.title), &lead, "              ");
            let id = self.look.paint(Tone::Dim, &one_line(e.id.as_str()));
            self.line(&format!("              {id}"));
        }
    }

    fn quote(&mut self, q: &Quote) {
        if q.text.is_empty() {
            return;
        }
        self.wrapped(&format!("“{}”", one_line(&q.text)), "    ", "     ");
        let at = self.look.paint(Tone::Dim, &quote_place(q));
        self.line(&format!("    {at}"));
    }

    fn facts(&mut self, d: &Decision) {
        if !d.alternatives.is_empty() {
            self.heading(&format!("Turned down ({})", d.alternatives.len()));
        }
        for a in &d.alternatives {
            let why = a
                .reason
                .as_ref()
                .map(|r| format!(": {r}"))
                .unwrap_or_default();
            self.wrapped(&one_line(&format!("{}{why}", a.name)), "  ", "    ");
            self.quote(&a.quote);
        }
        if !d.measurements.is_empty() {
            self.heading(&format!("Measured ({})", d.measurements.len()));
        }
        for m in &d.measurements {
            let unit = if m.unit.is_empty() {
                String::new()
            } else {
                format!(" {}", m.unit)
            };
            self.wrapped(
                &one_line(&format!("{}{unit}: {}", m.value, m.what)),
                "  ",
                "    ",
            );
            self.quote(&m.quote);
        }
        if !d.experiments.is_empty() {
            self.heading(&format!("Tried ({})", d.experiments.len()));
        }
        for e in &d.experiments {
            let text = format!("{}: {}", outcome(e.outcome), e.claim);
            self.wrapped(&one_line(&text), "  ", "    ");
            self.quote(&e.quote);
        }
        if !d.constraints.is_empty() {
            self.heading(&format!("Obliges ({})", d.constraints.len()));
        }
        for c in &d.constraints {
            let part = |p: &Option<String>| p.as_ref().map(|p| format!(" {p}")).unwrap_or_default();
            let subject = c
                .subject
                .as_ref()
                .map(|s| format!("{s} "))
                .unwrap_or_default();
            let text = format!(
                "{}: {subject}{} {}{}{}",
                c.duty.word(),
                c.cue,
                c.object,
                part(&c.condition),
                part(&c.scope)
            );
            self.wrapped(&one_line(&text), "  ", "    ");
            self.quote(&c.quote);
        }
        if !d.limits.is_empty() {
            self.heading(&format!("Limits that still hold ({})", d.limits.len()));
        }
        for l in &d.limits {
            let from = l
                .from
                .as_ref()
                .map(|f| format!(" (from {f})"))
                .unwrap_or_default();
            self.wrapped(&one_line(&format!("{}{from}", l.scope)), "  ", "    ");
            self.quote(&l.quote);
        }
    }

    fn links(&mut self, d: &LogDetail) {
        if d.links.is_empty() {
            return;
        }
        self.heading(&format!("Code that it speaks about ({})", d.links.len()));
        for l in &d.links {
            let lines = l
                .lines
                .map(|r| format!(":{}–{}", r.start, r.end))
                .unwrap_or_default();
            let state = match &l.state {
                LinkedFile::Present => String::new(),
                LinkedFile::Moved { from } => format!(", called {from} then"),
                LinkedFile::Deleted { by: Some(by) } => format!(", deleted in {}", by.short()),
                LinkedFile::Deleted { by: None } => ", deleted".to_owned(),
            };
            let text = format!(
                "{}{lines}: {} ({}), weight {:.2}{state}",
                l.path,
                l.via,
                l.origin.word(),
                l.weight
            );
            self.wrapped(&one_line(&text), "  ", "    ");
        }
    }

    fn mentions(&mut self, list: &[Mention]) {
        let kinds = [
            (MentionKind::Symbol, "identifiers"),
            (MentionKind::Issue, "issues"),
            (MentionKind::Commit, "commits"),
            (MentionKind::Decision, "decisions"),
        ];
        let named = |kind| list.iter().filter(move |m: &&Mention| m.kind == kind);
        if !kinds.iter().any(|(kind, _)| named(*kind).next().is_some()) {
            return;
        }
        self.heading("It also names");
        for (kind, label) in kinds {
            let mut names: Vec<String> = named(kind)
                .map(|m| {
                    m.line
                        .map_or(m.name.clone(), |l| format!("{} (line {l})", m.name))
                })
                .collect();
            names.dedup();
            self.field(label, &names.join(", "));
        }
    }

    fn revisions(&mut self, list: &[LogRevision], now: Standing) {
        if list.is_empty() {
            return;
        }
        self.heading(&format!("Revisions ({})", list.len()));
        let is_fields = |r: &LogRevision| {
            let path = r.source.path.as_ref();
            path.is_some_and(|p| p.file_name().eq_ignore_ascii_case("kep.yaml"))
        };
        for (n, r) in list.iter().enumerate() {
            self.wrapped(&commit(&r.from), "  ", "    ");
            // The text of a proposal and its fields change each on its own.
            let before = list[..n].iter().rfind(|b| is_fields(b) == is_fields(r));
            match before {
                None => self.line("    recorded first"),
                Some(b) => self.revision(b, r),
            }
        }
        let fields = list.iter().rfind(|r| is_fields(r));
        let last = fields.or(list.last());
        if let Some(last) = last.filter(|r| r.until.is_empty() && r.standing != now) {
            let text = format!(
                "  now {}, by what other records say; its own words say {}",
                now.word(),
                last.standing.word()
            );
            self.line(&text);
        }
    }

    fn revision(&mut self, before: &LogRevision, r: &LogRevision) {
        if r.again {
            self.line("    as it was before, again");
        }
        if before.source.path != r.source.path {
            let from = before
                .source
                .path
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default();
            let to = r
                .source
                .path
                .as_ref()
                .map(ToString::to_string)
                .unwrap_or_default();
            self.wrapped(
                &one_line(&format!("moved from {from} to {to}")),
                "    ",
                "      ",
            );
        }
        if before.title != r.title {
            let text = format!("retitled: “{}”, now “{}”", before.title, r.title);
            self.wrapped(&one_line(&text), "    ", "      ");
        }
        if before.standing != r.standing {
            let text = format!(
                "    {} is now {}",
                before.standing.word(),
                r.standing.word()
            );
            self.line(&text);
        }
        if let Some(why) = &r.unread {
            self.line(&format!("    {}", one_line(why)));
        }
        for line in edits(&r.words, "    ", self.look) {
            self.line(&line);
        }
    }

    fn chain(&mut self, chain: &[ChainLink]) {
        if chain.is_empty() {
            return;
        }
        self.heading(&format!(
            "Chain of supersession ({})",
            count(chain.len(), "link")
        ));
        for l in chain {
            let name = |e: &LogEntry| match e.title.is_empty() {
                true => one_line(e.id.as_str()),
                false => one_line(&format!("{} ({})", e.title, e.id)),
            };
            let verb = match l.state {
                SupersessionState::Confirmed => "superseded by",
                SupersessionState::Proposed => "may be superseded by",
            };
            self.wrapped(&name(&l.older), "  ", "    ");
            self.wrapped(&format!("{verb} {}", name(&l.newer)), "    ", "      ");
            let at = l
                .commit
                .as_ref()
                .map(|c| format!(", recorded in {}", c.short()));
            let why = format!("why: {}{}", l.why, at.unwrap_or_default());
            self.wrapped(&one_line(&why), "    ", "      ");
            for (who, quote) in [("older", &l.older_quote), ("newer", &l.newer_quote)] {
                match quote {
                    Some(q) => {
                        let text = format!("the {who} says “{}”  {}", q.text, quote_place(q));
                        self.wrapped(&one_line(&text), "    ", "      ");
                    }
                    None => self.line(&format!("    the {who} does not say so")),
                }
            }
        }
    }
}
