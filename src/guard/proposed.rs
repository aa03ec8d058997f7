//! What the change itself adds to the record. It never guards the change; where it cites, amends or
//! supersedes the decision that the change undoes, the finding is declared.

use std::collections::{BTreeMap, HashMap};

use crate::decisions::{Folders, Place, Record, links, parse_by, titles};
use crate::model::{Change, ChangedFile, Decision, DecisionId, FileStatus, LineKind, RepoPath};

/// The change's own part in the record.
#[derive(Clone, Debug, Default)]
pub struct Proposed {
    /// Records that are new or say something else than at the base.
    pub records: Vec<(RepoPath, Record)>,
    /// Record ids at the base whose words the change alters, with what it does to them.
    pub altered: BTreeMap<DecisionId, &'static str>,
    /// References in the change's own title and description.
    cited: Vec<String>,
}

/// Reads the records that the change adds or alters. `base` gives a file's text at the base.
pub fn read(
    change: &Change,
    folders: &Folders,
    base: impl Fn(&RepoPath) -> Option<Vec<u8>>,
) -> Proposed {
    let mut out = Proposed::default();
    for file in &change.files {
        let Place::Source(kind) = folders.place(&file.path) else {
            continue;
        };
        let old = match file.status {
            FileStatus::Added => Vec::new(),
            _ => base(file.base_path()).unwrap_or_default(),
        };
        let before = parse_by(folders.reading(kind), file.base_path(), &old).records;
        if file.status == FileStatus::Deleted {
            out.altered
                .extend(before.into_iter().map(|r| (r.id, "deletes it")));
            continue;
        }
        let Some(new) = head_text(&old, file) else {
            continue;
        };
        let after = parse_by(folders.reading(kind), &file.path, &new).records;
        let mut known: HashMap<&str, &Record> = before.iter().map(|r| (r.id.as_str(), r)).collect();
        let moved = file.old_path.is_some();
        for (i, record) in after.iter().enumerate() {
            // A moved file's records have new ids; they keep their place.
            let twin = if moved {
                before.get(i)
            } else {
                known.remove(record.id.as_str())
            };
            match twin {
                Some(t) if same_words(&t.text, &record.text) => {}
                Some(t) => {
                    out.altered.insert(t.id.clone(), "alters its words");
                    out.records.push((file.path.clone(), record.clone()));
                }
                None => out.records.push((file.path.clone(), record.clone())),
            }
        }
        let gone = if moved { HashMap::new() } else { known };
        out.altered.extend(
            gone.into_values()
                .map(|r| (r.id.clone(), "takes it out of the record")),
        );
    }
    let words = format!("{}\n{}", change.title, change.description);
    let none = HashMap::new();
    out.cited = links::refs(&words, &none, true)
        .into_iter()
        .map(|r| r.target)
        .collect();
    out
}

impl Proposed {
    /// How the change declares that it undoes this decision, if it does.
    pub fn declares(&self, decision: &Decision) -> Option<String> {
        let ids = || std::iter::once(&decision.id).chain(&decision.aliases);
        if let Some(what) = ids().find_map(|id| self.altered.get(id)) {
            return Some(format!("The change itself {what}"));
        }
        for (path, record) in &self.records {
            let link = record
                .links
                .iter()
                .find(|l| refers(&l.target, path, decision));
            if let Some(link) = link {
                return Some(format!(
                    "The change records {} and says: “{}”",
                    record.id, link.quote
                ));
            }
        }
        let here = RepoPath::default();
        self.cited
            .iter()
            .find(|t| refers(t, &here, decision))
            .map(|t| format!("The change's own description cites {t}"))
    }
}

/// Whether a reference as written in `from` names the decision: by path, by file name, by number,
/// or by the words of its heading.
fn refers(target: &str, from: &RepoPath, decision: &Decision) -> bool {
    let Some(path) = &decision.source.path else {
        return false;
    };
    let id = decision.id.as_str();
    let (file, fragment) = id.split_once('#').map_or((id, None), |(f, h)| (f, Some(h)));
    let target = target.trim();
    if let Some(heading) = fragment {
        let own = heading.rsplit(" > ").next().unwrap_or(heading);
        let plain = titles::plain(own).to_lowercase();
        return plain.len() > 8
            && (target.to_lowercase().contains(&plain)
                || target
                    .to_lowercase()
                    .contains(&decision.title.to_lowercase()));
    }
    let bare = target.split(['#', '?']).next().unwrap_or(target);
    if bare.contains('/') || bare.ends_with(".md") {
        let name = bare.rsplit('/').next().unwrap_or(bare);
        let same_folder =
            from.parent() == path.parent() || bare.contains('/') || from.parent().is_empty();
        return name == path.file_name() && same_folder && file.ends_with(name);
    }
    let cited: String = target.chars().filter(char::is_ascii_digit).collect();
    file_number(&path.file_name()).is_some_and(|n| n == titles::number("", &cited))
}

