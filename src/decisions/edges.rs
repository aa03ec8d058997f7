//! Writes what records say of one another on both of their decisions.

use super::assemble::Live;
use super::supersede::{Amend, Edge};
use crate::model::{Amendment, CommitId, Decision, LineRange, Quote, Supersession};

/// Writes a supersession on both of its ends.
pub(super) fn link(out: &mut [Decision], live: &[Live], edge: &Edge, at: &CommitId) {
    let quote = said(&live[edge.said_by], &edge.quote, edge.line, at);
    let side = |d: &Decision| Supersession {
        id: d.id.clone(),
        key: d.key.clone(),
        state: edge.state,
        commit: live[edge.said_by].revised.clone(),
        date: edge.date.clone(),
        quote: quote.clone(),
        why: edge.why.clone(),
    };
    let (to_older, to_newer) = (side(&out[edge.newer]), side(&out[edge.older]));
    out[edge.older].superseded_by.push(to_older);
    out[edge.newer].supersedes.push(to_newer);
}

/// Writes an amendment on both of its ends.
pub(super) fn amended(out: &mut [Decision], live: &[Live], amend: &Amend, at: &CommitId) {
    let quote = said(&live[amend.said_by], &amend.quote, amend.line, at);
    let side = |d: &Decision| Amendment {
        id: d.id.clone(),
        key: d.key.clone(),
        commit: live[amend.said_by].revised.clone(),
        quote: quote.clone(),
        why: amend.why.to_owned(),
    };
    let (to_older, to_newer) = (side(&out[amend.newer]), side(&out[amend.older]));
    out[amend.older].amended_by.push(to_older);
    out[amend.newer].amends.push(to_newer);
}

/// The words with their place: lines of a file are those as of the commit that is read, and of a
/// message its own.
fn said(by: &Live, words: &str, line: u32, at: &CommitId) -> Option<Quote> {
    let path = by.path_of(words, line);
    let more = u32::try_from(words.matches('\n').count()).unwrap_or(0);
    let quote = Quote {
        text: words.to_owned(),
        commit: match path {
            Some(_) => Some(at.clone()),
            None => by.revised.clone(),
        },
        path,
        lines: Some(LineRange::new(line, line + more)),
        url: None,
    };
    Some(quote).filter(|q| !q.text.is_empty())
}
