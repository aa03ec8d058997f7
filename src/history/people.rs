//! Who a commit names, and whether that is a person, a coding agent or an automatic account.
//!
//! A wrong join of two people is worse than a missed one: two addresses are the same person only
//! where the mailmap says so, or where both are GitHub's private address of the same login.

use gix::actor::SignatureRef;
use gix::bstr::ByteSlice;

use super::automatic::{AUTOMATIC, Mark, NOBODY};
use super::commit::{CommitInfo, Signature, mapped};
use crate::model::{PersonId, PersonKind};

/// What somebody did in a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Wrote it.
    Author,
    /// Is named in a `Co-authored-by` trailer.
    CoAuthor,
    /// Committed what another wrote.
    Committer,
    /// Is named in a `Reviewed-by` or `Acked-by` trailer.
    Reviewer,
    /// Is named in a `Signed-off-by` trailer.
    SignedOff,
    /// An agent that helped, by an `Assisted-by` or `Generated-by` trailer.
    Assistant,
}

impl Role {
    /// The word used in the graph and in messages.
    pub fn word(self) -> &'static str {
        match self {
            Self::Author => "author",
            Self::CoAuthor => "co-author",
            Self::Committer => "committer",
            Self::Reviewer => "reviewer",
            Self::SignedOff => "signed-off",
            Self::Assistant => "assistant",
        }
    }
}

/// Somebody named by a commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonMention {
    /// The id under which all their commits meet.
    pub pid: PersonId,
    /// The name to show.
    pub name: String,
    /// Person, agent or automatic account.
    pub kind: PersonKind,
    /// What they did.
    pub role: Role,
}

/// Trailer keys (lower-case) and the role that they give.
const TRAILER_ROLES: &[(&str, Role)] = &[
    ("co-authored-by", Role::CoAuthor),
    ("co-author", Role::CoAuthor),
    ("coauthored-by", Role::CoAuthor),
    ("reviewed-by", Role::Reviewer),
    ("acked-by", Role::Reviewer),
    ("signed-off-by", Role::SignedOff),
    ("assisted-by", Role::Assistant),
    ("generated-by", Role::Assistant),
];

/// A person as the graph knows them: pid, name and kind, from a name and an address after the
/// mailmap.
pub fn person(who: &Signature) -> (PersonId, String, PersonKind) {
    let email = who.email.trim().to_lowercase();
    let name = who.name.trim();
    let lower = name.to_lowercase();
    let login = login_of(&email);
    if name == "GitHub" && email == "noreply@github.com" {
        return (
            PersonId::from("login:web-flow"),
            "GitHub".to_owned(),
            PersonKind::Bot,
        );
    }
    let domain = email.rsplit_once('@').map_or("", |(_, d)| d);
    let shared = NOBODY.contains(&email.as_str()) || !email.contains('@');
    for (mark, kind, pid, shown) in AUTOMATIC {
        let fits = match mark {
            Mark::Address(a) => email == *a,
            Mark::Domain(d) => domain == *d,
            Mark::Login(l) => login.as_deref() == Some(*l),
            Mark::Name(n) => lower == *n,
            Mark::BareName(n) => shared && lower == *n,
        };
        if fits {
            return (PersonId::from(*pid), (*shown).to_owned(), *kind);
        }
    }
    if let Some(login) = login {
        let kind = if login.ends_with("[bot]") {
            PersonKind::Bot
        } else {
            PersonKind::Human
        };
        let shown = if name.is_empty() {
            login.clone()
        } else {
            name.to_owned()
        };
        return (PersonId(format!("login:{login}")), shown, kind);
    }
    let kind = if lower.ends_with("[bot]") || email.contains("[bot]@") {
        PersonKind::Bot
    } else {
        PersonKind::Human
    };
    let pid = if shared {
        format!("{email}#{lower}")
    } else {
        email.clone()
    };
    let shown = if name.is_empty() {
        "unnamed".to_owned()
    } else {
        name.to_owned()
    };
    (PersonId(pid), shown, kind)
}

/// Whether an account of this login is a known agent or automatic account.
pub fn is_program(login: &str) -> bool {
    let lower = login.to_lowercase();
    AUTOMATIC
        .iter()
        .any(|(mark, ..)| matches!(mark, Mark::Login(l) if *l == lower))
}

/// The login in one of GitHub's private addresses, `123+login@users.noreply.github.com`.
fn login_of(email: &str) -> Option<String> {
    let local = email.strip_suffix("@users.noreply.github.com")?;
    let login = match local.split_once('+') {
        Some((digits, login)) if digits.bytes().all(|b| b.is_ascii_digit()) => login,
        _ => local,
    };
    (!login.is_empty()).then(|| login.to_owned())
}

