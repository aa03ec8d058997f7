//! The change as a judge reads it: what really changed, in comparable terms.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::lex::{LexedLine, lex};
use super::phrases::{Pair, pairs};
use super::words::{Term, names, terms};
use crate::model::{Change, ChangedFile, FileStatus, Hunk, LineKind, RepoPath};
use crate::model::{FileKind, file_kind};

/// The whole change, prepared once for all dossiers.
#[derive(Clone, Debug, Default)]
pub struct ChangeView {
    /// Its files, in the change's order.
    pub files: Vec<FileView>,
}

/// One file's part.
#[derive(Clone, Debug)]
pub struct FileView {
    /// Path at the head.
    pub path: RepoPath,
    /// Path at the base.
    pub old_path: RepoPath,
    /// What kind of file it is.
    pub kind: FileKind,
    /// What happened to it.
    pub status: FileStatus,
    /// Its hunks.
    pub hunks: Vec<HunkView>,
}

impl FileView {
    /// Whether it goes to another folder: that alone may be against a decision on layers.
    pub fn is_moved(&self) -> bool {
        self.path.parent() != self.old_path.parent()
    }
}

/// One hunk, without what only looks changed.
#[derive(Clone, Debug, Default)]
pub struct HunkView {
    /// The enclosing scope's line.
    pub scope: String,
    /// Removed lines that change what the program does: `(line number, code)`.
    pub removed: Vec<(u32, String)>,
    /// Added lines likewise.
    pub added: Vec<(u32, String)>,
    /// Comments of the changed lines, for the choice of quotes.
    pub said: Vec<String>,
    /// Terms that the removed side has more often than the added one.
    pub removed_terms: BTreeMap<Term, usize>,
    /// Terms that the added side has more often.
    pub added_terms: BTreeMap<Term, usize>,
    /// Terms that stand on both sides: what the lines are about.
    pub kept_terms: BTreeSet<Term>,
    /// Terms of scope, comments and context around: what the hunk is about.
    pub around: BTreeSet<Term>,
    /// Names (whole identifiers, packages) only on the removed side.
    pub removed_names: BTreeSet<String>,
    /// Names only on the added side.
    pub added_names: BTreeSet<String>,
    /// Neighbouring terms only on the removed side.
    pub removed_pairs: BTreeSet<Pair>,
    /// Neighbouring terms only on the added side.
    pub added_pairs: BTreeSet<Pair>,
    /// Numbers moved, pair by pair.
    pub moved: Vec<ValueMove>,
    /// The first and the last changed line at the base and at the head, for evidence.
    pub old_span: Option<(u32, u32)>,
    /// The same at the head.
    pub new_span: Option<(u32, u32)>,
}

/// One value that became another in a line that stayed otherwise the same.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueMove {
    /// The old token as written.
    pub old: String,
    /// The new token as written; empty where no value came instead.
    pub new: String,
    /// The line at the base.
    pub line: u32,
    /// Terms of the line.
    pub terms: BTreeSet<Term>,
    /// Terms of the name before the value, without what it belongs to.
    pub name: BTreeSet<Term>,
}

impl HunkView {
    /// Whether anything changed but wording, comments and white space.
    pub fn is_effective(&self) -> bool {
        !self.removed.is_empty() || !self.added.is_empty()
    }
}

impl ChangeView {
    /// Prepares a change: comments, message strings, white space and moved lines fall out.
    pub fn of(change: &Change) -> Self {
        let moved = moved_lines(change);
        Self {
            files: change.files.iter().map(|f| file_view(f, &moved)).collect(),
        }
    }

    /// Prepares a part of a change. What moved is told by the whole.
    pub fn of_part(part: &Change, whole: &Change) -> Self {
        let moved = moved_lines(whole);
        Self {
            files: part.files.iter().map(|f| file_view(f, &moved)).collect(),
        }
    }

    /// The hunks that change what the program does, with their file.
    pub fn effective(&self) -> impl Iterator<Item = (&FileView, &HunkView)> {
        self.files
            .iter()
            .filter(|f| !matches!(f.kind, FileKind::Docs | FileKind::Generated))
            .flat_map(|f| {
                f.hunks
                    .iter()
                    .filter(|h| h.is_effective())
                    .map(move |h| (f, h))
            })
    }
}

