//! The words by which records say how they stand, when and by whom, in several languages.
//!
//! The table is `words.toml`; this file folds text so that it can be compared with it.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::model::Standing;

/// What a field or a section of a record holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
}

#[derive(Deserialize)]
struct Table {
    standing: BTreeMap<String, Vec<String>>,
    fields: BTreeMap<String, Vec<String>>,
    months: BTreeMap<String, Vec<String>>,
}

struct Words {
    /// Longest first.
    standing: Vec<(String, Standing)>,
    fields: Vec<(String, Field)>,
    months: Vec<(String, u8)>,
}

static WORDS: LazyLock<Words> = LazyLock::new(load);

fn load() -> Words {
    let mut words = Words {
        standing: Vec::new(),
        fields: Vec::new(),
        months: Vec::new(),
    };
    // The table is part of the program; the test below reads it, so a broken one cannot ship.
    let Ok(table) = toml::from_str::<Table>(include_str!("words.toml")) else {
        return words;
    };
    for (name, list) in table.standing {
        let standing = match name.as_str() {
            "accepted" => Standing::Accepted,
            "proposed" => Standing::Proposed,
            "rejected" => Standing::Rejected,
            "deprecated" => Standing::Deprecated,
            "superseded" => Standing::Superseded,
            _ => continue,
        };
        words
            .standing
            .extend(list.iter().map(|w| (fold(w), standing)));
    }
    for (name, list) in table.fields {
        let field = match name.as_str() {
            "status" => Field::Status,
            "date" => Field::Date,
            "people" => Field::People,
            "supersedes" => Field::Supersedes,
            "superseded_by" => Field::SupersededBy,
            "amends" => Field::Amends,
            "amended_by" => Field::AmendedBy,
            "links" => Field::Links,
            _ => continue,
        };
        words.fields.extend(list.iter().map(|w| (fold(w), field)));
    }
    for (name, list) in table.months {
        if let Ok(month) = name.parse::<u8>() {
            words.months.extend(list.iter().map(|w| (fold(w), month)));
        }
    }
    words
        .standing
        .sort_by_key(|(w, _)| std::cmp::Reverse(w.len()));
    words
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

/// The standing that the text begins with, and the length in bytes of the folded words that say so.
pub fn standing_at_start(folded: &str) -> Option<(Standing, usize)> {
    WORDS.standing.iter().find_map(|(word, standing)| {
        let rest = folded.strip_prefix(word.as_str())?;
        let ends = rest.chars().next().is_none_or(|c| !c.is_alphanumeric())
            || word.chars().last().is_some_and(is_cjk);
        ends.then_some((*standing, word.len()))
    })
}

/// How many different standings the folded text names: an unfilled template names several.
pub fn standings_named(folded: &str) -> usize {
    let mut seen = Vec::new();
    for part in folded.split(['|', '/', ',']) {
        let part = part.trim_start_matches(|c: char| !c.is_alphanumeric());
        if let Some((standing, _)) = standing_at_start(part)
            && !seen.contains(&standing)
        {
            seen.push(standing);
        }
    }
    seen.len()
}

/// The field that this name stands for, in any of the languages.
pub fn field(name: &str) -> Option<Field> {
    let folded = fold(name);
    let folded = folded.trim_matches(|c: char| !c.is_alphanumeric());
    WORDS
        .fields
        .iter()
        .find(|(word, _)| word == folded)
        .map(|(_, f)| *f)
}

/// The month, 1 to 12, that a folded word names.
pub fn month(folded: &str) -> Option<u8> {
    let folded = folded.trim_end_matches('.');
    WORDS
        .months
        .iter()
        .find(|(word, _)| word == folded)
        .map(|(_, m)| *m)
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
        assert!(toml::from_str::<Table>(include_str!("words.toml")).is_ok());
        assert!(WORDS.standing.len() > 100);
        assert_eq!(WORDS.months.iter().map(|m| m.1).max(), Some(12));
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
