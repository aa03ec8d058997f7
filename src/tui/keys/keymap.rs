//! The map from keys to actions: the table's defaults, changed by a TOML file.
//!
//! ```toml
//! [global]
//! ack = ["a", "<f2>"]      # replaces the default keys of `ack`
//! quit = []                # no key at all
//! ```

use std::collections::BTreeMap;

use super::actions::{Action, Context, SPECS};
use super::parse::{Key, parse_keys, show_keys};

/// What a run of keys means so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// An action.
    Action(Action),
    /// The start of a longer run.
    Prefix,
    /// Nothing.
    Nothing,
}

/// Keys to actions, by context.
#[derive(Clone, Debug)]
pub struct Keymap {
    bindings: Vec<(Context, Vec<Key>, Action)>,
}

impl Default for Keymap {
    fn default() -> Self {
        let mut bindings = Vec::new();
        for spec in SPECS {
            for keys in spec.keys {
                if let Ok(keys) = parse_keys(keys) {
                    bindings.push((spec.context, keys, spec.action));
                }
            }
        }
        Self { bindings }
    }
}

impl Keymap {
    /// The defaults changed by a file's text. What cannot be used is left out and becomes a
    /// warning, so that a typing error never locks anybody out.
    pub fn with_file(text: &str) -> (Self, Vec<String>) {
        let mut map = Self::default();
        let mut warnings = Vec::new();
        type File = BTreeMap<String, BTreeMap<String, Vec<String>>>;
        let file: File = match toml::from_str(text) {
            Ok(file) => file,
            Err(e) => {
                warnings.push(format!(
                    "The keymap is not valid and is not used: {}.",
                    e.message()
                ));
                return (map, warnings);
            }
        };
        for (context, entries) in file {
            for (name, keys) in entries {
                let spec = SPECS
                    .iter()
                    .find(|s| s.name == name && s.context.name() == context);
                let Some(spec) = spec else {
                    warnings.push(format!(
                        "The keymap names an unknown action `{context}.{name}`; it is left out."
                    ));
                    continue;
                };
                map.bindings.retain(|(_, _, a)| *a != spec.action);
                for run in keys {
                    match parse_keys(&run) {
                        Ok(keys) if !keys.is_empty() => {
                            map.bind(spec.context, keys, spec.action, &mut warnings)
                        }
                        Ok(_) => {}
                        Err(why) => warnings.push(format!(
                            "The keymap binds `{name}` to an unknown key: {why}."
                        )),
                    }
                }
            }
        }
        (map, warnings)
    }

    fn bind(
        &mut self,
        context: Context,
        keys: Vec<Key>,
        action: Action,
        warnings: &mut Vec<String>,
    ) {
        let taken = self
            .bindings
            .iter()
            .position(|(c, k, _)| *c == context && clash(k, &keys));
        if let Some(i) = taken {
            let (_, old, other) = self.bindings.remove(i);
            if other != action {
                warnings.push(format!(
                    "The keymap gives {} to `{}`, which takes {} from `{}`.",
                    show_keys(&keys),
                    action.spec().name,
                    show_keys(&old),
                    other.spec().name
                ));
            }
        }
        self.bindings.push((context, keys, action));
    }

    /// Looks a run of keys up in the contexts, nearest first.
    pub fn find(&self, contexts: &[Context], keys: &[Key]) -> Found {
        let mut prefix = false;
        for context in contexts {
            for (c, bound, action) in &self.bindings {
                if c != context || !bound.starts_with(keys) {
                    continue;
                }
                if bound.len() == keys.len() {
                    return Found::Action(*action);
                }
                prefix = true;
            }
        }
        if prefix {
            Found::Prefix
        } else {
            Found::Nothing
        }
    }

    /// The keys of an action as a person reads them; empty where it has none.
    pub fn keys_of(&self, action: Action) -> Vec<String> {
        self.bindings
            .iter()
            .filter(|(_, _, a)| *a == action)
            .map(|(_, keys, _)| show_keys(keys))
            .collect()
    }

    /// The first key of an action as a person reads it.
    pub fn key_of(&self, action: Action) -> Option<String> {
        self.keys_of(action).into_iter().next()
    }