/// Code lines that leave one place and come up in another, with how many of each cancel out.
fn moved_lines(change: &Change) -> HashMap<String, usize> {
    let mut removed: HashMap<String, usize> = HashMap::new();
    let mut added: HashMap<String, usize> = HashMap::new();
    for file in &change.files {
        for hunk in &file.hunks {
            for line in &hunk.lines {
                let key: String = line.text.split_whitespace().collect();
                if key.len() < 4 {
                    continue;
                }
                match line.kind {
                    LineKind::Deleted => *removed.entry(key).or_default() += 1,
                    LineKind::Added => *added.entry(key).or_default() += 1,
                    LineKind::Context => {}
                }
            }
        }
    }
    removed
        .into_iter()
        .filter_map(|(key, n)| added.get(&key).map(|m| (key.clone(), n.min(*m))))
        .filter(|(_, n)| *n > 0)
        .collect()
}

fn file_view(file: &ChangedFile, moved: &HashMap<String, usize>) -> FileView {
    let kind = file_kind(&file.path);
    FileView {
        path: file.path.clone(),
        old_path: file.base_path().clone(),
        kind,
        status: file.status,
        hunks: file
            .hunks
            .iter()
            .map(|h| hunk_view(&file.path, h, moved))
            .collect(),
    }
}

fn hunk_view(path: &RepoPath, hunk: &Hunk, moved: &HashMap<String, usize>) -> HunkView {
    let side = |skip: LineKind| -> Vec<(&crate::model::Line, LexedLine)> {
        let lines: Vec<_> = hunk.lines.iter().filter(|l| l.kind != skip).collect();
        let lexed = lex(path, lines.iter().map(|l| l.text.as_str()));
        lines.into_iter().zip(lexed).collect()
    };
    let old = side(LineKind::Added);
    let new = side(LineKind::Deleted);
    let mut view = HunkView {
        scope: hunk.scope.clone(),
        ..HunkView::default()
    };
    let mut around = super::words::term_set(&hunk.scope);
    for (_, lexed) in old.iter().chain(&new) {
        around.extend(terms(&lexed.comment));
    }
    let changed_lines = old.iter().chain(&new);
    view.said = changed_lines
        .filter(|(l, lexed)| l.kind != LineKind::Context && !lexed.comment.trim().is_empty())
        .map(|(_, lexed)| lexed.comment.clone())
        .collect();
    for (line, lexed) in &old {
        if line.kind == LineKind::Context {
            around.extend(terms(&lexed.code));
        }
    }
    around.extend(terms(&path.to_string()));
    let mut removed = changed(&old, LineKind::Deleted, |l| l.old);
    let mut added = changed(&new, LineKind::Added, |l| l.new);
    cancel(&mut removed, &mut added, moved);
    let bag = |lines: &[(u32, String)]| {
        let mut bag: BTreeMap<Term, usize> = BTreeMap::new();
        for (_, code) in lines {
            for t in terms(code) {
                *bag.entry(t).or_default() += 1;
            }
        }
        bag
    };
    let (r, a) = (bag(&removed), bag(&added));
    view.kept_terms = r.keys().filter(|t| a.contains_key(*t)).cloned().collect();
    view.removed_terms = surplus(&r, &a);
    view.added_terms = surplus(&a, &r);
    let name_set = |lines: &[(u32, String)]| -> BTreeSet<String> {
        lines.iter().flat_map(|(_, code)| names(code)).collect()
    };
    let (rn, an) = (name_set(&removed), name_set(&added));
    view.removed_names = rn.difference(&an).cloned().collect();
    view.added_names = an.difference(&rn).cloned().collect();
    let pair_set = |lines: &[(u32, String)]| -> BTreeSet<Pair> {
        lines.iter().flat_map(|(_, code)| pairs(code)).collect()
    };
    let (rp, ap) = (pair_set(&removed), pair_set(&added));
    view.removed_pairs = rp.difference(&ap).cloned().collect();
    view.added_pairs = ap.difference(&rp).cloned().collect();
    view.moved = moves(&removed, &added);
    let span = |lines: &[(u32, String)]| {
        let first = lines.iter().map(|(n, _)| *n).min()?;
        let last = lines.iter().map(|(n, _)| *n).max()?;
        Some((first, last))
    };
    view.old_span = span(&removed);
    view.new_span = span(&added);
    view.removed = removed;
    view.added = added;
    view.around = around;
    view
}

