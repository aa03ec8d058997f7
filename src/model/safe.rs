//! Text from repositories, GitHub and models made safe to show.
//!
//! Every surface passes foreign text through [`printable`] before it reaches a terminal, so that
//! no escape sequence, control character or bidirectional override acts there.

use std::borrow::Cow;

/// The text with control characters and bidirectional overrides made visible: ESC becomes `␛`,
/// other C0 and C1 controls `�` forms of the control-picture block or `⟦U+009B⟧`, overrides `⟦RLO⟧`
/// and alike. Tabs and line ends stay.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '\t' | '\n' => out.push(c),
            '\u{7f}' => out.push('␡'),
            c if (c as u32) < 0x20 => out.push(char::from_u32(0x2400 + c as u32).unwrap_or('�')),
            '\u{202a}' => out.push_str("⟦LRE⟧"),
            '\u{202b}' => out.push_str("⟦RLE⟧"),
            '\u{202c}' => out.push_str("⟦PDF⟧"),
            '\u{202d}' => out.push_str("⟦LRO⟧"),
            '\u{202e}' => out.push_str("⟦RLO⟧"),
            '\u{2066}' => out.push_str("⟦LRI⟧"),
            '\u{2067}' => out.push_str("⟦RLI⟧"),
            '\u{2068}' => out.push_str("⟦FSI⟧"),
            '\u{2069}' => out.push_str("⟦PDI⟧"),
            c if is_unsafe(c) => out.push_str(&format!("⟦U+{:04X}⟧", c as u32)),
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// The text on one line: [`printable`], with each run of white space folded to one space.
pub fn one_line(text: &str) -> String {
    printable(text)
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

fn is_unsafe(c: char) -> bool {
    matches!(c,
        '\u{0}'..='\u{8}' | '\u{b}'..='\u{1f}' | '\u{7f}'..='\u{9f}'
        | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{61c}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_and_overrides_lose_their_power_and_stay_visible() {
        assert_eq!(printable("a\x1b]0;x\x07b"), "a␛]0;x␇b");
        assert_eq!(printable("\u{9b}31m"), "⟦U+009B⟧31m");
        assert_eq!(printable("user\u{202e}txt"), "user⟦RLO⟧txt");
        assert_eq!(printable("tab\tand\nline"), "tab\tand\nline");
        assert!(matches!(printable("容 👩‍💻 plain"), Cow::Borrowed(_)));
        assert_eq!(one_line("a\n  b\tc"), "a b c");
    }
}
