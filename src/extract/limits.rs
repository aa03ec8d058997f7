//! Constraints of older decisions that a newer one keeps, with their scope.

use std::sync::LazyLock;

use regex::Regex;

use super::Passage;
use super::sentences::Sentence;
use crate::model::Limit;

static KEPT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)(?-u:\b)(?:
            still\ (?:holds?|appl(?:y|ies)|stands?|true|valid|required|needed|binding)
          | continues?\ to\ (?:hold|apply)
          | remains?\ (?:in\ force|valid|binding|true|required)
          | (?:keep|keeps|kept|retain|retains|retained)\ (?:the\ )?(?:old|older|previous|former|existing|earlier|original)\ \w+(?:\ \w+)?
          | (?:old|older|previous|former|earlier)\ (?:rule|limit|cap|constraint|behaviou?r|decision)\ (?:stays|remains|holds|applies)
        )\s+(?:true\ |only\ |in\ force\ )?(?P<scope>(?:only\ )?(?:for|to|on|in|when|where|while|with)(?-u:\b)[^.;()\n]{2,120})",
    )
    .ok()
});

/// The limits of a passage: "still holds for X only", "keep the old rule for …". Which decision each
/// is from is for the caller to say.
pub(super) fn read(passage: &Passage<'_>, all: &[Sentence<'_>]) -> Vec<Limit> {
    let Some(re) = KEPT.as_ref() else {
        return Vec::new();
    };
    all.iter()
        .filter_map(|s| {
            let c = re.captures(s.text)?;
            let scope = c.name("scope")?.as_str().trim_end_matches([',', ' ', ':']);
            Some(Limit {
                scope: scope.to_owned(),
                from: None,
                quote: passage.quote(s, c.get(0)?.start()),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::sentences::sentences;
    use super::*;

    #[test]
    fn a_kept_constraint_has_its_scope() {
        let text = "The cap is gone. It still holds for the 7B model only. We keep the old limit for uploads (see ADR 3).";
        let got: Vec<String> = read(&Passage::of(text), &sentences(text))
            .into_iter()
            .map(|l| l.scope)
            .collect();
        assert_eq!(got, ["for the 7B model only", "for uploads"]);
        assert!(KEPT.is_some());
    }
}
