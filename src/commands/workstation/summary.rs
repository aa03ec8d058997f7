//! What a sync did, in the workstation's lines.

use crate::sync::SyncReport;
use crate::tui::backend::{SyncKind, SyncLine};

/// What a sync did, a line each.
pub fn lines(report: &SyncReport) -> Vec<SyncLine> {
    let line = |kind, text: &str, detail: String| SyncLine {
        kind,
        text: text.to_owned(),
        detail,
    };
    let mut out: Vec<SyncLine> = report
        .new
        .iter()
        .map(|d| line(SyncKind::New, &d.title, d.id.to_string()))
        .collect();
    out.extend(report.changed.iter().map(|d| {
        let kind = match d.standing.binds() {
            true => SyncKind::Changed,
            false => SyncKind::Retired,
        };
        line(kind, &d.title, format!("{}  {}", d.standing.word(), d.id))
    }));
    out.extend(supersessions(report));
    if !report.unchanged {
        let commits = match report.commits {
            1 => format!("1 new commit, {} in all", report.total),
            n => format!("{n} new commits, {} in all", report.total),
        };
        out.push(line(SyncKind::Note, &commits, String::new()));
    }
    out.extend(
        report
            .notices
            .iter()
            .map(|n| line(SyncKind::Note, n, String::new())),
    );
    out.extend(report.coverage.iter().map(|c| {
        let at = c.line.map_or(String::new(), |l| format!(":{l}"));
        line(
            SyncKind::Skipped,
            &format!("{}{at}", c.path),
            c.reason.clone(),
        )
    }));
    out
}

/// What replaces what. The report names all supersessions of the record; news are those of what is
/// new. Where a decision replaces an entry with its sections, one line is enough.
fn supersessions(report: &SyncReport) -> Vec<SyncLine> {
    let news = || report.new.iter().chain(&report.changed);
    let title = |id: &str| {
        news()
            .find(|d| d.id.as_str() == id)
            .map(|d| d.title.clone())
    };
    let mut out: Vec<(String, SyncKind, String, usize)> = Vec::new();
    for told in &report.supersessions {
        let Some((newer, rest)) = told.split_once(" ⇢ ") else {
            continue;
        };
        let Some(name) = title(newer) else {
            continue;
        };
        let (kind, older) = match rest.strip_suffix(" (confirmed)") {
            Some(older) => (SyncKind::Confirmed, older),
            None => (SyncKind::Proposed, rest.trim_end_matches(" (proposed)")),
        };
        match out.iter_mut().find(|o| o.0 == name && o.1 == kind) {
            Some(first) => first.3 += 1,
            None => out.push((
                name,
                kind,
                title(older).unwrap_or_else(|| older.to_owned()),
                0,
            )),
        }
    }
    out.into_iter()
        .map(|(newer, kind, older, more)| SyncLine {
            kind,
            text: format!("“{newer}” replaces “{older}”"),
            detail: match more {
                0 => String::new(),
                n => format!("and {n} more"),
            },
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Standing;
    use crate::sync::NewsItem;

    fn item(title: &str, standing: Standing) -> NewsItem {
        NewsItem {
            title: title.into(),
            id: format!("DECISIONS.md#{title}").as_str().into(),
            standing,
        }
    }

    #[test]
    fn only_supersessions_of_what_is_new_are_news() {
        let report = SyncReport {
            commits: 1,
            total: 9,
            new: vec![item("C", Standing::Accepted)],
            changed: vec![
                item("A", Standing::Superseded),
                item("D", Standing::Accepted),
            ],
            supersessions: vec![
                "docs/adr/2.md ⇢ docs/adr/1.md (confirmed)".into(),
                "DECISIONS.md#C ⇢ DECISIONS.md#A (confirmed)".into(),
                "DECISIONS.md#C ⇢ DECISIONS.md#A1 (confirmed)".into(),
                "DECISIONS.md#C ⇢ DECISIONS.md#B (proposed)".into(),
            ],
            ..SyncReport::default()
        };
        let told: Vec<(SyncKind, String)> = lines(&report)
            .into_iter()
            .map(|l| (l.kind, format!("{}|{}", l.text, l.detail)))
            .collect();
        assert_eq!(
            told,
            [
                (SyncKind::New, "C|DECISIONS.md#C".to_owned()),
                (SyncKind::Retired, "A|superseded  DECISIONS.md#A".to_owned()),
                (SyncKind::Changed, "D|accepted  DECISIONS.md#D".to_owned()),
                (
                    SyncKind::Confirmed,
                    "“C” replaces “A”|and 1 more".to_owned()
                ),
                (
                    SyncKind::Proposed,
                    "“C” replaces “DECISIONS.md#B”|".to_owned()
                ),
                (SyncKind::Note, "1 new commit, 9 in all|".to_owned()),
            ]
        );
    }
}
