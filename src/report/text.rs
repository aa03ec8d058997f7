//! A Review as calm text: what is partial, the verdict, the cards, what happened since, whom to
//! ask, and what was looked at.

mod card;

use super::style::{Look, Tone};
use super::words;
use crate::model::safe::one_line;
use crate::model::{
    CoverageState, Finding, PersonKind, PersonScore, Review, SinceEntry, VerdictKind,
};

/// Related decisions shown before the others are folded and counted.
const RELATED_SHOWN: usize = 5;
/// Places that could not be read, shown before the others are counted.
const COVERAGE_SHOWN: usize = 10;

/// The column at which a card's facts start.
const LABEL: usize = 12;

/// The whole report.
pub fn review(review: &Review, look: Look) -> String {
    let mut page = Page {
        look,
        lines: Vec::new(),
    };
    page.header(review);
    page.partial(review);
    page.headline(review);
    let (full, short): (Vec<_>, Vec<_>) = review.findings.iter().partition(|f| words::is_full(f));
    for finding in full {
        page.card(finding);
    }
    let (near, short): (Vec<_>, Vec<_>) = short.iter().partition(|f| f.nearest.is_some());
    page.related(&short);
    page.nearest(&near);
    page.since(&review.since);
    page.proposed(review);
    page.people(review);
    page.coverage(review);
    page.footer(review);
    page.finish()
}

/// The quiet form for hooks: nothing where nothing stands against the change, else each decision that
/// does, with its words and the lines that meet it.
pub fn quiet(review: &Review, look: Look) -> String {
    let mut page = Page {
        look,
        lines: Vec::new(),
    };
    for finding in review.standing_against() {
        page.short_card(finding);
    }
    if page.lines.is_empty() {
        return String::new();
    }
    page.finish()
}

struct Page {
    look: Look,
    lines: Vec<String>,
}

impl Page {
    fn header(&mut self, review: &Review) {
        let change = &review.change;
        let mut what = format!("rguard  {}", one_line(&review.repository));
        if !change.target.is_empty() {
            what.push_str(&format!("  {}", one_line(&change.target)));
        }
        if !change.title.is_empty() {
            what.push_str(&format!("  {}", one_line(&change.title)));
        }
        self.prose(&what, "", "        ", Some(Tone::Bold));
        let (mut plus, mut minus) = (0, 0);
        for file in &change.files {
            plus += file.additions;
            minus += file.deletions;
        }
        let author = change
            .author
            .as_deref()
            .map(|a| format!(" by {}", one_line(a)))
            .unwrap_or_default();
        let (read, places) = words::places(review);
        self.prose(
            &format!(
                "{}{author}, +{plus} −{minus} · as of {} ({}) · judged {} · {read} of {} read whole",
                words::count(change.files.len(), "file"),
                review.as_of.commit.short(),
                words::as_of_mode(review.as_of.mode),
                words::judge(review),
                words::count(places, "place"),
            ),
            "        ",
            "        ",
            Some(Tone::Dim),
        );
    }

    fn partial(&mut self, review: &Review) {
        let reasons = words::partial_reasons(review);
        if reasons.is_empty() {
            return;
        }
        self.blank();
        for reason in reasons {
            self.prose(&reason, "Partial: ", "         ", Some(Tone::Mild));
        }
    }

    fn headline(&mut self, review: &Review) {
        self.blank();
        let tone = match super::exit_code(review) {
            0 => Tone::Good,
            1 => Tone::Bad,
            _ => Tone::Mild,
        };
        self.prose(&words::headline(review), "", "", Some(tone));
        self.prose(&words::looked_at(review), "", "", None);
    }

    fn related(&mut self, related: &[&Finding]) {
        if related.is_empty() {
            return;
        }
        self.section(&format!(
            "{} related",
            words::count(related.len(), "decision")
        ));
        for finding in related.iter().take(RELATED_SHOWN) {
            let mark = if finding.verdict == VerdictKind::Related {
                '~'
            } else {
                '·'
            };
            self.prose(
                &format!(
                    "{mark} {}  {:.2}  {}",
                    finding.id,
                    finding.score,
                    one_line(&finding.decision.title)
                ),
                "  ",
                "      ",
                None,
            );
            self.prose(
                one_line(finding.decision.id.as_str()).as_str(),
                "      ",
                "      ",
                Some(Tone::Dim),
            );
            if let Some(quote) = finding.quotes.first() {
                self.quote(quote, 6);
            }
            if let Some(signal) = finding.signals.first() {
                self.fact("why", &format!("{} ({})", signal.why, signal.name));
            }
            for limit in &finding.limits {
                self.fact("limit", &limit.scope);
                self.fact_quote(&limit.quote);
            }
            self.noted(finding);
        }
        if related.len() > RELATED_SHOWN {
            let n = related.len() - RELATED_SHOWN;
            self.prose(
                &format!("{n} more folded; `--format json` holds all of them."),
                "  ",
                "  ",
                Some(Tone::Dim),
            );
        }
    }

