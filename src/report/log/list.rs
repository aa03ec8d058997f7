//! The list of a log's decisions, what of it is history, and what was read.

use super::{commit, moment, place};
use crate::model::safe::{one_line, printable};
use crate::model::{
    Authority, Coverage, CoverageCount, CoverageState, CoverageTotals, Decision, Instruction,
    LogPage, RetiredDecision, Standing, Supersession, SupersessionState,
};
use crate::report::style::{Look, Tone};
use crate::report::words::count;

/// Columns below which a decision's date and standing stand on a line of their own.
const NARROW: usize = 60;

/// What of a log is to be shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Also what was mined from commit messages.
    pub inferred: bool,
    /// Also what was read and what was not, and why.
    pub coverage: bool,
    /// Whether a filter was given.
    pub filtered: bool,
    /// Sources whose contents the clone does not hold.
    pub missing: usize,
}

/// The log of a commit, by source, in the order of lines.
pub fn page(page: &LogPage, shown: Shown, look: Look) -> String {
    let mut out = String::new();
    let recorded = |d: &&Decision| d.authority != Authority::Inferred;
    let n = page.decisions.iter().filter(recorded).count();
    let mined = page.decisions.len() - n;
    head(&mut out, page, n, shown, look);
    let mut source = String::new();
    for d in page.decisions.iter().filter(recorded) {
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
        for (in_code, what) in [
            (false, "Commit messages (inferred)"),
            (true, "Comments in code (inferred)"),
        ] {
            let all = page.decisions.iter().filter(|d| !recorded(d));
            let mut of_kind = all
                .filter(|d| d.source.path.is_some() == in_code)
                .peekable();
            if of_kind.peek().is_some() {
                heading(&mut out, what, look);
            }
            for d in of_kind {
                decision(&mut out, d, look);
            }
        }
    }
    if let Some(list) = &page.retired {
        retired(&mut out, list, look);
    }
    if let Some(list) = &page.instructions {
        instructions(&mut out, list, look);
    }
    if shown.coverage {
        coverage(&mut out, &page.coverage, page.totals, look);
    } else {
        unread(&mut out, page, look);
    }
    out
}

/// One line on files that were not read, or only in part.
fn unread(out: &mut String, page: &LogPage, look: Look) {
    // What messages leave out is no file's.
    let is_file = |c: &&Coverage| c.path.as_bytes() != b"commit messages";
    let files = CoverageTotals::of(
        &page
            .coverage
            .iter()
            .filter(is_file)
            .cloned()
            .collect::<Vec<_>>(),
    );
    let skipped = (files.files.skipped > 0).then(|| {
        let n = files.files.skipped;
        format!("{} {} not read", count(n, "file"), were(n))
    });
    let partly = (files.files.partly > 0).then(|| {
        let n = files.files.partly;
        format!("{} {} read in part", count(n, "file"), were(n))
    });
    let said: Vec<String> = skipped.into_iter().chain(partly).collect();
    if !said.is_empty() {
        let text = format!("{}; --coverage says why.", said.join(", "));
        out.push_str(&format!("\n{}\n", look.paint(Tone::Dim, &text)));
    }
}

fn were(n: usize) -> &'static str {
    if n == 1 { "was" } else { "were" }
}

fn heading(out: &mut String, text: &str, look: Look) {
    out.push_str(&format!("\n{}\n", look.paint(Tone::Bold, text)));
}

