//! What changed between two texts, word by word.

use std::time::{Duration, Instant};

use similar::{ChangeTag, TextDiff};

use crate::model::{WordChange, WordChangeKind};

/// Longest time for one comparison; what is then still open counts as rewritten.
const PATIENCE: Duration = Duration::from_millis(200);

/// The words that stayed, came and went, in the order of reading: removed before added. White space
/// between words belongs to what it stands beside; texts that differ in nothing else are the same.
pub fn word_diff(before: &str, after: &str) -> Vec<WordChange> {
    if before.split_whitespace().eq(after.split_whitespace()) {
        return Vec::new();
    }
    let diff = TextDiff::configure()
        .deadline(Instant::now() + PATIENCE)
        .diff_words(before, after);
    let mut out: Vec<WordChange> = Vec::new();
    for change in diff.iter_all_changes() {
        let kind = match change.tag() {
            ChangeTag::Equal => WordChangeKind::Same,
            ChangeTag::Insert => WordChangeKind::Added,
            ChangeTag::Delete => WordChangeKind::Removed,
        };
        push(&mut out, kind, change.value());
    }
    tidy(out)
}

fn push(out: &mut Vec<WordChange>, change: WordChangeKind, text: &str) {
    match out.last_mut() {
        Some(last) if last.change == change => last.text.push_str(text),
        _ => out.push(WordChange {
            change,
            text: text.to_owned(),
        }),
    }
}

/// Joins edits that only white space parts: "old words" and "new words" read better than four pieces.
fn tidy(list: Vec<WordChange>) -> Vec<WordChange> {
    let mut out: Vec<WordChange> = Vec::new();
    let (mut removed, mut added) = (String::new(), String::new());
    let mut rest = list.into_iter().peekable();
    while let Some(piece) = rest.next() {
        match piece.change {
            WordChangeKind::Removed => removed.push_str(&piece.text),
            WordChangeKind::Added => added.push_str(&piece.text),
            WordChangeKind::Same => {
                let blank = piece.text.chars().all(char::is_whitespace);
                let inside = blank && !piece.text.contains('\n') && rest.peek().is_some();
                if inside && !removed.is_empty() && !added.is_empty() {
                    removed.push_str(&piece.text);
                    added.push_str(&piece.text);
                    continue;
                }
                flush(&mut out, &mut removed, &mut added);
                push(&mut out, WordChangeKind::Same, &piece.text);
            }
        }
    }
    flush(&mut out, &mut removed, &mut added);
    out
}

fn flush(out: &mut Vec<WordChange>, removed: &mut String, added: &mut String) {
    // What both sides end with was a gap between edits, and no edit.
    let common = removed
        .chars()
        .rev()
        .zip(added.chars().rev())
        .take_while(|(a, b)| a == b && a.is_whitespace())
        .map(|(c, _)| c.len_utf8())
        .sum::<usize>();
    let gap = added.split_off(added.len() - common);
    removed.truncate(removed.len() - common);
    if !removed.is_empty() {
        push(out, WordChangeKind::Removed, removed);
    }
    if !added.is_empty() {
        push(out, WordChangeKind::Added, added);
    }
    if !gap.is_empty() {
        push(out, WordChangeKind::Same, &gap);
    }
    removed.clear();
    added.clear();
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn plain(before: &str, after: &str) -> String {
        word_diff(before, after)
            .iter()
            .map(|w| match w.change {
                WordChangeKind::Same => w.text.clone(),
                WordChangeKind::Added => format!("{{+{}+}}", w.text),
                WordChangeKind::Removed => format!("[-{}-]", w.text),
            })
            .collect()
    }

    #[test]
    fn words_that_changed_are_marked_and_their_neighbours_are_not() {
        assert_eq!(
            plain(
                "The queue holds four jobs.\nNo more.\n",
                "The queue holds nine jobs.\nNo more.\n"
            ),
            "The queue holds [-four-]{+nine+} jobs.\nNo more.\n"
        );
        assert_eq!(
            plain("keep two old pumps", "keep one new pump"),
            "keep [-two old pumps-]{+one new pump+}"
        );
        assert_eq!(plain("a b", "a  b\n"), "");
        assert_eq!(plain("", "first words"), "{+first words+}");
    }

    proptest! {
        #[test]
        fn both_texts_can_be_read_out_of_their_difference(a in "[ab\n ]{0,40}", b in "[ab\n ]{0,40}") {
            let diff = word_diff(&a, &b);
            let side = |not: WordChangeKind| diff.iter().filter(|w| w.change != not)
                .map(|w| w.text.as_str()).collect::<String>();
            if !diff.is_empty() {
                prop_assert_eq!(side(WordChangeKind::Added), a);
                prop_assert_eq!(side(WordChangeKind::Removed), b);
            }
        }
    }
}
