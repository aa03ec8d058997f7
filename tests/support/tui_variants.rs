//! The fixture's review in other conditions: empty, partial, hostile, wide, large.

use super::{correction, file, hunk, review};
use crate::model::*;

/// No finding, all read.
pub fn empty_review() -> Review {
    Review {
        findings: vec![],
        coverage: vec![],
        since: vec![],
        dropped: Dropped { count: 6 },
        ..review()
    }
}

/// Some of the record could not be read.
pub fn partial_review() -> Review {
    Review {
        partial: vec![
            "The history is shallow, so blame ends at 2025-12-01.".into(),
            "Two sections could not be read.".into(),
        ],
        ..review()
    }
}

/// Text that tries to act on the terminal, wherever a repository could put it.
pub fn hostile_review() -> Review {
    const EVIL: &str =
        "\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m\r\u{8}x\u{202e}y\u{2066}z\u{200f}\tend";
    let mut r = review();
    let evil = |s: &mut String| *s = format!("{s} {EVIL}");
    evil(&mut r.repository);
    evil(&mut r.change.title);
    evil(&mut r.judge.name);
    for f in &mut r.change.files {
        f.path = RepoPath::new(format!("{}{EVIL}", f.path).into_bytes());
        f.note = f.note.take().map(|n| n + EVIL);
        for h in &mut f.hunks {
            evil(&mut h.scope);
            for l in &mut h.lines {
                evil(&mut l.text);
            }
        }
    }
    for f in &mut r.findings {
        evil(&mut f.decision.title);
        evil(&mut f.decision.id.0);
        f.quotes.iter_mut().for_each(|q| evil(&mut q.text));
        f.signals.iter_mut().for_each(|s| evil(&mut s.why));
        f.premises.iter_mut().for_each(|p| evil(&mut p.why));
        f.ask.iter_mut().for_each(|p| evil(&mut p.name));
        f.path.nodes.iter_mut().for_each(|n| evil(&mut n.title));
        f.path.edges.iter_mut().for_each(|e| evil(&mut e.kind));
        f.corrections.push(correction(
            "01EVIL",
            &f.decision,
            CorrectionKind::Wrong,
            EVIL,
        ));
    }
    r.people.iter_mut().for_each(|p| evil(&mut p.name));
    r.people.iter_mut().for_each(|p| evil(&mut p.why));
    r.since.iter_mut().for_each(|s| evil(&mut s.decision.title));
    for q in &mut r.queries {
        evil(&mut q.cypher);
        evil(&mut q.name);
    }
    r.coverage.iter_mut().for_each(|c| evil(&mut c.reason));
    r.partial = vec![format!("partial {EVIL}")];
    r
}

/// Wide characters, joined emoji, combining marks.
pub fn wide_review() -> Review {
    let mut r = review();
    r.change.title = "価格を数値のまま保つ 👩‍💻 fix".into();
    r.change.files = vec![file(
        "src/請求/価格.ts",
        vec![hunk(
            10,
            10,
            "関数 価格()",
            &[
                " // 不明な価格は不明のまま 👩‍💻 ok",
                "-const 値 = 使用.費用 ?? null; // e\u{301}",
                "+const 値 = 使用.費用 ?? 0; // ❤\u{fe0f} 容器",
                " return 値;",
            ],
        )],
    )];
    let f = &mut r.findings[0];
    f.decision.title = "不明な価格は不明のまま 👨‍👩‍👧".into();
    f.quotes[0].text =
        "不明な価格をゼロと区別する。無料の呼び出しと未設定の呼び出しは別の状態である。".into();
    for e in &mut f.evidence {
        e.path = "src/請求/価格.ts".into();
        e.lines = LineRange::new(11, 11);
    }
    f.path.nodes[4].title = "不明な価格は不明のまま".into();
    r
}

/// A diff of many lines.
pub fn large_review(lines: usize) -> Review {
    let per = 100;
    let mut files = Vec::new();
    for n in 0..lines.div_ceil(per) {
        let text: Vec<String> = (0..per)
            .map(|i| match i % 5 {
                0 => format!("-let old_{i} = compute({n}, {i});"),
                1 => format!("+let new_{i} = compute({n}, {i} + 1);"),
                _ => format!(" // line {i} of file {n}"),
            })
            .collect();
        let text: Vec<&str> = text.iter().map(String::as_str).collect();
        files.push(file(
            &format!("src/gen/file_{n:04}.rs"),
            vec![hunk(1, 1, "fn f()", &text)],
        ));
    }
    let mut r = empty_review();
    r.change.files = files;
    r
}
