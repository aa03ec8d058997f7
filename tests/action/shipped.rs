//! The workflow and the action that are shipped: they never check out or run what a pull request
//! brings.

use std::path::Path;

/// What is shipped, by name: the workflow, the action, and the workflow that README.md shows.
pub fn shipped() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    let mut all: Vec<(String, String)> = [
        ".github/workflows/rguard.yml",
        ".github/actions/guard/action.yml",
    ]
    .iter()
    .map(|name| ((*name).to_owned(), read(name)))
    .collect();
    let readme = read("README.md");
    let blocks = readme.split("```yaml\n").skip(1);
    for block in blocks {
        let block = block.split("```").next().unwrap();
        if block.contains("pull_request_target") {
            all.push(("README.md".to_owned(), block.to_owned()));
        }
    }
    all
}

/// What in a workflow or action would bring the head in, or let text of a pull request run.
fn offences(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let lines: Vec<&str> = text
        .lines()
        .filter(|l| !l.trim_start().starts_with('#'))
        .collect();
    for word in [
        "head.sha",
        "head.ref",
        "head_ref",
        "HEAD_REF",
        "refs/pull",
        "merge_commit_sha",
        "pr checkout",
        "secrets.",
        "eval ",
    ] {
        if lines.iter().any(|l| l.contains(word)) {
            found.push(word.to_owned());
        }
    }
    for (i, line) in lines.iter().enumerate() {
        if line.contains("actions/checkout@") {
            let step: Vec<&&str> = lines
                .iter()
                .skip(i + 1)
                .take_while(|l| !l.trim_start().starts_with("- "))
                .collect();
            let of_base = |l: &&&str| {
                let l = l.trim();
                l == "ref: ${{ github.event.pull_request.base.sha }}"
                    || l == "ref: ${{ github.sha }}"
                    || l == "ref: ${{ github.event.pull_request.base.sha || github.sha }}"
            };
            if !step.iter().any(of_base) {
                found.push(format!("a checkout of no named base: line {}", i + 1));
            }
        }
    }
    // In a script, `${{ … }}` is pasted before the shell reads it.
    let mut script: Option<usize> = None;
    for line in &lines {
        let indent = line.len() - line.trim_start().len();
        if script.is_some_and(|at| indent <= at && !line.trim().is_empty()) {
            script = None;
        }
        let begins = line
            .trim_start()
            .trim_start_matches("- ")
            .starts_with("run:");
        if (begins || script.is_some()) && line.contains("${{") {
            found.push(format!("an expression in a script: {}", line.trim()));
        }
        if begins {
            script = Some(indent);
        }
    }
    found
}

#[test]
fn nothing_that_is_shipped_checks_the_head_out_or_pastes_its_words_into_a_script() {
    let all = shipped();
    assert!(
        all.len() >= 3,
        "{:?}",
        all.iter().map(|(n, _)| n).collect::<Vec<_>>()
    );
    for (name, text) in &all {
        assert_eq!(offences(text), Vec::<String>::new(), "{name}");
    }
    // The test itself would notice.
    let workflow = &all[0].1;
    for (old, new) in [
        ("pull_request.base.sha", "pull_request.head.sha"),
        (
            "          ref: ${{ github.event.pull_request.base.sha }}\n",
            "",
        ),
        (
            "      - uses: ./.github",
            "      - run: echo ${{ github.event.pull_request.title }}\n      - uses: ./.github",
        ),
    ] {
        let broken = workflow.replace(old, new);
        assert_ne!(&broken, workflow);
        assert!(!offences(&broken).is_empty(), "{new}");
    }
}

#[test]
fn the_workflows_give_no_right_but_those_of_each_job() {
    for (name, text) in shipped().iter().filter(|(n, _)| !n.ends_with("action.yml")) {
        assert!(text.contains("\npermissions: {}\n"), "{name}");
        let review = text.split("  command:").next().unwrap();
        assert!(!review.contains("contents: write"), "{name}");
        assert!(
            text.contains("rguard-review-${{ github.event.pull_request.number }}"),
            "{name}"
        );
        assert!(
            text.contains("rguard-command-${{ github.event.comment.id }}"),
            "{name}"
        );
        assert!(!text.contains("cancel-in-progress: true"), "{name}");
    }
}
