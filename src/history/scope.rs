//! The scope in which a line stands: the function, type or heading above it.

use gix::bstr::ByteSlice;

use crate::model::RepoPath;

/// Longest scope line that is kept, in characters.
const MAX_CHARS: usize = 100;
/// How far up it is looked for.
const MAX_LINES: usize = 4000;

/// Words that open a named scope in one language or another.
const OPENERS: &[&str] = &[
    "fn",
    "func",
    "function",
    "fun",
    "def",
    "class",
    "struct",
    "enum",
    "impl",
    "trait",
    "union",
    "interface",
    "module",
    "mod",
    "namespace",
    "object",
    "protocol",
    "extension",
    "sub",
    "proc",
    "macro_rules!",
    "macro",
    "resource",
    "describe",
    "context",
    "it",
    "test",
    "type",
    "record",
];
/// Words that may stand before an opener.
const MODIFIERS: &[&str] = &[
    "pub",
    "public",
    "private",
    "protected",
    "internal",
    "static",
    "final",
    "abstract",
    "async",
    "export",
    "default",
    "const",
    "unsafe",
    "extern",
    "override",
    "virtual",
    "inline",
    "sealed",
    "open",
    "suspend",
    "data",
    "partial",
    "local",
    "declare",
    "readonly",
    "template",
    "constexpr",
];
/// Words that open a block which is no scope of its own.
const PLAIN: &[&str] = &[
    "if", "else", "elif", "elsif", "for", "while", "switch", "case", "when", "try", "catch",
    "except", "finally", "rescue", "ensure", "with", "do", "loop", "match", "return", "begin",
    "end", "unless", "until", "select", "defer", "go", "yield", "await", "throw", "raise", "and",
    "or", "not", "then", "default:", "foreach",
];

/// The line that opens the scope around the base's line `line` (from 1), trimmed; empty where
/// there is none. In Markdown it is the nearest heading. Elsewhere it is the nearest line above
/// that is less indented and looks like the head of a function or type, else the nearest line that
/// begins with a letter, `$` or `_` at the margin, as git's own default has it.
pub fn scope_at(lines: &[&[u8]], path: &RepoPath, line: u32) -> String {
    let at = (line as usize).saturating_sub(1).min(lines.len());
    let above = lines
        .get(at.saturating_sub(MAX_LINES)..at)
        .unwrap_or_default();
    let ext = path.extension().unwrap_or_default();
    if matches!(ext.as_str(), "md" | "markdown" | "mdx" | "mdc") {
        return above
            .iter()
            .rev()
            .find(|l| is_heading(l))
            .map(|l| shown(l))
            .unwrap_or_default();
    }
    let own = lines
        .get(at)
        .filter(|l| !l.trim().is_empty())
        .map(|l| indent(l));
    let mut limit = own
        .or_else(|| {
            above
                .iter()
                .rev()
                .find(|l| !l.trim().is_empty())
                .map(|l| indent(l) + 1)
        })
        .unwrap_or(0);
    if limit == 0 {
        // At the margin nothing encloses it.
        return String::new();
    }
    let mut margin = None;
    for text in above.iter().rev() {
        let trimmed = text.trim();
        let starts = trimmed
            .first()
            .is_some_and(|b| b.is_ascii_alphabetic() || b"_$@\"'#".contains(b));
        if trimmed.is_empty() || !starts {
            continue;
        }
        let depth = indent(text);
        let letter = trimmed
            .first()
            .is_some_and(|b| b.is_ascii_alphabetic() || b"_$".contains(b));
        if depth == 0 && letter && margin.is_none() {
            margin = Some(text);
        }
        if depth < limit {
            if opens(trimmed) {
                return shown(text);
            }
            if letter {
                limit = depth;
            }
            if limit == 0 && margin.is_some() {
                break;
            }
        }
    }
    margin
        .filter(|m| !ends_statement(m))
        .map(|m| shown(m))
        .unwrap_or_default()
}

