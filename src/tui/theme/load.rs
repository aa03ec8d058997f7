//! Theme files: reading them, and turning a role's entry into a style at a depth.

use std::path::{Path, PathBuf};
use std::time::Duration;

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;

use super::depth::{Depth, to_256};
use super::{Role, Theme};

/// The themes that come with the program, by name.
const BUILTIN: &[(&str, &str)] = &[
    ("dark", include_str!("../../../themes/dark.toml")),
    ("light", include_str!("../../../themes/light.toml")),
    ("contrast", include_str!("../../../themes/contrast.toml")),
    ("mono", include_str!("../../../themes/mono.toml")),
];

/// Which theme to use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ThemeChoice {
    /// Dark or light, as the terminal's background is.
    #[default]
    Auto,
    /// One that comes with the program.
    Named(String),
    /// A file.
    File(PathBuf),
}

impl From<&str> for ThemeChoice {
    fn from(word: &str) -> Self {
        match word {
            "" | "auto" => Self::Auto,
            w if w.ends_with(".toml") || w.contains('/') => Self::File(PathBuf::from(w)),
            w => Self::Named(w.to_owned()),
        }
    }
}

/// Why a theme could not be used.
#[derive(Debug, thiserror::Error)]
pub enum ThemeError {
    /// There is no such theme.
    #[error("There is no theme `{name}`. Known are: {known}.")]
    Unknown {
        /// The name asked for.
        name: String,
        /// The names that exist.
        known: String,
    },
    /// The file could not be read.
    #[error("The theme {path} could not be read: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The file is not a theme.
    #[error("The theme `{name}` is not valid: {why}")]
    Invalid {
        /// Its name or path.
        name: String,
        /// Why.
        why: String,
    },
}

/// A theme file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    roles: std::collections::BTreeMap<String, Entry>,
}

/// What a theme says about one role.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Entry {
    /// Foreground, `#rrggbb`.
    fg: Option<String>,
    /// Background, `#rrggbb`.
    bg: Option<String>,
    /// Foreground where there are sixteen colours.
    fg16: Option<String>,
    /// Background where there are sixteen colours.
    bg16: Option<String>,
    /// Modifiers at every depth.
    mods: Vec<String>,
    /// Modifiers where there is no colour, in place of `mods`.
    mono: Option<Vec<String>>,
}

/// The names of the themes that come with the program.
pub fn builtin() -> impl Iterator<Item = &'static str> {
    BUILTIN.iter().map(|(name, _)| *name)
}

/// Finds the theme's name for `Auto` by asking the terminal for its background (at most 100 ms, and
/// only on a terminal). Must run before raw mode.
pub fn resolve(choice: &ThemeChoice) -> ThemeChoice {
    if *choice != ThemeChoice::Auto {
        return choice.clone();
    }
    let mut options = terminal_colorsaurus::QueryOptions::default();
    options.timeout = Duration::from_millis(100);
    let quiet = std::env::var_os("CI").is_some();
    let light = !quiet
        && matches!(
            terminal_colorsaurus::theme_mode(options),
            Ok(terminal_colorsaurus::ThemeMode::Light)
        );
    ThemeChoice::Named(if light { "light" } else { "dark" }.to_owned())
}

/// Loads a theme at a depth.
pub fn load(choice: &ThemeChoice, depth: Depth) -> Result<Theme, ThemeError> {
    match choice {
        ThemeChoice::Auto => load(&ThemeChoice::Named("dark".into()), depth),
        ThemeChoice::Named(name) => {
            let (_, text) =
                BUILTIN
                    .iter()
                    .find(|(n, _)| n == name)
                    .ok_or_else(|| ThemeError::Unknown {
                        name: name.clone(),
                        known: builtin().collect::<Vec<_>>().join(", "),
                    })?;
            parse(name, text, depth)
        }
        ThemeChoice::File(path) => {
            let text = read(path)?;
            parse(&path.display().to_string(), &text, depth)
        }
    }
}

fn read(path: &Path) -> Result<String, ThemeError> {
    std::fs::read_to_string(path).map_err(|source| ThemeError::Read {
        path: path.to_owned(),
        source,
    })
}

/// Reads a theme's text. Roles that it leaves out are drawn as plain text.
pub fn parse(name: &str, text: &str, depth: Depth) -> Result<Theme, ThemeError> {
    let invalid = |why: String| ThemeError::Invalid {
        name: name.to_owned(),
        why,
    };
    let file: File = toml::from_str(text).map_err(|e| invalid(e.to_string()))?;
    let mut styles = vec![Style::default(); Role::ALL.len()];
    for (key, entry) in &file.roles {
        let (role, _) = Role::ALL
            .iter()
            .find(|(_, n)| n == key)
            .ok_or_else(|| invalid(format!("there is no role `{key}`")))?;
        styles[*role as usize] =
            style(entry, depth).map_err(|why| invalid(format!("{key}: {why}")))?;
    }
    Ok(Theme {
        name: file.name,
        styles,
    })
}

