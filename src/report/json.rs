//! JSON: the value as it is.

use serde::Serialize;

/// The value as indented JSON, ending in a line end.
///
/// # Errors
/// If it holds a number that JSON cannot.
pub fn pretty<T: Serialize>(value: &T) -> Result<String, serde_json::Error> {
    let mut text = serde_json::to_string_pretty(value)?;
    text.push('\n');
    Ok(text)
}

/// The value as JSON on one line, ending in a line end.
///
/// # Errors
/// If it holds a number that JSON cannot.
pub fn compact<T: Serialize>(value: &T) -> Result<String, serde_json::Error> {
    let mut text = serde_json::to_string(value)?;
    text.push('\n');
    Ok(text)
}
