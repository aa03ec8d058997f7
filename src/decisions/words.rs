//! The words by which records say how they stand, when and by whom, in several languages.
//!
//! The table is `words.toml`; this file folds text so that it can be compared with it.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use serde::Deserialize;
use toml::Spanned;

use super::word_table::WordTable;
use crate::model::Standing;

/// What a field or a section of a record holds.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// How it stands.
    Status,
    /// When it was decided.
    Date,
    /// Who decided.
    People,
    /// What it replaces.
    Supersedes,
    /// What replaced it.
    SupersededBy,
    /// What it changes in part.
    Amends,
    /// What changed it in part.
    AmendedBy,
    /// Links to others.
    Links,
    /// What would overturn it one day; it does not now.
    Conditions,
}

/// What a column of a table of decisions holds.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[serde(rename_all = "snake_case")]
pub enum Column {
    /// The number or id.
    Number,
    /// What it is about.
    Topic,
    /// What was decided.
    Decision,
    /// What was chosen: beside it, a column named “decision” says what the choice was about.
    Choice,
    /// Why.
    Reason,
    /// When.
    Date,
    /// How it stands.
    Status,
    /// Who decided.
    People,
    /// What was turned down.
    Alternatives,
    /// One option among others: such a table compares, it does not record.
    Option,
}

/// A heading that is no decision of its own, or that says what stands below it.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[serde(rename_all = "snake_case")]
pub enum HeadingKind {
    /// It tells about the log: contents, how to write it, a template.
    About,
    /// The name of a record's section rather than its title.
    Section,
    /// A word for entries that may follow a standing: “superseded *decisions*”.
    Entries,
    /// It gathers standing rules rather than choices: “Keep”, “Reject”.
    Policy,
}

/// The words of all languages, those of the repository among them.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// Longest first.
    standing: Vec<(String, Standing)>,
    fields: HashMap<String, Field>,
    columns: HashMap<String, Column>,
    headings: HashMap<String, Vec<HeadingKind>>,
    months: HashMap<String, u8>,
    extra: Vec<String>,
}

impl PartialEq for Words {
    fn eq(&self, other: &Self) -> bool {
        self.extra == other.extra
    }
}

impl Eq for Words {}

static BUILT_IN: LazyLock<Words> = LazyLock::new(|| {
    // The table is a part of the program; a test reads it, so that a broken one cannot ship.
    let table = toml::from_str::<WordTable>(include_str!("words.toml")).unwrap_or_default();
    let mut words = Words::default();
    words.add(&table);
    words
});

impl Words {
    /// The words that come with rguard.
    pub fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// These words and those of a repository; where both know a word, the repository's meaning
    /// holds.
    #[must_use]
    pub fn with(&self, table: &WordTable) -> Self {
        let mut words = self.clone();
        words.add(table);
        let added = table.all();
        words
            .extra
            .extend(added.map(|(kind, word)| format!("{kind} {}", word.get_ref())));
        words
    }

    /// What tells these words from others: nothing for the built-in ones.
    pub fn extra(&self) -> &[String] {
        &self.extra
    }

    fn add(&mut self, table: &WordTable) {
        for (standing, list) in &table.standing {
            for word in list {
                let word = fold(word.get_ref());
                self.standing.retain(|(w, _)| *w != word);
                self.standing.push((word, *standing));
            }
        }
        self.standing
            .sort_by_key(|(w, _)| std::cmp::Reverse(w.len()));
        add_to(&mut self.fields, &table.fields);
        add_to(&mut self.columns, &table.columns);
        for (kind, list) in &table.headings {
            for word in list {
                let kinds = self.headings.entry(fold(word.get_ref())).or_default();
                kinds.push(*kind);
            }
        }
        for (month, list) in &table.months {
            let named = list.iter().map(|w| (fold(w.get_ref()), month.0));
            self.months.extend(named);
        }
    }

    /// The standing that the text begins with, and the length in bytes of the folded words that
    /// say so.
    pub fn standing_at_start(&self, folded: &str) -> Option<(Standing, usize)> {
        // Most words are told from the text by their first byte.
        let first = folded.as_bytes().first()?;
        let alike = |word: &str| word.as_bytes().first() == Some(first);
        let mut words = self.standing.iter().filter(|(word, _)| alike(word));
        words.find_map(|(word, standing)| {
            let rest = folded.strip_prefix(word.as_str())?;
            let ends = rest.chars().next().is_none_or(|c| !c.is_alphanumeric())
                || word.chars().last().is_some_and(is_cjk);
            ends.then_some((*standing, word.len()))
        })
    }

    /// The standing that the text ends with, where it is written without spaces: `已被 ADR-1 取代`,
    /// `ADR-1 に置き換え`.
    pub fn standing_at_end(&self, folded: &str) -> Option<Standing> {
        let text = folded.trim_end_matches(|c: char| !c.is_alphanumeric());
        self.standing
            .iter()
            .filter(|(word, _)| word.chars().all(is_cjk))
            .find_map(|(word, standing)| text.ends_with(word.as_str()).then_some(*standing))
    }

    /// How many different standings the folded text names: an unfilled template names several.
    pub fn standings_named(&self, folded: &str) -> usize {
        let mut seen = Vec::new();
        for part in folded.split(['|', '/', ',']) {
            let part = part.trim_start_matches(|c: char| !c.is_alphanumeric());
            if let Some((standing, _)) = self.standing_at_start(part)
                && !seen.contains(&standing)
            {
                seen.push(standing);
            }
        }
        seen.len()
    }

    /// The field that this name stands for, in any of the languages.
    pub fn field(&self, name: &str) -> Option<Field> {
        let folded = fold(name);
        self.fields.get(bare(&folded)).copied()
    }

