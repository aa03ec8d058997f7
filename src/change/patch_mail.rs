//! What a mailed patch says about itself.

use std::borrow::Cow;

use gix::bstr::ByteSlice;

use super::patch::Patch;
use crate::model::safe::{one_line, printable};

/// Title, author and text of a mailed patch (`git format-patch`, `git show`).
pub(super) fn read_mail_header(text: &[u8], patch: &mut Patch) {
    let head = text
        .lines()
        .take_while(|l| !l.starts_with(b"diff --") && !l.starts_with(b"--- "));
    let head: Vec<Cow<'_, str>> = head.take(2000).map(|l| l.to_str_lossy()).collect();
    let end = head.iter().position(|l| l.is_empty()).unwrap_or(head.len());
    let mut subject: Option<String> = None;
    let mut last_subject = false;
    for line in &head[..end] {
        if let Some(value) = line.strip_prefix("Subject: ") {
            subject = Some(value.to_owned());
            last_subject = true;
        } else if last_subject && line.starts_with(' ') {
            if let Some(s) = &mut subject {
                s.push_str(line);
            }
        } else {
            last_subject = false;
            let from = line
                .strip_prefix("From: ")
                .or(line.strip_prefix("Author: "));
            if let Some(value) = from {
                let name = value
                    .split('<')
                    .next()
                    .unwrap_or("")
                    .trim()
                    .trim_matches('"');
                patch.author = (!name.is_empty()).then(|| one_line(name));
            }
        }
    }
    let mailed = subject.is_some();
    let indented = head.first().is_some_and(|l| l.starts_with("commit "));
    if !mailed && !indented {
        return;
    }
    let body = head.get(end..).unwrap_or_default().iter();
    let mut body: Vec<&str> = body
        .map(|l| if indented { l.trim_start() } else { l })
        .take_while(|l| *l != "---")
        .collect();
    while body.first().is_some_and(|l| l.is_empty()) {
        body.remove(0);
    }
    if indented && !body.is_empty() {
        subject = Some(body.remove(0).to_owned());
    }
    patch.title = subject
        .map(|s| one_line(without_tag(s.trim())))
        .filter(|s| !s.is_empty());
    patch.description = printable(body.join("\n").trim()).into_owned();
}

/// `[PATCH v2 1/3] Title` without the brackets.
fn without_tag(subject: &str) -> &str {
    match subject.strip_prefix('[').and_then(|s| s.split_once(']')) {
        Some((tag, rest)) if tag.contains("PATCH") => rest.trim(),
        _ => subject,
    }
}
