//! Executes a query against the world: aliases, fragments, pages, and errors where GitHub has them.

use serde_json::{Map, Value, json};

use super::query::{Argument, Document, Field, Selection};
use super::world::World;

/// The answer to a query, `data` and `errors`.
pub fn execute(world: &World, document: &Document, variables: &Value) -> Value {
    let mut run = Run {
        world,
        document,
        variables,
        used: Vec::new(),
        errors: Vec::new(),
        fatal: None,
    };
    for (name, required) in &document.variables {
        if *required && variables[name].is_null() {
            return refused(&format!("Variable ${name} was provided invalid value"));
        }
    }
    let mut data = Map::new();
    run.root(&document.selections, &mut data);
    let unused = document.variables.keys().find(|v| !run.used.contains(v));
    if let Some(unused) = unused {
        return refused(&format!("Variable ${unused} is declared but not used"));
    }
    if let Some(fatal) = run.fatal {
        return refused(&fatal);
    }
    if data.contains_key("rateLimit") {
        let (cost, nodes) = price(document);
        data.insert(
            "rateLimit".into(),
            json!({"cost": cost, "remaining": 4000, "resetAt": "2024-06-01T00:00:00Z", "nodeCount": nodes}),
        );
    }
    match run.errors.is_empty() {
        true => json!({ "data": data }),
        false => json!({ "data": data, "errors": run.errors }),
    }
}

fn refused(message: &str) -> Value {
    json!({"errors": [{"message": message}]})
}

struct Run<'a> {
    world: &'a World,
    document: &'a Document,
    variables: &'a Value,
    used: Vec<String>,
    errors: Vec<Value>,
    fatal: Option<String>,
}

/// GitHub's own price: the requests are the sum over all lists of the product of the page sizes above
/// them, a hundred of them are a point.
pub fn price(document: &Document) -> (u64, u64) {
    fn walk(document: &Document, selections: &[Selection], above: u64, sum: &mut (u64, u64)) {
        for selection in selections {
            match selection {
                Selection::Spread(name) => {
                    let below = document
                        .fragments
                        .get(name)
                        .map(|f| f.selections.as_slice());
                    walk(document, below.unwrap_or_default(), above, sum);
                }
                Selection::Inline(f) => walk(document, &f.selections, above, sum),
                Selection::Field(f) => {
                    let page = f.arguments.get("first").or(f.arguments.get("last"));
                    let page = match page {
                        Some(Argument::Value(n)) => n.as_u64(),
                        _ => None,
                    };
                    if let Some(page) = page {
                        sum.0 += above;
                        sum.1 += above * page;
                    }
                    walk(document, &f.selections, above * page.unwrap_or(1), sum);
                }
            }
        }
    }
    let mut sum = (0, 0);
    walk(document, &document.selections, 1, &mut sum);
    (((sum.0 as f64) / 100.0).round().max(1.0) as u64, sum.1)
}

