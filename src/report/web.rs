//! Where a repository can be read in a browser: addresses of files and lines.

use crate::model::{CommitId, LineRange, Quote, RepoPath, Review, Source};

/// A repository's pages, or none where it has none that is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Web {
    repository: Option<String>,
}

impl Web {
    /// The pages under this address (`https://github.com/owner/repo`); none unless it is `https`.
    pub fn at(repository: &str) -> Self {
        let address = repository.trim_end_matches('/');
        Self {
            repository: address.starts_with("https://").then(|| address.to_owned()),
        }
    }

    /// The address of a file's lines at a commit.
    pub fn lines(
        &self,
        commit: &CommitId,
        path: &RepoPath,
        lines: Option<LineRange>,
    ) -> Option<String> {
        let repository = self.repository.as_deref()?;
        let known = commit.as_str().bytes().all(|b| b.is_ascii_hexdigit());
        if commit.as_str().is_empty() || !known {
            return None;
        }
        let mut url = format!(
            "{repository}/blob/{}/{}",
            commit.as_str(),
            encoded(path.as_bytes())
        );
        // Rendered Markdown has no line numbers unless the source is asked for.
        if let Some(lines) = lines {
            let plain = path.to_string().to_lowercase().ends_with(".md");
            url.push_str(if plain { "?plain=1" } else { "" });
            url.push_str(&format!("#L{}", lines.start));
            if lines.end > lines.start {
                url.push_str(&format!("-L{}", lines.end));
            }
        }
        Some(url)
    }

    /// The address of a commit.
    pub fn commit(&self, commit: &CommitId) -> Option<String> {
        let repository = self.repository.as_deref()?;
        let known =
            commit.as_str().len() >= 40 && commit.as_str().bytes().all(|b| b.is_ascii_hexdigit());
        known.then(|| format!("{repository}/commit/{}", commit.as_str()))
    }

    /// Where a quote's words stand.
    pub fn quote(&self, quote: &Quote) -> Option<String> {
        self.place(&quote.url, &quote.path, quote.lines, &quote.commit)
    }

    /// Where a decision stands.
    pub fn source(&self, source: &Source) -> Option<String> {
        self.place(&source.url, &source.path, source.lines, &source.commit)
    }

    fn place(
        &self,
        url: &Option<String>,
        path: &Option<RepoPath>,
        lines: Option<LineRange>,
        commit: &Option<CommitId>,
    ) -> Option<String> {
        match (url, path, commit) {
            (Some(url), _, _) => Some(url.clone()),
            (None, Some(path), Some(commit)) => self.lines(commit, path, lines),
            (None, None, Some(commit)) => self.commit(commit),
            _ => None,
        }
    }

    /// The address of lines at the head of the change, where it is committed.
    pub fn at_head(&self, review: &Review, path: &RepoPath, lines: LineRange) -> Option<String> {
        self.lines(review.change.head.as_ref()?, path, Some(lines))
    }
}

/// A path as it stands in an address: `/` and unreserved characters as they are, the rest by `%XX`.
pub fn encoded(path: &[u8]) -> String {
    let mut out = String::with_capacity(path.len());
    for b in path {
        match b {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                out.push(char::from(*b));
            }
            b => out.push_str(&format!("%{b:02X}")),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_has_an_address_that_nothing_in_its_name_can_bend() {
        let web = Web::at("https://github.com/acme/greenhouse/");
        let commit = CommitId::from("3f9c1e2a00000000000000000000000000000001");
        let at = |path: &str, a, b| web.lines(&commit, &path.into(), Some(LineRange::new(a, b)));
        assert_eq!(
            at("src/a b.rs", 3, 5).unwrap(),
            format!("https://github.com/acme/greenhouse/blob/{commit}/src/a%20b.rs#L3-L5")
        );
        assert!(
            at("DECISIONS.md", 7, 7)
                .unwrap()
                .ends_with("DECISIONS.md?plain=1#L7")
        );
        assert!(
            at("x)[y](z)?#<>", 1, 1)
                .unwrap()
                .ends_with("x%29%5By%5D%28z%29%3F%23%3C%3E#L1")
        );
        assert_eq!(web.lines(&"main".into(), &"a".into(), None), None);
        assert_eq!(Web::at("javascript:alert(1)"), Web::default());
        assert_eq!(Web::default().lines(&commit, &"a".into(), None), None);
    }
}
