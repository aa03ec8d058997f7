//! Constraints of older decisions that a newer one keeps, with their scope.

use std::sync::LazyLock;

use regex::Regex;

use super::Passage;
use super::sentences::Sentence;
use crate::model::Limit;

/// What is kept, then where: "still holds for the 7B model only".
static KEPT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)(?-u:\b)(?:
            still\ (?:holds?|appl(?:y|ies)|stands?|true|valid|required|needed|binding)
          | continues?\ to\ (?:hold|apply|stand)
          | (?:remains?|stays?)\ (?:in\ force|valid|binding|true|required|in\ effect)
          | (?:keep|keeps|kept|retain|retains|retained)\ (?:the\ )?(?:old|older|previous|former|existing|earlier|original)\ \w+(?:\ \w+)?
          | (?:old|older|previous|former|earlier)\ (?:rule|limit|cap|constraint|behaviou?r|decision)\ (?:stays|remains|holds|applies)
          | gilt\ (?:weiterhin|weiter|noch|nach\ wie\ vor)
          | (?:reste|demeure)\ (?:valable|valide|en\ vigueur|vraie?)
          | (?:sigue|continúa)\ (?:vigente|válid[oa]|en\ vigor)
          | continua\ (?:valendo|válid[oa]|em\ vigor)
        )\s+(?:true\ |only\ |in\ force\ )?(?P<scope>(?:(?:only|nur|seulement|solo|só)\ )?(?:for|to|on|in|when|where|while|with|für|bei|auf|wenn|solange|pour|sur|dans|quand|para|en|em|cuando|quando)(?-u:\b)[^.;()\n]{2,120})",
    )
    .ok()
});
/// Where, then what is kept: "For uploads the old cap stays", "except on the 7B model, where it stays".
static SCOPED: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)(?:^|(?-u:\b)(?:but|except)\s+|[,;:]\s+)(?P<scope>(?:only\ )?(?:for|on|in|with|when|where|while)(?-u:\b)[^.;:,()\n]{2,80}?),?\s+(?:where\s+|there\s+)?(?:(?:the|that|its|this|our)\s+(?:[\w.-]+\ ){0,4}?[\w.-]+|it)\s+(?:
            still\ (?:holds?|appl(?:y|ies)|stands?)
          | (?:stays|remains)(?:\ (?:in\ force|as\ it\ (?:was|is)|binding|valid))?(?:\s*[.,;)]|$)
          | continues?\ to\ (?:hold|apply|stand)
        )",
    )
    .ok()
});

/// The limits of a passage: "still holds for X only", "keep the old rule for …", "for X the old cap
/// stays". Which decision each is from is for the caller to say.
pub(super) fn read(passage: &Passage<'_>, all: &[Sentence<'_>]) -> Vec<Limit> {
    all.iter()
        .filter_map(|s| {
            let c = [&*KEPT, &*SCOPED]
                .into_iter()
                .flatten()
                .find_map(|re| re.captures(s.text))?;
            let scope = c.name("scope")?;
            Some(Limit {
                scope: scope.as_str().trim_end_matches([',', ' ', ':']).to_owned(),
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

    #[test]
    fn the_scope_may_come_first_and_in_other_languages() {
        for (text, scope) in [
            ("For uploads the old cap of ADR 3 stays.", "For uploads"),
            (
                "The cap is gone, except on small hosts, where it still holds.",
                "on small hosts",
            ),
            (
                "Die Grenze gilt weiterhin nur für kleine Rechner.",
                "nur für kleine Rechner",
            ),
            (
                "The 500 ms cap of ADR-0003 continues to apply to uploads.",
                "to uploads",
            ),
        ] {
            let got: Vec<String> = read(&Passage::of(text), &sentences(text))
                .into_iter()
                .map(|l| l.scope)
                .collect();
            assert_eq!(got, [scope], "{text}");
        }
        for text in [
            "For every request the table stays locked for 40 ms.",
            "In the queue the entry remains until it is read.",
            "We use the old server.",
        ] {
            assert_eq!(read(&Passage::of(text), &sentences(text)), [], "{text}");
        }
        assert!(SCOPED.is_some());
    }
}