    /// The field whose name the folded text begins with, the longest first, and the name's length.
    pub fn field_at_start(&self, folded: &str) -> Option<(Field, usize)> {
        let ends = |n: usize| folded[n..].starts_with(|c: char| !c.is_alphanumeric());
        let first = folded.as_bytes().first()?;
        self.fields
            .iter()
            .filter(|(w, _)| w.as_bytes().first() == Some(first))
            .filter(|(w, _)| folded.starts_with(w.as_str()))
            .filter(|(w, _)| w.len() == folded.len() || ends(w.len()))
            .map(|(w, f)| (*f, w.len()))
            .max_by_key(|(_, n)| *n)
    }

    /// The column that this head of a table names.
    pub fn column(&self, head: &str) -> Option<Column> {
        let folded = fold(head);
        // The one head that has no letter.
        if folded == "#" {
            return Some(Column::Number);
        }
        self.columns.get(bare(&folded)).copied()
    }

    /// Whether a heading is of this kind.
    pub fn is_heading(&self, kind: HeadingKind, heading: &str) -> bool {
        let folded = fold(heading);
        let kinds = self.headings.get(bare(&folded));
        kinds.is_some_and(|k| k.contains(&kind))
    }

    /// The month, 1 to 12, that a folded word names.
    pub fn month(&self, folded: &str) -> Option<u8> {
        self.months.get(folded.trim_end_matches('.')).copied()
    }
}

fn add_to<T: Copy>(map: &mut HashMap<String, T>, table: &BTreeMap<T, Vec<Spanned<String>>>) {
    for (kind, list) in table {
        map.extend(list.iter().map(|w| (fold(w.get_ref()), *kind)));
    }
}

fn bare(folded: &str) -> &str {
    folded.trim_matches(|c: char| !c.is_alphanumeric())
}

/// The text lower-case, without markup, accents and pictures, white space folded to one space.
pub fn fold(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut space = false;
    for c in text.chars() {
        let c = match c {
            '*' | '`' | '~' | '\u{fe0f}' | '\u{feff}' | '\u{200d}' => continue,
            '_' | '-' | '\u{2010}' | '\u{2011}' => ' ',
            c => c,
        };
        if c.is_whitespace() {
            space = !out.is_empty();
            continue;
        }
        let is_picture = matches!(c as u32, 0x2190..=0x21ff | 0x2300..=0x2bff | 0x1f000..=0x1faff);
        if is_picture {
            continue;
        }
        if space {
            out.push(' ');
            space = false;
        }
        for c in c.to_lowercase() {
            match unaccented(c) {
                Some(plain) => out.push_str(plain),
                None => out.push(c),
            }
        }
    }
    out
}

fn unaccented(c: char) -> Option<&'static str> {
    Some(match c {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => "a",
        'è' | 'é' | 'ê' | 'ë' => "e",
        'ì' | 'í' | 'î' | 'ï' => "i",
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' => "o",
        'ù' | 'ú' | 'û' | 'ü' => "u",
        'ç' => "c",
        'ñ' => "n",
        'ß' => "ss",
        '\u{300}'..='\u{36f}' => "",
        _ => return None,
    })
}

/// [`Words::standing_at_start`] of the built-in words.
pub fn standing_at_start(folded: &str) -> Option<(Standing, usize)> {
    BUILT_IN.standing_at_start(folded)
}

/// [`Words::standings_named`] of the built-in words.
pub fn standings_named(folded: &str) -> usize {
    BUILT_IN.standings_named(folded)
}

/// [`Words::field`] of the built-in words.
pub fn field(name: &str) -> Option<Field> {
    BUILT_IN.field(name)
}

/// [`Words::month`] of the built-in words.
pub fn month(folded: &str) -> Option<u8> {
    BUILT_IN.month(folded)
}

/// Whether a letter belongs to a script that is written without spaces.
pub fn is_cjk(c: char) -> bool {
    matches!(c as u32, 0x3040..=0x30ff | 0x3400..=0x9fff | 0xf900..=0xfaff)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_words_is_well_formed() {
        let table: WordTable = toml::from_str(include_str!("words.toml")).unwrap();
        assert_eq!(table.fault(), None);
        assert_eq!(table.months.len(), 12);
        assert_eq!(table.standing.len(), 5);
        assert_eq!(table.fields.len(), 9);
    }

    #[test]
    fn a_standing_is_read_in_six_languages_with_or_without_accents() {
        for (text, want) in [
            ("Accepté", Standing::Accepted),
            ("Acceptee", Standing::Accepted),
            ("Remplacé par 4", Standing::Superseded),
            ("Akzeptiert", Standing::Accepted),
            ("Ersetzt durch ADR-4", Standing::Superseded),
            ("Reemplazada por 9", Standing::Superseded),
            ("🟢 Aceito", Standing::Accepted),
            ("Substituído por 3", Standing::Superseded),
            ("承認済み", Standing::Accepted),
            ("却下", Standing::Rejected),
            ("置換済", Standing::Superseded),
            ("已接受", Standing::Accepted),
            ("已取代", Standing::Superseded),
            ("✅ Accepted.", Standing::Accepted),
        ] {
            let folded = fold(text);
            let got = standing_at_start(folded.trim_start()).map(|s| s.0);
            assert_eq!(got, Some(want), "{text}");
        }
    }

    #[test]
    fn a_word_that_only_begins_like_a_standing_is_none() {
        assert_eq!(standing_at_start("acceptedness"), None);
        assert_eq!(
            standing_at_start("provisionally superseded by adr 039"),
            None
        );
        assert_eq!(standing_at_start("april fool!"), None);
    }
}
