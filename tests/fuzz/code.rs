//! Comments of any code, and the facts of any message's trailers.

use proptest::prelude::*;
use rguard::decisions::comments::{scan, verbatim};
use rguard::decisions::lore;
use rguard::model::{LineRange, Quote, RepoPath};

/// Files of every family of comment marks.
const PATHS: &[&str] = &[
    "a.rs",
    "a.ts",
    "a.py",
    "a.rb",
    "a.sql",
    "a.lua",
    "a.hs",
    "a.clj",
    "a.html",
    "a.vue",
    "a.erb",
    "a.ps1",
    "a.ml",
    "a.yml",
    "a.ini",
    "a.php",
    "a.css",
    "Dockerfile",
    "a.unheard",
];

fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => "[ \t]{0,6}(//|#|--|;|/\\*|\\*|<!--|\"\"\"|=begin|\\(\\*|%)? ?(WHY:|NOTE:|HACK:|Do not|Keep it,|It must stay) [a-z容é👩‍💻 ]{0,30}(because|otherwise|—|\\() [a-z ]{1,20}\\.?",
        2 => "[ \t]{0,6}(//|#|--|;|\\*)? ?[a-zA-Z ,.()\"'`{}容—-]{0,60}",
        2 => "(\\*/|-->|\"\"\"|'''|=end|\\*\\)|\\]\\]|`|/\\*|r#\"|\"#|\\{-|-\\}|<%#|%>)",
        3 => "[ \t]{0,8}[a-z]{1,6}(\\(\\);| = \"[^\"\n]{0,8}\"?;| = '[^'\n]{0,4}|: \\{)",
        1 => "",
        1 => "\\PC{0,60}",
    ]
}

/// Code of no language, or of several.
pub fn text() -> impl Strategy<Value = String> {
    let end = prop_oneof![6 => Just("\n"), 1 => Just("\r\n"), 1 => Just("\n\n")];
    proptest::collection::vec((line(), end), 0..40).prop_map(|lines| {
        lines
            .into_iter()
            .flat_map(|(l, e)| [l, e.to_owned()])
            .collect()
    })
}

/// Each comment's words stand at its lines, and what it guards lies in the file.
///
/// # Errors
/// What does not hold.
pub fn comments(text: &str) -> Result<(), String> {
    let lines: Vec<&str> = text.lines().collect();
    let last = u32::try_from(lines.len()).unwrap();
    for path in PATHS {
        let at = RepoPath::from(*path);
        let found = scan(&at, text);
        if found != scan(&at, text) {
            return Err(format!("{path}: reading twice gives two results"));
        }
        for (i, c) in found.iter().enumerate() {
            let inside = |r: LineRange| r.start >= 1 && r.start <= r.end && r.end <= last;
            if !inside(c.lines) || !c.guards.is_none_or(inside) || c.ordinal != i {
                return Err(format!("{path}: {c:?} of {last} lines"));
            }
            if c.title.trim().is_empty() {
                return Err(format!("{path}: no title: {c:?}"));
            }
            for (n, words) in (c.lines.start..).zip(c.text.split('\n')) {
                if n > c.lines.end || !lines[n as usize - 1].contains(words) {
                    return Err(format!("{path}: {words:?} does not stand in line {n}"));
                }
            }
            let whole = Quote {
                text: c.text.clone(),
                lines: Some(c.lines),
                ..Quote::default()
            };
            let quote = verbatim(&lines, &whole).ok_or_else(|| format!("{path}: no quote"))?;
            if !lines.join("\n").contains(&quote.text) {
                return Err(format!("{path}: {:?} does not stand there", quote.text));
            }
        }
    }
    Ok(())
}

/// Each fact of a message is quoted as it stands there.
///
/// # Errors
/// What does not hold.
pub fn facts(text: &str) -> Result<(), String> {
    for t in lore::trailers(text) {
        if !text.contains(&t.raw) {
            return Err(format!("{:?} does not stand in the message", t.raw));
        }
    }
    let facts = lore::facts(text, None);
    let quotes = (facts.alternatives.iter().map(|a| &a.quote))
        .chain(facts.constraints.iter().map(|c| &c.quote));
    for q in quotes {
        if !text.contains(&q.text) {
            return Err(format!("{:?} does not stand in the message", q.text));
        }
    }
    Ok(())
}
