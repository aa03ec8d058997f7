//! One finding as a card: the decision's words first, the machinery last.

use super::{LABEL, Page};
use crate::model::safe::{one_line, printable};
use crate::model::{
    Evidence, Finding, LineRange, PersonKind, PersonScore, PremiseState, Quote, Side, Standing,
};
use crate::report::style::Tone;
use crate::report::words;

/// Lines of one piece of evidence shown before the others are counted.
const EVIDENCE_LINES: usize = 12;

impl Page {
    pub(super) fn card(&mut self, finding: &Finding) {
        self.blank();
        let (tone, mark) = if finding.stands() {
            (Tone::Bad, "!")
        } else {
            (Tone::Mild, "·")
        };
        self.prose(
            &format!(
                "{mark} {}  {}  {:.2}",
                finding.id,
                words::verdict(finding),
                finding.score
            ),
            "",
            "    ",
            Some(tone),
        );
        self.decision_line(finding);
        for quote in finding.quotes.iter().take(2) {
            self.quote(quote, 4);
        }
        for evidence in &finding.evidence {
            self.evidence(evidence);
        }
        if let Some(by) = &finding.declared_by {
            self.fact("declared", by);
        }
        for signal in &finding.signals {
            self.fact("why", &format!("{} ({})", signal.why, signal.name));
        }
        for premise in &finding.premises {
            let word = match premise.state {
                PremiseState::Holds => "✓ holds",
                PremiseState::Stale => "✗ stale",
                PremiseState::Unknown => "? unknown",
            };
            self.fact(word, &format!("{} {}", premise.rule, premise.why));
        }
        self.facts(finding);
        if let Some(weighing) = &finding.weighing {
            self.fact("weight", &weighing.words);
        }
        for note in &finding.notes {
            self.fact("note", note);
        }
        self.noted(finding);
        self.ask(&finding.ask);
    }

    /// A finding in a few lines: what, the words, where, and the strongest reason.
    pub(super) fn short_card(&mut self, finding: &Finding) {
        let decision = &finding.decision;
        let head = format!("! {}", one_line(&decision.title));
        self.prose(&head, "", "  ", Some(Tone::Bad));
        self.prose(&one_line(decision.id.as_str()), "  ", "  ", Some(Tone::Dim));
        if let Some(quote) = finding.quotes.first() {
            self.quote(quote, 2);
        }
        for evidence in finding.evidence.iter().take(3) {
            let path = one_line(&evidence.path.to_string());
            self.prose(
                &format!("{path}:{}", span(evidence.lines)),
                "  ",
                "  ",
                None,
            );
        }
        if let Some(signal) = finding.signals.first() {
            self.prose(&one_line(&signal.why), "  ", "  ", None);
        }
    }

    fn decision_line(&mut self, finding: &Finding) {
        let decision = &finding.decision;
        self.prose(&one_line(&decision.title), "  ", "  ", Some(Tone::Bold));
        let mut parts = vec![
            decision.authority.word().to_owned(),
            match decision.standing {
                Standing::Unknown => "no standing written".to_owned(),
                standing => standing.word().to_owned(),
            },
        ];
        parts.extend(decision.date.as_deref().map(one_line));
        parts.push(one_line(decision.id.as_str()));
        let place = words::place(&decision.source);
        if !place.is_empty() && place != one_line(decision.id.as_str()) {
            parts.push(place);
        }
        parts.push(format!("key {}", one_line(decision.key.as_str())));
        self.prose(&parts.join(" · "), "  ", "  ", Some(Tone::Dim));
        if !finding.also.is_empty() {
            let ids: Vec<String> = finding
                .also
                .iter()
                .map(|d| one_line(d.id.as_str()))
                .collect();
            self.prose(
                &format!("also recorded in {}", ids.join(", ")),
                "  ",
                "  ",
                Some(Tone::Dim),
            );
        }
    }

    pub(super) fn quote(&mut self, quote: &Quote, indent: usize) {
        let pad = " ".repeat(indent);
        let text = format!("“{}”", one_line(&quote.text));
        self.prose(&text, &pad, &format!("{pad} "), None);
        let place = words::quote_place(quote);
        if !place.is_empty() {
            let pad = format!("{pad}  ");
            self.prose(&place, &pad, &pad, Some(Tone::Dim));
        }
    }

    /// A quote under a fact.
    pub(super) fn fact_quote(&mut self, quote: &Quote) {
        self.quote(quote, 4 + LABEL);
    }

    fn evidence(&mut self, evidence: &Evidence) {
        let (side, sign, tone) = match evidence.side {
            Side::Old => ("before", '-', Tone::Bad),
            Side::New => ("after", '+', Tone::Good),
        };
        let place = one_line(&evidence.path.to_string());
        self.prose(
            &format!("{place}:{} ({side})", span(evidence.lines)),
            "    ",
            "    ",
            Some(Tone::Dim),
        );
        let lines: Vec<&str> = evidence.text.lines().collect();
        for line in lines.iter().take(EVIDENCE_LINES) {
            let line = format!("{sign} {}", printable(line).replace('\t', "    "));
            self.lines
                .push(format!("      {}", self.look.paint(tone, &line)));
        }
        if lines.len() > EVIDENCE_LINES {
            self.prose(
                &format!(
                    "… {} more",
                    words::count(lines.len() - EVIDENCE_LINES, "line")
                ),
                "      ",
                "      ",
                Some(Tone::Dim),
            );
        }
    }

    fn facts(&mut self, finding: &Finding) {
        for alternative in &finding.alternatives {
            let reason = alternative
                .reason
                .as_deref()
                .map(|r| format!(": {}", one_line(r)))
                .unwrap_or_default();
            self.fact(
                "rejected",
                &format!("{}{reason}", one_line(&alternative.name)),
            );
            self.fact_quote(&alternative.quote);
        }
        for experiment in &finding.experiments {
            self.fact(
                "tried",
                &format!(
                    "{} ({})",
                    one_line(&experiment.claim),
                    words::outcome(experiment.outcome)
                ),
            );
            self.fact_quote(&experiment.quote);
        }
        for limit in &finding.limits {
            let from = limit
                .from
                .as_ref()
                .map(|id| format!(" (a limit of {})", one_line(id.as_str())))
                .unwrap_or_default();
            self.fact("limit", &format!("{}{from}", one_line(&limit.scope)));
            self.fact_quote(&limit.quote);
        }
        for older in &finding.superseded {
            self.fact(
                "replaces",
                &format!("{} ({})", one_line(older.id.as_str()), one_line(&older.why)),
            );
        }
    }

    pub(super) fn noted(&mut self, finding: &Finding) {
        for correction in &finding.corrections {
            let said = match correction.reason.is_empty() {
                true => correction.author.clone(),
                false => format!("{}: {}", correction.author, correction.reason),
            };
            let state = words::correction_state(correction);
            self.fact(correction.kind.word(), &format!("{said} ({state})"));
        }
    }

    fn ask(&mut self, people: &[PersonScore]) {
        for person in people.iter().filter(|p| p.kind == PersonKind::Human) {
            self.fact("ask", &format!("{}: {}", person.name, person.why));
        }
    }
}

fn span(lines: LineRange) -> String {
    if lines.start == lines.end {
        lines.start.to_string()
    } else {
        format!("{}–{}", lines.start, lines.end)
    }
}
