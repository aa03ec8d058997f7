//! YAML front matter: fields with their values, whatever shape people gave them.

use saphyr::{LoadableYamlNode, Scalar, Yaml};

/// Largest front matter that is read, in bytes.
const CAP: usize = 64 * 1024;

/// The fields at the head of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FrontMatter {
    /// Key, values and line, in order. A list gives several values, an empty field none.
    pub fields: Vec<Entry>,
    /// How many bytes of the file it takes.
    pub len: usize,
    /// What is wrong with it: line and reason.
    pub problem: Option<(u32, String)>,
    /// Whether all of it was read in spite of what is wrong.
    pub whole: bool,
}

/// One field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// Its key as written.
    pub key: String,
    /// Its values.
    pub values: Vec<String>,
    /// A comment on its line: some keep the pointer to the successor there.
    pub comment: Option<String>,
    /// Its line in the file.
    pub line: u32,
    /// The last line of its value.
    pub end: u32,
    /// Whether the value is a mapping, which no field of a record should be.
    pub is_mapping: bool,
}

/// Reads the front matter of a text, if it has one.
pub fn read(text: &str) -> Option<FrontMatter> {
    let bom = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let body = text.get(bom..)?;
    let mut lines = body.split_inclusive('\n');
    let first = lines.next()?;
    let opened = first.trim_end() == "---";
    if !opened && !looks_like_a_field(first) {
        return None;
    }
    let from = if opened { bom + first.len() } else { bom };
    let mut at = from;
    let rest = text.get(from..)?;
    for line in rest.split_inclusive('\n') {
        let mark = line.trim_end();
        if mark == "---" || mark == "..." {
            let yaml = text.get(from..at)?;
            if !opened && mark != "---" {
                return None;
            }
            let mut out = parse(yaml, if opened { 2 } else { 1 });
            out.len = at + line.len();
            if !opened && out.problem.is_none() {
                out.problem = Some((1, "the front matter has no opening “---”".to_owned()));
                out.whole = true;
            }
            return (!yaml.trim().is_empty()).then_some(out);
        }
        if !opened && !looks_like_a_field(line) {
            return None;
        }
        at += line.len();
        if at - from > CAP {
            return None;
        }
    }
    None
}

/// `key: value` with a bare lower-case key: what a file without the opening mark begins with.
fn looks_like_a_field(line: &str) -> bool {
    line.split_once(':').is_some_and(|(k, v)| {
        !k.is_empty()
            && k.chars()
                .all(|c| c.is_ascii_lowercase() || matches!(c, '-' | '_'))
            && (v.starts_with(' ') || v.trim().is_empty())
    })
}

/// Reads a file that is YAML from its first line to its last, such as `kep.yaml`.
pub fn document(text: &str) -> FrontMatter {
    let clean = text.trim_start_matches('\u{feff}');
    let mut out = parse(clean, 1);
    out.len = text.len();
    out
}

fn parse(yaml: &str, first_line: u32) -> FrontMatter {
    let plain = by_lines(yaml, first_line);
    // Anchors can blow a small text up to any size; no record needs them.
    if yaml.contains('&') && yaml.contains('*') {
        return plain;
    }
    let clean: String = yaml.replace('\t', "  ");
    let mut whole = false;
    let mut loaded = load(&clean);
    if let Some(Err(problem)) = &loaded {
        // A value that only lacks its quotes (`@pkg`, `a: b`) is what its line says.
        if let Some(Ok(fields)) = load(&quoted(&clean)) {
            whole = true;
            let problem = problem.clone();
            return FrontMatter {
                problem: Some(broken(
                    problem,
                    first_line,
                    "a value that needs quotes is read as written",
                )),
                whole,
                ..placed(fields, &plain, first_line)
            };
        }
    }
    match loaded.take() {
        Some(Ok(fields)) => placed(fields, &plain, first_line),
        Some(Err(problem)) => FrontMatter {
            problem: Some(broken(problem, first_line, "read line by line")),
            whole,
            ..plain
        },
        None => plain,
    }
}

