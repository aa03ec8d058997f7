//! Colours inside the lines of a diff: syntax by scope, and the words that changed.
//!
//! Runs on a blocking thread, hunk by hunk; the diff is drawn plain until a hunk is ready. Old and
//! new side are parsed apart, so that a deleted `/*` does not recolour the new side. The result
//! names meanings ([`Role`]), not colours, so a theme can change without another parse.

use std::ops::Range;
use std::sync::OnceLock;

use similar::{Algorithm, ChangeTag, InlineChangeMode, InlineChangeOptions, TextDiff};
use syntect::parsing::{ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};

use super::doc::{Doc, DocFile, DocHunk, DocLine};
use super::theme::Role;
use crate::model::LineKind;

/// Most bytes of a hunk that are parsed.
const HUNK_MAX: usize = 512 * 1024;
/// Most lines of a block in which changed words are looked for.
const WORDS_MAX: usize = 200;
/// Longest line in which changed words are looked for, in bytes.
const WORDS_LINE_MAX: usize = 1_000;

/// The colours of one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineSpans {
    /// Runs of one meaning, in order, as bytes of the line's text.
    pub tokens: Vec<(Range<usize>, Role)>,
    /// Changed words, as bytes of the line's text.
    pub words: Vec<Range<usize>>,
}

/// The colours of one hunk, a line each.
pub type HunkSpans = Vec<LineSpans>;

/// Endings that two-face lacks, or gives to something else, and the name to use for them.
const ALIASES: &[(&str, &str)] = &[
    ("jsx", "js"),
    ("mjs", "js"),
    ("cjs", "js"),
    ("mts", "ts"),
    ("cts", "ts"),
    ("cypher", "sql"),
    ("ps1", "sh"),
    ("justfile", "Makefile"),
    ("jsonc", "json"),
    ("json5", "json"),
    ("mdx", "md"),
];

fn syntaxes() -> &'static SyntaxSet {
    static SET: OnceLock<SyntaxSet> = OnceLock::new();
    SET.get_or_init(two_face::syntax::extra_newlines)
}

/// The grammar of a file, by its name, its ending, then its first line.
fn syntax_of(file: &DocFile) -> Option<&'static SyntaxReference> {
    let set = syntaxes();
    let name = file.path.file_name();
    let ending = file.path.extension().unwrap_or_else(|| name.to_lowercase());
    let alias = ALIASES.iter().find(|(from, _)| *from == ending);
    let found = match alias {
        Some((_, to)) => set.find_syntax_by_extension(to),
        None => set
            .find_syntax_by_extension(&name)
            .or_else(|| set.find_syntax_by_extension(&ending)),
    };
    found.or_else(|| {
        let first = file.hunks.first().filter(|h| h.new_start <= 1)?;
        set.find_syntax_by_first_line(&first.lines.first()?.text)
    })
}

/// Whether the diff is small enough to be highlighted at all.
pub fn fits(doc: &Doc) -> bool {
    doc.lines <= super::doc::HIGHLIGHT_LINES
}

/// The colours of one hunk.
pub fn hunk(file: &DocFile, hunk: &DocHunk) -> HunkSpans {
    let mut out: HunkSpans = vec![LineSpans::default(); hunk.lines.len()];
    let bytes: usize = hunk.lines.iter().map(|l| l.text.len()).sum();
    if bytes > HUNK_MAX {
        return out;
    }
    if let Some(syntax) = syntax_of(file) {
        side(syntax, hunk, LineKind::Deleted, &mut out);
        side(syntax, hunk, LineKind::Added, &mut out);
    }
    words(&hunk.lines, &mut out);
    out
}

