//! Which language a text is written in.

use super::words::is_cjk;

/// Function words that tell a language from the others.
const WORDS: &[(&str, &[&str])] = &[
    (
        "en",
        &[
            "the", "and", "of", "is", "that", "with", "because", "this", "we", "not", "by", "it",
        ],
    ),
    (
        "de",
        &[
            "der", "die", "das", "und", "ist", "nicht", "wir", "weil", "ein", "eine", "mit", "den",
            "im",
        ],
    ),
    (
        "fr",
        &[
            "le", "les", "et", "est", "nous", "une", "des", "pas", "pour", "dans", "avec", "du",
            "sur",
        ],
    ),
    (
        "es",
        &[
            "el", "los", "las", "y", "es", "una", "por", "con", "para", "del", "porque", "se",
        ],
    ),
    (
        "pt",
        &[
            "o", "os", "e", "uma", "não", "com", "para", "do", "da", "em", "porque", "pelo",
        ],
    ),
];

/// The language of a text: `en`, `de`, `fr`, `es`, `pt`, `ja`, `zh`, `ko`, `ru`. `None` where the
/// text does not say enough. A count of function words and letters; no likelihoods.
pub(super) fn of(text: &str) -> Option<&'static str> {
    let (mut letters, mut han, mut kana, mut hangul, mut cyrillic) = (0, 0, 0, 0, 0);
    for c in text.chars().filter(|c| c.is_alphabetic()) {
        letters += 1;
        match c as u32 {
            0x3040..=0x30ff => kana += 1,
            0xac00..=0xd7af => hangul += 1,
            0x0400..=0x04ff => cyrillic += 1,
            _ if is_cjk(c) => han += 1,
            _ => {}
        }
    }
    // A sign of these scripts says as much as a word of the others.
    if (han + kana + hangul) * 6 > letters {
        return Some(match (kana > 0, hangul > han) {
            (_, true) => "ko",
            (true, _) => "ja",
            _ => "zh",
        });
    }
    if cyrillic * 2 > letters {
        return Some("ru");
    }
    let mut counts = [0usize; WORDS.len()];
    for word in text.split(|c: char| !c.is_alphabetic()) {
        let word = word.to_lowercase();
        for (count, (_, list)) in counts.iter_mut().zip(WORDS) {
            *count += usize::from(list.contains(&word.as_str()));
        }
    }
    let (best, &most) = counts.iter().enumerate().max_by_key(|(_, n)| **n)?;
    let second = counts
        .iter()
        .enumerate()
        .filter(|(i, _)| *i != best)
        .map(|(_, n)| *n)
        .max()?;
    (most >= 2 && most > second + second / 2).then(|| WORDS[best].0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_tells_its_language() {
        for (text, language) in [
            (
                "The queue stays in memory because the table locked under load.",
                Some("en"),
            ),
            (
                "Die Warteschlange bleibt im Speicher, weil die Tabelle gesperrt war.",
                Some("de"),
            ),
            (
                "La file reste en mémoire, et nous ne gardons pas les tables dans la base.",
                Some("fr"),
            ),
            (
                "キューはメモリに置く。テーブルは負荷でロックされた。",
                Some("ja"),
            ),
            ("队列留在内存中，因为表在负载下被锁定。", Some("zh")),
            ("Очередь остаётся в памяти.", Some("ru")),
            ("`queue.rs`", None),
        ] {
            assert_eq!(of(text), language, "{text}");
        }
    }
}
