//! A repository with a story: the program of a tide gauge, three decision records of which one
//! supersedes another, a commit that decides, and people, an agent and a bot who worked on it.

use super::TestRepo;

/// The repository, with the commits that the tests name.
pub struct GaugeRepo {
    /// The repository, on `main` at [`GaugeRepo::tip`].
    pub repo: TestRepo,
    /// The first commit: a reading every five seconds, levels sent by mail.
    pub start: String,
    /// The commit that waits forty seconds instead, with its reason in the message.
    pub slow: String,
    /// Records the waiting: ADR 1.
    pub waiting: String,
    /// Records the mail: ADR 2.
    pub mail: String,
    /// Uploads instead of mailing, and records it: ADR 3, which supersedes ADR 2.
    pub upload: String,
    /// Ordinary work after all of it.
    pub tip: String,
}

/// The record of the waiting.
pub const WAITING: &str = "docs/adr/0001-wait-forty-seconds.md";
/// The record of the mail, superseded later.
pub const MAIL: &str = "docs/adr/0002-send-levels-by-mail.md";
/// The record of the upload.
pub const UPLOAD: &str = "docs/adr/0003-upload-levels.md";

const POLL_FAST: &str = "\
//! Reads the float of the tide gauge.

/// Seconds between two readings.
pub const PAUSE: u64 = 5;

/// Reads for ever.
pub fn run(gauge: &mut Gauge, store: &mut Store) {
    loop {
        let level = gauge.read();
        store.put(level);
        wait(PAUSE);
    }
}
";

const POLL_SLOW: &str = "\
//! Reads the float of the tide gauge.

/// Seconds between two readings: the float needs thirty to settle.
pub const PAUSE: u64 = 40;

/// Reads for ever.
pub fn run(gauge: &mut Gauge, store: &mut Store) {
    loop {
        let level = median(gauge.read(), gauge.read(), gauge.read());
        store.put(level);
        wait(PAUSE);
    }
}
";

const SEND_MAIL: &str = "\
//! Brings the levels to the harbour office.

/// Sends what was read today.
pub fn send(levels: &[Level], office: &Office) -> Result<()> {
    let letter = Letter::new(office.mailbox(), \"levels\");
    letter.attach(table(levels));
    Mailer::smtp(office.server()).deliver(letter)
}
";

const SEND_UPLOAD: &str = "\
//! Brings the levels to the harbour office.

/// Sends what was read today.
pub fn send(levels: &[Level], office: &Office) -> Result<()> {
    let body = json(levels);
    let answer = Https::post(office.endpoint(), body)?;
    answer.expect_stored()
}
";

const ADR_WAITING: &str = "\
# 1. Wait forty seconds between two readings

Date: 2024-01-02

## Status

Accepted

## Context

After a ship has passed, the float keeps swinging for thirty seconds. Reading every five seconds
stored the wake of every ferry as a tide.

## Decision

`src/poll.rs` waits 40 seconds between two readings. It must never read more often than that, and it
stores the median of three readings instead of a single one.

## Consequences

A storm surge is seen up to 40 seconds late.
";

const ADR_MAIL: &str = "\
# 2. Send levels by mail

Date: 2024-01-03

## Status

Accepted

## Context

The harbour office has a mailbox and nothing else that we can reach.

## Decision

`src/send.rs` sends one letter a day through the SMTP server of the office. It must not post to the
web server of the office, which is down every other night.

## Consequences

Levels arrive a day late.
";

const ADR_UPLOAD: &str = "\
# 3. Upload levels over HTTPS

Date: 2024-02-01

## Status

Accepted

Supersedes [2. Send levels by mail](0002-send-levels-by-mail.md)

## Context

Letters with tables were thrown away by the spam filter of the office in January.

## Decision

`src/send.rs` posts the levels as JSON to the endpoint of the office over HTTPS. Levels must not be
sent by mail any more: a letter that the filter drops is lost without a word.

## Consequences

The office has to keep its endpoint up.
";

const NOTES: &str = "\
# Tide gauge

Reads the float and sends the levels to the harbour office.

Start it with `gauge run`.
";

impl GaugeRepo {
    /// Builds it.
    pub fn new() -> Self {
        let repo = TestRepo::new();
        let start = repo.commit(
            &[
                ("README.md", NOTES),
                ("src/poll.rs", POLL_FAST),
                ("src/send.rs", SEND_MAIL),
                ("src/median.rs", "//! Middle values.\n"),
            ],
            "Read the float and send the levels",
        );
        let slow = repo.commit(
            &[("src/poll.rs", POLL_SLOW)],
            "Wait forty seconds between two readings\n\n\
             The float keeps swinging for thirty seconds after a ship has passed, because\n\
             the stilling well is too wide. Reading every five seconds stored the wake of\n\
             every ferry as a tide, so we must not read more often.\n",
        );
        let waiting = repo.commit(&[(WAITING, ADR_WAITING)], "Record why we wait");
        let mail = repo.commit(&[(MAIL, ADR_MAIL)], "Record how levels are sent");
        let old = ADR_MAIL.replace(
            "Accepted",
            "Superseded by [3. Upload levels over HTTPS](0003-upload-levels.md)",
        );
        let upload = repo.commit_as(
            "Grace Hopper <grace@example.org>",
            &[
                (UPLOAD, ADR_UPLOAD),
                (MAIL, &old),
                ("src/send.rs", SEND_UPLOAD),
            ],
            "Upload the levels instead of mailing them",
        );
        repo.commit_as(
            "pilot[bot] <77+pilot[bot]@users.noreply.github.com>",
            &[("src/median.rs", "//! Middle values.\n\nuse std::cmp;\n")],
            "Bump the edition",
        );
        repo.commit(
            &[(
                "src/median.rs",
                "//! Middle values.\n\nuse std::cmp;\n\npub fn median() {}\n",
            )],
            "Sketch the median\n\nCo-authored-by: Claude <noreply@anthropic.com>\n",
        );
        let tip = repo.commit_as(
            "Grace Hopper <grace@example.org>",
            &[("src/log.rs", "//! Writes what happened.\n")],
            "Add a place for the log",
        );
        Self {
            repo,
            start,
            slow,
            waiting,
            mail,
            upload,
            tip,
        }
    }

    /// The slow polling turned back into the fast one.
    pub fn fast_again(&self) -> (&'static str, &'static str) {
        ("src/poll.rs", POLL_FAST)
    }

    /// The upload turned back into the mail.
    pub fn mail_again(&self) -> (&'static str, &'static str) {
        ("src/send.rs", SEND_MAIL)
    }

    /// The mail turned into the upload.
    pub fn upload_now(&self) -> (&'static str, &'static str) {
        ("src/send.rs", SEND_UPLOAD)
    }

    /// A branch at a commit with one commit that writes these files; `main` is checked out after.
    pub fn branch(&self, name: &str, at: &str, files: &[(&str, &str)], message: &str) -> String {
        let repo = &self.repo;
        repo.git(&["checkout", "-q", "-b", name, at]);
        let commit = repo.commit(files, message);
        repo.git(&["checkout", "-q", "main"]);
        commit
    }

    /// The patch that a commit is, written beside the repository.
    pub fn patch(&self, name: &str, from: &str, to: &str) -> String {
        let file = self.repo.beside(name);
        std::fs::write(&file, self.repo.git_bytes(&["diff", from, to])).unwrap();
        file.display().to_string()
    }
}