    /// What only stands near, on one line: it is there to be opened, not to be answered.
    fn nearest(&mut self, near: &[&Finding]) {
        if near.is_empty() {
            return;
        }
        let ids: Vec<String> = near
            .iter()
            .map(|f| one_line(f.decision.id.as_str()))
            .collect();
        self.blank();
        self.prose(
            &format!(
                "Nearest in the record, and nothing found against it: {}.",
                ids.join("; ")
            ),
            "",
            "  ",
            Some(Tone::Dim),
        );
    }

    fn since(&mut self, since: &[SinceEntry]) {
        if since.is_empty() {
            return;
        }
        self.section("Decided on the target branch since the base; not part of the findings");
        for entry in since {
            let mut text = format!("{}  ", one_line(&entry.decision.title));
            text.push_str(&one_line(entry.decision.id.as_str()));
            if !entry.supersedes.is_empty() {
                let ids: Vec<String> = entry
                    .supersedes
                    .iter()
                    .map(|id| one_line(id.as_str()))
                    .collect();
                text.push_str(&format!(", in place of {}", ids.join(", ")));
            }
            if !entry.touches.is_empty() {
                text.push_str(&format!("; touches {}", entry.touches.join(", ")));
            }
            self.fact(words::since(entry.what), &text);
            if let Some(quote) = &entry.quote {
                self.fact_quote(quote);
            }
            for limit in &entry.limits {
                self.fact("limit", &limit.scope);
                self.fact_quote(&limit.quote);
            }
        }
    }

    fn proposed(&mut self, review: &Review) {
        if review.proposed.is_empty() {
            return;
        }
        self.section("Proposed by this change; it does not guard itself");
        for decision in &review.proposed {
            self.prose(
                &format!(
                    "{}  {}",
                    one_line(&decision.title),
                    one_line(decision.id.as_str())
                ),
                "  ",
                "    ",
                None,
            );
        }
    }

    fn people(&mut self, review: &Review) {
        let people: Vec<&PersonScore> = review
            .people
            .iter()
            .filter(|p| p.kind == PersonKind::Human)
            .take(3)
            .collect();
        if people.is_empty() && review.bus_factor.is_none() {
            return;
        }
        self.section("Who knows these files");
        for person in people {
            self.prose(
                &format!("{}: {}", one_line(&person.name), one_line(&person.why)),
                "  ",
                "    ",
                None,
            );
        }
        if let Some(bus) = &review.bus_factor {
            self.prose(
                &format!("bus factor {}: {}", bus.count, one_line(&bus.words())),
                "  ",
                "    ",
                None,
            );
        }
    }

    fn coverage(&mut self, review: &Review) {
        let unread: Vec<_> = review
            .coverage
            .iter()
            .filter(|c| c.state != CoverageState::Read)
            .collect();
        if unread.is_empty() {
            return;
        }
        self.section("Not read whole");
        for place in unread.iter().take(COVERAGE_SHOWN) {
            let line = place.line.map(|l| format!(":{l}")).unwrap_or_default();
            let state = if place.state == CoverageState::Partly {
                "partly"
            } else {
                "skipped"
            };
            self.fact(
                state,
                &format!(
                    "{}{line}  {}",
                    one_line(&place.path.to_string()),
                    one_line(&place.reason)
                ),
            );
        }
        if unread.len() > COVERAGE_SHOWN {
            self.prose(
                &format!("… and {} more", unread.len() - COVERAGE_SHOWN),
                "  ",
                "  ",
                Some(Tone::Dim),
            );
        }
    }

    fn footer(&mut self, review: &Review) {
        if review.queries.is_empty() {
            return;
        }
        self.blank();
        self.prose(&words::queries(review), "", "", Some(Tone::Dim));
    }

    fn section(&mut self, title: &str) {
        self.blank();
        self.prose(title, "", "", Some(Tone::Bold));
    }

    /// `label     text`, the text made safe and wrapped beside the label.
    fn fact(&mut self, label: &str, text: &str) {
        let pad = " ".repeat(LABEL.saturating_sub(label.chars().count()).max(1));
        let rest = " ".repeat(4 + LABEL);
        self.prose(&one_line(text), &format!("    {label}{pad}"), &rest, None);
    }

    fn prose(&mut self, text: &str, first: &str, rest: &str, tone: Option<Tone>) {
        for line in self.look.wrap(text, first, rest) {
            self.lines.push(match tone {
                Some(tone) => self.look.paint(tone, &line),
                None => line,
            });
        }
    }

    fn blank(&mut self) {
        self.lines.push(String::new());
    }

    fn finish(self) -> String {
        let mut text = self.lines.join("\n");
        text.push('\n');
        text
    }
}
