//! What kind of file a path names: code, configuration, tests, prose, or what nobody writes by hand.

use super::ids::RepoPath;

/// What kind of file a path names, as far as a judge cares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Source code.
    Code,
    /// Configuration: settings, pipelines, manifests.
    Config,
    /// A manifest that lists dependencies.
    Manifest,
    /// Tests and fixtures.
    Test,
    /// Prose.
    Docs,
    /// Lock files, snapshots, minified and generated files, change logs.
    Generated,
}

/// Tells the kind of a file from its path.
pub fn file_kind(path: &RepoPath) -> FileKind {
    let full = path.to_string().to_lowercase();
    let name = path.file_name().to_lowercase();
    let ext = path.extension().unwrap_or_default();
    let generated = name.ends_with(".lock")
        || matches!(
            name.as_str(),
            "package-lock.json" | "npm-shrinkwrap.json" | "pnpm-lock.yaml" | "go.sum" | "uv.lock"
        )
        || name.contains(".min.")
        || matches!(ext.as_str(), "snap" | "map" | "svg")
        || name.starts_with("changelog")
        || full
            .split('/')
            .any(|p| matches!(p, "dist" | "vendor" | "node_modules" | "generated"));
    if generated {
        return FileKind::Generated;
    }
    if matches!(
        ext.as_str(),
        "md" | "mdx" | "mdc" | "markdown" | "rst" | "txt" | "adoc" | "org"
    ) || matches!(
        name.as_str(),
        "readme"
            | "license"
            | "authors"
            | "codeowners"
            | ".cursorrules"
            | ".windsurfrules"
            | ".clinerules"
    ) {
        return if name.starts_with("requirements") {
            FileKind::Manifest
        } else {
            FileKind::Docs
        };
    }
    let manifest = matches!(
        name.as_str(),
        "package.json"
            | "cargo.toml"
            | "pyproject.toml"
            | "gemfile"
            | "setup.py"
            | "setup.cfg"
            | "go.mod"
            | "pom.xml"
            | "build.gradle"
            | "composer.json"
            | "pipfile"
            | "lerna.json"
    ) || ext == "gemspec"
        || name.starts_with("requirements");
    if manifest {
        return FileKind::Manifest;
    }
    let test = full.split('/').any(|p| {
        matches!(
            p,
            "test" | "tests" | "spec" | "specs" | "__tests__" | "fixtures" | "e2e"
        )
    }) || name.contains(".test.")
        || name.contains(".spec.")
        || name.starts_with("test_")
        || name.ends_with("_test.go")
        || name.ends_with("_test.py")
        || name.ends_with("_spec.rb")
        || name.ends_with("_test.rb");
    if test {
        return FileKind::Test;
    }
    if matches!(
        ext.as_str(),
        "yml" | "yaml" | "toml" | "ini" | "cfg" | "json" | "conf" | "env"
    ) {
        return FileKind::Config;
    }
    FileKind::Code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_of_files_are_told_from_their_paths() {
        for (path, kind) in [
            ("docs/x.md", FileKind::Docs),
            (".cursorrules", FileKind::Docs),
            (".cursor/rules/a.mdc", FileKind::Docs),
            ("package.json", FileKind::Manifest),
            ("yarn.lock", FileKind::Generated),
            ("spec/models/a_spec.rb", FileKind::Test),
            ("src/a.test.ts", FileKind::Test),
            ("config/sidekiq.yml", FileKind::Config),
            ("src/a.rs", FileKind::Code),
        ] {
            assert_eq!(file_kind(&RepoPath::from(path)), kind, "{path}");
        }
    }
}
