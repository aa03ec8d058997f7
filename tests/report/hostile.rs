//! Whatever a repository says, no report lets it act.

use pulldown_cmark::{Event, Options, Parser, Tag};
use rguard::model::Review;
use rguard::report::{Format, Look, Web, render, sticky};

use crate::testkit::reviews;

const HOSTILE: &[&str] = &[
    "\x1b]0;owned\x07\x1b[2J",
    "\u{9b}31mred\u{202e}txt.exe\u{2066}",
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "@everyone and @acme/security, see #12, acme/other#7 and GH-9",
    "[click](https://evil.example) <https://evil.example> https://evil.example www.evil.example",
    "![x](https://evil.example/pixel.png) [a]: https://evil.example",
    "```\n```` \n# heading\n---\n> quote\n- item\n1. one\n| a | b |\n",
    "</details><!-- hidden -->&lt;&copy; \\` \\\\ `` ` ```` ~~~",
    "*bold* _it_ **b** __b__ ~~s~~ $x$ a@example.org",
    "line one\r\nline two\rline three\u{0}\u{8}",
    "=== \n+ plus\n+++\n***",
];

#[test]
fn no_control_character_reaches_the_terminal() {
    for hostile in HOSTILE {
        let mut review = reviews::hostile(hostile);
        let long = render(&review, Format::Text, Look::default()).unwrap();
        review.findings[0].declared = false;
        let short = rguard::report::text::quiet(&review, Look::default());
        assert!(!short.is_empty());
        let text = long + &short;
        for c in text.chars().filter(|c| *c != '\n') {
            assert!(!c.is_control(), "{c:?} of {hostile:?} in:\n{text}");
            assert!(
                !matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'),
                "{hostile:?}"
            );
        }
    }
}

#[test]
fn json_escapes_control_characters() {
    for hostile in HOSTILE {
        let text = render(&reviews::hostile(hostile), Format::Json, Look::default()).unwrap();
        assert!(
            text.chars().all(|c| c == '\n' || !c.is_ascii_control()),
            "{hostile:?}"
        );
        serde_json::from_str::<serde_json::Value>(&text).unwrap();
    }
}

#[test]
fn markdown_gives_hostile_text_no_power() {
    has_no_power(
        |review| render(review, Format::Markdown, Look::default()).unwrap(),
        0,
        &[],
    );
}

#[test]
fn a_posted_comment_gives_hostile_text_no_power() {
    let web = Web::at("https://github.com/acme/greenhouse");
    has_no_power(
        |review| {
            // Places that have an address, so that links are made of hostile names.
            let mut review = review.clone();
            let file = review.findings[0].decision.source.path.clone().unwrap();
            review.change.files[0].path = file;
            for finding in &mut review.findings {
                finding.quotes[0].commit = Some(review.as_of.commit.clone());
            }
            let text = sticky::comment(&review, &web);
            assert_eq!(text.matches("](<").count(), 2, "{text}");
            text
        },
        2,
        &["https://github.com/acme/greenhouse/blob/"],
    );
}

/// Whatever hostile text stands in a review, its Markdown has the same shape, our own comments at
/// its start and no other HTML, links only to `ours`, and nothing that pings or refers.
fn has_no_power(markdown: impl Fn(&Review) -> String, comments: usize, ours: &[&str]) {
    let mention = regex::Regex::new(r"@[A-Za-z0-9]").unwrap();
    let reference = regex::Regex::new(r"#[0-9]|(?i)gh-[0-9]").unwrap();
    let address = regex::Regex::new(r"(?i)https?://|www\.[a-z]").unwrap();
    let outline = blocks(&markdown(&reviews::hostile("plain")));
    for hostile in HOSTILE {
        let whole = markdown(&reviews::hostile(hostile));
        // Comments of ours are whole lines at the start; nothing foreign may stand in them.
        let (head, text) = whole.split_at(
            whole
                .match_indices('\n')
                .nth(comments.wrapping_sub(1))
                .map_or(0, |(at, _)| at + 1),
        );
        assert!(!head.contains("evil") && head.matches("-->").count() == comments);
        let mut in_code = false;
        let mut prose = String::new();
        for event in Parser::new_ext(
            text,
            Options::ENABLE_GFM
                | Options::ENABLE_TABLES
                | Options::ENABLE_STRIKETHROUGH
                | Options::ENABLE_MATH,
        ) {
            match event {
                Event::Html(h) | Event::InlineHtml(h) => panic!("{h:?} of {hostile:?} in:\n{text}"),
                Event::Start(Tag::Link { dest_url, .. })
                    if ours.iter().any(|o| dest_url.starts_with(o)) => {}
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    panic!("{dest_url:?} of {hostile:?} in:\n{text}")
                }
                Event::InlineMath(m) | Event::DisplayMath(m) => panic!("{m:?} of {hostile:?}"),
                Event::Start(Tag::CodeBlock(_)) => in_code = true,
                Event::End(pulldown_cmark::TagEnd::CodeBlock) => in_code = false,
                Event::Text(t) if !in_code => prose.push_str(&t),
                Event::SoftBreak | Event::HardBreak | Event::End(_) => prose.push('\n'),
                _ => {}
            }
        }
        for danger in [&mention, &reference, &address] {
            assert!(
                !danger.is_match(&prose),
                "{danger} of {hostile:?} in:\n{prose}"
            );
        }
        assert_eq!(
            blocks(&whole),
            outline,
            "{hostile:?} changed the shape of:\n{text}"
        );
    }
}

/// The block structure: headings, lists, items, quotes and code blocks in their order.
fn blocks(markdown: &str) -> Vec<String> {
    Parser::new_ext(markdown, Options::ENABLE_TABLES)
        .filter_map(|event| match event {
            Event::Start(tag) => match tag {
                Tag::Emphasis | Tag::Strong | Tag::Paragraph => None,
                Tag::CodeBlock(_) => Some("CodeBlock".to_owned()),
                Tag::Heading { level, .. } => Some(level.to_string()),
                Tag::Link { .. } => Some("Link".to_owned()),
                other => Some(format!("{other:?}")),
            },
            Event::Rule => Some("Rule".to_owned()),
            _ => None,
        })
        .collect()
}
