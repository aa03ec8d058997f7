//! Every named statement. Each is a file, with a comment that says what it answers, and the screen
//! shows that very text.

/// One statement with its name.
#[derive(Debug, PartialEq, Eq)]
pub struct NamedQuery {
    /// The file's name without its ending.
    pub name: &'static str,
    /// The file's text, as it is sent and shown.
    pub cypher: &'static str,
}

macro_rules! queries {
    ($($constant:ident = $name:literal;)*) => {
        $(
            #[doc = concat!("`cypher/", $name, ".cypher`.")]
            pub static $constant: NamedQuery = NamedQuery {
                name: $name,
                cypher: include_str!(concat!("cypher/", $name, ".cypher")),
            };
        )*
        /// All of them.
        pub static ALL: &[&NamedQuery] = &[$(&$constant),*];
    };
}

queries! {
    ACTIVITY = "activity";
    ALL_FILES = "all_files";
    AUTHORS = "authors";
    BETWEENNESS = "betweenness";
    CLEAR_ISSUE_DECISIONS = "clear_issue_decisions";
    CLEAR_PULL_DECISIONS = "clear_pull_decisions";
    CLEAR_PULL_FILES = "clear_pull_files";
    CLEAR_PULL_LINKS = "clear_pull_links";
    COMMIT_FILES = "commit_files";
    COMMIT_PRS = "commit_prs";
    CORRECTIONS = "corrections";
    EDITORS = "editors";
    EDITS = "edits";
    FIND_SUBJECTS = "find_subjects";
    HOP_COMMIT = "hop_commit";
    HOP_DOC = "hop_doc";
    HOP_FILE = "hop_file";
    HOP_ISSUE = "hop_issue";
    HOP_LINE = "hop_line";
    HOP_PR = "hop_pr";
    HOP_RENAMES = "hop_renames";
    HOP_SYMBOL = "hop_symbol";
    HOP_TEXT = "hop_text";
    LINK_ABOUT = "link_about";
    LINK_ADDS_DOC = "link_adds_doc";
    LINK_AUTHORED = "link_authored";
    LINK_COLLABORATED = "link_collaborated";
    LINK_COMMIT_REFERENCES = "link_commit_references";
    LINK_DEPENDS_ON = "link_depends_on";
    LINK_DERIVED_FROM_COMMIT = "link_derived_from_commit";
    LINK_DERIVED_FROM_DOC = "link_derived_from_doc";
    LINK_DERIVED_FROM_ISSUE = "link_derived_from_issue";
    LINK_DERIVED_FROM_PR = "link_derived_from_pr";
    LINK_FIXES = "link_fixes";
    LINK_HAS_REVISION = "link_has_revision";
    LINK_MENTIONS_CONCEPT = "link_mentions_concept";
    LINK_MENTIONS_DECISION = "link_mentions_decision";
    LINK_MENTIONS_FILE = "link_mentions_file";
    LINK_MENTIONS_SYMBOL = "link_mentions_symbol";
    LINK_PART_OF_DECISION = "link_part_of_decision";
    LINK_PART_OF_PR = "link_part_of_pr";
    LINK_PR_ADDS_DOC = "link_pr_adds_doc";
    LINK_PR_AUTHORED = "link_pr_authored";
    LINK_PR_TOUCHES = "link_pr_touches";
    LINK_RATIONALE = "link_rationale";
    LINK_RECORDED_IN = "link_recorded_in";
    LINK_REFERENCES = "link_references";
    LINK_REJECTED_FOR = "link_rejected_for";
    LINK_RENAMED = "link_renamed";
    LINK_REVERTS = "link_reverts";
    LINK_SUPERSEDES = "link_supersedes";
    LINK_TOUCHES = "link_touches";
    META = "meta";
    NEIGHBOURS = "neighbours";
    PAGERANK = "pagerank";
    PR_FILES = "pr_files";
    PREMISE_PAGES = "premise_pages";
    PRUNE_PART_OF = "prune_part_of";
    REVERTED = "reverted";
    SUPERSEDED_BY = "superseded_by";
    TOUCHERS = "touchers";
    UPSERT_ACCOUNTS = "upsert_accounts";
    UPSERT_ALTERNATIVES = "upsert_alternatives";
    UPSERT_COMMITS = "upsert_commits";
    UPSERT_CONCEPTS = "upsert_concepts";
    UPSERT_CORRECTIONS = "upsert_corrections";
    UPSERT_DECISIONS = "upsert_decisions";
    UPSERT_DOCS = "upsert_docs";
    UPSERT_EXPERIMENTS = "upsert_experiments";
    UPSERT_FILES = "upsert_files";
    UPSERT_INSTRUCTIONS = "upsert_instructions";
    UPSERT_ISSUES = "upsert_issues";
    UPSERT_LIMITS = "upsert_limits";
    UPSERT_MEASUREMENTS = "upsert_measurements";
    UPSERT_META = "upsert_meta";
    UPSERT_PEOPLE = "upsert_people";
    UPSERT_PRS = "upsert_prs";
    UPSERT_QUESTIONS = "upsert_questions";
    UPSERT_REVISIONS = "upsert_revisions";
    UPSERT_SYMBOLS = "upsert_symbols";
    WOVEN = "woven";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_file_is_listed_and_begins_by_saying_what_it_answers() {
        let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/src/graph/cypher");
        let mut files: Vec<String> = std::fs::read_dir(dir)
            .unwrap()
            .map(|e| {
                e.unwrap()
                    .path()
                    .file_stem()
                    .unwrap()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        files.sort();
        let listed: Vec<&str> = ALL.iter().map(|q| q.name).collect();
        assert_eq!(files, listed);
        for query in ALL {
            assert!(query.cypher.starts_with("// "), "{}", query.name);
        }
    }
}
