//! JSON: the value as it is.

use serde::Serialize;

/// The value as indented JSON, ending in a line end.
///
/// # Errors
/// If it holds a number that JSON cannot.
pub fn pretty<T: Serialize>(value: &T) -> Result<String, serde_json::Error> {
    let mut text = harmless(serde_json::to_string_pretty(value)?);
    text.push('\n');
    Ok(text)
}

/// The value as JSON on one line, ending in a line end.
///
/// # Errors
/// If it holds a number that JSON cannot.
pub fn compact<T: Serialize>(value: &T) -> Result<String, serde_json::Error> {
    let mut text = harmless(serde_json::to_string(value)?);
    text.push('\n');
    Ok(text)
}

/// The JSON with characters that act on a terminal written as escapes; such stand only inside of
/// strings, where an escape means the same.
fn harmless(json: String) -> String {
    let acts = |c: char| {
        let text = c.to_string();
        crate::model::safe::printable(&text) != text
    };
    if json.is_ascii() && !json.contains('\u{7f}') {
        return json;
    }
    let mut out = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        match c {
            c if (c == '\u{7f}' || !c.is_ascii()) && acts(c) => {
                out.push_str(&format!("\\u{:04x}", c as u32));
            }
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_on_a_terminal_is_escaped_and_means_the_same() {
        let value = "a\u{202e}b\u{9b}c\u{7f}d\u{1b}é容";
        for text in [pretty(&value).unwrap(), compact(&value).unwrap()] {
            assert!(
                !text.contains(['\u{202e}', '\u{9b}', '\u{7f}', '\u{1b}']),
                "{text:?}"
            );
            assert!(text.contains("\\u202e") && text.contains("é容"), "{text}");
            assert_eq!(serde_json::from_str::<String>(&text).unwrap(), value);
        }
    }
}
