//! The decision log as text.

use super::style::{Look, Tone};
use super::words::count;
use crate::model::safe::one_line;
use crate::model::{
    Authority, Coverage, CoverageState, Decision, LogView, Standing, Supersession,
    SupersessionState,
};

/// What of a log is to be shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Also what was mined from commit messages.
    pub inferred: bool,
    /// Also what was read and what was not, and why.
    pub coverage: bool,
}

/// The log of a commit, by source, in the order of lines.
pub fn log(view: &LogView, shown: Shown, look: Look) -> String {
    let mut out = String::new();
    let recorded = |d: &&Decision| d.authority != Authority::Inferred;
    let n = view.decisions.iter().filter(recorded).count();
    let mined = view.decisions.len() - n;
    let head = format!("{} as of {}", count(n, "decision"), view.as_of.short());
    out.push_str(&look.paint(Tone::Bold, &head));
    out.push('\n');
    if n == 0 {
        out.push_str("No file at this commit records decisions. `rguard log --coverage` says what was looked at.\n");
    }
    let mut source = String::new();
    for d in view.decisions.iter().filter(recorded) {
        let path = d
            .source
            .path
            .as_ref()
            .map(ToString::to_string)
            .unwrap_or_default();
        if path != source {
            out.push_str(&format!("\n{}\n", look.paint(Tone::Bold, &one_line(&path))));
            source = path;
        }
        decision(&mut out, d, look);
    }
    if mined > 0 && !shown.inferred {
        let verb = if mined == 1 { "is" } else { "are" };
        let text = format!(
            "{} {verb} stated in commit messages: --inferred lists them.",
            count(mined, "more decision")
        );
        out.push_str(&format!("\n{}\n", look.paint(Tone::Dim, &text)));
    }
    if shown.inferred {
        let mined = |of_code: bool| {
            let all = view.decisions.iter();
            let mine = all.filter(|d| d.authority == Authority::Inferred);
            mine.filter(move |d| d.source.path.is_some() == of_code)
        };
        for (of_code, what) in [
            (false, "Commit messages (inferred)"),
            (true, "Comments in code (inferred)"),
        ] {
            if mined(of_code).next().is_some() {
                out.push_str(&format!("\n{}\n", look.paint(Tone::Bold, what)));
            }
            for d in mined(of_code) {
                decision(&mut out, d, look);
            }
        }
    }
    if shown.coverage {
        coverage(&mut out, &view.coverage, look);
    }
    out
}

fn decision(out: &mut String, d: &Decision, look: Look) {
    let inset = if d.part_of.is_some() { "    " } else { "  " };
    let tone = match d.standing {
        Standing::Accepted => Tone::Good,
        Standing::Proposed | Standing::Unknown => Tone::Mild,
        Standing::Rejected | Standing::Deprecated | Standing::Superseded => Tone::Dim,
    };
    let date = d.date.as_deref().unwrap_or("no date");
    let lead = format!(
        "{inset}{date:<14} {}  ",
        look.paint(tone, &format!("{:<10}", d.standing.word()))
    );
    let plain = format!("{inset}{:14} {:10}  ", "", "");
    for (i, line) in look
        .wrap(&one_line(&d.title), &plain, &plain)
        .iter()
        .enumerate()
    {
        let line = line.strip_prefix(&plain).unwrap_or(line.trim_start());
        let line = look.paint(
            if d.standing.binds() {
                Tone::Bold
            } else {
                Tone::Dim
            },
            line,
        );
        out.push_str(if i == 0 { &lead } else { &plain });
        out.push_str(&line);
        out.push('\n');
    }
    let id = match (&d.source.path, d.source.lines) {
        (Some(_), Some(l)) => format!("{}  lines {}–{}", one_line(d.id.as_str()), l.start, l.end),
        _ => one_line(d.id.as_str()),
    };
    let key = format!("{id}  key {}", d.key);
    out.push_str(&format!("{plain}{}\n", look.paint(Tone::Dim, &key)));
    for s in &d.superseded_by {
        out.push_str(&format!(
            "{plain}{}\n",
            supersession("superseded by", "may be superseded by", s)
        ));
    }
    for s in d
        .supersedes
        .iter()
        .filter(|s| s.state == SupersessionState::Proposed)
    {
        out.push_str(&format!(
            "{plain}{}\n",
            supersession("supersedes", "may supersede", s)
        ));
    }
}

fn supersession(confirmed: &str, proposed: &str, s: &Supersession) -> String {
    let verb = match s.state {
        SupersessionState::Confirmed => confirmed,
        SupersessionState::Proposed => proposed,
    };
    format!("{verb} {} ({})", one_line(s.id.as_str()), one_line(&s.why))
}

fn coverage(out: &mut String, list: &[Coverage], look: Look) {
    out.push_str(&format!("\n{}\n", look.paint(Tone::Bold, "Coverage")));
    for c in list {
        let word = match c.state {
            CoverageState::Read => "read",
            CoverageState::Partly => "partly",
            CoverageState::Skipped => "skipped",
        };
        let line = c.line.map(|l| format!(":{l}")).unwrap_or_default();
        let mut text = format!("  {word:<8} {}{line}", one_line(&c.path.to_string()));
        if !c.reason.is_empty() {
            text.push_str(&format!("  {}", one_line(&c.reason)));
        }
        out.push_str(&text);
        out.push('\n');
    }
}
