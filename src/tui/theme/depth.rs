//! How many colours the terminal has, and colours brought down to that.

use ratatui::style::Color;

/// The colours that a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Depth {
    /// None: bold, underline and reverse only.
    None,
    /// The sixteen named ones.
    Ansi16,
    /// The 256 of the xterm palette.
    Ansi256,
    /// 24 bits.
    True,
}

/// The depth that the environment speaks of; `get` looks a variable up. An empty `NO_COLOR` counts
/// as unset.
pub fn detect_depth(get: impl Fn(&str) -> Option<String>) -> Depth {
    if get("NO_COLOR").is_some_and(|v| !v.is_empty()) {
        return Depth::None;
    }
    let term = get("TERM").unwrap_or_default();
    if term == "dumb" {
        return Depth::None;
    }
    if matches!(get("COLORTERM").as_deref(), Some("truecolor" | "24bit")) {
        return Depth::True;
    }
    if term.contains("direct") {
        return Depth::True;
    }
    if term.contains("256color") {
        return Depth::Ansi256;
    }
    Depth::Ansi16
}

/// The nearest of the 256 colours to an RGB one: the 6x6x6 cube and the grey ramp, by squared
/// distance.
pub fn to_256(r: u8, g: u8, b: u8) -> Color {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let near = |v: u8| {
        (0..6u8)
            .min_by_key(|&i| (i32::from(LEVELS[usize::from(i)]) - i32::from(v)).abs())
            .unwrap_or(0)
    };
    let dist = |a: (u8, u8, u8)| {
        let d = |x: u8, y: u8| (i32::from(x) - i32::from(y)).pow(2);
        d(a.0, r) + d(a.1, g) + d(a.2, b)
    };
    let (cr, cg, cb) = (near(r), near(g), near(b));
    let cube = (
        LEVELS[usize::from(cr)],
        LEVELS[usize::from(cg)],
        LEVELS[usize::from(cb)],
    );
    let mean = (u32::from(r) + u32::from(g) + u32::from(b)) / 3;
    let step = (mean.saturating_sub(3) / 10).min(23) as u8;
    let grey = 8 + 10 * step;
    if dist((grey, grey, grey)) < dist(cube) {
        Color::Indexed(232 + step)
    } else {
        Color::Indexed(16 + 36 * cr + 6 * cg + cb)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_depth_follows_the_environment_and_an_empty_no_color_counts_as_unset() {
        let with = |pairs: &'static [(&str, &str)]| {
            detect_depth(|k| {
                pairs
                    .iter()
                    .find(|(n, _)| *n == k)
                    .map(|(_, v)| (*v).to_owned())
            })
        };
        assert_eq!(
            with(&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")]),
            Depth::None
        );
        assert_eq!(
            with(&[("NO_COLOR", ""), ("COLORTERM", "truecolor")]),
            Depth::True
        );
        assert_eq!(with(&[("TERM", "xterm-256color")]), Depth::Ansi256);
        assert_eq!(with(&[("TERM", "linux")]), Depth::Ansi16);
        assert_eq!(with(&[("TERM", "dumb")]), Depth::None);
    }

    #[test]
    fn colours_come_down_to_the_nearest_of_the_palette() {
        assert_eq!(to_256(255, 0, 0), Color::Indexed(196));
        assert_eq!(to_256(8, 8, 8), Color::Indexed(232));
        assert_eq!(to_256(0, 0, 0), Color::Indexed(16));
    }
}
