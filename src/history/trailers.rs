//! Trailers of a commit message, as git reads them.

use gix::objs::commit::MessageRef;

/// The trailers of a whole commit message, in order, repeated keys kept, values unfolded.
///
/// Only the last paragraph can hold trailers, by the same rule as git's own
/// `%(trailers:only,unfold)`; a subject line never does.
pub fn trailers(message: &[u8]) -> Vec<(String, String)> {
    let Some(body) = MessageRef::from_bytes(message).body() else {
        return Vec::new();
    };
    body.trailers()
        .map(|t| {
            (
                super::commit::text(t.token, None),
                super::commit::text(&t.value, None),
            )
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(message: &str) -> Vec<(String, String)> {
        trailers(message.as_bytes())
    }

    #[test]
    fn only_the_last_paragraph_counts_and_repeated_keys_are_kept() {
        let pairs =
            parsed("Subject\n\nProse.\n\nRefs: #1\nrefs: #2\nReviewed-by: A <a@x>\n  of B\n");
        assert_eq!(
            pairs,
            [
                ("Refs".to_owned(), "#1".to_owned()),
                ("refs".to_owned(), "#2".to_owned()),
                ("Reviewed-by".to_owned(), "A <a@x> of B".to_owned()),
            ]
        );
        assert!(parsed("Subject\n\nRefs: #1\n\nThen prose.\n").is_empty());
        assert!(parsed("Fix: x").is_empty());
    }
}
