//! What an event of GitHub says, as far as the action needs it. Fields that are missing are empty:
//! an event of another kind is told apart by what it holds, never by a guess.

use serde::Deserialize;

/// An event, read from `GITHUB_EVENT_PATH`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Event {
    /// What happened: `opened`, `created`, `edited`, …
    pub action: String,
    /// The pull request, in an event of one.
    pub pull_request: Option<Pull>,
    /// The issue or pull request, in an event of a comment.
    pub issue: Option<Issue>,
    /// The comment.
    pub comment: Option<Comment>,
    /// Who did it.
    pub sender: Account,
}

/// A pull request.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Pull {
    /// Its number.
    pub number: u64,
    /// The branch it is meant for.
    pub base: End,
}

/// One end of a pull request.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct End {
    /// The commit.
    pub sha: String,
}

/// An issue, or a pull request seen as one.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Issue {
    /// Its number.
    pub number: u64,
    /// Present only where it is a pull request.
    pub pull_request: Option<serde_json::Value>,
}

/// A comment.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Comment {
    /// Its number.
    pub id: u64,
    /// Its text.
    pub body: String,
    /// When it was written, as RFC 3339.
    pub created_at: String,
    /// Who wrote it.
    pub user: Account,
}

/// An account.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Account {
    /// Its name.
    pub login: String,
    /// `User`, `Bot`, `Organization`.
    #[serde(rename = "type")]
    pub kind: String,
}

/// What a comment says to rguard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Said {
    /// What is to be recorded.
    pub kind: crate::model::CorrectionKind,
    /// The finding: `F1`, or a decision's id or key.
    pub finding: String,
    /// Why.
    pub reason: String,
}

/// Why an event is none of rguard's business: nothing is answered then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotForUs {
    /// It is not about a comment that is new.
    NotNew,
    /// The comment is under an issue that is no pull request.
    PlainIssue,
    /// No person wrote it.
    NoPerson,
    /// Its first line does not begin with `/rationale`.
    OtherWords,
}

impl NotForUs {
    /// One sentence.
    pub fn why(self) -> &'static str {
        match self {
            Self::NotNew => "The event is no new comment.",
            Self::PlainIssue => "The comment is under an issue that is no pull request.",
            Self::NoPerson => "The comment was not written by a person.",
            Self::OtherWords => "The comment does not begin with /rationale.",
        }
    }
}

/// The first line of a comment that is a person's new one under a pull request and speaks to rguard,
/// without the word `/rationale`.
///
/// # Errors
/// Why it is none of our business.
pub fn spoken(event: &Event) -> Result<&str, NotForUs> {
    let (Some(issue), Some(comment)) = (&event.issue, &event.comment) else {
        return Err(NotForUs::NotNew);
    };
    if event.action != "created" {
        return Err(NotForUs::NotNew);
    }
    if issue.pull_request.as_ref().is_none_or(|p| p.is_null()) {
        return Err(NotForUs::PlainIssue);
    }
    let person = event.sender.kind == "User" && event.sender.login == comment.user.login;
    if !person {
        return Err(NotForUs::NoPerson);
    }
    let line = comment.body.lines().next().unwrap_or_default();
    match line.strip_prefix("/rationale") {
        Some(rest) if rest.is_empty() || rest.starts_with([' ', '\t', '\r']) => Ok(rest.trim()),
        _ => Err(NotForUs::OtherWords),
    }
}

/// How a command is written, for whoever wrote it otherwise.
pub const USAGE: &str = "Write `/rationale ack F1 why`, `/rationale override F1 new decision` or \
                         `/rationale wrong F1 why`, on one line.";

