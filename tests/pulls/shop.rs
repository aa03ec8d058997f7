//! A small shop: how prices are read and shown, a setting, and people who talk about both.

use std::path::PathBuf;
use std::sync::Arc;

use rguard::change::{Options, Target, resolve};
use rguard::guard::{ReviewOptions, Session};
use rguard::history::Repo;
use rguard::model::*;

use crate::testkit::TestRepo;
use crate::testkit::run::Home;

/// Where the shop lives.
pub const OWNER: &str = "acme";

/// Prices as they were first: what cannot be read is free.
pub const PRICE_ZERO: &str = "\
\"\"\"Reads the prices that suppliers send.\"\"\"


def price_of(row):
    \"\"\"The price of one row, in cents.\"\"\"
    text = row.get(\"price\", \"\").strip()
    if not text:
        return 0
    return int(round(float(text) * 100))


def total(rows):
    \"\"\"The sum of all prices.\"\"\"
    return sum(price_of(row) for row in rows)
";

/// Prices as they are since: what cannot be read is unknown.
pub const PRICE_UNKNOWN: &str = "\
\"\"\"Reads the prices that suppliers send.\"\"\"


def price_of(row):
    \"\"\"The price of one row, in cents; None where the supplier names none.\"\"\"
    text = row.get(\"price\", \"\").strip()
    if not text:
        return None
    return int(round(float(text) * 100))


def total(rows):
    \"\"\"The sum of all known prices; None where one is unknown.\"\"\"
    prices = [price_of(row) for row in rows]
    if any(price is None for price in prices):
        return None
    return sum(prices)
";

/// What was said with it.
pub const WHY: &str = "An unknown price must never become 0: a free item and one whose price nobody \
sent are not the same, so `price_of` returns `None` instead of 0, because shops sold lamps for nothing.";

/// A repository, a home for its engine, and the discussion of it.
pub struct Shop {
    pub repo: TestRepo,
    pub home: Home,
    pub talk: Discussion,
    name: String,
}

impl Shop {
    /// The shop with its first prices, on a remote of its own.
    pub fn new(name: &str) -> Self {
        let repo = TestRepo::new();
        let url = format!("https://github.com/{OWNER}/{name}.git");
        repo.git(&["remote", "add", "origin", &url]);
        repo.commit_as(
            "Ines Prado <ines@example.org>",
            &[
                ("src/price.py", &PRICE_ZERO.replace(".strip()", "")),
                ("README.md", "# Shop\n\nPrices and labls.\n"),
            ],
            "Read prices",
        );
        repo.commit_as(
            "Mina Okafor <mina@example.org>",
            &[("src/price.py", PRICE_ZERO)],
            "Strip blanks from prices",
        );
        Self {
            repo,
            home: Home::new(),
            talk: Discussion::default(),
            name: name.to_owned(),
        }
    }

    /// The address of a page of it.
    pub fn at(&self, number: u64) -> ForgeRef {
        ForgeRef {
            host: "github.com".into(),
            owner: OWNER.into(),
            name: self.name.clone(),
            number,
        }
    }

    /// A pull request that was merged by this commit.
    pub fn merged(
        &self,
        number: u64,
        title: &str,
        body: &str,
        merge: &str,
        files: &[&str],
    ) -> Pull {
        let at = self.at(number);
        Pull {
            url: format!("https://github.com/{OWNER}/{}/pull/{number}", self.name),
            title: title.into(),
            body: post("mina", Association::Member, body, self.repo.now() - 7_200),
            state: PullState::Merged,
            updated_at: Some(self.repo.now()),
            closed_at: Some(self.repo.now()),
            merged_at: Some(self.repo.now()),
            merge_commit: Some(merge.into()),
            base_branch: "main".into(),
            files: files
                .iter()
                .map(|f| PullFile {
                    path: (*f).into(),
                    ..PullFile::default()
                })
                .collect(),
            changed_files: files.len() as u64,
            commits: vec!["00000000000000000000000000000000000000aa".into()],
            at,
            ..Pull::default()
        }
    }

    /// An open issue.
    pub fn issue(&self, number: u64, title: &str, body: &str) -> Issue {
        Issue {
            at: self.at(number),
            url: format!("https://github.com/{OWNER}/{}/issues/{number}", self.name),
            title: title.into(),
            body: post("mina", Association::Member, body, 1_704_067_300),
            open: true,
            events_complete: true,
            ..Issue::default()
        }
    }

    /// The change to unknown prices as the squash of pull request 7, which says this of an issue.
    pub fn unknown_prices(&mut self, link: &str) -> String {
        let squash = self.repo.commit_as(
            "Mina Okafor <mina@example.org>",
            &[("src/price.py", PRICE_UNKNOWN)],
            "Keep an unknown price apart from zero (#7)",
        );
        let body = format!("{WHY}\n\n{link}");
        let pull = self.merged(
            7,
            "Keep an unknown price apart from zero",
            &body,
            &squash,
            &["src/price.py"],
        );
        self.talk.pulls.push(pull);
        squash
    }

    /// A branch with this change; returns its name.
    pub fn branch(&self, name: &str, files: &[(&str, &str)]) -> String {
        self.repo.git(&["checkout", "-q", "-b", name]);
        self.repo
            .commit_as("Newcomer <new@example.org>", files, "A change");
        self.repo.git(&["checkout", "-q", "main"]);
        name.to_owned()
    }

    /// Reviews a branch with the discussion.
    pub async fn review(&self, branch: &str) -> Review {
        self.review_with(branch, Some(self.talk.clone())).await
    }

    /// Reviews a branch, with what was read now or without.
    pub async fn review_with(&self, branch: &str, read: Option<Discussion>) -> Review {
        let session = self.session().await;
        let review = review_in(&session, branch, read, self.cache()).await;
        session.close().await.unwrap();
        review
    }

    pub fn cache(&self) -> PathBuf {
        self.home.path().join("cache")
    }

    pub async fn session(&self) -> Session {
        let repo = Repo::open(self.repo.path()).unwrap();
        Session::open(repo, &self.home.config()).await.unwrap()
    }
}

/// Reviews in an open session.
pub async fn review_in(
    session: &Session,
    branch: &str,
    read: Option<Discussion>,
    cache: PathBuf,
) -> Review {
    let options = Options {
        cache,
        ..Options::default()
    };
    let target = Target::Named(branch.to_owned());
    let resolved = resolve(session.repo(), &target, &options).unwrap();
    let options = ReviewOptions {
        discussion: read.map(Arc::new),
        ..ReviewOptions::default()
    };
    session
        .review(&resolved, &options, &mut |_| {})
        .await
        .unwrap()
}

/// What somebody wrote.
pub fn post(login: &str, association: Association, body: &str, at: i64) -> Post {
    Post {
        author: Some(Actor {
            login: login.into(),
            bot: login.ends_with("[bot]"),
        }),
        association,
        body: body.into(),
        at: Some(at),
        ..Post::default()
    }
}

/// The finding of this decision.
pub fn found<'r>(review: &'r Review, id: &str) -> Option<&'r Finding> {
    let is =
        |f: &&Finding| f.decision.id.as_str() == id || f.also.iter().any(|a| a.id.as_str() == id);
    review.findings.iter().find(is)
}

/// The state of a premise.
pub fn premise(finding: &Finding, rule: &str) -> Option<PremiseState> {
    let found = finding.premises.iter().find(|p| p.rule == rule);
    found.map(|p| p.state)
}