/// Everybody the commit names, author first, nobody twice (the weightier role stays).
pub(crate) fn mentions(info: &CommitInfo, mailmap: &gix::mailmap::Snapshot) -> Vec<PersonMention> {
    let mut found: Vec<PersonMention> = Vec::new();
    let mut add = |who: &Signature, role: Role| {
        let (pid, name, kind) = person(who);
        if !found.iter().any(|p| p.pid == pid) {
            found.push(PersonMention {
                pid,
                name,
                kind,
                role,
            });
        }
    };
    // aider marks the commits that it wrote by a suffix on the person's own name.
    let mut author = info.author.clone();
    let aided = author
        .name
        .strip_suffix("(aider)")
        .map(|n| n.trim().to_owned());
    if let Some(name) = aided.clone() {
        author.name = name;
    }
    add(&author, Role::Author);
    if aided.is_some() {
        add(
            &Signature {
                name: "aider".into(),
                email: String::new(),
            },
            Role::Assistant,
        );
    }
    for (key, value) in &info.trailers {
        let key = key.to_lowercase();
        let Some((_, role)) = TRAILER_ROLES.iter().find(|(k, _)| *k == key) else {
            continue;
        };
        let Some(who) = address(value, mailmap) else {
            continue;
        };
        if *role == Role::Assistant && person(&who).2 == PersonKind::Human {
            continue;
        }
        add(&who, *role);
    }
    let web = info
        .committer
        .email
        .eq_ignore_ascii_case("noreply@github.com");
    if !web && !info.committer.name.is_empty() {
        let mut committer = info.committer.clone();
        if let Some(name) = committer.name.strip_suffix("(aider)") {
            committer.name = name.trim().to_owned();
        }
        add(&committer, Role::Committer);
    }
    found
}

/// A trailer's `Name <address>` after the mailmap; a bare name only for a known agent.
fn address(value: &str, mailmap: &gix::mailmap::Snapshot) -> Option<Signature> {
    match value.split_once('<') {
        Some((name, rest)) => {
            let email = rest.split('>').next().unwrap_or("").trim();
            let sig = SignatureRef {
                name: name.trim().as_bytes().as_bstr(),
                email: email.as_bytes().as_bstr(),
                time: "0 +0000",
            };
            Some(mapped(sig, mailmap, None))
        }
        None => {
            let name = value
                .split(&[':', '/', ','][..])
                .next()
                .unwrap_or("")
                .trim()
                .to_owned();
            let who = Signature {
                name,
                email: String::new(),
            };
            (person(&who).2 != PersonKind::Human).then_some(who)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use PersonKind::{Agent, Bot};

    fn who(name: &str, email: &str) -> (String, PersonKind) {
        let sig = Signature {
            name: name.into(),
            email: email.into(),
        };
        let (pid, _, kind) = person(&sig);
        (pid.0, kind)
    }

    #[test]
    fn agents_and_bots_are_told_from_people() {
        assert_eq!(
            who("Claude Opus 4.5", "noreply@anthropic.com"),
            ("agent:claude".into(), Agent)
        );
        assert_eq!(
            who("Copilot", "198982749+Copilot@users.noreply.github.com"),
            ("agent:copilot".into(), Agent)
        );
        assert_eq!(
            who(
                "dependabot[bot]",
                "49699333+dependabot[bot]@users.noreply.github.com"
            ),
            ("login:dependabot[bot]".into(), Bot)
        );
        assert_eq!(
            who("Claude Monet", "claude@example.fr"),
            ("claude@example.fr".into(), PersonKind::Human)
        );
        assert_eq!(who("Devin Smith", "devin@example.org").1, PersonKind::Human);
    }

    #[test]
    fn private_addresses_of_one_login_meet_and_shared_addresses_join_nobody() {
        assert_eq!(who("Ada", "12+Ada@users.noreply.github.com").0, "login:ada");
        assert_eq!(who("Ada L", "ada@users.noreply.github.com").0, "login:ada");
        assert_eq!(who("Ada", "Ada@Example.org").0, "ada@example.org");
        assert_ne!(
            who("Ada", "root@localhost").0,
            who("Bob", "root@localhost").0
        );
        assert_ne!(who("Ada", "").0, who("Bob", "").0);
    }

    #[test]
    fn trailers_name_co_authors_and_the_author_is_not_named_twice() {
        let info = CommitInfo {
            author: Signature {
                name: "Ada (aider)".into(),
                email: "ada@x.org".into(),
            },
            committer: Signature {
                name: "GitHub".into(),
                email: "noreply@github.com".into(),
            },
            trailers: vec![
                (
                    "Co-Authored-By".into(),
                    "Claude <noreply@anthropic.com>".into(),
                ),
                ("Co-authored-by".into(), "Ada <ada@x.org>".into()),
                ("Reviewed-by".into(), "Bob <bob@x.org>".into()),
                ("Assisted-by".into(), "Codex:gpt-5".into()),
                ("Assisted-by".into(), "my sister".into()),
            ],
            ..CommitInfo::default()
        };
        let people = mentions(&info, &gix::mailmap::Snapshot::default());
        let told: Vec<_> = people
            .iter()
            .map(|p| (p.pid.as_str(), p.role.word()))
            .collect();
        assert_eq!(
            told,
            [
                ("ada@x.org", "author"),
                ("agent:aider", "assistant"),
                ("agent:claude", "co-author"),
                ("bob@x.org", "reviewer"),
                ("agent:codex", "assistant"),
            ]
        );
        assert_eq!(people[0].name, "Ada");
    }
}