/// Reads what stands behind `/rationale`.
///
/// # Errors
/// A sentence for whoever wrote it; nothing of their words is in it.
pub fn command(line: &str) -> Result<Said, String> {
    use crate::model::CorrectionKind;
    let (verb, rest) = word(line);
    let kind = match verb {
        "ack" => CorrectionKind::Ack,
        "override" => CorrectionKind::Override,
        "wrong" => CorrectionKind::Wrong,
        _ => return Err(format!("This is no command. {USAGE}")),
    };
    let (finding, reason) =
        finding(rest).ok_or_else(|| format!("The command names no finding. {USAGE}"))?;
    if reason.is_empty() && kind != CorrectionKind::Ack {
        return Err(format!("The command gives no reason. {USAGE}"));
    }
    if reason.chars().count() > crate::guard::shared::MAX_REASON {
        return Err("The reason is too long; put the record of it into the repository.".to_owned());
    }
    Ok(Said {
        kind,
        finding: finding.to_owned(),
        reason: reason.to_owned(),
    })
}

/// The finding and what follows it. An id with spaces stands in backticks or quotes.
fn finding(text: &str) -> Option<(&str, &str)> {
    for quote in ['`', '"'] {
        if let Some(inner) = text.strip_prefix(quote) {
            let (id, rest) = inner.split_once(quote)?;
            return (!id.trim().is_empty()).then(|| (id.trim(), rest.trim()));
        }
    }
    let (first, rest) = word(text);
    (!first.is_empty()).then_some((first, rest))
}

fn word(text: &str) -> (&str, &str) {
    let text = text.trim();
    match text.split_once(char::is_whitespace) {
        Some((first, rest)) => (first, rest.trim()),
        None => (text, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::CorrectionKind;

    fn event(body: &str) -> Event {
        serde_json::from_value(serde_json::json!({
            "action": "created",
            "issue": {"number": 7, "pull_request": {"url": "x"}},
            "comment": {"id": 1, "body": body, "user": {"login": "ada", "type": "User"}},
            "sender": {"login": "ada", "type": "User"},
        }))
        .unwrap()
    }

    #[test]
    fn only_a_persons_new_comment_under_a_pull_request_speaks_to_rguard() {
        assert_eq!(spoken(&event("/rationale ack F1\nmore")), Ok("ack F1"));
        assert_eq!(spoken(&event("/rationale")), Ok(""));
        for body in [
            "",
            " /rationale ack F1",
            "/rationales ack F1",
            "> /rationale ack F1",
            "x\n/rationale ack F1",
        ] {
            assert_eq!(spoken(&event(body)), Err(NotForUs::OtherWords), "{body:?}");
        }
        let with = |change: &dyn Fn(&mut Event)| {
            let mut e = event("/rationale ack F1");
            change(&mut e);
            spoken(&e).map(str::to_owned)
        };
        assert_eq!(with(&|e| e.action = "edited".into()), Err(NotForUs::NotNew));
        assert_eq!(with(&|e| e.comment = None), Err(NotForUs::NotNew));
        let plain = |e: &mut Event| e.issue = Some(Issue::default());
        assert_eq!(with(&plain), Err(NotForUs::PlainIssue));
        assert_eq!(
            with(&|e| e.sender.kind = "Bot".into()),
            Err(NotForUs::NoPerson)
        );
        assert_eq!(
            with(&|e| e.sender.login = "eve".into()),
            Err(NotForUs::NoPerson)
        );
    }

    #[test]
    fn a_command_names_a_finding_and_a_reason() {
        let said = |kind, finding: &str, reason: &str| {
            Ok(Said {
                kind,
                finding: finding.into(),
                reason: reason.into(),
            })
        };
        assert_eq!(command("ack F1"), said(CorrectionKind::Ack, "F1", ""));
        assert_eq!(
            command("override  f2   ten seconds do "),
            said(CorrectionKind::Override, "f2", "ten seconds do")
        );
        assert_eq!(
            command("wrong `DECISIONS.md#Frost > Never` old"),
            said(CorrectionKind::Wrong, "DECISIONS.md#Frost > Never", "old")
        );
        for line in [
            "",
            "ack",
            "wrong F1",
            "override F1  ",
            "delete F1 x",
            "ack `",
            "ACK F1",
            "wrong `` x",
        ] {
            let refused = command(line).unwrap_err();
            assert!(refused.ends_with('.'), "{line:?}: {refused}");
        }
        assert!(command(&format!("ack F1 {}", "x".repeat(5_000))).is_err());
    }
}
