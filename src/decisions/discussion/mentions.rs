//! Issues and pull requests that a text names: `Fixes #7`, `see owner/repo#7`, a full address.
//!
//! Keywords are those that GitHub itself obeys. What stands in code, quotes or HTML does not count,
//! nor a keyword that is denied ("does not fix #7": then it is only named).

use std::sync::LazyLock;

use regex::Regex;

use super::prose::{normal, spoken};
use crate::model::{ForgeHome, ForgeRef};

/// What a text says of another page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Said {
    /// It fixes, closes or resolves it.
    Fixes,
    /// It waits for it.
    DependsOn,
    /// It names it.
    References,
}

static NAMED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)
        (?: (?P<fixes> (?-u:\b)(?:close[sd]? | fix(?:e[sd])? | resolve[sd]?)) \s*:?\s+
          | (?P<waits> (?-u:\b)(?:depends?\ (?:up)?on | blocked\ (?:by|on)) ) \s*:?\s+ )?
        (?: https?://(?P<host>[A-Za-z0-9.-]+)/(?P<uo>[A-Za-z0-9-]{1,39})/(?P<ur>[A-Za-z0-9._-]{1,100})
              /(?:issues|pull)/(?P<un>[0-9]{1,9})(?-u:\b)
          | (?: (?P<owner>[A-Za-z0-9-]{1,39})/(?P<repo>[A-Za-z0-9._-]{1,100}) )? \#(?P<n>[0-9]{1,9})(?-u:\b) )",
    )
    .ok()
});
static DENIED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"(?ix)(?:(?-u:\b)(?:not|never|without|neither)|n['’]t|partially|partly)\s+(?:yet\s+|fully\s+|really\s+)?$")
        .ok()
});

/// What a Markdown text names, each page once with the strongest thing said of it, in the order of
/// the pages.
pub fn mentions(body: &str, home: &ForgeHome) -> Vec<(ForgeRef, Said)> {
    plain(&spoken(&normal(body)), home)
}

/// The same for a text that is not Markdown: a commit's message. Quoted lines do not count.
pub fn of_message(message: &str, home: &ForgeHome) -> Vec<(ForgeRef, Said)> {
    let own: Vec<&str> = message
        .lines()
        .filter(|l| !l.trim_start().starts_with('>'))
        .collect();
    plain(&normal(&own.join("\n")), home)
}

fn plain(text: &str, home: &ForgeHome) -> Vec<(ForgeRef, Said)> {
    let mut out: Vec<(ForgeRef, Said)> = Vec::new();
    let Some(re) = NAMED.as_ref() else {
        return out;
    };
    for c in re.captures_iter(text) {
        let Some(whole) = c.get(0) else { continue };
        let group = |name: &str| c.name(name).map(|m| m.as_str());
        let keyword = c.name("fixes").or_else(|| c.name("waits"));
        let at = keyword.map_or(whole.start(), |m| m.start());
        let before = text.get(..at).unwrap_or_default();
        let named = match (group("un"), group("n")) {
            (Some(n), _) => number(n).map(|number| ForgeRef {
                host: group("host").unwrap_or_default().to_lowercase(),
                owner: group("uo").unwrap_or_default().to_owned(),
                name: group("ur").unwrap_or_default().to_owned(),
                number,
            }),
            (None, Some(n)) => number(n).map(|number| match (group("owner"), group("repo")) {
                (Some(owner), Some(repo)) => ForgeRef {
                    host: home.host.clone(),
                    owner: owner.to_owned(),
                    name: repo.to_owned(),
                    number,
                },
                _ => home.at(number),
            }),
            (None, None) => None,
        };
        // `a#7`, `&#7;`, `\#7` and `path/x#7` name nothing.
        let glued = keyword.is_none()
            && before.chars().next_back().is_some_and(|b| {
                b.is_alphanumeric() || matches!(b, '_' | '&' | '\\' | '/' | '#' | '-')
            });
        let Some(named) = named.filter(|_| !glued) else {
            continue;
        };
        let denied = DENIED.as_ref().is_some_and(|re| re.is_match(before));
        let said = match (group("fixes"), group("waits")) {
            (Some(_), _) if !denied => Said::Fixes,
            (_, Some(_)) if !denied => Said::DependsOn,
            _ => Said::References,
        };
        match out.iter_mut().find(|(at, _)| at.key() == named.key()) {
            Some(known) => known.1 = known.1.min(said),
            None => out.push((named, said)),
        }
    }
    out.sort_by_key(|(at, _)| at.key());
    out.sort_by_key(|(at, _)| (!home.holds(at), at.number));
    out
}

fn number(digits: &str) -> Option<u64> {
    digits.parse().ok().filter(|n| *n > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn home() -> ForgeHome {
        ForgeHome {
            host: "github.com".into(),
            owner: "acme".into(),
            name: "shop".into(),
        }
    }

    fn read(text: &str) -> Vec<(String, Said)> {
        mentions(text, &home())
            .into_iter()
            .map(|(at, said)| {
                let short = at.to_string();
                (short.trim_start_matches("acme/shop").to_owned(), said)
            })
            .collect()
    }

    #[test]
    fn keywords_fix_and_all_else_refers() {
        use Said::{DependsOn, Fixes, References};
        let cases: &[(&str, &[(&str, Said)])] = &[
            ("Fixes #1", &[("#1", Fixes)]),
            (
                "closes: #1 and resolved #2",
                &[("#1", Fixes), ("#2", Fixes)],
            ),
            ("Fixes #1, #2", &[("#1", Fixes), ("#2", References)]),
            (
                "Refs #3. See #4; #5",
                &[("#3", References), ("#4", References), ("#5", References)],
            ),
            ("This does not fix #6", &[("#6", References)]),
            ("It doesn't close #6 yet", &[("#6", References)]),
            (
                "Depends on #7, blocked by #8",
                &[("#7", DependsOn), ("#8", DependsOn)],
            ),
            ("Refs #9. Later: fixes #9", &[("#9", Fixes)]),
            ("Fixes other/tool#2", &[("other/tool#2", Fixes)]),
            (
                "Fixes https://github.com/acme/shop/issues/12",
                &[("#12", Fixes)],
            ),
            (
                "see https://git.example.org/a/b/pull/3#issuecomment-1",
                &[("a/b#3", References)],
            ),
            ("prefixes #1", &[("#1", References)]),
            ("GH x#1 a/b/c#2 &#39; \\#4 ##5 #0 #99999999999", &[]),
        ];
        for (text, expected) in cases {
            let expected: Vec<(String, Said)> = expected
                .iter()
                .map(|(r, s)| ((*r).to_owned(), *s))
                .collect();
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn code_quotes_and_comments_name_nothing() {
        let text = "Text `Fixes #1`.\n\n> Fixes #2\n\n```\nFixes #3\n```\n\n<!-- Fixes #4 -->\n\n    Fixes #5\n\n<b title=\"Fixes #6\">x</b>";
        assert_eq!(read(text), []);
        let quoted = of_message("Tidy\n\n> Fixes #1\nFixes #2", &home());
        assert_eq!(quoted.len(), 1);
        assert_eq!((quoted[0].0.number, quoted[0].1), (2, Said::Fixes));
    }

    #[test]
    fn the_patterns_build() {
        assert!(NAMED.is_some() && DENIED.is_some());
    }
}
