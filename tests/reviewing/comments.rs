//! Comments in code as decisions: what they guard is found missing, and ordinary work is left alone.

use rguard::model::{Authority, Finding, LogView, Review, VerdictKind};

use crate::testkit::TestRepo;
use crate::testkit::run::Home;

const PUMP: &str = "\
use crate::tank::Tank;

/// Fills a tank up to its mark.
pub fn fill(tank: &mut Tank) {
    tank.open();
    // WHY: the first two readings are thrown away, because the gauge still shows
    // the tank before, and a full one would flood the cellar.
    tank.discard_readings(2);
    while tank.level() < tank.mark() {
        tank.stroke();
    }
}

/// Empties a tank.
pub fn drain(tank: &mut Tank) {
    tank.close();
    tank.lower();
}
";

/// A repository with the pump, whose comment nothing else records, and with a branch that changes
/// it.
fn pump(branch: &str, from: &[(&str, &str)]) -> TestRepo {
    let repo = TestRepo::new();
    repo.commit(&[("src/tank.rs", "pub struct Tank;\n")], "Tanks");
    repo.commit(&[("src/pump.rs", PUMP)], "Pumps");
    repo.commit(&[("README.md", "# Cellar\n")], "Read me");
    let mut text = PUMP.to_owned();
    for (old, new) in from {
        assert!(text.contains(old), "{old}");
        text = text.replace(old, new);
    }
    repo.git(&["checkout", "-q", "-b", branch]);
    repo.commit(&[("src/pump.rs", &text)], "Work on the pump");
    repo.git(&["checkout", "-q", "main"]);
    repo
}

const COMMENT: &str =
    "    // WHY: the first two readings are thrown away, because the gauge still shows
    // the tank before, and a full one would flood the cellar.
";
const GUARD: &str = "    tank.discard_readings(2);\n";

fn reviewed(repo: &TestRepo, branch: &str) -> (i32, Review) {
    Home::new().review(repo.path(), &[branch])
}

fn of_comment(review: &Review) -> Option<&Finding> {
    let mut all = review.findings.iter();
    all.find(|f| f.decision.id.as_str().starts_with("comment:"))
}

#[test]
fn a_guard_that_goes_with_its_comment_is_found_though_nothing_else_records_it() {
    let both = format!("{COMMENT}{GUARD}");
    for (branch, gone) in [("both", both.as_str()), ("guard", GUARD)] {
        let repo = pump(branch, &[(gone, "")]);
        let (code, review) = reviewed(&repo, branch);
        let f = of_comment(&review).unwrap_or_else(|| panic!("{branch}: {:?}", review.findings));
        assert_eq!(f.verdict, VerdictKind::Contradicts, "{branch}");
        assert_eq!(code, 1);
        assert!(!f.declared);
        assert_eq!(f.decision.id.as_str(), "comment:src/pump.rs:6");
        assert_eq!(f.decision.authority, Authority::Inferred);
        assert!(
            f.decision
                .title
                .starts_with("the first two readings are thrown away")
        );
        assert!(f.via.iter().any(|v| v.hop == "comment"), "{:?}", f.via);
        assert!(f.signals.iter().any(|s| s.name == "takes-out"));
        assert!(!f.path.edges.is_empty());
        for q in &f.quotes {
            let lines = q.lines.unwrap();
            let there: Vec<&str> = PUMP
                .lines()
                .skip(lines.start as usize - 1)
                .take((lines.end - lines.start + 1) as usize)
                .collect();
            assert!(there.join("\n").contains(&q.text), "{q:?}");
            assert_eq!(q.path.as_ref().unwrap().to_string(), "src/pump.rs");
            assert_eq!(q.commit.as_ref().unwrap(), &review.change.base);
        }
    }
}

#[test]
fn ordinary_work_under_a_comment_raises_no_alarm() {
    let moved = format!("{COMMENT}{GUARD}");
    let fill = {
        let from = PUMP.find("/// Fills").unwrap();
        let to = PUMP.find("/// Empties").unwrap();
        &PUMP[from..to]
    };
    let indented = "    if tank.is_known() {
        // WHY: the first two readings are thrown away, because the gauge still shows
        // the tank before, and a full one would flood the cellar.
        tank.discard_readings(2);
    }
";
    let cases: [(&str, Vec<(&str, &str)>); 6] = [
        ("argument", vec![("stroke()", "stroke(Speed::Slow)")]),
        ("rename", vec![("discard_readings(2)", "drop_readings(2)")]),
        ("wrap", vec![(moved.as_str(), indented)]),
        ("comment", vec![(COMMENT, "")]),
        ("whole", vec![(fill, "")]),
        ("elsewhere", vec![("    tank.lower();\n", "")]),
    ];
    for (branch, edits) in cases {
        let repo = pump(branch, &edits);
        let (code, review) = reviewed(&repo, branch);
        let found = of_comment(&review).map(|f| (f.verdict, f.score));
        assert!(
            found.is_none_or(|(v, _)| v == VerdictKind::Related),
            "{branch}: {found:?}"
        );
        assert_eq!(code, 0, "{branch}");
    }
}

#[test]
fn a_comment_that_is_rewritten_with_its_lines_declares_the_change() {
    let new = "    // WHY: the first reading is thrown away, because the gauge still shows
    // the tank before; the second one was found right.
";
    let repo = pump("one", &[(COMMENT, new), (GUARD, "")]);
    let (code, review) = reviewed(&repo, "one");
    assert_eq!(code, 0, "{:?}", review.findings);
    let f = of_comment(&review).unwrap();
    assert!(
        f.declared
            && f.declared_by
                .as_ref()
                .unwrap()
                .contains("rewrites this comment")
    );
}

