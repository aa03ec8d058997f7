//! Patterns of agent files, as their agents read them.

use gix::bstr::BStr;
use gix::glob::wildmatch;
use gix::glob::wildmatch::Mode;

use crate::model::{InstructionScope, InstructionWhen, RepoPath};

/// Most patterns that braces may stand for.
const ALTERNATIVES: usize = 64;

impl InstructionScope {
    /// Whether the instruction speaks about a file. One that is read on request only speaks about
    /// none by itself.
    pub fn covers(&self, path: &RepoPath) -> bool {
        let Some(below) = below(&self.directory, path) else {
            return false;
        };
        if self.when == InstructionWhen::OnRequest {
            return false;
        }
        self.globs.is_empty() || self.globs.iter().any(|g| matches(g, below))
    }
}

/// The path as seen from a folder that it lies in.
fn below<'p>(directory: &str, path: &'p RepoPath) -> Option<&'p [u8]> {
    let path = path.as_bytes();
    if directory.is_empty() {
        return Some(path);
    }
    path.strip_prefix(directory.as_bytes())?.strip_prefix(b"/")
}

/// Whether a pattern matches a path: `*` stays within a folder, `**` does not, braces are
/// alternatives, and a pattern without a slash matches the name in any folder.
pub(super) fn matches(glob: &str, path: &[u8]) -> bool {
    let glob = glob.trim().trim_start_matches("./");
    let anchored = glob.trim_end_matches('/').contains('/');
    let glob = glob.trim_start_matches('/');
    if glob.is_empty() {
        return false;
    }
    expand(glob).iter().any(|pattern| {
        let mode = Mode::NO_MATCH_SLASH_LITERAL;
        let whole = |pattern: &str| wildmatch(BStr::new(pattern), BStr::new(path), mode);
        if let Some(folder) = pattern.strip_suffix('/') {
            return whole(&format!("{folder}/**"));
        }
        if anchored {
            return whole(pattern) || (pattern == "**" && !path.is_empty());
        }
        pattern == "*" || pattern == "**" || whole(pattern) || whole(&format!("**/{pattern}"))
    })
}

/// A pattern with braces as all that it stands for.
fn expand(glob: &str) -> Vec<String> {
    let mut done = Vec::new();
    let mut open = vec![glob.to_owned()];
    while let Some(next) = open.pop() {
        let braces = next.find('{').and_then(|a| {
            let b = next[a..].find('}')? + a;
            Some((a, b))
        });
        match braces {
            Some((a, b)) if open.len() + done.len() < ALTERNATIVES => {
                for one in next[a + 1..b].split(',') {
                    open.push(format!("{}{}{}", &next[..a], one.trim(), &next[b + 1..]));
                }
            }
            _ => done.push(next),
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_as_agents_read_them() {
        for (glob, path, fits) in [
            ("**", "a/b.ts", true),
            ("*.ts", "a/b.ts", true),
            ("src/*.ts", "src/a/b.ts", false),
            ("src/**/*.ts", "src/b.ts", true),
            ("src/**", "src/a/b.ts", true),
            ("**/*.{ts,tsx}", "web/x.tsx", true),
            ("**/*.{ts,tsx}", "web/x.js", false),
            ("docs/", "docs/a.md", true),
            ("", "a", false),
        ] {
            assert_eq!(matches(glob, path.as_bytes()), fits, "{glob} {path}");
        }
    }

    #[test]
    fn many_braces_end() {
        assert!(expand(&"{a,b}".repeat(40)).len() <= 2 * ALTERNATIVES);
    }
}
