//! The GraphQL documents. They are static files, checked against GitHub's published schema; a file
//! with one alias a thing is cut down to the aliases that are needed before it is sent.

/// The pull request under review.
pub const PULL: &str = include_str!("queries/pull.graphql");
/// Its next pages.
pub const MORE: &str = include_str!("queries/more.graphql");
/// Past pull requests, by aliases `p0`…`p9`.
pub const PAST: &str = include_str!("queries/past.graphql");
/// Issues and pull requests that texts name, by aliases `i0`…`i49`.
pub const NAMED: &str = include_str!("queries/named.graphql");
/// When things changed last, by aliases `i0`…`i99`.
pub const MOVED: &str = include_str!("queries/moved.graphql");
/// The pull requests of commits, by aliases `c0`…`c49`.
pub const COMMITS: &str = include_str!("queries/commits.graphql");

/// How many aliases a file has.
pub const PAST_AT_ONCE: usize = 10;
/// How many aliases a file has.
pub const NAMED_AT_ONCE: usize = 50;
/// How many aliases a file has.
pub const MOVED_AT_ONCE: usize = 100;
/// How many aliases a file has.
pub const COMMITS_AT_ONCE: usize = 50;

/// The document with its first `count` aliases: the lines of the others, and of their variables,
/// are left out (a variable that nothing uses is an error).
pub fn first(document: &str, count: usize) -> String {
    let mut out = String::with_capacity(document.len());
    for line in document.lines() {
        if line.starts_with('#') || number(line).is_some_and(|n| n >= count) {
            continue;
        }
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// The number of the alias's variable on this line.
fn number(line: &str) -> Option<usize> {
    let at = line.find("$n")? + 2;
    let rest = line.get(at..)?;
    let end = rest.find(|c: char| !c.is_ascii_digit())?;
    rest.get(..end)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_cut_to_what_is_asked_with_its_variables() {
        for (document, all) in [
            (PAST, PAST_AT_ONCE),
            (NAMED, NAMED_AT_ONCE),
            (MOVED, MOVED_AT_ONCE),
            (COMMITS, COMMITS_AT_ONCE),
        ] {
            for count in [1, 2, all] {
                let cut = first(document, count);
                let defined = cut.matches("\n  $n").count();
                let digit = |rest: &str| rest.starts_with(|c: char| c.is_ascii_digit());
                let used = cut.split(":$n").skip(1).filter(|rest| digit(rest)).count();
                assert_eq!((defined, used), (count, count), "{cut}");
                assert!(cut.contains("$owner:String!") && cut.contains("\nfragment "));
            }
        }
    }
}
