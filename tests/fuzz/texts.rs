//! Texts as people and machines write them, and as nobody does.

use proptest::prelude::*;

/// A line of a record, whole or broken.
pub fn line() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => "#{1,6} [A-Za-z0-9 `*:—()\\[\\]#-]{0,40}",
        2 => "#{1,3} (Status|Context|Decision|Links|Date|ステータス|状态|Entscheidung|Conséquences|Alternatives considered)",
        2 => "#{2,3} (ADR-00[0-9]{2}|D00[0-9]|[0-9]{1,4}\\.|2026-0[1-9]-1[0-9]|\\[YYYY-MM-DD\\])( —|:|：)? [a-z容é ]{0,20}",
        4 => "(- |\\* |> |1\\. |    |\t)?[a-zA-Z0-9 .,;:!?`*_\\[\\]()#/—容é👩‍💻-]{0,90}",
        2 => "[-*>]? ?(\\*\\*)?(Status|Date|Supersedes|Superseded by|Deciders|状态|日付)(\\*\\*)?[:：]? [A-Za-z0-9 .|{}\\[\\]()-]{0,40}",
        1 => "(Accepted|Superseded by|Supersedes|amends|replaces) (\\[ADR 2\\]\\(0002-y.md\\)|ADR-0002|\\[x\\]\\[1\\]|<0002-y.md>|#3)\\.?",
        2 => "(```|````|~~~|~~~~)(yaml|rust)?",
        1 => "(---|===|\\*\\*\\*|<!-- x -->|<!--|-->|\\\\|&nbsp;)",
        2 => "\\|( [a-z0-9 `\\\\|]{0,12} \\|){1,4}",
        1 => "\\| ?(Date|Decision|Entscheidung|Status) ?\\| ?(Decision|Reason|Grund) ?\\|",
        1 => "\\|(---\\|){1,4}",
        1 => "(status|date|title|decision-makers|supersedes): ?([\"'\\[{|>&*!%@-]?[a-zA-Z0-9 ,#:]{0,20}[\"'\\]}]?)",
        2 => "We (must|never|use|tried|rejected) [a-z ]{1,30}(instead of|because|which did not help|\\(0/20 against 16/20\\)) [a-z0-9 ]{1,20}(ms|%|MB)?\\.",
        1 => "(The old rule|It) still (holds|applies) (for|to) [a-z ]{1,30}\\.",
        1 => "\\[1\\]: (<)?[a-z0-9./#:-]{1,20}(>)?",
        1 => "(=+|-+) ?[A-Za-z ]{0,10}",
        1 => "(\\.\\. _?[a-z]+::? ?|:[a-zA-Z-]+: |#\\+[A-Z]+: |\\*+ (TODO )?)[a-z0-9 -]{0,20}",
        1 => "\\PC{0,60}",
    ]
}

/// Lines between line ends of one kind or several, with or without a mark at the start.
pub fn document() -> impl Strategy<Value = String> {
    let end = prop_oneof![6 => Just("\n"), 2 => Just("\r\n"), 1 => Just("\r"), 1 => Just("\n\n")];
    let matter = prop_oneof![
        3 => Just(String::new()),
        1 => proptest::collection::vec(line(), 0..6).prop_map(|l| format!("---\n{}\n---\n", l.join("\n"))),
        1 => proptest::collection::vec(line(), 0..4).prop_map(|l| format!("---\r\n{}\r\n", l.join("\r\n"))),
    ];
    let bom = prop_oneof![8 => Just(""), 1 => Just("\u{feff}")];
    let lines = proptest::collection::vec((line(), end), 0..45);
    (bom, matter, lines).prop_map(|(bom, matter, lines)| {
        let body: String = lines
            .into_iter()
            .flat_map(|(l, e)| [l, e.to_owned()])
            .collect();
        format!("{bom}{matter}{body}")
    })
}

/// A document in which some bytes were lost, doubled or changed.
pub fn damaged() -> impl Strategy<Value = Vec<u8>> {
    let cut = (
        any::<prop::sample::Index>(),
        0usize..6,
        proptest::collection::vec(any::<u8>(), 0..4),
    );
    (document(), proptest::collection::vec(cut, 0..5)).prop_map(|(text, cuts)| {
        let mut bytes = text.into_bytes();
        for (at, n, put) in cuts {
            if bytes.is_empty() {
                break;
            }
            let at = at.index(bytes.len());
            let end = (at + n).min(bytes.len());
            bytes.splice(at..end, put);
        }
        bytes
    })
}

/// A commit's message: a subject, paragraphs, and what may be trailers.
pub fn message() -> impl Strategy<Value = String> {
    let trailer = "(Constraint|Rejected|Supersedes|BREAKING CHANGE|Co-authored-by|Fix|ref(s)?)(:|: | #|=)[ A-Za-z0-9 .|<>@-]{0,40}\n( [a-z ]{0,20}\n)?";
    let part = prop_oneof![
        2 => line(),
        2 => trailer,
        1 => Just("---".to_owned()),
        1 => Just(String::new()),
    ];
    (
        "[A-Za-z:()! ]{0,60}",
        proptest::collection::vec(part, 0..20),
    )
        .prop_map(|(subject, parts)| format!("{subject}\n\n{}", parts.join("\n")))
}

/// Versions of a document: each takes lines out of the one before and puts others in.
pub fn versions() -> impl Strategy<Value = Vec<String>> {
    let edit = (
        any::<prop::sample::Index>(),
        0usize..8,
        proptest::collection::vec(line(), 0..6),
    );
    (
        document(),
        proptest::collection::vec(proptest::collection::vec(edit, 1..3), 0..4),
    )
        .prop_map(|(first, edits)| {
            let mut out = vec![first];
            for round in edits {
                let last = out.last().cloned().unwrap_or_default();
                let mut lines: Vec<String> = last.split('\n').map(str::to_owned).collect();
                for (at, n, put) in round {
                    let at = at.index(lines.len().max(1)).min(lines.len());
                    let end = (at + n).min(lines.len());
                    lines.splice(at..end, put);
                }
                out.push(lines.join("\n"));
            }
            out
        })
}
