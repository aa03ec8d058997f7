//! Labelled cases: a repository, a base commit, a change, and what a careful reader expects.
//!
//! The label fields are never handed to the review: only repository, base and patch are.

use saphyr::{LoadableYamlNode, Yaml};

/// One labelled case, without its label.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// Its id.
    pub id: String,
    /// The repository's name, as the file's header has it.
    pub repo: String,
    /// The base commit, full.
    pub base: String,
    /// How the change comes about.
    pub change: Recipe,
}

/// How a case's change is made from its base, step by step in this order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recipe {
    /// The inverse patch of this commit is applied.
    pub revert: Option<String>,
    /// This commit's patch is applied.
    pub replay: Option<String>,
    /// Only these paths of `revert` or `replay`.
    pub paths: Vec<String>,
    /// Files or folders that move, `(from, to)`.
    pub renames: Vec<(String, String)>,
    /// Files that go.
    pub deletes: Vec<String>,
    /// Edits after that.
    pub edits: Vec<Edit>,
}

/// One edit.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Text that stands once in a file gives way to another.
    Replace {
        /// The file.
        file: String,
        /// The text that stands once.
        find: String,
        /// What comes instead.
        replace: String,
    },
    /// A new file.
    Create {
        /// The file.
        file: String,
        /// Its text.
        text: String,
    },
}

/// Reads a case file.
///
/// # Errors
/// A sentence that says what is wrong and in which case.
pub fn parse(text: &str) -> Result<Vec<Case>, String> {
    let documents = Yaml::load_from_str(text).map_err(|e| format!("it is not YAML: {e}"))?;
    let root = documents.first().ok_or("it is empty")?;
    let cases = field(root, "cases")
        .and_then(Yaml::as_vec)
        .ok_or("it has no list `cases`")?;
    cases.iter().map(case).collect()
}

fn case(node: &Yaml<'_>) -> Result<Case, String> {
    let id = text(node, "id").ok_or("a case has no `id`")?;
    let need = |name: &str| text(node, name).ok_or_else(|| format!("case {id} has no `{name}`"));
    let change = field(node, "change").ok_or_else(|| format!("case {id} has no `change`"))?;
    let mut recipe = Recipe {
        revert: text(change, "revert"),
        replay: text(change, "replay"),
        paths: texts(change, "paths"),
        deletes: texts(change, "delete"),
        ..Recipe::default()
    };
    for item in list(change, "rename") {
        let (Some(from), Some(to)) = (text(item, "from"), text(item, "to")) else {
            return Err(format!("a rename of case {id} lacks `from` or `to`"));
        };
        recipe.renames.push((from, to));
    }
    for item in list(change, "edit") {
        let file = text(item, "file").ok_or_else(|| format!("an edit of case {id} has no file"))?;
        let edit = match (
            text(item, "create"),
            text(item, "find"),
            text(item, "replace"),
        ) {
            (Some(text), _, _) => Edit::Create { file, text },
            (None, Some(find), Some(replace)) => Edit::Replace {
                file,
                find,
                replace,
            },
            _ => {
                return Err(format!(
                    "an edit of case {id} has neither `create` nor `find`"
                ));
            }
        };
        recipe.edits.push(edit);
    }
    Ok(Case {
        repo: need("repo")?,
        base: need("base")?,
        id,
        change: recipe,
    })
}

fn field<'a, 'y>(node: &'a Yaml<'y>, name: &str) -> Option<&'a Yaml<'y>> {
    node.as_mapping_get(name)
}

fn list<'a, 'y>(node: &'a Yaml<'y>, name: &str) -> &'a [Yaml<'y>] {
    field(node, name)
        .and_then(Yaml::as_vec)
        .map_or(&[], Vec::as_slice)
}

fn text(node: &Yaml<'_>, name: &str) -> Option<String> {
    field(node, name).and_then(scalar)
}

fn texts(node: &Yaml<'_>, name: &str) -> Vec<String> {
    list(node, name).iter().filter_map(scalar).collect()
}

/// A scalar as text: a commit of digits only is read as a number by YAML.
fn scalar(node: &Yaml<'_>) -> Option<String> {
    node.as_str()
        .map(str::to_owned)
        .or_else(|| node.as_integer().map(|n| n.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_read_without_its_label() {
        let cases = parse(
            "version: 1\ncases:\n- id: a-1\n  repo: shop\n  base: 0123\n  change:\n    rename:\n    - from: a\n      to: b\n    edit:\n    - file: b/x.rs\n      find: 'one'\n      replace: \"two\"\n  expect:\n    verdict: contradicts\n",
        )
        .unwrap();
        assert_eq!(cases.len(), 1);
        assert_eq!(cases[0].change.renames, [("a".to_owned(), "b".to_owned())]);
        assert!(matches!(&cases[0].change.edits[0], Edit::Replace { find, .. } if find == "one"));
    }

    #[test]
    fn a_case_without_a_base_is_named() {
        let error =
            parse("cases:\n- id: a-1\n  repo: shop\n  change: {revert: abc}\n").unwrap_err();
        assert_eq!(error, "case a-1 has no `base`");
    }
}