fn changed(
    side: &[(&crate::model::Line, LexedLine)],
    kind: LineKind,
    number: impl Fn(&crate::model::Line) -> Option<u32>,
) -> Vec<(u32, String)> {
    side.iter()
        .filter(|(l, lexed)| l.kind == kind && lexed.code.chars().any(char::is_alphanumeric))
        .filter_map(|(l, lexed)| number(l).map(|n| (n, lexed.code.clone())))
        .collect()
}

/// Drops lines that stand on both sides, here or elsewhere in the change.
fn cancel(
    removed: &mut Vec<(u32, String)>,
    added: &mut Vec<(u32, String)>,
    moved: &HashMap<String, usize>,
) {
    let mut here: HashMap<String, usize> = HashMap::new();
    for (_, code) in added.iter() {
        *here.entry(squeeze(code)).or_default() += 1;
    }
    let mut both: HashMap<String, usize> = HashMap::new();
    for (_, code) in removed.iter() {
        if let Some(n) = here.get_mut(&squeeze(code)).filter(|n| **n > 0) {
            *n -= 1;
            *both.entry(squeeze(code)).or_default() += 1;
        }
    }
    let gone = |lines: &mut Vec<(u32, String)>| {
        let mut left = both.clone();
        lines.retain(|(_, code)| {
            let key = squeeze(code);
            if moved.contains_key(&key) {
                return false;
            }
            match left.get_mut(&key).filter(|n| **n > 0) {
                Some(n) => {
                    *n -= 1;
                    false
                }
                None => true,
            }
        });
    };
    gone(removed);
    gone(added);
}

/// A code line without white space, trailing commas and semicolons: what formatters change.
pub fn squeeze(code: &str) -> String {
    let joined: String = code.split_whitespace().collect();
    joined.trim_end_matches([',', ';']).to_owned()
}

fn surplus(a: &BTreeMap<Term, usize>, b: &BTreeMap<Term, usize>) -> BTreeMap<Term, usize> {
    a.iter()
        .filter_map(|(t, n)| {
            let more = n.saturating_sub(b.get(t).copied().unwrap_or(0));
            (more > 0).then(|| (t.clone(), more))
        })
        .collect()
}

/// Tokens of a code line: words with their inner punctuation, numbers with theirs.
fn tokens(code: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let mut out = Vec::new();
    let mut start = None;
    for (i, c) in code.char_indices() {
        match (is_word(c), start) {
            (true, None) => start = Some(i),
            (false, Some(s)) => {
                out.push(&code[s..i]);
                start = None;
            }
            _ => {}
        }
    }
    if let Some(s) = start {
        out.push(&code[s..]);
    }
    out
}

/// Pairs removed and added lines that differ in few tokens and reads the values that moved.
fn moves(removed: &[(u32, String)], added: &[(u32, String)]) -> Vec<ValueMove> {
    let mut out = Vec::new();
    let mut taken = BTreeSet::new();
    for (number, old) in removed {
        let old_tokens = tokens(old);
        let best = added
            .iter()
            .enumerate()
            .filter(|(i, _)| !taken.contains(i))
            .map(|(i, (_, new))| (i, new, likeness(&old_tokens, &tokens(new))))
            .max_by(|x, y| x.2.total_cmp(&y.2))
            .filter(|(_, _, like)| *like >= 0.5);
        let Some((i, new, _)) = best else { continue };
        taken.insert(i);
        let new_tokens = tokens(new);
        let only_old: Vec<&str> = old_tokens
            .iter()
            .filter(|t| !new_tokens.contains(t))
            .copied()
            .collect();
        let only_new: Vec<&str> = new_tokens
            .iter()
            .filter(|t| !old_tokens.contains(t))
            .copied()
            .collect();
        let mut new_values = only_new.iter().filter(|t| is_value(t));
        for o in only_old.iter().filter(|t| is_value(t)) {
            out.push(ValueMove {
                old: (*o).to_owned(),
                new: new_values
                    .next()
                    .map_or_else(String::new, |n| (*n).to_owned()),
                line: *number,
                terms: terms(old).into_iter().chain(terms(new)).collect(),
                name: name_before(&old_tokens, o),
            });
        }
    }
    out
}

