//! The comparison as text: a table, then each difference where it is asked for.

use super::Compared;
use super::compare::{Count, Outcome};
use super::table::Kind;
use crate::model::safe::one_line;

const HEAD: [&str; 11] = [
    "corpus",
    "found/expected",
    "missed",
    "unexpected",
    "standing",
    "date",
    "supersession",
    "no decision",
    "skipped",
    "silent",
    "left out",
];

/// The tables.
pub fn text(results: &[Compared], misses: bool) -> String {
    let mut rows: Vec<Vec<String>> = vec![HEAD.iter().map(|h| (*h).to_owned()).collect()];
    rows.extend(results.iter().map(|r| row(&r.corpus, &r.outcome)));
    let total = sum(results);
    rows.push(row("all", &total));
    let mut out = grid(&rows);
    out.push_str(&shares(&total));
    if misses {
        for r in results {
            differences(&mut out, r);
        }
    }
    let compared: Vec<&Compared> = results.iter().filter(|r| !r.as_of.is_empty()).collect();
    if !compared.is_empty() {
        out.push_str("\nThe log as of older commits, from history and from a checkout:\n\n");
        out.push_str(&as_of(&compared));
        for r in &compared {
            for a in &r.as_of {
                for d in a
                    .differences
                    .iter()
                    .take(if misses { usize::MAX } else { 3 })
                {
                    let commit = a.commit.get(..8).unwrap_or(&a.commit);
                    out.push_str(&format!("  {} {commit}: {}\n", r.corpus, one_line(d)));
                }
            }
        }
    }
    out
}

fn row(name: &str, o: &Outcome) -> Vec<String> {
    let found = o.decisions.iter().map(|(kind, c)| of_kind(*kind, *c));
    let mut cells = vec![name.to_owned(), found.collect::<Vec<_>>().join(", ")];
    cells.extend(
        [
            o.missed,
            o.unexpected,
            o.wrong_standing,
            o.wrong_date,
            o.wrong_supersession,
            o.not_decisions,
            o.skipped,
            o.silent,
            o.left_out,
        ]
        .map(|n| n.to_string()),
    );
    cells
}

fn of_kind(kind: Kind, c: Count) -> String {
    format!("{}/{} {}", c.found, c.expected, kind.plural())
}

fn sum(results: &[Compared]) -> Outcome {
    let mut all = Outcome::default();
    for o in results.iter().map(|r| &r.outcome) {
        for (kind, c) in &o.decisions {
            let sum = all.decisions.entry(*kind).or_default();
            sum.expected += c.expected;
            sum.found += c.found;
        }
        all.missed += o.missed;
        all.unexpected += o.unexpected;
        all.wrong_standing += o.wrong_standing;
        all.wrong_date += o.wrong_date;
        all.wrong_supersession += o.wrong_supersession;
        all.not_decisions += o.not_decisions;
        all.skipped += o.skipped;
        all.silent += o.silent;
        all.other_id += o.other_id;
        all.doubtful += o.doubtful;
        all.left_out += o.left_out;
    }
    all
}

fn shares(all: &Outcome) -> String {
    let expected: usize = all.decisions.values().map(|c| c.expected).sum();
    let found: usize = all.decisions.values().map(|c| c.found).sum();
    let percent = |n: usize, of: usize| 100.0 * n as f64 / of.max(1) as f64;
    format!(
        "\n{found} of {expected} found ({:.2} %); wrong standing {:.2} %, date {:.2} %, supersession {:.2} % of those found.\n\
         {} under another id than the table's; {} doubtful ones read.\n",
        percent(found, expected),
        percent(all.wrong_standing, found),
        percent(all.wrong_date, found),
        percent(all.wrong_supersession, found),
        all.other_id,
        all.doubtful,
    )
}

fn differences(out: &mut String, r: &Compared) {
    if r.outcome.misses.is_empty() {
        return;
    }
    out.push_str(&format!("\n{}\n", r.corpus));
    for m in &r.outcome.misses {
        let line = m.line.map(|l| format!(" (line {l})")).unwrap_or_default();
        out.push_str(&one_line(&format!(
            "  {}: {}{line}: expected {}; found {}",
            m.about.words(),
            m.id,
            m.expected,
            m.found
        )));
        out.push('\n');
    }
}

fn as_of(results: &[&Compared]) -> String {
    let mut rows = vec![
        ["corpus", "commit", "identical", "differing"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for r in results {
        for a in &r.as_of {
            rows.push(vec![
                r.corpus.clone(),
                a.commit.get(..8).unwrap_or(&a.commit).to_owned(),
                a.identical.to_string(),
                a.differing.to_string(),
            ]);
        }
    }
    grid(&rows)
}

/// Columns as wide as their widest cell.
fn grid(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |i: usize| {
        let cells = rows.iter().filter_map(|r| r.get(i));
        cells.map(|c| c.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(&format!("{cell:width$}  "));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out
}