/// The number that a record's file name begins with: `0007-x.md`, `ADR-7_z.md`. A date is none.
fn file_number(name: &str) -> Option<String> {
    let lower = name.to_lowercase();
    let rest = lower
        .strip_prefix("adr")
        .unwrap_or(&lower)
        .trim_start_matches(['-', '_']);
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    (1..=5)
        .contains(&digits.len())
        .then(|| titles::number("", &digits))
}

/// A file's text after the change: its text at the base with the hunks applied. `None` where a hunk
/// does not fit.
pub fn head_text(base: &[u8], file: &ChangedFile) -> Option<Vec<u8>> {
    let old: Vec<&[u8]> = base.split_inclusive(|b| *b == b'\n').collect();
    let mut out = Vec::with_capacity(base.len());
    let mut at = 0usize;
    for hunk in &file.hunks {
        let start = if hunk.old_lines == 0 {
            hunk.old_start
        } else {
            hunk.old_start.checked_sub(1)?
        };
        let start = usize::try_from(start).ok()?;
        old.get(at..start)?
            .iter()
            .for_each(|l| out.extend_from_slice(l));
        at = start + usize::try_from(hunk.old_lines).ok()?;
        for line in hunk.lines.iter().filter(|l| l.kind != LineKind::Deleted) {
            out.extend_from_slice(line.text.as_bytes());
            if !line.no_newline {
                out.push(b'\n');
            }
        }
    }
    old.get(at..)?.iter().for_each(|l| out.extend_from_slice(l));
    Some(out)
}

fn same_words(a: &str, b: &str) -> bool {
    a.split_whitespace().eq(b.split_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Hunk, Line};

    fn added(path: &str, text: &str) -> ChangedFile {
        let lines: Vec<Line> = text
            .lines()
            .zip(1u32..)
            .map(|(t, n)| Line {
                kind: LineKind::Added,
                old: None,
                new: Some(n),
                text: t.into(),
                no_newline: false,
            })
            .collect();
        let n = u32::try_from(lines.len()).unwrap();
        ChangedFile {
            path: path.into(),
            old_path: None,
            status: FileStatus::Added,
            additions: n,
            deletions: 0,
            hunks: vec![Hunk {
                new_start: 1,
                new_lines: n,
                lines,
                ..Hunk::default()
            }],
            note: None,
        }
    }

    fn decision(id: &str) -> Decision {
        let path = id.split('#').next().unwrap();
        serde_json::from_value(serde_json::json!({
            "id": id, "key": "k", "aliases": [], "title": "Keep one queue", "date": null,
            "standing": "accepted", "authority": "recorded", "part_of": null,
            "source": {"path": path, "lines": null, "commit": null, "url": null},
            "superseded_by": [], "supersedes": [], "people": [], "alternatives": [],
            "measurements": [], "experiments": [], "limits": [], "mentions": []
        }))
        .unwrap()
    }

    #[test]
    fn a_new_record_that_supersedes_declares() {
        let text = "# 2. Two queues\n\nDate: 2026-01-02\n\n## Status\n\nAccepted\n\nSupersedes [1. Keep one queue](0001-keep-one-queue.md)\n\n## Context\n\nLoad.\n\n## Decision\n\nWe will run two queues.\n";
        let change = Change {
            files: vec![added("docs/adr/0002-two-queues.md", text)],
            ..Change::default()
        };
        let p = read(&change, &Folders::default(), |_| None);
        assert_eq!(p.records.len(), 1);
        assert!(
            p.declares(&decision("docs/adr/0001-keep-one-queue.md"))
                .is_some()
        );
        assert_eq!(p.declares(&decision("docs/adr/0003-other.md")), None);
    }

    #[test]
    fn a_description_that_cites_the_number_declares() {
        let change = Change {
            title: "Run two queues".into(),
            description: "This overrules ADR-0001.".into(),
            ..Change::default()
        };
        let p = read(&change, &Folders::default(), |_| None);
        assert!(
            p.declares(&decision("docs/adr/0001-keep-one-queue.md"))
                .is_some()
        );
        assert!(p.declares(&decision("docs/adr/0010-x.md")).is_none());
    }

    #[test]
    fn hunks_give_the_head_from_the_base() {
        let mut file = added("a", "x\ny");
        file.status = FileStatus::Modified;
        file.hunks[0].old_start = 1;
        assert_eq!(
            head_text(b"one\ntwo\n", &file).unwrap(),
            b"one\nx\ny\ntwo\n"
        );
        file.hunks[0].old_start = 9;
        assert_eq!(head_text(b"one\n", &file), None);
    }
}