fn head(out: &mut String, page: &LogPage, n: usize, shown: Shown, look: Look) {
    let what = match shown.filtered {
        true => format!("{n} of {}", count(page.live, "recorded decision")),
        false => count(n, "decision"),
    };
    let text = format!("{what} as of {}", moment(&page.moment));
    for line in look.wrap(&text, "", "  ") {
        out.push_str(&look.paint(Tone::Bold, &line));
        out.push('\n');
    }
    if shown.missing > 0 {
        let text = format!(
            "The contents of {} are missing from this clone, so what they record is not told. `git \
             fetch --refetch --no-filter` brings them.",
            count(shown.missing, "file")
        );
        for line in look.wrap(&text, "", "  ") {
            out.push_str(&format!("{line}\n"));
        }
    }
    if n == 0 && page.live == 0 && shown.missing > 0 {
        // What the files record is not known.
    } else if n == 0 && page.live == 0 {
        out.push_str("No file at this commit records decisions. `rguard log --coverage` says what was looked at.\n");
    } else if n == 0 && shown.filtered {
        out.push_str("No recorded decision fits all filters.\n");
    }
}

fn decision(out: &mut String, d: &Decision, look: Look) {
    let inset = if d.part_of.is_some() { "    " } else { "  " };
    let tone = match d.standing {
        Standing::Accepted => Tone::Good,
        Standing::Proposed | Standing::Unknown => Tone::Mild,
        Standing::Rejected | Standing::Deprecated | Standing::Superseded => Tone::Dim,
    };
    let date = one_line(d.date.as_deref().unwrap_or("no date"));
    let lead = format!(
        "{inset}{date:<14} {}  ",
        look.paint(tone, &format!("{:<10}", d.standing.word()))
    );
    let plain = match look.width < NARROW {
        true => format!("{inset}  "),
        false => format!("{inset}{:14} {:10}  ", "", ""),
    };
    if look.width < NARROW {
        out.push_str(&format!(
            "{inset}{date} {}\n",
            look.paint(tone, d.standing.word())
        ));
    }
    for (i, line) in look
        .wrap(&one_line(&d.title), &plain, &plain)
        .iter()
        .enumerate()
    {
        let line = line.strip_prefix(&plain).unwrap_or(line.trim_start());
        let tone = if d.standing.binds() {
            Tone::Bold
        } else {
            Tone::Dim
        };
        let leads = i == 0 && look.width >= NARROW;
        out.push_str(if leads { &lead } else { &plain });
        out.push_str(&look.paint(tone, line));
        out.push('\n');
    }
    let id = match (&d.source.path, d.source.lines) {
        (Some(_), Some(l)) => format!("{}  lines {}–{}", one_line(d.id.as_str()), l.start, l.end),
        _ => one_line(d.id.as_str()),
    };
    let key = format!("{id}  key {}", d.key);
    out.push_str(&format!("{plain}{}\n", look.paint(Tone::Dim, &key)));
    for s in &d.superseded_by {
        let text = supersession("superseded by", "may be superseded by", s);
        out.push_str(&format!("{plain}{text}\n"));
    }
    let proposed = d
        .supersedes
        .iter()
        .filter(|s| s.state == SupersessionState::Proposed);
    for s in proposed {
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

fn retired(out: &mut String, list: &[RetiredDecision], look: Look) {
    heading(out, "History: decisions that are in force no more", look);
    if list.is_empty() {
        out.push_str("  None.\n");
    }
    for r in list {
        let lead = format!("  {:<10}  ", r.ending.word());
        for line in look.wrap(&one_line(&r.title), &lead, "              ") {
            out.push_str(&line);
            out.push('\n');
        }
        let inset = "              ";
        let id = format!("{}  key {}", one_line(r.id.as_str()), r.key);
        out.push_str(&format!("{inset}{}\n", look.paint(Tone::Dim, &id)));
        for c in &r.removed_in {
            let text = format!("{} in {}", r.ending.word(), commit(c));
            for line in look.wrap(&text, inset, "                ") {
                out.push_str(&line);
                out.push('\n');
            }
        }
        if r.removed_in.is_empty() {
            out.push_str(&format!("{inset}the commit that did it is not known\n"));
        }
        let at = r
            .last
            .commit
            .as_ref()
            .map(|c| format!(" at {}", c.short()))
            .unwrap_or_default();
        let stood = format!("{inset}stood last in {}{at}", place(&r.last));
        if r.ending == crate::model::Ending::Deleted {
            out.push_str(&format!("{}\n", look.paint(Tone::Dim, &stood)));
        }
        for id in &r.superseded_by {
            out.push_str(&format!("{inset}superseded by {}\n", one_line(id.as_str())));
        }
    }
}

fn instructions(out: &mut String, list: &[Instruction], look: Look) {
    heading(out, "What agents were told then", look);
    if list.is_empty() {
        out.push_str("  Nothing: there is no instruction file at this commit.\n");
    }
    for i in list {
        let place = match (i.scope.directory.is_empty(), i.scope.globs.is_empty()) {
            (true, true) => "the whole repository".to_owned(),
            (false, true) => format!("{}/", i.scope.directory),
            (_, false) => i.scope.globs.join(", "),
        };
        let since = i.from.as_ref().map_or_else(
            || "since before this clone begins".to_owned(),
            |c| format!("since {}", c.short()),
        );
        out.push_str(&format!(
            "  {}\n",
            look.paint(Tone::Bold, &one_line(&i.path.to_string()))
        ));
        let facts = format!(
            "for {}, {}, {place}, {since}, {}",
            i.agent.word(),
            i.scope.when.word(),
            count(i.text.lines().count(), "line")
        );
        let notes = i.link_to.iter().map(|to| format!("a link to {to}"));
        for text in std::iter::once(facts).chain(notes).chain(i.note.clone()) {
            for line in look.wrap(&one_line(&text), "    ", "      ") {
                out.push_str(&line);
                out.push('\n');
            }
        }
        for line in i.text.trim_end().lines() {
            let line = printable(line).replace('\t', "    ");
            out.push_str(&format!("    │ {}\n", line.trim_end()));
        }
    }
}

fn coverage(out: &mut String, list: &[Coverage], totals: CoverageTotals, look: Look) {
    heading(out, "Coverage", look);
    let mut file = None;
    for c in list {
        let word = match c.state {
            CoverageState::Read => "read",
            CoverageState::Partly => "partly",
            CoverageState::Skipped => "skipped",
        };
        let path = one_line(&c.path.to_string());
        let (lead, rest) = match c.line {
            Some(line) if file == Some(&c.path) => {
                (format!("    {word:<8} line {line}"), "                ")
            }
            Some(line) => (format!("  {word:<8} {path}:{line}"), "             "),
            None => (format!("  {word:<8} {path}"), "             "),
        };
        file = Some(&c.path);
        let text = match c.reason.is_empty() {
            true => lead,
            false => format!("{lead}  {}", one_line(&c.reason)),
        };
        // The blanks that the line begins with are not the wrapper's to keep.
        let inset = &text[..text.len() - text.trim_start().len()];
        for line in look.wrap(text.trim_start(), inset, rest) {
            out.push_str(&line);
            out.push('\n');
        }
    }
    if list.is_empty() {
        out.push_str("  Nothing at this commit looks like a record of decisions.\n");
    }
    out.push_str(&format!("\n  files     {}\n", numbers(totals.files)));
    out.push_str(&format!("  sections  {}\n", numbers(totals.sections)));
}

fn numbers(c: CoverageCount) -> String {
    format!(
        "{} read, {} partly read, {} skipped",
        c.read, c.partly, c.skipped
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_a_narrow_terminal_titles_keep_most_of_the_width() {
        let d = Decision {
            title: "Steer by hand while the ropes hold".to_owned(),
            date: Some("2024-01-05".to_owned()),
            ..Decision::default()
        };
        let mut out = String::new();
        let look = Look {
            color: false,
            width: 30,
        };
        decision(&mut out, &d, look);
        let lines: Vec<&str> = out.lines().take(3).collect();
        assert_eq!(
            lines,
            [
                "  2024-01-05 unknown",
                "    Steer by hand while the",
                "    ropes hold"
            ]
        );
    }
}