fn side(syntax: &SyntaxReference, hunk: &DocHunk, kind: LineKind, out: &mut HunkSpans) {
    let set = syntaxes();
    let mut state = ParseState::new(syntax);
    let mut stack = ScopeStack::new();
    let mut buffer = String::new();
    for (line, spans) in hunk.lines.iter().zip(out) {
        if line.kind != kind && line.kind != LineKind::Context {
            continue;
        }
        if line.cut {
            continue;
        }
        buffer.clear();
        buffer.push_str(&line.text);
        buffer.push('\n');
        let Ok(ops) = state.parse_line(&buffer, set) else {
            return;
        };
        let mut tokens: Vec<(Range<usize>, Role)> = Vec::new();
        let mut from = 0;
        for (at, op) in ops
            .into_iter()
            .chain([(line.text.len(), syntect::parsing::ScopeStackOp::Noop)])
        {
            let at = at.min(line.text.len());
            if at > from {
                let role = role_of(&stack);
                match tokens.last_mut() {
                    Some((range, last)) if *last == role && range.end == from => range.end = at,
                    _ => tokens.push((from..at, role)),
                }
                from = at;
            }
            if stack.apply(&op).is_err() {
                return;
            }
        }
        spans.tokens = tokens;
    }
}

/// What a stack of scopes means; the innermost scope that says something decides.
fn role_of(stack: &ScopeStack) -> Role {
    static TABLE: OnceLock<Vec<(Scope, Role)>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        [
            ("comment", Role::SynComment),
            ("punctuation.definition.comment", Role::SynComment),
            ("string", Role::SynString),
            ("punctuation.definition.string", Role::SynString),
            ("constant.character", Role::SynNumber),
            ("constant", Role::SynNumber),
            ("keyword.operator", Role::SynPunctuation),
            ("keyword", Role::SynKeyword),
            ("storage", Role::SynKeyword),
            ("entity.name.function", Role::SynFunction),
            ("support.function", Role::SynFunction),
            ("variable.function", Role::SynFunction),
            ("meta.annotation", Role::SynFunction),
            ("entity.name.tag", Role::SynKeyword),
            ("entity.other.attribute-name", Role::SynType),
            ("entity.name", Role::SynType),
            ("support", Role::SynType),
            ("variable", Role::SynVariable),
            ("markup.heading", Role::SynKeyword),
            ("markup.raw", Role::SynString),
            ("punctuation", Role::SynPunctuation),
        ]
        .into_iter()
        .filter_map(|(s, role)| Some((Scope::new(s).ok()?, role)))
        .collect()
    });
    for scope in stack.as_slice().iter().rev() {
        let best = table
            .iter()
            .filter(|(prefix, _)| prefix.is_prefix_of(*scope))
            .max_by_key(|(prefix, _)| prefix.len());
        if let Some((_, role)) = best {
            return *role;
        }
    }
    Role::SynVariable
}

/// Finds the changed words of each block of deleted lines and the added lines after it. Lines that
/// have less than half in common are left whole: they were replaced, not edited.
fn words(lines: &[DocLine], out: &mut HunkSpans) {
    let mut i = 0;
    while i < lines.len() {
        if lines[i].kind != LineKind::Deleted {
            i += 1;
            continue;
        }
        let dels = i;
        while i < lines.len() && lines[i].kind == LineKind::Deleted {
            i += 1;
        }
        let adds = i;
        while i < lines.len() && lines[i].kind == LineKind::Added {
            i += 1;
        }
        let block = &lines[dels..i];
        if adds == i
            || block.len() > WORDS_MAX
            || block.iter().any(|l| l.text.len() > WORDS_LINE_MAX)
        {
            continue;
        }
        if adds - dels == i - adds {
            for n in 0..adds - dels {
                block_words(lines, dels + n..dels + n + 1, adds + n..adds + n + 1, out);
            }
        } else {
            block_words(lines, dels..adds, adds..i, out);
        }
    }
}