/// The terms of the last part of the name nearest before a value.
fn name_before(tokens: &[&str], value: &str) -> BTreeSet<Term> {
    let at = tokens.iter().position(|t| *t == value).unwrap_or(0);
    let named = tokens[..at].iter().rev().map(|token| {
        let last = token.rsplit('.').next().unwrap_or(token);
        super::words::term_set(last)
    });
    named
        .into_iter()
        .find(|t| !t.is_empty())
        .unwrap_or_default()
}

fn likeness(a: &[&str], b: &[&str]) -> f64 {
    let common = a.iter().filter(|t| b.contains(t)).count();
    common as f64 / a.len().max(b.len()).max(1) as f64
}

fn is_value(token: &str) -> bool {
    token.starts_with(|c: char| c.is_ascii_digit())
        || matches!(token.to_lowercase().as_str(), "true" | "false")
}

/// The number in a token (`16_384`, `24.hours`, `20_000`), where there is one.
pub fn number(token: &str) -> Option<f64> {
    let digits: String = token
        .chars()
        .filter(|c| *c != '_')
        .take_while(|c| c.is_ascii_digit() || *c == '.')
        .collect();
    digits.trim_end_matches('.').parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Line;

    fn hunk(lines: &[(char, &str)]) -> Hunk {
        let (mut old, mut new) = (0, 0);
        let lines = lines
            .iter()
            .map(|(k, text)| {
                let kind = match k {
                    '-' => LineKind::Deleted,
                    '+' => LineKind::Added,
                    _ => LineKind::Context,
                };
                if kind != LineKind::Added {
                    old += 1;
                }
                if kind != LineKind::Deleted {
                    new += 1;
                }
                Line {
                    kind,
                    old: (kind != LineKind::Added).then_some(old),
                    new: (kind != LineKind::Deleted).then_some(new),
                    text: (*text).to_owned(),
                    no_newline: false,
                }
            })
            .collect();
        Hunk {
            old_start: 1,
            old_lines: old,
            new_start: 1,
            new_lines: new,
            lines,
            ..Hunk::default()
        }
    }

    fn view(path: &str, lines: &[(char, &str)]) -> ChangeView {
        let file = ChangedFile {
            path: RepoPath::from(path),
            old_path: None,
            status: FileStatus::Modified,
            additions: 0,
            deletions: 0,
            hunks: vec![hunk(lines)],
            note: None,
        };
        ChangeView::of(&Change {
            files: vec![file],
            ..Change::default()
        })
    }

    #[test]
    fn wording_and_formatting_leave_nothing() {
        let v = view(
            "a.ts",
            &[
                ('-', "// drops about 92 facts"),
                ('+', "// loses about 92 facts"),
            ],
        );
        assert_eq!(v.effective().count(), 0);
        let v = view("a.ts", &[('-', "call(a,b);"), ('+', "call( a, b )")]);
        assert_eq!(v.effective().count(), 0);
        let v = view(
            "a.ts",
            &[
                ('-', "throw new Error('too many files');"),
                ('+', "throw new Error('over the limit');"),
            ],
        );
        assert_eq!(v.effective().count(), 0);
    }

    #[test]
    fn a_moved_value_is_read_with_its_line() {
        let v = view(
            "a.rb",
            &[
                ('-', "cache.write(key, v, expires_in: 24.hours)"),
                ('+', "cache.write(key, v, expires_in: 15.minutes)"),
            ],
        );
        let (_, h) = v.effective().next().unwrap();
        assert_eq!(h.moved[0].old, "24.hours");
        assert_eq!(number(&h.moved[0].old), Some(24.0));
        assert!(h.moved[0].terms.contains("cach"));
    }

    #[test]
    fn the_side_that_loses_a_word_is_known() {
        let v = view(
            "a.rb",
            &[
                ('-', "x = Edition.lock.find_current(d)"),
                ('+', "x = Edition.find_current(d)"),
            ],
        );
        let (_, h) = v.effective().next().unwrap();
        assert_eq!(h.removed_terms.keys().collect::<Vec<_>>(), ["lock"]);
        assert!(h.added_terms.is_empty());
        assert!(h.kept_terms.contains("edit"));
    }
}
