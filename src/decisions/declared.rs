//! The record folders that other tools' settings name: `.adr-dir`, `.log4brains.yml`, and
//! Backstage's annotation in `catalog-info.yaml`.

use saphyr::{LoadableYamlNode, Yaml};

use super::place_names::{is_foreign, join};

/// A folder that settings name.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Declared {
    /// Its path.
    pub folder: String,
    /// Whether only numbered Markdown files of it are records.
    pub strict: bool,
}

/// Whether a file of this name may name record folders.
pub(super) fn is_declaration(name: &str) -> bool {
    matches!(
        name,
        ".adr-dir"
            | ".log4brains.yml"
            | ".log4brains.yaml"
            | "catalog-info.yaml"
            | "catalog-info.yml"
    )
}

/// The folders that one file names. Those of fixtures and vendored code say nothing.
pub(super) fn read(path: &str, text: &str) -> Vec<Declared> {
    let (dir, name) = path.rsplit_once('/').unwrap_or(("", path));
    if is_foreign(dir) {
        return Vec::new();
    }
    let text = text.trim_start_matches('\u{feff}');
    let strict = name.starts_with("catalog-info");
    let named = if name == ".adr-dir" {
        text.lines().next().map(str::to_owned).into_iter().collect()
    } else if strict {
        backstage(text)
    } else {
        log4brains(text)
    };
    named
        .iter()
        .filter_map(|f| join(dir, f.trim().trim_matches(['"', '\''])))
        .map(|folder| Declared { folder, strict })
        .collect()
}

/// The longest folders first, each once, so that the innermost one speaks for a file.
pub(super) fn tidy(list: &mut Vec<Declared>) {
    list.sort();
    list.dedup_by(|a, b| a.folder == b.folder);
    list.sort_by_key(|d| std::cmp::Reverse(d.folder.len()));
}

/// `adrFolder` of the project and of each package.
fn log4brains(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    if let Some(docs) = yaml(text) {
        for project in docs.iter().filter_map(|d| d.as_mapping_get("project")) {
            out.extend(string(project, "adrFolder"));
            let packages = project.as_mapping_get("packages");
            for package in packages.and_then(|p| p.as_sequence()).into_iter().flatten() {
                out.extend(string(package, "adrFolder"));
            }
        }
        return out;
    }
    // A file that is not YAML may still name its folders.
    for line in text.lines() {
        let line = line.trim().trim_start_matches("- ");
        if let Some(value) = line.strip_prefix("adrFolder:") {
            out.push(value.split(" #").next().unwrap_or(value).trim().to_owned());
        }
    }
    out
}

const ANNOTATION: &str = "backstage.io/adr-location";

/// The annotation that says where a component's records are: a folder beside the file, or the
/// address of one, whose path inside the repository counts.
fn backstage(text: &str) -> Vec<String> {
    if !text.contains(ANNOTATION) {
        return Vec::new();
    }
    let docs = yaml(text).unwrap_or_default();
    docs.iter()
        .filter_map(|d| d.as_mapping_get("metadata")?.as_mapping_get("annotations"))
        .filter_map(|a| string(a, ANNOTATION))
        .filter_map(|place| {
            if !place.contains("://") {
                return Some(place);
            }
            let (_, at) = ["/tree/", "/blob/"]
                .iter()
                .find_map(|m| place.split_once(m))?;
            // From the top, whatever the file's own folder is.
            at.split_once('/').map(|(_, folder)| folder.to_owned())
        })
        .collect()
}

fn string(map: &Yaml<'_>, key: &str) -> Option<String> {
    map.as_mapping_get(key)?.as_str().map(str::to_owned)
}

/// The documents of a YAML text; none for one that is broken or that anchors could blow up.
fn yaml(text: &str) -> Option<Vec<Yaml<'_>>> {
    if text.contains('&') && text.contains('*') {
        return None;
    }
    std::panic::catch_unwind(|| Yaml::load_from_str(text).ok()).ok()?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folders(path: &str, text: &str) -> Vec<String> {
        read(path, text).into_iter().map(|d| d.folder).collect()
    }

    #[test]
    fn each_tool_names_its_folders_in_its_own_way() {
        assert_eq!(
            folders(".adr-dir", "documents/choices\n"),
            ["documents/choices"]
        );
        assert_eq!(folders("sub/.adr-dir", "../why"), ["why"]);
        assert!(folders("sub/.adr-dir", "../../etc").is_empty());
        let text = "project:\n  adrFolder: ./notes\n  packages:\n    - name: a\n      adrFolder: ./packages/a/why # x\n";
        assert_eq!(
            folders(".log4brains.yml", text),
            ["notes", "packages/a/why"]
        );
        let broken = "project: [\n  adrFolder: ./notes\n";
        assert_eq!(folders(".log4brains.yml", broken), ["notes"]);
        assert!(folders("tests/fixtures/.adr-dir", "docs").is_empty());
    }

    #[test]
    fn backstage_names_a_folder_beside_the_file_or_by_its_address() {
        let text = "kind: Component\nmetadata:\n  annotations:\n    backstage.io/adr-location: docs/why\n---\nkind: API\nmetadata:\n  annotations:\n    backstage.io/adr-location: https://example.org/o/r/tree/main/api/why\n";
        let got = read("catalog-info.yaml", text);
        assert_eq!(got.len(), 2);
        assert!(got.iter().all(|d| d.strict));
        assert_eq!(got[0].folder, "docs/why");
        assert_eq!(got[1].folder, "api/why");
        assert!(folders("catalog-info.yaml", "kind: [").is_empty());
    }
}