fn style(entry: &Entry, depth: Depth) -> Result<Style, String> {
    let mut style = Style::default();
    let (fg, bg) = match depth {
        Depth::None => (None, None),
        Depth::Ansi16 => (
            entry.fg16.as_deref().map(named).transpose()?,
            entry.bg16.as_deref().map(named).transpose()?,
        ),
        depth => (
            entry.fg.as_deref().map(|h| hex(h, depth)).transpose()?,
            entry.bg.as_deref().map(|h| hex(h, depth)).transpose()?,
        ),
    };
    style.fg = fg;
    style.bg = bg;
    let mods = match (&entry.mono, depth) {
        (Some(mono), Depth::None) => mono,
        _ => &entry.mods,
    };
    for word in mods {
        style = style.add_modifier(match word.as_str() {
            "bold" => Modifier::BOLD,
            "dim" => Modifier::DIM,
            "italic" => Modifier::ITALIC,
            "underline" => Modifier::UNDERLINED,
            "reverse" => Modifier::REVERSED,
            other => return Err(format!("`{other}` is no modifier")),
        });
    }
    Ok(style)
}

fn named(word: &str) -> Result<Color, String> {
    word.parse().map_err(|_| format!("`{word}` is no colour"))
}

fn hex(word: &str, depth: Depth) -> Result<Color, String> {
    match word.parse() {
        Ok(Color::Rgb(r, g, b)) if depth == Depth::Ansi256 => Ok(to_256(r, g, b)),
        Ok(color @ Color::Rgb(..)) => Ok(color),
        _ => Err(format!("`{word}` is not of the form #rrggbb")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// WCAG 2 relative luminance.
    fn luminance(c: Color) -> f64 {
        let Color::Rgb(r, g, b) = c else {
            panic!("not RGB: {c:?}")
        };
        let lin = |v: u8| {
            let v = f64::from(v) / 255.0;
            if v <= 0.04045 {
                v / 12.92
            } else {
                ((v + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * lin(r) + 0.7152 * lin(g) + 0.0722 * lin(b)
    }

    fn contrast(a: Color, b: Color) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn every_role_of_every_theme_can_be_read_on_its_background() {
        // The one without colour has none to compare.
        for name in builtin().filter(|n| *n != "mono") {
            let theme = load(&ThemeChoice::Named(name.into()), Depth::True).unwrap();
            let page = match name {
                "light" => Color::Rgb(255, 255, 255),
                "contrast" => Color::Rgb(0, 0, 0),
                _ => Color::Rgb(0x1a, 0x1b, 0x26),
            };
            let text = theme.style(Role::Text).fg.unwrap();
            for (role, key) in Role::ALL {
                let style = theme.style(*role);
                let fg = style.fg.unwrap_or(text);
                let bg = style.bg.unwrap_or(page);
                // Rules, line numbers and faint words are not read as text: WCAG asks 3 of them.
                let least = match role {
                    Role::Border | Role::Faint | Role::LineNumber | Role::Edge => 2.2,
                    _ => 4.5,
                };
                let got = contrast(fg, bg);
                assert!(got >= least, "{name}/{key}: {got:.2} < {least}");
            }
            let tinted = [
                Role::AddLine,
                Role::DelLine,
                Role::AddWord,
                Role::DelWord,
                Role::Cursor,
                Role::Selection,
            ];
            // A selected line keeps the colours of its words.
            let lists = [
                Role::Muted,
                Role::Strong,
                Role::Contradicts,
                Role::Related,
                Role::Quieted,
                Role::Holds,
                Role::Stale,
                Role::Unknown,
                Role::Quote,
                Role::Link,
                Role::Mark,
                Role::AddSign,
                Role::DelSign,
                Role::NodePerson,
                Role::Bar,
            ];
            for role in lists {
                for tint in [Role::Selection, Role::SelectionBlur] {
                    let bg = theme.style(tint).bg.unwrap();
                    let got = contrast(theme.style(role).fg.unwrap(), bg);
                    assert!(got >= 3.0, "{name}/{role:?} on {tint:?}: {got:.2}");
                }
            }
            let syntax = Role::ALL.iter().filter(|(_, n)| n.starts_with("syn-"));
            for (role, key) in syntax {
                for tint in tinted {
                    let bg = theme.style(tint).bg.unwrap();
                    let got = contrast(theme.style(*role).fg.unwrap(), bg);
                    assert!(got >= 3.0, "{name}/{key} on {tint:?}: {got:.2}");
                }
            }
        }
    }

    #[test]
    fn every_theme_styles_every_role_at_every_depth() {
        for (name, text) in BUILTIN {
            let file: File = toml::from_str(text).unwrap();
            assert_eq!(file.name, *name);
            for (_, key) in Role::ALL {
                assert!(file.roles.contains_key(*key), "{name} lacks {key}");
            }
            for depth in [Depth::None, Depth::Ansi16, Depth::Ansi256, Depth::True] {
                parse(name, text, depth).unwrap();
            }
        }
    }

    #[test]
    fn without_colour_no_role_has_any_and_the_selection_is_still_seen() {
        let theme = load(&ThemeChoice::Auto, Depth::None).unwrap();
        for (role, _) in Role::ALL {
            let s = theme.style(*role);
            assert!(s.fg.is_none() && s.bg.is_none());
        }
        let seen = theme.style(Role::Selection).add_modifier;
        assert!(seen.contains(Modifier::REVERSED));
        assert_ne!(theme.style(Role::AddWord).add_modifier, Modifier::empty());
    }

    #[test]
    fn an_unknown_theme_or_role_is_named_in_the_error() {
        let e = load(&"nope".into(), Depth::True).unwrap_err().to_string();
        assert!(
            e.contains("nope") && e.contains("dark, light, contrast, mono"),
            "{e}"
        );
        let e = parse("x", "name='x'\n[roles]\nnoise={}\n", Depth::True).unwrap_err();
        assert!(e.to_string().contains("noise"));
    }
}
