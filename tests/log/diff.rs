//! What became of the log between two moments.

use serde_json::json;

use crate::ferry::Ferry;

#[test]
fn new_changed_retired_moved_and_restated_are_told_apart() {
    let f = Ferry::new();
    insta::assert_snapshot!(f.text(&["diff", "HEAD~4..HEAD"]));
    let d = f.json(&["diff", "2024-01-12..HEAD"]);
    assert_eq!(d["moved"][0]["old_id"], "docs/adr/0003-deck-lights.md");
    assert_eq!(d["same"], 3);
    for none in ["new", "retired", "standing"] {
        assert_eq!(d[none], json!([]), "{none}");
    }
}

#[test]
fn backwards_what_was_new_is_gone_and_what_was_deleted_is_back() {
    let f = Ferry::new();
    let d = f.json(&["diff", "HEAD..v1"]);
    let titles = |name: &str, of: &str| -> Vec<String> {
        let list = d[name].as_array().unwrap().iter();
        list.map(|e| {
            if of.is_empty() {
                &e["title"]
            } else {
                &e[of]["title"]
            }
        })
        .map(|t| t.as_str().unwrap().to_owned())
        .collect()
    };
    assert_eq!(titles("new", ""), ["The bell rings twice"]);
    assert_eq!(
        titles("retired", ""),
        ["Steer by wire", "Deck lights stay amber"]
    );
    assert_eq!(titles("standing", "decision"), ["Steer by hand"]);
}

#[test]
fn the_same_moment_twice_has_no_difference() {
    let f = Ferry::new();
    assert!(
        f.text(&["diff", "HEAD..HEAD"])
            .contains("4 decisions read the same at both.")
    );
    let ran = f.run(&["diff", "HEAD"]);
    assert!(ran.code == 64 && ran.err.contains("A..B"), "{ran:?}");
    let ran = f.run(&["diff", "v1..HEAD", "--as-of", "v1"]);
    assert_eq!(ran.code, 64, "{ran:?}");
}
