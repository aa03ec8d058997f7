//! Two files that are one decision: the fields of a `kep.yaml` and the text of the `README.md`
//! beside it.

use std::collections::HashMap;

use super::assemble::{Build, Live};
use super::record::Record;
use crate::model::{DecisionId, RepoPath, Standing};

/// A record made of two files.
pub(super) struct Joined {
    /// The text, lines and id of the one, with the fields of the other.
    pub record: Record,
    /// Where the fields stand.
    pub fields: RepoPath,
}

impl Live {
    /// The file in which words of this record stand: that of its text, unless only the other has
    /// them at this line.
    pub(super) fn path_of(&self, quote: &str, line: u32) -> Option<RepoPath> {
        let own = self.path();
        let Some(joined) = &self.joined else {
            return own;
        };
        let first = quote.lines().next().unwrap_or("");
        let record = &joined.record;
        let at = line.checked_sub(record.lines.start).map(|n| n as usize);
        let here = at.and_then(|n| record.text.lines().nth(n));
        if here.is_some_and(|l| l.contains(first)) {
            own
        } else {
            Some(joined.fields.clone())
        }
    }
}

impl Build<'_> {
    /// Joins the live records of `kep.yaml` files to those of the texts beside them. A folder that
    /// has only one of the two keeps it as it is.
    pub(super) fn join_sidecars(&mut self) {
        let folder = |l: &Live, name: &str| {
            let (dir, file) = l.record().id.as_str().rsplit_once('/')?;
            file.eq_ignore_ascii_case(name).then(|| dir.to_owned())
        };
        let texts: HashMap<String, usize> = self
            .live
            .iter()
            .enumerate()
            .filter_map(|(i, l)| Some((folder(l, "README.md")?, i)))
            .collect();
        let mut gone = Vec::new();
        for i in 0..self.live.len() {
            let Some(dir) = folder(&self.live[i], "kep.yaml") else {
                continue;
            };
            let Some(&text) = texts.get(&dir) else {
                continue;
            };
            let record = join(self.live[text].record(), self.live[i].record());
            let fields = &self.live[i];
            let (id, path) = (fields.record().id.clone(), fields.path());
            let mut aliases = fields.aliases.clone();
            aliases.push(id);
            let order = fields.order;
            let target = &mut self.live[text];
            target.joined = path.map(|fields| Joined { record, fields });
            target.order = target.order.min(order);
            for alias in aliases {
                if !target.aliases.contains(&alias) && target.record().id != alias {
                    target.aliases.push(alias);
                }
            }
            gone.push(i);
        }
        for i in gone.into_iter().rev() {
            self.live.remove(i);
            for l in self.live.iter_mut().filter(|l| l.shift > i) {
                l.shift -= 1;
            }
        }
    }

    /// Makes a path another name of the record at a path.
    pub(super) fn name_too(&mut self, record: &str, other: &str) {
        let found = self
            .live
            .iter_mut()
            .find(|l| l.record().id.as_str() == record);
        if let Some(live) = found {
            live.aliases.push(DecisionId(other.to_owned()));
            live.aliases.sort();
            live.aliases.dedup();
        }
    }
}

/// The text of one record with the fields of the other; what only the text says of itself stays.
fn join(text: &Record, fields: &Record) -> Record {
    let mut out = text.clone();
    out.title.clone_from(&fields.title);
    out.number = fields.number.clone().or(out.number);
    out.date = fields.date.clone().or(out.date);
    if fields.standing != Standing::Unknown || fields.standing_words.is_some() {
        out.standing = fields.standing;
        out.standing_words.clone_from(&fields.standing_words);
        out.own_standing = fields.own_standing;
    }
    if !fields.people.is_empty() {
        out.people.clone_from(&fields.people);
    }
    out.links.extend(fields.links.iter().cloned());
    out
}