fn block_words(lines: &[DocLine], old: Range<usize>, new: Range<usize>, out: &mut HunkSpans) {
    let join = |range: &Range<usize>| {
        lines[range.clone()]
            .iter()
            .flat_map(|l| [l.text.as_str(), "\n"])
            .collect::<String>()
    };
    let (old_text, new_text) = (join(&old), join(&new));
    let diff = TextDiff::from_lines(&old_text, &new_text);
    let mut options = InlineChangeOptions::new();
    options
        .algorithm(Algorithm::Patience)
        .mode(InlineChangeMode::UnicodeWords)
        .min_ratio(0.5)
        .semantic_cleanup(true);
    for op in diff.ops() {
        for change in diff.iter_inline_changes_with_options(op, options) {
            let place = match change.tag() {
                ChangeTag::Delete => change.old_index().map(|n| old.start + n),
                ChangeTag::Insert => change.new_index().map(|n| new.start + n),
                ChangeTag::Equal => None,
            };
            let Some(place) = place.filter(|p| *p < lines.len()) else {
                continue;
            };
            let mut at = 0;
            for (changed, text) in change.iter_strings_lossy() {
                let end = (at + text.len()).min(lines[place].text.len());
                if changed && end > at {
                    out[place].words.push(at..end);
                }
                at += text.len();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Change, ChangedFile, FileStatus, Hunk, Line};

    fn doc(path: &str, lines: &[&str]) -> Doc {
        let lines = lines
            .iter()
            .map(|l| Line {
                kind: match l.as_bytes()[0] {
                    b'+' => LineKind::Added,
                    b'-' => LineKind::Deleted,
                    _ => LineKind::Context,
                },
                old: None,
                new: None,
                text: l[1..].to_owned(),
                no_newline: false,
            })
            .collect();
        Doc::new(&Change {
            files: vec![ChangedFile {
                path: path.into(),
                old_path: None,
                status: FileStatus::Modified,
                additions: 0,
                deletions: 0,
                hunks: vec![Hunk {
                    lines,
                    ..Hunk::default()
                }],
                note: None,
            }],
            ..Change::default()
        })
    }

    fn spans(doc: &Doc) -> HunkSpans {
        hunk(&doc.files[0], &doc.files[0].hunks[0])
    }

    fn word<'a>(doc: &'a Doc, spans: &HunkSpans, line: usize) -> Vec<&'a str> {
        let text = &doc.files[0].hunks[0].lines[line].text;
        spans[line].words.iter().map(|r| &text[r.clone()]).collect()
    }

    #[test]
    fn a_deleted_comment_start_does_not_recolour_the_new_side() {
        let d = doc("a.rs", &["-/* open", "+let x = 1;", " let y = 2;"]);
        let s = spans(&d);
        let roles = |i: usize| s[i].tokens.iter().map(|t| t.1).collect::<Vec<_>>();
        assert!(roles(0).contains(&Role::SynComment));
        assert!(!roles(1).contains(&Role::SynComment));
        assert!(roles(1).contains(&Role::SynKeyword));
        assert!(!roles(2).contains(&Role::SynComment));
    }

    #[test]
    fn only_the_changed_words_of_an_edited_line_are_marked() {
        let d = doc(
            "a.ts",
            &[
                "-const value = usage.cost ?? null;",
                "+const value = usage.cost ?? 0;",
            ],
        );
        let s = spans(&d);
        assert_eq!(word(&d, &s, 0), ["null"]);
        assert_eq!(word(&d, &s, 1), ["0"]);
    }

    #[test]
    fn a_replaced_line_is_marked_in_no_word() {
        let d = doc("a.txt", &["-alpha beta gamma", "+12 34 56 78 90"]);
        let s = spans(&d);
        assert!(s.iter().all(|l| l.words.is_empty()));
    }

    #[test]
    fn tokens_cover_the_text_in_order_and_stay_on_character_boundaries() {
        for path in [
            "a.rs",
            "a.ts",
            "a.tsx",
            "a.py",
            "Dockerfile",
            "a.toml",
            "a.cypher",
            "a.none",
        ] {
            let d = doc(
                path,
                &[" let 容器 = \"👩‍💻\"; // ünïcode", "+// +", "-FROM x"],
            );
            let s = spans(&d);
            for (line, spans) in d.files[0].hunks[0].lines.iter().zip(&s) {
                let mut at = 0;
                for (range, _) in &spans.tokens {
                    assert_eq!(range.start, at, "{path}");
                    assert!(line.text.get(range.clone()).is_some(), "{path}");
                    at = range.end;
                }
                assert!(spans.tokens.is_empty() || at == line.text.len(), "{path}");
            }
        }
        assert!(syntax_of(&doc("x.tsx", &[" a"]).files[0]).is_some());
        assert!(syntax_of(&doc("x.jsx", &[" a"]).files[0]).is_some());
    }
}