#[test]
fn ferroehr_2148_words_that_describe_a_rule_break_none() {
    let repo = TestRepo::new();
    let rules = "# Rules\n\n## No eval\n\nNever call `eval`, because it runs what a guest typed.\n";
    repo.commit(
        &[
            ("AGENTS.md", rules),
            ("src/run.py", "def run(text):\n    return parse(text)\n"),
        ],
        "Rules",
    );
    repo.git(&["checkout", "-q", "-b", "words"]);
    repo.commit(
        &[
            (".cursorrules", "Never call eval, as the rules say.\n"),
            (".clinerules/safe.md", "Do not call eval.\n"),
            (".cursor/rules/safe.mdc", "---\nalwaysApply: true\n---\nNo eval.\n"),
            ("docs/eval.md", "Why eval is not called here.\n"),
            (
                "src/run.py",
                "def run(text):\n    # NOTE: never call eval here, because a guest typed the text\n    return parse(text)\n",
            ),
        ],
        "Say again that eval is not called",
    );
    repo.git(&["checkout", "-q", "main"]);
    let (code, review) = reviewed(&repo, "words");
    assert_eq!(code, 0, "{:?}", review.findings);
    assert!(
        review
            .findings
            .iter()
            .all(|f| f.verdict != VerdictKind::Contradicts)
    );
}

#[test]
fn the_log_tells_the_facts_of_trailers_and_counts_what_is_no_decision() {
    let repo = TestRepo::new();
    let old = repo.commit(
        &[("a.txt", "a\n")],
        "Ask the bank twice\n\nWe decided to ask twice, because the first answer is often lost on the way.",
    );
    repo.commit(&[("a.txt", "b\n")], "Use Redis");
    repo.commit(&[("a.txt", "c\n")], "because of the");
    let message = format!(
        "Book each invoice once\n\nThe bank answers late.\n\nConstraint: the bank books a repeated call twice\nRejected: a retry with backoff | it books twice\nDirective: never retry here\nSupersedes: {}\n",
        &old[..10]
    );
    let new = repo.commit(&[("a.txt", "d\n")], &message);
    let ran = Home::new().run(
        repo.path(),
        &["log", "--inferred", "--coverage", "--format", "json"],
    );
    let view: LogView = serde_json::from_str(&ran.out).unwrap();
    let ids: Vec<&str> = view.decisions.iter().map(|d| d.id.as_str()).collect();
    assert_eq!(view.decisions.len(), 2, "{ids:?}");
    let find = |sha: &str| {
        let id = format!("commit:{sha}");
        view.decisions.iter().find(|d| d.id.as_str() == id).unwrap()
    };
    let d = find(&new);
    assert!(
        d.alternatives
            .iter()
            .any(|a| a.name == "a retry with backoff"
                && a.reason.as_deref() == Some("it books twice"))
    );
    for (key, words) in [
        ("Constraint", "the bank books a repeated call twice"),
        ("Directive", "never retry here"),
    ] {
        let c = d.constraints.iter().find(|c| c.cue == key).unwrap();
        assert_eq!(c.object, words);
        assert_eq!(c.quote.text, format!("{key}: {words}"));
    }
    assert_eq!(d.supersedes.len(), 1);
    assert_eq!(d.supersedes[0].id.as_str(), format!("commit:{old}"));
    let counted = view
        .coverage
        .iter()
        .find(|c| c.path.to_string() == "commit messages");
    assert!(
        counted.unwrap().reason.starts_with("2 of them"),
        "{:?}",
        view.coverage
    );
}

#[test]
fn the_log_lists_comments_as_inferred_and_a_review_knows_them_by_the_same_key() {
    let both = format!("{COMMENT}{GUARD}");
    let repo = pump("both", &[(both.as_str(), "")]);
    let home = Home::new();
    let listed = || {
        let ran = home.run(repo.path(), &["log", "--inferred", "--format", "json"]);
        assert_eq!(ran.code, 0, "{ran:?}");
        ran.out
    };
    let cold = listed();
    assert_eq!(cold, listed());
    let view: LogView = serde_json::from_str(&cold).unwrap();
    let all = view.decisions.iter();
    let of_code: Vec<_> = all
        .filter(|d| d.id.as_str().starts_with("comment:"))
        .collect();
    assert_eq!(of_code.len(), 1);
    assert_eq!(of_code[0].authority, Authority::Inferred);
    assert_eq!(of_code[0].people, ["Ada Lovelace"]);

    // Lines above it move it, and its key stays.
    repo.commit(
        &[("src/pump.rs", &format!("//! Pumps.\n\n{PUMP}"))],
        "Say what this is",
    );
    let later: LogView = serde_json::from_str(&listed()).unwrap();
    let all = later.decisions.iter();
    let moved: Vec<_> = all
        .filter(|d| d.id.as_str().starts_with("comment:"))
        .collect();
    assert_eq!(moved[0].id.as_str(), "comment:src/pump.rs:8");
    assert_eq!(moved[0].key, of_code[0].key);

    let (_, review) = home.review(repo.path(), &["both"]);
    assert_eq!(of_comment(&review).unwrap().decision.key, of_code[0].key);
}
