//! One decision's story, and the ways to name one.

use serde_json::{Value, json};

use crate::ferry::Ferry;

#[test]
fn the_story_of_a_superseded_decision() {
    let f = Ferry::new();
    insta::assert_snapshot!(f.text(&["show", "ADR", "1"]));
    let story = f.json(&["show", "1"]);
    let link = &story["chain"][0];
    assert_eq!(link["newer"]["title"], "Steer by wire");
    assert!(
        link["older_quote"]["text"]
            .as_str()
            .unwrap()
            .contains("Superseded by")
    );
    assert!(
        link["newer_quote"]["text"]
            .as_str()
            .unwrap()
            .contains("Supersedes")
    );
    // The chain is the same from its other end.
    assert_eq!(f.json(&["show", "2"])["chain"], story["chain"]);
}

#[test]
fn every_quote_of_the_story_stands_verbatim_at_its_lines() {
    let f = Ferry::new();
    let story = f.json(&["show", "1"]);
    let mut quotes = Vec::new();
    gather(&story, &mut quotes);
    assert!(quotes.len() >= 2, "{quotes:?}");
    for q in quotes {
        let (Some(path), Some(lines)) = (q["path"].as_str(), q["lines"].as_array()) else {
            continue;
        };
        let text = f.repo.git(&["show", &format!("HEAD:{path}")]);
        let (from, to) = (
            lines[0].as_u64().unwrap() as usize,
            lines[1].as_u64().unwrap() as usize,
        );
        let there: Vec<&str> = text.lines().skip(from - 1).take(to + 1 - from).collect();
        assert!(
            there.join("\n").contains(q["text"].as_str().unwrap()),
            "{q}"
        );
    }
}

fn gather<'a>(v: &'a Value, out: &mut Vec<&'a Value>) {
    match v {
        Value::Object(map) => {
            for (name, value) in map {
                if name.ends_with("quote") && value.is_object() {
                    out.push(value);
                }
                gather(value, out);
            }
        }
        Value::Array(list) => list.iter().for_each(|v| gather(v, out)),
        _ => {}
    }
}

#[test]
fn a_decision_goes_by_id_key_number_file_former_id_and_title() {
    let f = Ferry::new();
    let lights = f.json(&["show", "docs/adr/0004-deck-lights.md"]);
    let key = lights["decision"]["key"].as_str().unwrap().to_owned();
    for name in [
        key.as_str(),
        &key[..6],
        "4",
        "ADR-0004",
        "adr 4",
        "0004-deck-lights",
        "0004-deck-lights.md",
        "docs/adr/0004",
        "docs/adr/0003-deck-lights.md",
        "deck lights stay amber",
        "Deck lights",
    ] {
        let story = f.json(&["show", name]);
        assert_eq!(story["decision"]["key"], json!(key), "{name}");
    }
    assert_eq!(
        lights["decision"]["aliases"],
        json!(["docs/adr/0003-deck-lights.md"])
    );
    let fuel = f.json(&["show", "Fuel is counted"]);
    assert_eq!(fuel["decision"]["title"], "Fuel is counted in litres");
}

#[test]
fn a_name_that_fits_several_lists_them_and_an_unknown_one_its_neighbours() {
    let f = Ferry::new();
    f.repo.write(
        "docs/adr/0004-anchor.md",
        "# 4. Anchor\n\n## Status\n\nAccepted\n\n## Decision\n\nOne anchor.\n",
    );
    f.commit(20, "Add another four");
    let ran = f.run(&["show", "ADR 4"]);
    assert_eq!(ran.code, 64);
    for word in [
        "ambiguous",
        "0004-anchor.md",
        "0004-deck-lights.md",
        "by its key",
    ] {
        assert!(ran.err.contains(word), "{word}: {}", ran.err);
    }
    let ran = f.run(&["show", "docs/adr/0002-steer-by-wires.md"]);
    assert_eq!(ran.code, 64);
    let near = ran.err.lines().find(|l| l.contains("Near it")).unwrap();
    assert!(
        near.contains("docs/adr/0002-steer-by-wire.md"),
        "{}",
        ran.err
    );
    let ran = f.run(&["show"]);
    assert_eq!(ran.code, 64);
    let ran = f.run(&["--standing", "accepted", "show", "1"]);
    assert!(ran.code == 64 && ran.err.contains("filters"), "{ran:?}");
}

