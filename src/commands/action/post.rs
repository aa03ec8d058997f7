//! Posts what a review says: the one comment, and the check run.

use crate::github::{Comment, GithubError, Writer};
use crate::model::ForgeRef;
use crate::report::check_run::CheckRun;
use crate::report::sticky::MARKER;

/// What became of the comment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Posted {
    /// It is new.
    New,
    /// It has another text now.
    Changed,
    /// It says so already.
    Same,
}

/// The comments under a pull request, and which account is ours.
pub(super) struct Thread {
    comments: Vec<Comment>,
    me: String,
}

impl Thread {
    /// Reads all of them.
    pub(super) async fn read(writer: &Writer, at: &ForgeRef) -> Result<Self, GithubError> {
        let me = writer.own_login().await;
        let comments = writer.comments(at).await?;
        Ok(Self { comments, me })
    }

    /// Our one comment: it begins with the marker, and we wrote it. Anybody can write the marker.
    pub(super) fn sticky(&self) -> Option<&Comment> {
        self.ours()
            .find(|c| body(c).lines().next().map(str::trim_end) == Some(MARKER))
    }

    /// Whether we wrote a comment that begins with this line.
    pub(super) fn has(&self, first_line: &str) -> bool {
        self.ours()
            .any(|c| body(c).lines().next().map(str::trim_end) == Some(first_line))
    }

    fn ours(&self) -> impl Iterator<Item = &Comment> {
        let me = &self.me;
        self.comments.iter().filter(move |c| {
            let author = c.user.as_ref();
            author.is_some_and(|u| u.login.eq_ignore_ascii_case(me))
        })
    }
}

fn body(comment: &Comment) -> &str {
    comment.body.as_deref().unwrap_or_default()
}

/// Puts the text into our one comment: a new one where there is none, nothing where it says so
/// already.
pub(super) async fn sticky(
    writer: &Writer,
    at: &ForgeRef,
    text: &str,
) -> Result<Posted, GithubError> {
    let thread = Thread::read(writer, at).await?;
    match thread.sticky() {
        Some(old) if same(body(old), text) => Ok(Posted::Same),
        Some(old) => {
            writer.edit_comment(at, old.id, text).await?;
            Ok(Posted::Changed)
        }
        None => {
            writer.add_comment(at, text).await?;
            Ok(Posted::New)
        }
    }
}

/// GitHub may give line ends and the end of a text back in its own way.
fn same(a: &str, b: &str) -> bool {
    let plain = |t: &str| t.replace("\r\n", "\n").trim_end().to_owned();
    plain(a) == plain(b)
}

/// Creates the check run with all its remarks.
pub(super) async fn check(
    writer: &Writer,
    at: &ForgeRef,
    run: &CheckRun,
) -> Result<(), GithubError> {
    let id = writer.create_check_run(at, &run.create).await?;
    for more in &run.more {
        writer.add_to_check_run(at, id, more).await?;
    }
    Ok(())
}

/// Whether the token lacks the right, as a fork's does: then there are other ways to say it.
pub(super) fn no_right(e: &GithubError) -> bool {
    matches!(
        e,
        GithubError::Forbidden { .. } | GithubError::NotFound { .. }
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::github::User;

    fn thread(comments: &[(u64, &str, &str)]) -> Thread {
        let comments = comments.iter().map(|(id, login, body)| Comment {
            id: *id,
            body: Some((*body).to_owned()),
            user: Some(User {
                login: (*login).to_owned(),
            }),
            ..Comment::default()
        });
        Thread {
            comments: comments.collect(),
            me: "github-actions[bot]".into(),
        }
    }

    #[test]
    fn our_comment_is_the_one_with_the_marker_that_we_wrote() {
        let marked = format!("{MARKER}\r\ntext");
        let quoted = format!("> {MARKER}");
        let t = thread(&[
            (1, "eve", &marked),
            (2, "github-actions", &marked),
            (3, "github-actions[bot]", &quoted),
            (4, "github-actions[bot]", "Coverage went up"),
            (5, "GitHub-Actions[bot]", &marked),
        ]);
        assert_eq!(t.sticky().map(|c| c.id), Some(5));
        assert_eq!(thread(&[(1, "eve", &marked)]).sticky(), None);
        assert!(t.has("Coverage went up") && !t.has("text"));
    }

    #[test]
    fn line_ends_do_not_make_another_text() {
        assert!(same("a\r\nb\r\n", "a\nb") && !same("a\nb", "a\n b"));
    }
}
