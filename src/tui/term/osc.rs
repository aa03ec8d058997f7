//! The clipboard by OSC 52: it works over SSH, and tmux passes it on when it is wrapped.

use base64::Engine as _;

/// Most bytes of a clipboard sequence that terminals are known to take.
pub const MOST: usize = 74_000;

/// The sequence that puts a text on the clipboard; `None`: it is too long for terminals.
pub fn copy(text: &str, tmux: bool) -> Option<String> {
    let data = base64::engine::general_purpose::STANDARD.encode(text);
    if data.len() > MOST {
        return None;
    }
    Some(if tmux {
        format!("\x1bPtmux;\x1b\x1b]52;c;{data}\x07\x1b\\")
    } else {
        format!("\x1b]52;c;{data}\x1b\\")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_is_encoded_wrapped_for_tmux_and_refused_when_too_long() {
        assert_eq!(copy("hi", false).unwrap(), "\x1b]52;c;aGk=\x1b\\");
        assert_eq!(
            copy("hi", true).unwrap(),
            "\x1bPtmux;\x1b\x1b]52;c;aGk=\x07\x1b\\"
        );
        assert!(copy(&"x".repeat(60_000), false).is_none());
    }
}
