//! What each heading of a log is: the document's title, a heading that only gathers, a decision, or
//! nothing that records.

use std::sync::Arc;

use super::super::markdown::{BlockKind, Outline};
use super::super::record::SourceKind;
use super::Head;
use super::parts::Parts;
use crate::model::LineRange;

/// What a heading is in a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// The document's title.
    Document,
    /// A heading that only gathers entries (`Failed Approaches`, a date).
    Group,
    /// A decision.
    Decision,
    /// Not a decision, for this reason.
    Nothing(&'static str),
}

/// Characters of prose that may introduce a table or a list of decisions without being one.
const INTRODUCTION: usize = 300;

pub(super) struct Roles<'a, 't> {
    pub kind: SourceKind,
    pub outline: &'a Outline<'t>,
    pub heads: &'a [Arc<Head>],
    /// The parts of each heading's own lines.
    pub parts: &'a [Parts],
}

impl Roles<'_, '_> {
    /// The role of each heading.
    pub fn read(&self) -> Vec<Role> {
        let firsts = self
            .outline
            .headings
            .iter()
            .filter(|h| h.level == 1)
            .count();
        let policy = self.is_policy();
        let mut out: Vec<Role> = Vec::with_capacity(self.heads.len());
        for i in 0..self.heads.len() {
            let above = self.outline.headings[i].parent.map(|p| out[p]);
            let role = match (above, self.is_document(i, firsts)) {
                (_, true) => Role::Document,
                // What stands below a template or a table of contents belongs to it.
                (Some(Role::Nothing(why)), _) if why != EMPTY => Role::Nothing(why),
                _ => self.role(i, policy),
            };
            out.push(role);
        }
        out
    }

    fn is_document(&self, i: usize, firsts: usize) -> bool {
        let h = &self.outline.headings[i];
        let only = self.outline.headings.len() == 1 && self.parts[i].parts.is_empty();
        let first = self.outline.headings[..i].iter().all(|h| h.level != 1);
        let names_log = !self.heads[i].is_named();
        h.level == 1 && !only && first && (firsts == 1 || names_log)
    }

    fn role(&self, i: usize, policy: bool) -> Role {
        let h = &self.outline.headings[i];
        let head = &self.heads[i];
        if head.about {
            return Role::Nothing(ABOUT);
        }
        if head.title.placeholder {
            return Role::Nothing("is a template");
        }
        if policy && head.policy {
            return Role::Nothing("keeps rules without time, not decisions");
        }
        let parts = &self.parts[i];
        let marked = head.is_named() || head.title.standing.is_some();
        if h.has_prose {
            if !parts.skipped.is_empty() && parts.parts.is_empty() && parts.prose < INTRODUCTION {
                return Role::Nothing("lists what stands elsewhere or is a template");
            }
            if !parts.parts.is_empty()
                && !parts.other
                && (parts.prose == 0 || (!marked && parts.prose < INTRODUCTION))
            {
                return Role::Group;
            }
            if !marked && self.only_links(i) {
                return Role::Nothing("lists what stands elsewhere");
            }
            return Role::Decision;
        }
        let below: Vec<usize> = self
            .children(i)
            .filter(|&j| self.outline.headings[j].has_prose)
            .collect();
        if below.is_empty() {
            return Role::Nothing(EMPTY);
        }
        if head.bare_date || head.group.is_some() {
            return Role::Group;
        }
        if marked {
            return Role::Decision;
        }
        let is_section = |j: &usize| {
            let head = &self.heads[*j];
            head.section || head.title_field.is_some()
        };
        if below.iter().any(is_section) {
            return Role::Decision;
        }
        let own = |j: &usize| self.heads[*j].is_named();
        let dated = below.iter().filter(|j| own(j)).count();
        // Two or more choices below words that choose nothing: the heading only gathers them.
        if dated * 2 >= below.len() || below.len() > 1 {
            Role::Group
        } else {
            Role::Decision
        }
    }

    fn children(&self, i: usize) -> impl Iterator<Item = usize> + '_ {
        let level = self.outline.headings[i].level;
        (i + 1..self.heads.len()).take_while(move |&j| self.outline.headings[j].level > level)
    }

    /// Whether the file keeps rules: it has headings like “Keep” and “Reject”, and nothing in it has
    /// a date, a number or a standing.
    fn is_policy(&self) -> bool {
        self.kind == SourceKind::Log
            && self.heads.iter().filter(|h| h.policy).count() > 1
            && self
                .heads
                .iter()
                .all(|h| !h.is_named() && h.title.standing.is_none())
    }

    /// Whether a section holds nothing but links to what stands elsewhere.
    fn only_links(&self, i: usize) -> bool {
        let own = self.outline.own_lines(i);
        let mut blocks = self.outline.blocks_in(own).iter().peekable();
        blocks.peek().is_some()
            && blocks.all(|b| {
                let line = LineRange::new(b.lines.start, b.lines.start);
                let text = self.outline.prose_lines(line);
                let text = text.trim_start_matches(|c: char| {
                    c.is_whitespace() || c.is_ascii_digit() || matches!(c, '-' | '*' | '+' | '.')
                });
                b.kind == BlockKind::Item
                    && text.starts_with('[')
                    && (text.contains("](#") || text.contains(".md"))
            })
    }
}

/// The reason of a section that holds nothing.
pub(super) const EMPTY: &str = "is empty";
/// The reason of a section that tells of the log.
pub(super) const ABOUT: &str = "explains the log or is a template";