#[test]
fn a_deleted_decision_is_told_as_it_stood_last() {
    let f = Ferry::new();
    let text = f.text(&["show", "The bell rings twice"]);
    assert!(text.contains("deleted     in "), "{text}");
    assert!(text.contains("Drop the bell, keep the lights"), "{text}");
    assert!(
        text.contains("single stroke is never taken for wind"),
        "{text}"
    );
    let story = f.json(&["show", "The bell rings twice"]);
    assert_eq!(story["deleted"]["ending"], "deleted");
    assert_eq!(story["decision"]["source"]["lines"], json!([9, 13]));
}

#[test]
fn a_story_is_told_as_of_its_moment() {
    let f = Ferry::new();
    let story = f.json(&["show", "1", "--as-of", "v1"]);
    assert_eq!(story["decision"]["standing"], "accepted");
    assert_eq!(story["revisions"].as_array().unwrap().len(), 2);
    assert_eq!(story["chain"], json!([]));
    assert_eq!(f.json(&["--as-of", "v1", "show", "1"]), story);
}

#[test]
fn a_story_follows_files_that_moved_or_are_gone_and_names_who_cites_it() {
    let f = Ferry::new();
    f.repo.git(&["mv", "src/rudder.rs", "src/helm.rs"]);
    f.commit(16, "Call it the helm");
    f.repo.write("src/ropes.rs", "fn pull() {}\n");
    f.commit(17, "Pull the ropes as ADR 1 says");
    let story = f.json(&["show", "1"]);
    let link = |path: &str| {
        let links = story["links"].as_array().unwrap();
        let found = links.iter().find(|l| l["path"] == path);
        found.unwrap_or_else(|| panic!("{path}: {links:?}")).clone()
    };
    assert_eq!(link("src/helm.rs")["state"]["from"], "src/rudder.rs");
    assert_eq!(link("src/ropes.rs")["origin"], "citing-commit");
    let text = f.text(&["show", "1"]);
    assert!(text.contains("called src/rudder.rs then"), "{text}");
    f.repo.git(&["rm", "-q", "src/helm.rs"]);
    let by = f.commit(18, "Drop the helm");
    let text = f.text(&["show", "1"]);
    let deleted = format!("deleted in {}", by.short());
    assert!(text.contains(&deleted), "{text}");
    // As of a commit at which it still stood, it stands.
    let text = f.text(&["show", "1", "--as-of", "v1"]);
    assert!(text.contains("src/rudder.rs: names src/rudder.rs") && !text.contains("deleted in"));
}

#[test]
fn a_story_tells_what_changed_in_the_file_of_a_proposal_s_fields_alone() {
    let f = Ferry::new();
    let yaml = "title: Moor at night\nkep-number: 42\nstatus: provisional\n";
    let text = "# KEP-42\n\n## Summary\n\nMoor at night, since the river is calm then.\n";
    f.repo.write("keps/sig-river/0042-moor/kep.yaml", yaml);
    f.repo.write("keps/sig-river/0042-moor/README.md", text);
    f.commit(20, "Propose to moor at night");
    let done = yaml.replace("provisional", "implemented");
    f.repo.write("keps/sig-river/0042-moor/kep.yaml", done);
    f.commit(21, "Moor at night from now on");
    let story = f.json(&["show", "Moor at night"]);
    let revisions = story["revisions"].as_array().unwrap();
    let last = revisions.last().unwrap();
    assert_eq!(last["from"]["subject"], "Moor at night from now on");
    assert_eq!(last["standing"], "accepted");
    assert_eq!(revisions.len(), 3, "{revisions:?}");
    let text = f.text(&["show", "Moor at night"]);
    assert!(text.contains("proposed is now accepted"), "{text}");
    assert!(text.contains("[-provisional-]{+implemented+}"), "{text}");
    assert!(!text.contains("moved from"), "{text}");
}

