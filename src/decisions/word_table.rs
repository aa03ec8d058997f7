//! The form of a table of words: `words.toml`, and the `[words]` of a repository's `rguard.toml`.
//!
//! Both are read by the same types, so what the built-in table can say a repository can add.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::words::{Column, Field, HeadingKind};
use crate::model::Standing;

/// Words as they were written, each with its place in the file.
pub type List = Vec<Spanned<String>>;

/// A table of words.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct WordTable {
    /// How a decision stands.
    pub standing: BTreeMap<Standing, List>,
    /// Names of fields and of the sections that hold one.
    pub fields: BTreeMap<Field, List>,
    /// Heads of a table's columns.
    pub columns: BTreeMap<Column, List>,
    /// Headings that are no decision of their own.
    pub headings: BTreeMap<HeadingKind, List>,
    /// Names of the twelve months.
    pub months: BTreeMap<Month, List>,
}

/// A month by its number, 1 to 12.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(try_from = "String")]
pub struct Month(pub u8);

impl TryFrom<String> for Month {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        match name.parse() {
            Ok(n @ 1..=12) => Ok(Self(n)),
            _ => Err(format!("“{name}” is no month: they are named 1 to 12")),
        }
    }
}

impl WordTable {
    /// All words of the table, each with what it means.
    pub fn all(&self) -> impl Iterator<Item = (String, &Spanned<String>)> {
        marked(&self.standing)
            .chain(marked(&self.fields))
            .chain(marked(&self.columns))
            .chain(marked(&self.headings))
            .chain(marked(&self.months))
    }

    /// The first word that cannot be used, with its place in bytes and what is wrong with it: it
    /// holds no letter or digit, so that it would fit everywhere, or two meanings of one kind
    /// claim it.
    pub fn fault(&self) -> Option<(usize, String)> {
        let empty = self.all().find(|(_, w)| {
            !super::words::fold(w.get_ref())
                .chars()
                .any(char::is_alphanumeric)
        });
        if let Some((_, word)) = empty {
            let reason = format!("“{}” holds no letter", word.get_ref());
            return Some((word.span().start, reason));
        }
        claimed_twice(&self.standing)
            .or_else(|| claimed_twice(&self.fields))
            .or_else(|| claimed_twice(&self.columns))
            .or_else(|| claimed_twice(&self.months))
    }
}

fn claimed_twice<K: Ord + Copy>(lists: &BTreeMap<K, List>) -> Option<(usize, String)> {
    let mut seen: BTreeMap<String, K> = BTreeMap::new();
    for (kind, list) in lists {
        for word in list {
            let folded = super::words::fold(word.get_ref());
            if seen.insert(folded, *kind).is_some_and(|k| k != *kind) {
                let reason = format!("“{}” is given two meanings", word.get_ref());
                return Some((word.span().start, reason));
            }
        }
    }
    None
}

fn marked<K: std::fmt::Debug>(
    lists: &BTreeMap<K, List>,
) -> impl Iterator<Item = (String, &Spanned<String>)> {
    lists
        .iter()
        .flat_map(|(k, list)| list.iter().map(move |w| (format!("{k:?}"), w)))
}