/// Whether the line looks like the head of a function, a type or a test.
fn opens(line: &[u8]) -> bool {
    let text = line.to_str_lossy();
    let mut words = text
        .split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '!' || c == '$'))
        .filter(|w| !w.is_empty());
    let mut word = words.next().unwrap_or_default();
    if PLAIN.contains(&word) || text.starts_with('}') {
        return false;
    }
    let mut modified = false;
    while MODIFIERS.contains(&word) || (modified && matches!(word, "crate" | "super" | "in")) {
        modified = true;
        word = words.next().unwrap_or_default();
    }
    if OPENERS.contains(&word) {
        return !text.ends_with(';') || word == "macro_rules!";
    }
    // `name(…) {`, `Type name(…) {`, `name: (…) => {`, `const name = (…) => {`; but no call that
    // takes an object, `name(…, {`.
    let end = text.trim_end();
    let arrow = end.ends_with("=> {") || end.ends_with("=>");
    let body = end.ends_with('{') && !["({", ", {", "[{"].iter().any(|e| end.ends_with(e));
    let Some((before, _)) = text.split_once('(') else {
        return false;
    };
    arrow || (body && !before.contains('='))
}

fn ends_statement(line: &[u8]) -> bool {
    let line = line.trim();
    line.ends_with(b";") || line.ends_with(b",")
}

fn is_heading(line: &[u8]) -> bool {
    let hashes = line.iter().take_while(|b| **b == b'#').count();
    (1..=6).contains(&hashes) && line.get(hashes).is_some_and(|b| *b == b' ')
}

fn indent(line: &[u8]) -> usize {
    let mut depth = 0;
    for byte in line {
        match byte {
            b' ' => depth += 1,
            b'\t' => depth += 4,
            _ => break,
        }
    }
    depth
}

fn shown(line: &[u8]) -> String {
    let text = line.trim().to_str_lossy();
    text.chars()
        .take(MAX_CHARS)
        .collect::<String>()
        .trim_end()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(path: &str, text: &str, line: u32) -> String {
        let lines: Vec<&[u8]> = text.as_bytes().lines().collect();
        scope_at(&lines, &RepoPath::from(path), line)
    }

    #[test]
    fn the_scope_is_the_nearest_head_above_that_is_less_indented() {
        let rust = "use a;\n\nimpl Cache {\n    fn first(&self) {\n        one();\n    }\n\n    pub(crate) fn get(&self) {\n        if x {\n            y();\n        }\n        z();\n    }\n}\n";
        assert_eq!(at("a.rs", rust, 10), "pub(crate) fn get(&self) {");
        assert_eq!(at("a.rs", rust, 12), "pub(crate) fn get(&self) {");
        assert_eq!(at("a.rs", rust, 8), "impl Cache {");
        assert_eq!(at("a.rs", rust, 1), "");
        assert_eq!(at("a.rs", rust, 14), "");
        let python = "import os\n\nclass A:\n    def f(self):\n        return 1\n\n    def g(self):\n        for x in y:\n            print(x)\n";
        assert_eq!(at("a.py", python, 9), "def g(self):");
        assert_eq!(at("a.py", python, 5), "def f(self):");
        let js = "const a = 1;\nexport const load = async (id) => {\n  const x = get(id);\n  return x;\n};\n";
        assert_eq!(at("a.ts", js, 3), "export const load = async (id) => {");
        let c = "#include <a.h>\n\nstatic int add(int a, int b)\n{\n\treturn a + b;\n}\n";
        assert_eq!(at("a.c", c, 5), "static int add(int a, int b)");
        let ruby = "module Api\n  class User < Base\n    def name\n      1\n    end\n\n    validates :x\n  end\nend\n";
        assert_eq!(at("a.rb", ruby, 4), "def name");
        assert_eq!(at("a.rb", ruby, 7), "class User < Base");
    }

    #[test]
    fn in_markdown_it_is_the_heading_and_a_settings_file_names_its_section() {
        let md = "# Log\n\n## Use Redis\n\nBecause it is fast.\n";
        assert_eq!(at("DECISIONS.md", md, 5), "## Use Redis");
        assert_eq!(at("DECISIONS.md", md, 3), "# Log");
        assert_eq!(at("a.py", "import os\nimport sys\n", 2), "");
        let call = "async function go() {\n  res = await fetch(url, {\n    signal: s,\n  });\n}\n";
        assert_eq!(at("a.ts", call, 3), "async function go() {");
        let method = "class A {\n  async embed(input: string, model = 'x'): Promise<number[]> {\n    return go();\n  }\n}\n";
        assert_eq!(
            at("a.ts", method, 3),
            "async embed(input: string, model = 'x'): Promise<number[]> {"
        );
        let yaml = "name: x\nservices:\n  db:\n    image: pg\n";
        assert_eq!(at("a.yml", yaml, 4), "services:");
    }
}