fn broken(problem: (usize, String), first_line: u32, how: &str) -> (u32, String) {
    let line = u32::try_from(problem.0).unwrap_or(1);
    (
        first_line + line.saturating_sub(1),
        format!("the front matter is not valid YAML ({}), {how}", problem.1),
    )
}

/// The fields by the YAML parser, or line and reason of what is broken; none if the parser gave up.
fn load(yaml: &str) -> Option<Result<Vec<Entry>, (usize, String)>> {
    std::panic::catch_unwind(|| {
        Yaml::load_from_str(yaml)
            .map(|d| fields(&d))
            .map_err(|e| (e.marker().line(), e.info().to_owned()))
    })
    .ok()
}

/// The fields with the lines and comments that the text has them on.
fn placed(mut fields: Vec<Entry>, plain: &FrontMatter, first_line: u32) -> FrontMatter {
    for f in &mut fields {
        f.line = first_line;
        f.end = first_line;
        if let Some(known) = plain.fields.iter().find(|p| p.key == f.key) {
            f.line = known.line;
            f.end = known.end;
            f.comment.clone_from(&known.comment);
        }
    }
    FrontMatter {
        fields,
        ..FrontMatter::default()
    }
}

/// The text with quotes around the plain values of top-level fields that YAML would not take.
fn quoted(yaml: &str) -> String {
    let mut out = String::with_capacity(yaml.len() + 16);
    for line in yaml.split_inclusive('\n') {
        let body = line.trim_end();
        let parts = body.split_once(": ").filter(|(k, _)| {
            !k.is_empty()
                && k.chars()
                    .all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' '))
        });
        let item = body.trim_start().strip_prefix("- ");
        let (lead, value) = match (parts, item) {
            (_, Some(v)) => (&body[..body.len() - v.len()], v.trim()),
            (Some((k, v)), None) => (&body[..k.len() + 2], v.trim()),
            _ => {
                out.push_str(line);
                continue;
            }
        };
        let (value, comment) = match value.find(" #") {
            Some(at) => value.split_at(at),
            None => (value, ""),
        };
        let needs = value.starts_with(['@', '`', '%', '*', '!', '&'])
            || (value.contains(": ") && !value.starts_with(['"', '\'', '[', '{', '|', '>']));
        if needs {
            out.push_str(lead);
            out.push('\'');
            out.push_str(&value.replace('\'', "''"));
            out.push('\'');
            out.push_str(comment);
            out.push('\n');
        } else {
            out.push_str(line);
        }
    }
    out
}

