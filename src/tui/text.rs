//! Text by columns: widths, cuts and wraps by grapheme. Everything foreign passes [`clean`] first.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::model::safe;

/// Columns of a tab stop.
pub const TAB: usize = 4;

/// Foreign text on one line, safe to draw: controls made visible, tabs expanded, variation
/// selectors dropped (terminals disagree about the width they give).
pub fn clean(text: &str) -> String {
    let plain = text.bytes().all(|b| (0x20..0x7f).contains(&b));
    if plain {
        return text.to_owned();
    }
    let shown = safe::printable(text);
    let mut out = String::with_capacity(shown.len() + 8);
    let mut column = 0;
    for g in shown.graphemes(true) {
        match g {
            "\t" => {
                let n = TAB - column % TAB;
                out.extend(std::iter::repeat_n(' ', n));
                column += n;
            }
            "\n" | "\r\n" => {
                out.push('␊');
                column += 1;
            }
            g => {
                let before = out.len();
                out.extend(g.chars().filter(|c| !matches!(c, '\u{fe0e}' | '\u{fe0f}')));
                column += width(&out[before..]);
            }
        }
    }
    out
}

/// Foreign text folded to one line and safe to draw.
pub fn one_line(text: &str) -> String {
    clean(&safe::one_line(text))
}

/// Columns that the text takes.
pub fn width(text: &str) -> usize {
    text.width()
}

/// The text cut to at most `cols` columns, with `…` where something was cut.
pub fn fit(text: &str, cols: usize) -> String {
    if width(text) <= cols {
        return text.to_owned();
    }
    if cols == 0 {
        return String::new();
    }
    let mut out = String::new();
    let mut used = 0;
    for g in text.graphemes(true) {
        let w = width(g);
        if used + w + 1 > cols {
            break;
        }
        out.push_str(g);
        used += w;
    }
    out.push('…');
    out
}

/// The text cut at its front to at most `cols` columns: for paths, whose end matters.
pub fn fit_end(text: &str, cols: usize) -> String {
    if width(text) <= cols {
        return text.to_owned();
    }
    if cols == 0 {
        return String::new();
    }
    let mut kept: Vec<&str> = Vec::new();
    let mut used = 1;
    for g in text.graphemes(true).rev() {
        let w = width(g);
        if used + w > cols {
            break;
        }
        kept.push(g);
        used += w;
    }
    let mut out = String::from("…");
    out.extend(kept.into_iter().rev());
    out
}

/// The text padded or cut to exactly `cols` columns.
pub fn pad(text: &str, cols: usize) -> String {
    let mut out = fit(text, cols);
    let w = width(&out);
    out.extend(std::iter::repeat_n(' ', cols.saturating_sub(w)));
    out
}

/// Wraps at spaces to `cols` columns; a word that is too long is broken. Never empty.
pub fn wrap(text: &str, cols: usize) -> Vec<String> {
    let cols = cols.max(1);
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0;
    for word in text.split_word_bounds() {
        let w = width(word);
        if used + w <= cols {
            if !(used == 0 && word.trim().is_empty() && !lines.is_empty()) {
                line.push_str(word);
                used += w;
            }
            continue;
        }
        if word.trim().is_empty() {
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
            used = 0;
            continue;
        }
        // A bound is no place to break unless white space stands before it.
        let keep = line.rfind(' ').map(|i| i + 1);
        if let Some(at) = keep
            && at > 0
            && at < line.len() + 1
            && !line[..at].trim().is_empty()
        {
            let tail = line.split_off(at);
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
            line = tail;
            used = width(&line);
        }
        for g in word.graphemes(true) {
            let gw = width(g);
            if used + gw > cols && used > 0 {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            line.push_str(g);
            used += gw;
        }
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// Day of a time in seconds since 1970, `2026-03-01`, in UTC.
pub fn day(time: i64) -> String {
    jiff::Timestamp::from_second(time)
        .map(|t| {
            t.to_zoned(jiff::tz::TimeZone::UTC)
                .strftime("%Y-%m-%d")
                .to_string()
        })
        .unwrap_or_default()
}

/// How far apart two times are, in the largest whole unit (`2 days`, `9 months`).
pub fn span(seconds: i64) -> String {
    let s = seconds.unsigned_abs();
    let (n, unit) = match s {
        0..60 => return "moments".into(),
        60..3600 => (s / 60, "minute"),
        3600..86_400 => (s / 3600, "hour"),
        86_400..5_184_000 => (s / 86_400, "day"),
        5_184_000..63_072_000 => (s / 2_592_000, "month"),
        _ => (s / 31_536_000, "year"),
    };
    format!("{n} {unit}{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_cut_and_padded_by_columns_not_by_characters() {
        assert_eq!(fit("容器を使う", 7), "容器を…");
        assert_eq!(width(&pad("容器", 7)), 7);
        assert_eq!(fit_end("src/billing/price.ts", 9), "…price.ts");
        assert_eq!(fit("abc", 0), "");
        assert_eq!(fit("👩‍💻👩‍💻👩‍💻", 3), "👩‍💻…");
    }

    #[test]
    fn wrapping_keeps_every_word_and_breaks_only_what_does_not_fit() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefghij", 4), ["abcd", "efgh", "ij"]);
        assert_eq!(wrap("", 4), [""]);
        assert_eq!(wrap("a (b-c) d", 5), ["a", "(b-c)", "d"]);
        for cols in 1..20 {
            let text = "keep unknown prices apart — 容器を使う from zero";
            let joined: String = wrap(text, cols).concat().replace(' ', "");
            assert_eq!(joined, text.replace(' ', ""), "at {cols}");
            assert!(wrap(text, cols).iter().all(|l| width(l) <= cols.max(2)));
        }
    }

    #[test]
    fn hostile_text_is_made_visible_and_tabs_reach_their_stops() {
        assert_eq!(clean("a\tb"), "a   b");
        assert_eq!(clean("\x1b[2Jx"), "␛[2Jx");
        assert_eq!(clean("x\ny"), "x␊y");
        assert_eq!(clean("❤\u{fe0f}"), "❤");
        assert!(clean("a\u{202e}b").contains("⟦RLO⟧"));
    }

    #[test]
    fn spans_of_time_read_like_a_person_would_say_them() {
        assert_eq!(span(172_800), "2 days");
        assert_eq!(span(-86_400 * 280), "9 months");
        assert_eq!(span(3_600), "1 hour");
        assert_eq!(day(0), "1970-01-01");
    }
}
