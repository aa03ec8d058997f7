//! Files that an agent file takes in: `@docs/rules.md`, outside code.

use crate::model::RepoPath;

/// The paths that a text takes in, in order, each once, relative to the repository. What leaves the
/// repository is left out.
pub(super) fn of(path: &RepoPath, text: &str) -> Vec<RepoPath> {
    let dir = path.parent();
    let mut out = Vec::new();
    let mut fenced = false;
    for line in text.lines() {
        let bare = line.trim_start();
        if bare.starts_with("```") || bare.starts_with("~~~") {
            fenced = !fenced;
            continue;
        }
        if fenced {
            continue;
        }
        // Every other piece between backticks is code.
        for piece in line.split('`').step_by(2) {
            for word in piece.split_whitespace() {
                let Some(name) = word.strip_prefix('@') else {
                    continue;
                };
                let name = name.trim_end_matches(['.', ',', ';', ':', ')']);
                if name.is_empty() || name.starts_with(['~', '/', '@']) {
                    continue;
                }
                if let Some(found) = join(&dir, name).filter(|p| !out.contains(p)) {
                    out.push(found);
                }
            }
        }
    }
    out
}

/// A name as seen from a folder; none if it leaves the repository.
pub(super) fn join(dir: &str, name: &str) -> Option<RepoPath> {
    if name.starts_with('/') {
        return None;
    }
    let mut parts: Vec<&str> = dir.split('/').filter(|p| !p.is_empty()).collect();
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            p => parts.push(p),
        }
    }
    (!parts.is_empty()).then(|| RepoPath::from(parts.join("/").as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_read_outside_code_and_stay_in_the_repository() {
        let text = "See @docs/rules.md and @../shared/style.md.\n`@not/this.md` ada@example.org @~/mine.md\n```\n@nor/this.md\n```\n@../../../etc/passwd\n";
        let found: Vec<String> = of(&RepoPath::from("web/CLAUDE.md"), text)
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(found, ["web/docs/rules.md", "shared/style.md"]);
    }
}
