//! One commit's facts: people, times, words and trailers.

use gix::ObjectId;
use gix::actor::SignatureRef;
use gix::bstr::{BStr, ByteSlice};
use gix::objs::CommitRef;
use gix::objs::commit::MessageRef;

use super::error::{Doing, Result};
use super::people::{self, PersonMention};
use super::repo::{Repo, commit_id, object_id};
use super::trailers::trailers;
use crate::model::CommitId;

/// A name and an address, after the mailmap.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// The name.
    pub name: String,
    /// The address; not to be shown unless asked for.
    pub email: String,
}

/// What a commit says about itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommitInfo {
    /// Its id.
    pub id: CommitId,
    /// Its parents, in order, as written in the commit (in a shallow clone they may be absent).
    pub parents: Vec<CommitId>,
    /// Who wrote it.
    pub author: Signature,
    /// When it was written, in seconds since 1970.
    pub author_time: i64,
    /// Who committed it.
    pub committer: Signature,
    /// When it was committed, in seconds since 1970.
    pub committer_time: i64,
    /// The first paragraph on one line.
    pub subject: String,
    /// The rest, trailers included.
    pub body: String,
    /// The trailers of the last paragraph, in order.
    pub trailers: Vec<(String, String)>,
    /// Everybody it names: author, co-authors, committer, reviewers; agents and bots marked.
    pub people: Vec<PersonMention>,
}

impl CommitInfo {
    /// Subject and body as one text, the body after an empty line.
    pub fn message(&self) -> String {
        if self.body.is_empty() {
            self.subject.clone()
        } else {
            format!("{}\n\n{}", self.subject, self.body)
        }
    }
}

impl Repo {
    /// The commit's facts.
    pub fn commit(&self, id: &CommitId) -> Result<CommitInfo> {
        let id = object_id(id)?;
        let commit = self.find_commit(id)?;
        let decoded = commit.decode().doing("read a commit")?;
        Ok(info(id, &decoded, self.mailmap()))
    }
}

/// Builds the facts from a decoded commit.
pub(crate) fn info(
    id: ObjectId,
    commit: &CommitRef<'_>,
    mailmap: &gix::mailmap::Snapshot,
) -> CommitInfo {
    let encoding = commit.encoding;
    let signed = |sig: Option<SignatureRef<'_>>| match sig {
        None => (Signature::default(), 0),
        Some(sig) => {
            let time = sig.time().map(|t| t.seconds).unwrap_or(0);
            (mapped(sig, mailmap, encoding), time)
        }
    };
    let (author, author_time) = signed(commit.author().ok());
    let (committer, committer_time) = signed(commit.committer().ok());
    // git's subject begins at the first line that has text.
    let start = commit
        .message
        .lines_with_terminator()
        .take_while(|l| l.trim().is_empty());
    let start = start.map(<[u8]>::len).sum::<usize>();
    let message = MessageRef::from_bytes(&commit.message[start..]);
    let trailers = trailers(&commit.message[start..]);
    let mut info = CommitInfo {
        id: commit_id(id),
        parents: commit.parents().map(commit_id).collect(),
        author,
        author_time,
        committer,
        committer_time,
        subject: text(message.summary().trim(), encoding),
        body: message
            .body
            .map(|b| text(b, encoding).trim_end().to_owned())
            .unwrap_or_default(),
        trailers,
        people: Vec::new(),
    };
    info.people = people::mentions(&info, mailmap);
    info
}

/// Applies the mailmap to one signature.
pub(crate) fn mapped(
    sig: SignatureRef<'_>,
    mailmap: &gix::mailmap::Snapshot,
    encoding: Option<&BStr>,
) -> Signature {
    let sig = sig.trim();
    match mailmap.try_resolve_ref(sig) {
        None => Signature {
            name: text(sig.name, encoding),
            email: text(sig.email, encoding),
        },
        Some(new) => Signature {
            name: text(new.name.unwrap_or(sig.name), encoding),
            email: text(new.email.unwrap_or(sig.email), encoding),
        },
    }
}

/// Bytes of a commit as text: UTF-8, else Latin-1 where the commit says so, else lossy.
pub(crate) fn text(bytes: &[u8], encoding: Option<&BStr>) -> String {
    match bytes.to_str() {
        Ok(text) => text.to_owned(),
        Err(_) => {
            let latin = encoding.is_some_and(|e| {
                let e = e.to_ascii_lowercase();
                [
                    &b"iso-8859-1"[..],
                    b"iso8859-1",
                    b"latin1",
                    b"latin-1",
                    b"cp1252",
                    b"windows-1252",
                ]
                .contains(&e.as_slice())
            });
            if latin {
                bytes.iter().map(|b| char::from(*b)).collect()
            } else {
                bytes.to_str_lossy().into_owned()
            }
        }
    }
}
