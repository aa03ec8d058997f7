//! One syntax for keys, in keymap files, key scripts and tests: `j`, `G`, `<enter>`, `<c-d>`,
//! `<s-tab>`, `<space>`, and runs of them (`gg`, `jj<enter>a`).

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// One key press. A letter with shift is its capital, without the modifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// Which key.
    pub code: KeyCode,
    /// Control or alt; shift only where the key has no capital.
    pub mods: KeyModifiers,
}

impl Key {
    /// A key without modifiers.
    pub fn plain(code: KeyCode) -> Self {
        Self {
            code,
            mods: KeyModifiers::NONE,
        }
    }

    /// The character that it types, if it types one.
    pub fn typed(self) -> Option<char> {
        match self.code {
            KeyCode::Char(c)
                if !self
                    .mods
                    .intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) =>
            {
                Some(c)
            }
            _ => None,
        }
    }
}

impl From<KeyEvent> for Key {
    fn from(event: KeyEvent) -> Self {
        let mut mods =
            event.modifiers & (KeyModifiers::CONTROL | KeyModifiers::ALT | KeyModifiers::SHIFT);
        let mut code = event.code;
        match code {
            KeyCode::Char(c) => {
                if mods.contains(KeyModifiers::SHIFT) && c.is_ascii_lowercase() {
                    code = KeyCode::Char(c.to_ascii_uppercase());
                }
                mods.remove(KeyModifiers::SHIFT);
            }
            KeyCode::BackTab => {
                code = KeyCode::Tab;
                mods.insert(KeyModifiers::SHIFT);
            }
            _ => {}
        }
        Self { code, mods }
    }
}

/// The named keys.
const NAMES: &[(&str, KeyCode)] = &[
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("tab", KeyCode::Tab),
    ("space", KeyCode::Char(' ')),
    ("backspace", KeyCode::Backspace),
    ("del", KeyCode::Delete),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pgup", KeyCode::PageUp),
    ("pgdn", KeyCode::PageDown),
    ("lt", KeyCode::Char('<')),
];

/// Reads a run of keys; white space between them is ignored.
pub fn parse_keys(text: &str) -> Result<Vec<Key>, String> {
    let mut keys = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if c.is_whitespace() {
            rest = &rest[c.len_utf8()..];
            continue;
        }
        if c == '<'
            && let Some(end) = rest.find('>')
            && end > 1
        {
            keys.push(named(&rest[1..end])?);
            rest = &rest[end + 1..];
            continue;
        }
        keys.push(Key::plain(KeyCode::Char(c)));
        rest = &rest[c.len_utf8()..];
    }
    Ok(keys)
}

fn named(word: &str) -> Result<Key, String> {
    let mut mods = KeyModifiers::NONE;
    let mut rest = word;
    while rest.len() > 2 {
        let modifier = match rest.get(..2).map(str::to_ascii_lowercase).as_deref() {
            Some("c-") => KeyModifiers::CONTROL,
            Some("a-") => KeyModifiers::ALT,
            Some("s-") => KeyModifiers::SHIFT,
            _ => break,
        };
        mods |= modifier;
        rest = &rest[2..];
    }
    let lower = rest.to_ascii_lowercase();
    let code = if let Some((_, code)) = NAMES.iter().find(|(n, _)| *n == lower) {
        *code
    } else if let Some(n) = lower.strip_prefix('f').and_then(|n| n.parse().ok()) {
        KeyCode::F(n)
    } else {
        let mut chars = rest.chars();
        match (chars.next(), chars.next()) {
            (Some(c), None) => KeyCode::Char(c),
            _ => return Err(format!("`<{word}>` is no key")),
        }
    };
    let mut key = Key { code, mods };
    if let KeyCode::Char(c) = code
        && mods.contains(KeyModifiers::SHIFT)
    {
        key.code = KeyCode::Char(c.to_ascii_uppercase());
        key.mods.remove(KeyModifiers::SHIFT);
    }
    Ok(key)
}

/// The keys as a person reads them (`gg`, `⏎`, `^d`).
pub fn show_keys(keys: &[Key]) -> String {
    keys.iter()
        .map(|key| {
            let mut out = String::new();
            if key.mods.contains(KeyModifiers::CONTROL) {
                out.push('^');
            }
            if key.mods.contains(KeyModifiers::ALT) {
                out.push_str("alt-");
            }
            if key.mods.contains(KeyModifiers::SHIFT) {
                out.push('⇧');
            }
            match key.code {
                KeyCode::Char(' ') => out.push_str("space"),
                KeyCode::Char(c) => out.push(c),
                KeyCode::Enter => out.push('⏎'),
                KeyCode::Esc => out.push_str("Esc"),
                KeyCode::Tab => out.push_str("Tab"),
                KeyCode::Up => out.push('↑'),
                KeyCode::Down => out.push('↓'),
                KeyCode::Left => out.push('←'),
                KeyCode::Right => out.push('→'),
                KeyCode::PageUp => out.push_str("PgUp"),
                KeyCode::PageDown => out.push_str("PgDn"),
                KeyCode::Home => out.push_str("Home"),
                KeyCode::End => out.push_str("End"),
                other => out.push_str(&format!("{other:?}")),
            }
            out
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_keys_are_read_and_shown() {
        let keys = parse_keys("jj<enter> G<c-d><s-tab><lt>").unwrap();
        assert_eq!(keys.len(), 7);
        assert_eq!(show_keys(&keys), "jj⏎G^d⇧Tab<");
        assert!(parse_keys("<nokey>").is_err());
        assert_eq!(parse_keys("<s-g>").unwrap(), parse_keys("G").unwrap());
    }

    #[test]
    fn a_terminal_that_reports_shift_gives_the_same_key_as_one_that_does_not() {
        let a = KeyEvent::new(KeyCode::Char('G'), KeyModifiers::SHIFT);
        let b = KeyEvent::new(KeyCode::Char('g'), KeyModifiers::SHIFT);
        let c = KeyEvent::new(KeyCode::Char('G'), KeyModifiers::NONE);
        assert_eq!(Key::from(a), Key::from(c));
        assert_eq!(Key::from(b), Key::from(c));
        let tab = KeyEvent::new(KeyCode::BackTab, KeyModifiers::SHIFT);
        assert_eq!(vec![Key::from(tab)], parse_keys("<s-tab>").unwrap());
    }
}
