//! Key scripts: what to press, what to wait for, what to keep.
//!
//! ```text
//! size 120x34          theme dark
//! wait "3 findings"    pause 1.5s        mark "the finding"
//! key j j <enter>      type "/token"     shot card
//! ```

use crate::tui::keys::{Key, parse_keys};

/// One step of a script.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// The screen must show these words.
    Wait(String),
    /// Nothing happens for so many seconds.
    Pause(f64),
    /// A chapter begins.
    Mark(String),
    /// Keys, at a reader's pace.
    Keys(Vec<Key>),
    /// Text, at a typist's pace.
    Type(Vec<Key>),
    /// A still by this name.
    Shot(String),
}

/// A key script.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// Columns and rows.
    pub size: (u16, u16),
    /// The theme.
    pub theme: String,
    /// The steps, each with its line.
    pub steps: Vec<(usize, Step)>,
}

/// Why a script cannot be read.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("Line {line} of the script: {why}")]
pub struct ScriptError {
    /// The line, from 1.
    pub line: usize,
    /// Why.
    pub why: String,
}

const WORDS: &[&str] = &[
    "size", "theme", "wait", "pause", "mark", "key", "type", "shot",
];

impl Script {
    /// Reads a script.
    pub fn parse(text: &str) -> Result<Self, ScriptError> {
        let mut script = Self {
            size: (120, 34),
            theme: "dark".into(),
            steps: Vec::new(),
        };
        for (i, raw) in text.lines().enumerate() {
            let line = i + 1;
            let tokens = tokens(raw).map_err(|why| ScriptError { line, why })?;
            script
                .line(line, &tokens)
                .map_err(|why| ScriptError { line, why })?;
        }
        Ok(script)
    }

    fn line(&mut self, line: usize, tokens: &[Token]) -> Result<(), String> {
        let mut i = 0;
        while let Some(token) = tokens.get(i) {
            i += 1;
            let word = token.text.as_str();
            if token.quoted || !WORDS.contains(&word) {
                return Err(format!(
                    "`{word}` is no command; they are {}",
                    WORDS.join(", ")
                ));
            }
            if word == "key" {
                let from = i;
                while tokens
                    .get(i)
                    .is_some_and(|t| t.quoted || !WORDS.contains(&t.text.as_str()))
                {
                    i += 1;
                }
                let mut keys = Vec::new();
                for t in &tokens[from..i] {
                    keys.extend(parse_keys(&t.text)?);
                }
                if keys.is_empty() {
                    return Err("`key` needs a key".into());
                }
                self.steps.push((line, Step::Keys(keys)));
                continue;
            }
            let argument = tokens
                .get(i)
                .map(|t| t.text.clone())
                .ok_or_else(|| format!("`{word}` needs a word after it"))?;
            i += 1;
            match word {
                "size" => self.size = size(&argument)?,
                "theme" => self.theme = argument,
                "wait" => self.steps.push((line, Step::Wait(argument))),
                "pause" => self.steps.push((line, Step::Pause(seconds(&argument)?))),
                "mark" => self.steps.push((line, Step::Mark(argument))),
                "type" => {
                    let keys = argument
                        .chars()
                        .map(|c| Key::plain(crossterm::event::KeyCode::Char(c)))
                        .collect();
                    self.steps.push((line, Step::Type(keys)));
                }
                _ => {
                    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
                    if !argument.chars().all(plain) {
                        return Err(format!("`{argument}` is no file name for a still"));
                    }
                    self.steps.push((line, Step::Shot(argument)));
                }
            }
        }
        Ok(())
    }
}

struct Token {
    text: String,
    quoted: bool,
}

/// Words between white space; `"…"` is one word; a word that begins with `#` begins a comment.
fn tokens(line: &str) -> Result<Vec<Token>, String> {
    let mut out = Vec::new();
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_whitespace() {
            continue;
        }
        if c == '#' {
            break;
        }
        let mut text = String::new();
        if c == '"' {
            loop {
                match chars.next() {
                    Some('"') => break,
                    Some(c) => text.push(c),
                    None => return Err("a quote is not closed".into()),
                }
            }
            out.push(Token { text, quoted: true });
            continue;
        }
        text.push(c);
        while let Some(c) = chars.next_if(|c| !c.is_whitespace()) {
            text.push(c);
        }
        out.push(Token {
            text,
            quoted: false,
        });
    }
    Ok(out)
}

fn size(word: &str) -> Result<(u16, u16), String> {
    let bad = || format!("`{word}` is no size like 120x34");
    let (w, h) = word.split_once('x').ok_or_else(bad)?;
    let (w, h) = (w.parse().map_err(|_| bad())?, h.parse().map_err(|_| bad())?);
    if !(20..=400).contains(&w) || !(5..=200).contains(&h) {
        return Err(bad());
    }
    Ok((w, h))
}

fn seconds(word: &str) -> Result<f64, String> {
    let bad = || format!("`{word}` is no time like 1.5s or 800ms");
    let (number, scale) = match word.strip_suffix("ms") {
        Some(n) => (n, 0.001),
        None => (word.strip_suffix('s').ok_or_else(bad)?, 1.0),
    };
    let n: f64 = number.parse().map_err(|_| bad())?;
    if !(0.0..=600.0).contains(&n) && scale == 1.0 || !n.is_finite() || n < 0.0 {
        return Err(bad());
    }
    Ok(n * scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_reads_as_it_is_written_in_the_manual() {
        let s = Script::parse(
            "size 100x30  theme light   # a comment\nwait \"2 findings\" pause 800ms mark \"the finding\"\nkey j j <enter>  type \"/token\"  shot card\n\nkey w wait \"why is it wrong\"",
        )
        .unwrap();
        assert_eq!(s.size, (100, 30));
        assert_eq!(s.theme, "light");
        let steps: Vec<&Step> = s.steps.iter().map(|(_, s)| s).collect();
        assert_eq!(steps[0], &Step::Wait("2 findings".into()));
        assert_eq!(steps[1], &Step::Pause(0.8));
        assert_eq!(steps[3], &Step::Keys(parse_keys("jj<enter>").unwrap()));
        assert!(matches!(steps[4], Step::Type(keys) if keys.len() == 6));
        assert_eq!(steps[5], &Step::Shot("card".into()));
        assert_eq!(s.steps[6].0, 5);
    }

    #[test]
    fn what_is_wrong_with_a_script_is_said_with_its_line() {
        let e = |t: &str| Script::parse(t).unwrap_err().to_string();
        assert!(e("size 9999x1").contains("Line 1"));
        assert!(e("\nfly high").contains("Line 2"));
        assert!(e("wait \"open").contains("not closed"));
        assert!(e("pause soon").contains("no time"));
        assert!(e("shot ../x").contains("no file name"));
        assert!(e("key").contains("needs a key"));
        assert!(e("key <nokey>").contains("no key"));
    }
}