    /// Pairs of actions that one run of keys, or its start, would both mean in one context.
    pub fn clashes(&self) -> Vec<(Action, Action)> {
        let mut out = Vec::new();
        for (i, (context, keys, action)) in self.bindings.iter().enumerate() {
            for (c, k, a) in &self.bindings[i + 1..] {
                if c == context && clash(keys, k) {
                    out.push((*action, *a));
                }
            }
        }
        out
    }
}

fn clash(a: &[Key], b: &[Key]) -> bool {
    a.starts_with(b) || b.starts_with(a)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GLOBAL: &[Context] = &[Context::Global];

    fn find(map: &Keymap, contexts: &[Context], keys: &str) -> Found {
        map.find(contexts, &parse_keys(keys).unwrap())
    }

    #[test]
    fn no_two_actions_share_a_key_in_one_context() {
        assert_eq!(Keymap::default().clashes(), []);
        let parsed = SPECS
            .iter()
            .flat_map(|s| s.keys.iter())
            .all(|k| parse_keys(k).is_ok());
        assert!(parsed);
    }

    #[test]
    fn names_are_unique_and_every_action_has_help() {
        let mut names: Vec<_> = SPECS.iter().map(|s| (s.context, s.name)).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), SPECS.len());
        assert!(SPECS.iter().all(|s| !s.help.is_empty()));
    }

    #[test]
    fn only_search_and_travel_hide_a_key_of_everywhere() {
        let map = Keymap::default();
        for spec in SPECS.iter().filter(|s| s.context == Context::Diff) {
            for keys in spec.keys {
                assert_eq!(find(&map, GLOBAL, keys), Found::Nothing, "{}", spec.name);
            }
        }
    }

    #[test]
    fn runs_of_keys_wait_for_their_end() {
        let map = Keymap::default();
        assert_eq!(find(&map, GLOBAL, "g"), Found::Prefix);
        assert_eq!(find(&map, GLOBAL, "gg"), Found::Action(Action::Top));
        assert_eq!(find(&map, GLOBAL, "gx"), Found::Nothing);
        let search = &[Context::Search, Context::Diff, Context::Global];
        assert_eq!(find(&map, search, "n"), Found::Action(Action::NextMatch));
        assert_eq!(find(&map, GLOBAL, "n"), Found::Action(Action::NextFinding));
    }

    #[test]
    fn a_file_rebinds_and_what_it_gets_wrong_is_a_warning() {
        let (map, warnings) = Keymap::with_file(
            "[global]\nack = [\"<f2>\", \"w\"]\nquit = []\nfly = [\"x\"]\nundo = [\"<what>\"]\n",
        );
        assert_eq!(find(&map, GLOBAL, "<f2>"), Found::Action(Action::Ack));
        assert_eq!(find(&map, GLOBAL, "w"), Found::Action(Action::Ack));
        assert_eq!(find(&map, GLOBAL, "a"), Found::Nothing);
        assert_eq!(find(&map, GLOBAL, "q"), Found::Nothing);
        assert_eq!(map.clashes(), []);
        let text = warnings.join("\n");
        assert!(text.contains("global.fly"), "{text}");
        assert!(text.contains("takes w from `wrong`"), "{text}");
        assert!(text.contains("<what>"), "{text}");

        let (map, warnings) = Keymap::with_file("not toml");
        assert_eq!(find(&map, GLOBAL, "a"), Found::Action(Action::Ack));
        assert_eq!(warnings.len(), 1);
    }

    /// The table of the README: a row for each action that the status line hints at.
    fn readme_rows() -> Vec<String> {
        let map = Keymap::default();
        let row = |s: &crate::tui::keys::actions::Spec| {
            let keys: Vec<String> = map
                .keys_of(s.action)
                .iter()
                .map(|k| format!("`{k}`"))
                .collect();
            format!("| {} | {} |", keys.join(" "), s.help)
        };
        SPECS
            .iter()
            .filter(|s| s.context == Context::Global && !s.hint.is_empty())
            .map(row)
            .collect()
    }

    #[test]
    fn the_readme_shows_the_keys_of_the_table() {
        let readme = include_str!("../../../README.md");
        let shown: Vec<&str> = readme
            .lines()
            .skip_while(|l| !l.starts_with("| Key |"))
            .skip(2)
            .take_while(|l| l.starts_with('|'))
            .collect();
        let rows = readme_rows();
        assert_eq!(shown, rows, "the rows should be:\n{}", rows.join("\n"));
    }
}
