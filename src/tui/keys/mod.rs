//! Keys: what they are, the one table of actions, and the map from keys to actions.

mod actions;
mod keymap;
mod parse;

pub use actions::{Action, Context, SPECS, Spec};
pub use keymap::{Found, Keymap};
pub use parse::{Key, parse_keys, show_keys};
