//! Takes a `/rationale` command: who may, what it is about, and where it is kept.

use sha2::{Digest, Sha256};

use super::super::output::{note, print};
use super::super::{Exit, Global, UserError, reviewing};
use super::answer;
use super::event::{self, Comment, Said};
use super::post::{self, Thread};
use super::review::{request, web};
use super::stage::Stage;
use crate::github::{Put, Writer};
use crate::guard::{change_id, shared};
use crate::model::{Correction, Finding, ForgeRef, Reach, Review};
use crate::report::sticky;

/// How often a race for the branch is run again: each time nothing had been written.
const RACES: usize = 5;

/// What became of a command.
enum Taken {
    /// It is on the branch.
    Recorded,
    /// It is not, and why, in a sentence without foreign words.
    Refused(String),
}

/// Runs the command.
///
/// # Errors
/// Git, the graph or GitHub fail: then nothing was answered, and the job can be run again.
pub(super) async fn run(global: &Global) -> Result<Exit, UserError> {
    let stage = Stage::from_env()?;
    let line = match event::spoken(&stage.event) {
        Ok(line) => line.to_owned(),
        Err(why) => {
            print(&format!("Nothing to do: {}\n", why.why()))?;
            return Ok(Exit::OK);
        }
    };
    let comment = stage.event.comment.clone().unwrap_or_default();
    let number = stage.event.issue.as_ref().map_or(0, |i| i.number);
    let at = stage.pull(number);
    let writer = super::writer(&stage).await?;
    let thread = Thread::read(&writer, &at).await?;
    match take(&writer, &at, &thread, &comment, &line, global).await? {
        Taken::Recorded => {
            answer::done(&writer, &at, comment.id).await?;
            print("The command was recorded.\n")?;
        }
        Taken::Refused(why) => {
            answer::refuse(&writer, &at, &thread, comment.id, &why).await?;
            print(&format!("The command was not taken. {why}\n"))?;
        }
    }
    Ok(Exit::OK)
}

async fn take(
    writer: &Writer,
    at: &ForgeRef,
    thread: &Thread,
    comment: &Comment,
    line: &str,
    global: &Global,
) -> Result<Taken, UserError> {
    // Asked now, and of the person who wrote: how somebody is called in an event is no right.
    if !writer.may_write(at, &comment.user.login).await? {
        return Ok(Taken::Refused(
            "Only people with write access to this repository can answer a review.".to_owned(),
        ));
    }
    let said = match event::command(line) {
        Ok(said) => said,
        Err(why) => return Ok(Taken::Refused(why)),
    };
    let (base, _) = writer.ends_of(at).await?;
    let review = reviewing::review(request(at.number, base.clone(), global), global).await?;
    let finding = match meant(&review, thread, &said.finding) {
        Ok(finding) => finding,
        Err(why) => return Ok(Taken::Refused(why)),
    };
    let correction = correction(at, comment, &said, finding, &review);
    record(writer, at, &correction).await?;
    // The comment shows at once what was said. The record stands whether or not that works.
    if let Err(e) = show(writer, at, base, global).await {
        note(&format!("The comment could not be brought up to date: {e}"));
    }
    Ok(Taken::Recorded)
}

/// The finding that a command means. A number means what it meant in the comment that was answered.
fn meant<'a>(review: &'a Review, thread: &Thread, word: &str) -> Result<&'a Finding, String> {
    let unknown = || {
        "The review of this pull request has no such finding. Name it by its number (`F1`), or its \
         decision by id or key."
            .to_owned()
    };
    let is_number = word.len() > 1
        && word.starts_with(['F', 'f'])
        && word.chars().skip(1).all(|c| c.is_ascii_digit());
    let shown = thread.sticky().and_then(|c| c.body.as_deref());
    let numbers = shown.and_then(sticky::read_numbers);
    let found = match (is_number, numbers) {
        (true, Some(numbers)) => {
            let head = review.change.head.as_ref().map_or("", |h| h.as_str());
            if numbers.head != head {
                return Err(
                    "The pull request has moved since its review numbered the findings. \
                            Wait for the new review, or name the decision by its id or key."
                        .to_owned(),
                );
            }
            let key = numbers.key(word).ok_or_else(unknown)?;
            review.findings.iter().find(|f| f.decision.key == *key)
        }
        (true, None) => review
            .findings
            .iter()
            .find(|f| f.id.eq_ignore_ascii_case(word)),
        (false, _) => review
            .findings
            .iter()
            .find(|f| f.decision.id.as_str() == word || f.decision.key.as_str() == word),
    };
    found.ok_or_else(unknown)
}