impl Run<'_> {
    fn argument(&mut self, field: &Field, name: &str) -> Value {
        match field.arguments.get(name) {
            Some(Argument::Variable(v)) => {
                self.used.push(v.clone());
                self.variables[v].clone()
            }
            Some(Argument::Value(value)) => value.clone(),
            None => Value::Null,
        }
    }

    fn root(&mut self, selections: &[Selection], out: &mut Map<String, Value>) {
        for selection in selections {
            let Selection::Field(field) = selection else {
                continue;
            };
            match field.name.as_str() {
                "rateLimit" => drop(out.insert(field.alias.clone(), Value::Null)),
                "repository" => {
                    let owner = self.argument(field, "owner");
                    let name = self.argument(field, "name");
                    let value = match self.world.is_at(owner.as_str(), name.as_str(), true) {
                        true => self.repository(field),
                        false => {
                            self.not_found(
                                vec![field.alias.clone()],
                                "Could not resolve to a Repository.",
                            );
                            Value::Null
                        }
                    };
                    out.insert(field.alias.clone(), value);
                }
                other => self.unknown(other, "Query"),
            }
        }
    }

    fn repository(&mut self, at: &Field) -> Value {
        let mut out = Map::new();
        let world = self.world;
        for selection in &at.selections {
            let Selection::Field(field) = selection else {
                continue;
            };
            let key = field.alias.clone();
            let (node, argument) = match field.name.as_str() {
                "pullRequest" => {
                    let number = self.argument(field, "number");
                    (number.as_u64().and_then(|n| world.pulls.get(&n)), true)
                }
                "issueOrPullRequest" => {
                    let number = self.argument(field, "number");
                    (number.as_u64().and_then(|n| world.thing(n)), true)
                }
                "object" => {
                    let oid = self.argument(field, "oid");
                    (oid.as_str().and_then(|o| world.commits.get(o)), false)
                }
                name => {
                    let plain = world.repository.get(name).cloned();
                    match plain {
                        Some(value) => {
                            let value = self.value(&value, field);
                            out.insert(key, value);
                        }
                        None => self.unknown(name, "Repository"),
                    }
                    continue;
                }
            };
            let value = match node {
                Some(node) => self.value(node, field),
                None => {
                    if argument {
                        let path = vec![at.alias.clone(), key.clone()];
                        self.not_found(path, "Could not resolve to an issue or pull request.");
                    }
                    Value::Null
                }
            };
            out.insert(key, value);
        }
        Value::Object(out)
    }

    fn value(&mut self, node: &Value, field: &Field) -> Value {
        match node {
            Value::Array(all) => self.connection(all, field),
            Value::Object(_) if !field.selections.is_empty() => {
                let mut out = Map::new();
                self.object(node, &field.selections, &mut out);
                Value::Object(out)
            }
            Value::Object(_) => {
                self.fatal = Some(format!(
                    "Field '{}' must have a selection of subfields",
                    field.name
                ));
                Value::Null
            }
            plain => plain.clone(),
        }
    }

    fn object(&mut self, node: &Value, selections: &[Selection], out: &mut Map<String, Value>) {
        let kind = node["__typename"].as_str().unwrap_or_default().to_owned();
        for selection in selections {
            match selection {
                Selection::Field(field) => {
                    if let Some(variable) = &field.include {
                        self.used.push(variable.clone());
                        if self.variables[variable] != json!(true) {
                            for name in field.arguments.keys() {
                                self.argument(field, name);
                            }
                            continue;
                        }
                    }
                    match node.get(&field.name) {
                        Some(value) => {
                            let value = self.value(&value.clone(), field);
                            out.insert(field.alias.clone(), value);
                        }
                        None => self.unknown(&field.name, &kind),
                    }
                }
                Selection::Inline(fragment) => {
                    if applies(&fragment.on, &kind) {
                        self.object(node, &fragment.selections, out);
                    }
                }
                Selection::Spread(name) => match self.document.fragments.get(name) {
                    Some(fragment) if applies(&fragment.on, &kind) => {
                        self.object(node, &fragment.selections, out);
                    }
                    Some(_) => {}
                    None => self.fatal = Some(format!("Fragment {name} was used, but not defined")),
                },
            }
        }
    }

    /// A list behind a connection, in pages; a cursor is the position.
    fn connection(&mut self, all: &[Value], field: &Field) -> Value {
        let (first, last) = (self.argument(field, "first"), self.argument(field, "last"));
        let after = self.argument(field, "after");
        let kinds = self.argument(field, "itemTypes");
        let Some(size) = first
            .as_u64()
            .or(last.as_u64())
            .filter(|n| (1..=100).contains(n))
        else {
            self.fatal = Some(format!(
                "`first` or `last` of '{}' must be 1 to 100",
                field.name
            ));
            return Value::Null;
        };
        let wanted: Vec<&Value> = all
            .iter()
            .filter(|n| match kinds.as_array() {
                Some(kinds) => kinds.iter().any(|k| same_kind(k, &n["__typename"])),
                None => true,
            })
            .collect();
        let start = after
            .as_str()
            .and_then(|a| a.parse::<usize>().ok())
            .unwrap_or(0);
        let size = size as usize;
        let (from, to) = match last.is_null() {
            true => (start.min(wanted.len()), (start + size).min(wanted.len())),
            false => (wanted.len().saturating_sub(size), wanted.len()),
        };
        let page = json!({
            "totalCount": wanted.len(),
            "pageInfo": {
                "hasNextPage": to < wanted.len(),
                "hasPreviousPage": from > 0,
                "endCursor": to.to_string(),
            },
        });
        let mut out = Map::new();
        let mut parts = field.selections.clone();
        parts.retain(|s| match s {
            Selection::Field(f) if f.name == "nodes" => {
                let below: Vec<Value> = wanted[from..to]
                    .iter()
                    .map(|n| {
                        let mut node = Map::new();
                        self.object(n, &f.selections, &mut node);
                        Value::Object(node)
                    })
                    .collect();
                out.insert(f.alias.clone(), Value::Array(below));
                false
            }
            _ => true,
        });
        self.object(&page, &parts, &mut out);
        Value::Object(out)
    }

    fn not_found(&mut self, path: Vec<String>, message: &str) {
        self.errors
            .push(json!({"type": "NOT_FOUND", "path": path, "message": message}));
    }

    fn unknown(&mut self, name: &str, kind: &str) {
        self.fatal = Some(format!("Field '{name}' doesn't exist on type '{kind}'"));
    }
}

fn applies(on: &str, kind: &str) -> bool {
    on == kind
        || matches!(on, "ReferencedSubject" | "IssueOrPullRequest" | "GitObject")
        || (on == "PullRequestReviewThread" && kind.is_empty())
}

/// `CLOSED_EVENT` is `ClosedEvent`.
fn same_kind(upper: &Value, camel: &Value) -> bool {
    let bare = |v: &Value| {
        v.as_str()
            .unwrap_or_default()
            .replace('_', "")
            .to_lowercase()
    };
    bare(upper) == bare(camel)
}
