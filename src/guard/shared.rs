//! Corrections that reach other machines: the branch `rguard-corrections` of the repository, one
//! file a correction, named by its ulid, so that no two writers ever touch the same file.
//!
//! Whoever may push to the repository may correct. Still each file is held against a few plain rules
//! before it counts, and one that breaks them is skipped and named.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;

use crate::history::Repo;
use crate::model::safe::one_line;
use crate::model::{Correction, CorrectionKind, Coverage, CoverageState, Reach, RepoPath};

/// The branch.
pub const BRANCH: &str = "rguard-corrections";

/// The largest file that is read, in bytes.
const MAX_FILE: u64 = 16 * 1024;
/// Files that are read before the others are skipped.
const MAX_FILES: usize = 20_000;
/// The longest reason, in characters.
pub const MAX_REASON: usize = 2_000;
/// The longest of the other texts, in characters.
const MAX_WORD: usize = 500;

/// What the branch says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shared {
    /// Its corrections, by ulid.
    pub corrections: BTreeMap<String, Correction>,
    /// Files that were skipped, and why.
    pub skipped: Vec<Coverage>,
}

/// Reads the branch wherever it is known here. Without it, nothing is there.
pub fn read(repo: &Repo, cache: &Path) -> Shared {
    let mut shared = Shared::default();
    let mut seen = std::collections::BTreeSet::new();
    for branch in repo.shared(BRANCH, cache) {
        let files = match branch.repo.tree(&branch.tip) {
            Ok(files) => files,
            Err(e) => {
                shared.skip(&RepoPath::from(BRANCH), &e.to_string());
                continue;
            }
        };
        let named = files
            .iter()
            .filter(|f| f.path.to_string().ends_with(".json"));
        for (n, file) in named.enumerate() {
            if n == MAX_FILES {
                shared.skip(&RepoPath::from(BRANCH), "it holds more files than are read");
                break;
            }
            if !seen.insert(file.blob.as_str().to_owned()) {
                continue;
            }
            let path = &file.path;
            let content = match branch.repo.blob_size(&file.blob) {
                Ok(size) if size > MAX_FILE => Err(format!("it is larger than {MAX_FILE} bytes")),
                Ok(_) => branch.repo.blob(&file.blob).map_err(|e| e.to_string()),
                Err(e) => Err(e.to_string()),
            };
            let name = path.to_string();
            match content.and_then(|bytes| parse(&name, &bytes)) {
                Ok(c) => {
                    shared.corrections.insert(c.ulid.clone(), c);
                }
                Err(why) => shared.skip(&RepoPath::from(format!("{BRANCH}:{name}").as_str()), &why),
            }
        }
    }
    shared
}

impl Shared {
    fn skip(&mut self, path: &RepoPath, why: &str) {
        self.skipped.push(Coverage {
            path: path.clone(),
            line: None,
            state: CoverageState::Skipped,
            reason: format!("a shared correction was skipped: {}", one_line(why)),
        });
    }
}

/// The name of a correction's file.
pub fn file_name(correction: &Correction) -> String {
    format!("{}.json", correction.ulid)
}

/// The content of a correction's file: what it says, without what is only known where it is read.
///
/// # Errors
/// None that a correction can cause; JSON's own.
pub fn file_content(correction: &Correction) -> serde_json::Result<String> {
    let mut value = serde_json::to_value(correction)?;
    if let Some(fields) = value.as_object_mut() {
        for derived in ["applied", "reach", "yields_to"] {
            fields.remove(derived);
        }
    }
    Ok(serde_json::to_string_pretty(&value)? + "\n")
}

/// Reads a correction's file by its name.
///
/// # Errors
/// Why it does not count, the second half of a sentence.
pub fn parse(name: &str, bytes: &[u8]) -> Result<Correction, String> {
    let ulid = name.strip_suffix(".json").unwrap_or(name);
    let correction = parse_any(bytes)?;
    if correction.ulid != ulid {
        return Err("its name is not that of the correction in it".to_owned());
    }
    Ok(Correction {
        reach: Reach::Shared,
        ..correction
    })
}

/// Reads one correction, whatever its file is called.
///
/// # Errors
/// As [`parse`].
pub fn parse_any(bytes: &[u8]) -> Result<Correction, String> {
    let value: Value = serde_json::from_slice(bytes).map_err(|e| format!("it is no JSON: {e}"))?;
    let c: Correction =
        serde_json::from_value(value).map_err(|e| format!("it is no correction: {e}"))?;
    let long = |text: &str, max: usize| text.chars().count() > max;
    if ulid::Ulid::from_string(&c.ulid).is_err() || c.ulid != c.ulid.to_uppercase() {
        return Err("its name is no ulid".to_owned());
    }
    if c.decision.as_str().is_empty() && c.kind != CorrectionKind::Undo {
        return Err("it names no decision".to_owned());
    }
    if long(&c.reason, MAX_REASON)
        || [
            c.author.as_str(),
            c.decision.as_str(),
            c.decision_id.as_str(),
            c.change.as_str(),
        ]
        .iter()
        .any(|w| long(w, MAX_WORD))
    {
        return Err("one of its texts is too long".to_owned());
    }
    if (c.kind == CorrectionKind::Undo) != c.undoes.is_some() {
        return Err("an undo names what it undoes, and nothing else does".to_owned());
    }
    Ok(Correction {
        applied: false,
        reach: Reach::Here,
        yields_to: None,
        ..c
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::CommitId;

    fn correction() -> Correction {
        Correction {
            ulid: "01J9ZZZZZZZZZZZZZZZZZZZZZZ".into(),
            kind: CorrectionKind::Wrong,
            decision: "k1".into(),
            decision_id: "docs/adr/0001-a.md".into(),
            reason: "only for the old interface".into(),
            author: "maria".into(),
            time: 7,
            change: "c1".into(),
            base: CommitId::default(),
            undoes: None,
            applied: true,
            reach: Reach::Here,
            yields_to: None,
        }
    }

    #[test]
    fn a_file_reads_back_as_a_correction_that_is_shared() {
        let c = correction();
        let content = file_content(&c).unwrap();
        assert!(
            !content.contains("applied") && !content.contains("reach"),
            "{content}"
        );
        let back = parse(&file_name(&c), content.as_bytes()).unwrap();
        assert_eq!((back.reach, back.applied), (Reach::Shared, false));
        assert_eq!(back.reason, c.reason);
    }

    #[test]
    fn what_is_not_one_correction_under_its_own_name_does_not_count() {
        let c = correction();
        let name = file_name(&c);
        let with = |change: &dyn Fn(&mut Correction)| {
            let mut c = correction();
            change(&mut c);
            file_content(&c).unwrap()
        };
        for (name, content, why) in [
            (name.as_str(), "{".to_owned(), "no JSON"),
            (&name, "[1]".to_owned(), "no correction"),
            (&name, "{\"kind\":\"erase\"}".to_owned(), "no correction"),
            ("01J9AAAAAAAAAAAAAAAAAAAAAA.json", with(&|_| {}), "name"),
            ("../x.json", with(&|c| c.ulid = "../x".into()), "ulid"),
            (&name, with(&|c| c.decision = "".into()), "no decision"),
            (&name, with(&|c| c.reason = "x".repeat(3_000)), "too long"),
            (&name, with(&|c| c.undoes = Some("y".into())), "undo"),
        ] {
            let refused = parse(name, content.as_bytes()).unwrap_err();
            assert!(refused.contains(why), "{why}: {refused}");
        }
    }
}