fn fields(docs: &[Yaml<'_>]) -> Vec<Entry> {
    let Some(Yaml::Mapping(map)) = docs.first() else {
        return Vec::new();
    };
    map.iter()
        .filter_map(|(k, v)| {
            let key = scalar(k)?;
            Some(Entry {
                key,
                is_mapping: matches!(v, Yaml::Mapping(_)),
                values: values(v),
                ..Entry::default()
            })
        })
        .collect()
}

fn values(v: &Yaml<'_>) -> Vec<String> {
    match v {
        Yaml::Sequence(list) => list.iter().filter_map(scalar).collect(),
        v => scalar(v).into_iter().collect(),
    }
}

fn scalar(v: &Yaml<'_>) -> Option<String> {
    match v {
        Yaml::Value(Scalar::String(s)) => Some(s.trim().to_owned()).filter(|s| !s.is_empty()),
        Yaml::Value(Scalar::Integer(i)) => Some(i.to_string()),
        Yaml::Value(Scalar::Boolean(b)) => Some(b.to_string()),
        Yaml::Value(Scalar::FloatingPoint(f)) => Some(f.to_string()),
        Yaml::Representation(s, _, _) => Some(s.trim().to_owned()).filter(|s| !s.is_empty()),
        _ => None,
    }
}

/// The fields line by line, for text that is not YAML, and for line numbers and comments.
fn by_lines(yaml: &str, first_line: u32) -> FrontMatter {
    let mut out = FrontMatter::default();
    for (line, n) in yaml.lines().zip(first_line..) {
        let item = line.trim_start().strip_prefix("- ");
        if let (Some(item), Some(last)) = (item, out.fields.last_mut()) {
            last.values.push(unquote(item).to_owned());
            last.end = n;
            continue;
        }
        if line.starts_with([' ', '\t', '#']) {
            if let Some(last) = out.fields.last_mut().filter(|_| !line.starts_with('#')) {
                last.end = n;
            }
            continue;
        }
        let Some((key, value)) = line.split_once(':') else {
            continue;
        };
        let (value, comment) = match value.split_once(" #") {
            Some((v, c)) => (v, Some(c.trim().to_owned())),
            None => (value, None),
        };
        let value = unquote(value);
        let inner = value.strip_prefix('[').and_then(|v| v.strip_suffix(']'));
        let values = match inner {
            Some(list) => list.split(',').map(|v| unquote(v).to_owned()).collect(),
            None => vec![value.to_owned()],
        };
        out.fields.push(Entry {
            key: unquote(key).to_owned(),
            values: values
                .into_iter()
                .filter(|v| !v.is_empty() && v != ">-" && v != "|")
                .collect(),
            comment,
            line: n,
            end: n,
            is_mapping: false,
        });
    }
    out
}

fn unquote(s: &str) -> &str {
    s.trim().trim_matches(['"', '\'']).trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values_of(text: &str, key: &str) -> Vec<String> {
        let fm = read(text).unwrap();
        fm.fields
            .iter()
            .find(|f| f.key == key)
            .map(|f| f.values.clone())
            .unwrap_or_default()
    }

    #[test]
    fn a_value_may_be_a_string_a_list_a_block_empty_or_null() {
        let text = "---\nstatus: accepted # replaced by 0009\ndecision-makers: [Ada, \"Bob\"]\nconsulted: >-\n  Cy\n  and Dee\nempty: []\nnone: null\n---\n# T\n";
        assert_eq!(values_of(text, "status"), ["accepted"]);
        assert_eq!(values_of(text, "decision-makers"), ["Ada", "Bob"]);
        assert_eq!(values_of(text, "consulted"), ["Cy and Dee"]);
        assert!(values_of(text, "empty").is_empty() && values_of(text, "none").is_empty());
        let fm = read(text).unwrap();
        assert_eq!(fm.fields[0].comment.as_deref(), Some("replaced by 0009"));
        assert_eq!(fm.fields[1].line, 3);
        assert_eq!(&text[fm.len..], "# T\n");
    }

    #[test]
    fn bom_crlf_and_broken_yaml_still_give_the_fields() {
        let text =
            "\u{feff}---\r\nstatus: accepted\r\nowner: @team\r\ndate: 2020-1-7\r\n---\r\n# T\r\n";
        let fm = read(text).unwrap();
        assert!(fm.problem.is_some());
        assert_eq!(values_of(text, "status"), ["accepted"]);
        assert_eq!(values_of(text, "owner"), ["@team"]);
    }

    #[test]
    fn a_missing_opening_mark_is_seen_and_plain_text_is_not_front_matter() {
        assert!(
            read("status: accepted\ndate: 2020-01-02\n---\n# T\n")
                .unwrap()
                .problem
                .is_some()
        );
        assert_eq!(read("# T\n\n---\nx: y\n---\n"), None);
        assert_eq!(read("Note: this\n---\n"), None);
        assert_eq!(read("---\n# never closed"), None);
    }

    #[test]
    fn anchors_do_not_explode() {
        let mut yaml = String::from("---\na: &a [x,x,x,x,x,x,x,x,x]\n");
        for (n, p) in ('b'..='j').zip('a'..='i') {
            yaml.push_str(&format!(
                "{n}: &{n} [*{p},*{p},*{p},*{p},*{p},*{p},*{p},*{p},*{p}]\n"
            ));
        }
        yaml.push_str("status: accepted\n---\n");
        assert_eq!(values_of(&yaml, "status"), ["accepted"]);
    }
}