fn correction(
    at: &ForgeRef,
    comment: &Comment,
    said: &Said,
    finding: &Finding,
    review: &Review,
) -> Correction {
    let time = comment.created_at.parse::<jiff::Timestamp>();
    let time = time.unwrap_or_else(|_| jiff::Timestamp::now());
    Correction {
        ulid: ulid_of(at, comment.id, time),
        kind: said.kind,
        decision: finding.decision.key.clone(),
        decision_id: finding.decision.id.clone(),
        reason: said.reason.clone(),
        author: comment.user.login.clone(),
        time: time.as_second(),
        change: change_id(&review.change),
        base: review.as_of.commit.clone(),
        undoes: None,
        applied: false,
        reach: Reach::Shared,
        yields_to: None,
    }
}

/// The ulid of a comment's correction: its time, and its address in place of chance, so that a job
/// that runs twice records once.
fn ulid_of(at: &ForgeRef, comment: u64, time: jiff::Timestamp) -> String {
    let hash = Sha256::digest(format!("{} {comment}", at.key()));
    let chance = hash
        .iter()
        .take(10)
        .fold(0u128, |n, b| (n << 8) | u128::from(*b));
    let ms = u64::try_from(time.as_millisecond()).unwrap_or_default();
    ulid::Ulid::from_parts(ms, chance).to_string()
}

/// Puts the correction onto the shared branch.
async fn record(writer: &Writer, at: &ForgeRef, correction: &Correction) -> Result<(), UserError> {
    let name = shared::file_name(correction);
    let content = shared::file_content(correction).map_err(UserError::internal)?;
    let message = format!("{} {}", correction.kind.word(), correction.ulid);
    for _ in 0..RACES {
        let put = writer
            .put_file(at, shared::BRANCH, &name, &content, &message)
            .await?;
        match put {
            Put::New | Put::There => return Ok(()),
            Put::NoBranch => {
                let started = writer
                    .start_branch(at, shared::BRANCH, &name, &content, &message)
                    .await?;
                if started {
                    return Ok(());
                }
            }
            Put::Raced => {}
        }
    }
    Err(UserError::user(format!(
        "The branch {} is written by others all the time, so nothing was recorded.",
        shared::BRANCH
    ))
    .hint("Run the job again."))
}

/// Brings our comment up to date with what was just recorded.
async fn show(
    writer: &Writer,
    at: &ForgeRef,
    base: String,
    global: &Global,
) -> Result<(), UserError> {
    let review = reviewing::review(request(at.number, base, global), global).await?;
    let text = sticky::comment(&review, &web(writer, at));
    post::sticky(writer, at, &text).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_that_runs_twice_makes_one_correction_and_two_comments_make_two() {
        let at = ForgeRef {
            host: "github.com".into(),
            owner: "acme".into(),
            name: "gauge".into(),
            number: 7,
        };
        let time: jiff::Timestamp = "2026-11-30T10:00:00Z".parse().unwrap();
        let one = ulid_of(&at, 1, time);
        assert_eq!(one, ulid_of(&at, 1, time));
        assert_ne!(one, ulid_of(&at, 2, time));
        let read = ulid::Ulid::from_string(&one).unwrap();
        assert_eq!(read.timestamp_ms(), 1_796_032_800_000);
    }
}
