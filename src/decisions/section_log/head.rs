//! What a heading says by its words alone, wherever it stands.

use super::super::dates;
use super::super::headings::{is_about_the_log, is_bare_date, status_group};
use super::super::titles::{self, Title};
use super::super::words::{Field, HeadingKind, Words};
use crate::model::Standing;

/// A heading, read.
#[derive(Debug)]
pub(in crate::decisions) struct Head {
    /// Its parts.
    pub title: Title,
    /// Whether it is nothing but a date.
    pub bare_date: bool,
    /// The standing of the entries that it gathers, with its words.
    pub group: Option<(Standing, String)>,
    /// The field that it names.
    pub field: Option<Field>,
    /// The field that its title names.
    pub title_field: Option<Field>,
    /// Whether it tells about the log.
    pub about: bool,
    /// Whether it gathers rules without time.
    pub policy: bool,
    /// Whether it is the name of a record's section.
    pub section: bool,
    /// What a reader should know of its date: that it is none, or only a part of one.
    pub date_note: Option<String>,
}

impl Head {
    /// Reads a heading as written.
    pub fn read(words: &Words, raw: &str) -> Self {
        let title = titles::read_by(words, raw);
        let date_note = match &title.date {
            Some(date) if date.len() == 4 => {
                let at = dates::first_by(words, raw).map(|f| f.at);
                let written = at.and_then(|at| raw.get(at)).unwrap_or(date);
                Some(dates::unsure(written))
            }
            None => dates::impossible(raw).map(|shaped| format!("“{shaped}” is no date")),
            Some(_) => None,
        };
        Self {
            bare_date: is_bare_date(&title, raw),
            group: status_group(words, raw),
            field: words.field(raw),
            title_field: words.field(&title.title),
            about: is_about_the_log(words, &title.title),
            policy: words.is_heading(HeadingKind::Policy, &title.title),
            section: words.is_heading(HeadingKind::Section, &title.title),
            date_note,
            title,
        }
    }

    /// Whether it says when or by which number.
    pub fn is_named(&self) -> bool {
        self.title.date.is_some() || self.title.number.is_some()
    }
}