#[test]
fn words_that_were_restored_are_a_revision_of_their_own() {
    let repo = crate::testkit::TestRepo::new();
    let adr = |standing: &str, body: &str| {
        format!("# 1. Moor by rope\n\n## Status\n\n{standing}\n\n## Decision\n\n{body}\n")
    };
    let commit = |text: &str, message: &str| {
        repo.commit(&[("docs/adr/0001-moor.md", text)], message);
    };
    commit(&adr("Accepted", "Ropes hold the barge."), "First");
    commit(&adr("Rejected", "Ropes hold the barge."), "Reject");
    commit(&adr("Accepted", "Ropes hold the barge."), "Back");
    commit(&adr("Rejected", "Ropes hold the barge."), "Again");
    let home = crate::testkit::run::Home::new();
    let story = |name: &str| -> Value {
        let ran = home.run(repo.path(), &["log", "--format", "json", "show", name]);
        serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {ran:?}"))
    };
    let told = story("1");
    let revisions = told["revisions"].as_array().unwrap();
    let told: Vec<_> = revisions
        .iter()
        .map(|r| {
            (
                r["from"]["subject"].as_str().unwrap(),
                r["standing"].as_str().unwrap(),
                r["again"].as_bool().unwrap(),
                r["until"].as_array().unwrap().len(),
            )
        })
        .collect();
    assert_eq!(
        told,
        [
            ("First", "accepted", false, 1),
            ("Reject", "rejected", false, 1),
            ("Back", "accepted", true, 1),
            ("Again", "rejected", true, 0),
        ]
    );
    let retired = home.run(repo.path(), &["log", "--retired", "--format", "json"]);
    let retired: Value = serde_json::from_str(&retired.out).unwrap();
    assert_eq!(retired["retired"][0]["removed_in"][0]["subject"], "Again");
    // A reverted change of words is charged to the revert and to no later commit.
    commit(&adr("Rejected", "Chains hold the barge."), "Chains");
    commit(&adr("Rejected", "Ropes hold the barge."), "Ropes again");
    commit(
        &adr("Rejected", "Ropes hold the barge.").replace("Moor by rope", "Moor by two ropes"),
        "Retitle",
    );
    let told = story("1");
    let revisions = told["revisions"].as_array().unwrap();
    let by = |subject: &str| {
        revisions
            .iter()
            .find(|r| r["from"]["subject"] == subject)
            .unwrap()
    };
    assert!(by("Ropes again")["words"].to_string().contains("Chains"));
    assert!(!by("Retitle")["words"].to_string().contains("Chains"));
}

#[test]
fn a_quote_of_a_comment_and_of_a_replacement_names_the_commit_whose_lines_it_gives() {
    let repo = crate::testkit::TestRepo::new();
    let code = "fn moor() {\n    // WHY: we must never cut the rope, because the winch slips in frost.\n    hold();\n}\n";
    let rope = "# 1. Ropes\n\n## Status\n\nSuperseded by [ADR 2](0002-chains.md)\n\n## Decision\n\nRopes hold.\n";
    let chain = "# 2. Chains\n\n## Status\n\nAccepted\n\n## Decision\n\nChains hold better.\n";
    let (one, two) = ("docs/adr/0001-ropes.md", "docs/adr/0002-chains.md");
    repo.commit(&[("src/moor.rs", code), (one, rope), (two, chain)], "Start");
    // Both move down, and nothing in them changes.
    let lower = |text: &str, line: &str| format!("{line}\n{line}\n\n{text}");
    repo.commit(
        &[
            ("src/moor.rs", &lower(code, "// ship")),
            (
                one,
                &rope.replace("# 1. Ropes\n", "# 1. Ropes\n\nIn order.\n"),
            ),
        ],
        "Move down",
    );
    let home = crate::testkit::run::Home::new();
    let ran = home.run(repo.path(), &["log", "--inferred", "--format", "json"]);
    let all: Value = serde_json::from_str(&ran.out).unwrap_or_else(|e| panic!("{e}: {ran:?}"));
    let mut quotes = Vec::new();
    gather(&all, &mut quotes);
    let placed: Vec<&&Value> = quotes.iter().filter(|q| q["path"].is_string()).collect();
    assert!(placed.len() >= 2, "{quotes:?}");
    assert!(
        placed.iter().any(|q| q["path"] == "src/moor.rs"),
        "{quotes:?}"
    );
    for q in placed {
        let (path, commit) = (q["path"].as_str().unwrap(), q["commit"].as_str().unwrap());
        let text = repo.git(&["show", &format!("{commit}:{path}")]);
        let lines = q["lines"].as_array().unwrap();
        let (from, to) = (lines[0].as_u64().unwrap(), lines[1].as_u64().unwrap());
        let there: Vec<&str> = text.lines().collect();
        let there = there[from as usize - 1..to as usize].join("\n");
        assert!(
            there.contains(q["text"].as_str().unwrap()),
            "{q} in {there}"
        );
    }
}
