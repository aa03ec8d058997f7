//! The numbers of issues and pull requests in a text, generously: what is only looked up does not
//! have to be meant. What a mention *means* is decided elsewhere.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use regex::Regex;

use crate::model::ForgeHome;

static NAMED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(concat!(
        r"(?i)(?:https?://(?<host>[\w.-]+)/(?<uo>[\w-]+)/(?<ur>[\w.-]+)/(?:issues|pull)/(?<un>\d{1,9})\b)",
        r"|(?:(?:\b(?<o>[\w-]+)/(?<r>[\w.-]+))?#(?<n>\d{1,9})\b)",
        r"|(?:\bGH-(?<g>\d{1,9})\b)",
    ))
    .ok()
});

/// What a text names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    /// Numbers of this repository, in their order.
    pub here: Vec<u64>,
    /// Things of other repositories, as they are written.
    pub elsewhere: BTreeSet<String>,
}

impl Numbers {
    /// Adds what the text names.
    pub fn read(&mut self, place: &ForgeHome, text: &str) {
        let Some(pattern) = &*NAMED else { return };
        for found in pattern.captures_iter(text) {
            let part = |name: &str| found.name(name).map(|m| m.as_str());
            let (owner, name) = (part("uo").or(part("o")), part("ur").or(part("r")));
            let same = |a: Option<&str>, b: &str| a.is_none_or(|a| a.eq_ignore_ascii_case(b));
            let own = same(part("host"), &place.host)
                && same(owner, &place.owner)
                && same(name, &place.name);
            let digits = part("un").or(part("n")).or(part("g"));
            match digits.and_then(|d| d.parse().ok()) {
                Some(0) | None => {}
                Some(number) if own => {
                    if !self.here.contains(&number) {
                        self.here.push(number);
                    }
                }
                Some(number) => {
                    let (owner, name) = (owner.unwrap_or_default(), name.unwrap_or_default());
                    self.elsewhere.insert(format!("{owner}/{name}#{number}"));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_number_is_found() {
        let place = ForgeHome {
            host: "github.com".into(),
            owner: "ada".into(),
            name: "engine".into(),
        };
        let mut numbers = Numbers::default();
        numbers.read(
            &place,
            "Refs #12, closes Ada/Engine#13 (see https://github.com/ada/engine/issues/14#issuecomment-1, \
             https://github.com/ada/engine/pull/15/files). GH-16; other/repo#17, \
             https://git.example.org/ada/engine/issues/18. #12 again, #0, #1234567890, a#b.",
        );
        assert_eq!(numbers.here, [12, 13, 14, 15, 16]);
        let elsewhere: Vec<_> = numbers.elsewhere.iter().map(String::as_str).collect();
        assert_eq!(elsewhere, ["ada/engine#18", "other/repo#17"]);
    }
}
