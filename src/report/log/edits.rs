//! A word diff as lines: in colour, or marked as `git diff --word-diff=plain` marks it.

use crate::model::safe::printable;
use crate::model::{WordChange, WordChangeKind};
use crate::report::style::{Look, Tone};

/// Unchanged lines that stand around a changed one.
const AROUND: usize = 1;

/// The changed lines with a line around each; what lies between is an ellipsis.
pub(super) fn edits(words: &[WordChange], inset: &str, look: Look) -> Vec<String> {
    let lines = lines(words, look);
    let near = |i: usize| {
        let (from, to) = (i.saturating_sub(AROUND), (i + AROUND + 1).min(lines.len()));
        lines[from..to].iter().any(|(changed, _)| *changed)
    };
    let ellipsis = format!("{inset}{}", look.paint(Tone::Dim, "…"));
    let mut out = Vec::new();
    // Empty lines are shown between two lines that are, and not beside what is left out.
    let (mut cut, mut blank) = (false, false);
    for (i, (_, text)) in lines.iter().enumerate() {
        if text.trim().is_empty() {
            blank = true;
        } else if near(i) {
            if std::mem::take(&mut cut) {
                out.push(ellipsis.clone());
            } else if blank && !out.is_empty() {
                out.push(String::new());
            }
            blank = false;
            out.extend(look.wrap(text, inset, inset));
        } else {
            cut = true;
        }
    }
    if cut && !out.is_empty() {
        out.push(ellipsis);
    }
    out
}

/// The text's lines, marked, and whether anything in each changed.
fn lines(words: &[WordChange], look: Look) -> Vec<(bool, String)> {
    let mut out = vec![(false, String::new())];
    for w in words {
        for (i, part) in w.text.split('\n').enumerate() {
            if i > 0 {
                out.push((false, String::new()));
            }
            if part.is_empty() {
                continue;
            }
            if let Some((changed, line)) = out.last_mut() {
                *changed |= w.change != WordChangeKind::Same;
                line.push_str(&marked(part, w.change, look));
            }
        }
    }
    out
}

fn marked(text: &str, change: WordChangeKind, look: Look) -> String {
    let text = printable(text).replace('\t', " ");
    match change {
        WordChangeKind::Same => text,
        WordChangeKind::Added if look.color => look.paint(Tone::Good, &text),
        WordChangeKind::Removed if look.color => look.paint(Tone::Bad, &text),
        WordChangeKind::Added => format!("{{+{text}+}}"),
        WordChangeKind::Removed => format!("[-{text}-]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words() -> Vec<WordChange> {
        let w = |change, text: &str| WordChange {
            change,
            text: text.to_owned(),
        };
        vec![
            w(WordChangeKind::Same, "one\ntwo\nThe pump holds "),
            w(WordChangeKind::Removed, "four"),
            w(WordChangeKind::Added, "nine\x1b[2J"),
            w(WordChangeKind::Same, " bars.\nthree\nfour\n"),
        ]
    }

    #[test]
    fn without_colour_the_marks_are_those_of_git_and_far_lines_are_left_out() {
        let look = Look {
            color: false,
            width: 80,
        };
        assert_eq!(
            edits(&words(), "  ", look),
            [
                "  …",
                "  two",
                "  The pump holds [-four-]{+nine␛[2J+} bars.",
                "  three",
                "  …"
            ]
        );
    }

    #[test]
    fn with_colour_no_mark_is_needed() {
        let look = Look {
            color: true,
            width: 80,
        };
        let line = edits(&words(), "", look)[2].clone();
        assert_eq!(
            line,
            "The pump holds \x1b[1;31mfour\x1b[0m\x1b[32mnine␛[2J\x1b[0m bars."
        );
    }
}
