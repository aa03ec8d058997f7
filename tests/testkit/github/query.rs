//! Enough of GraphQL's grammar to read the queries that rguard sends.

use std::collections::BTreeMap;

use serde_json::Value;

/// A document with one operation.
#[derive(Debug, Default)]
pub struct Document {
    /// The variables that the operation defines, with whether they must be given.
    pub variables: BTreeMap<String, bool>,
    pub selections: Vec<Selection>,
    pub fragments: BTreeMap<String, Fragment>,
}

#[derive(Clone, Debug)]
pub struct Fragment {
    pub on: String,
    pub selections: Vec<Selection>,
}

#[derive(Clone, Debug)]
pub enum Selection {
    Field(Field),
    Spread(String),
    Inline(Fragment),
}

#[derive(Clone, Debug)]
pub struct Field {
    pub alias: String,
    pub name: String,
    pub arguments: BTreeMap<String, Argument>,
    /// The variable of `@include(if:)`.
    pub include: Option<String>,
    pub selections: Vec<Selection>,
}

#[derive(Clone, Debug)]
pub enum Argument {
    Variable(String),
    Value(Value),
}

impl Document {
    /// How many things the operation asks for below its repository.
    pub fn aliases(&self) -> usize {
        let fields = self.selections.iter().filter_map(|s| match s {
            Selection::Field(f) => Some(f.selections.len()),
            _ => None,
        });
        fields.max().unwrap_or(0)
    }
}

/// Reads a document.
pub fn parse(text: &str) -> Result<Document, String> {
    let mut parser = Parser {
        tokens: tokens(text)?,
        at: 0,
    };
    let mut document = Document::default();
    while parser.at < parser.tokens.len() {
        match parser.name()?.as_str() {
            "query" => {
                if parser.peek() != "{" && parser.peek() != "(" {
                    parser.name()?;
                }
                if parser.take("(") {
                    while !parser.take(")") {
                        parser.expect("$")?;
                        let name = parser.name()?;
                        parser.expect(":")?;
                        let required = parser.type_name()?;
                        document.variables.insert(name, required);
                    }
                }
                document.selections = parser.selections()?;
            }
            "fragment" => {
                let name = parser.name()?;
                parser.expect("on")?;
                let on = parser.name()?;
                let selections = parser.selections()?;
                document.fragments.insert(name, Fragment { on, selections });
            }
            other => return Err(format!("unexpected {other}")),
        }
    }
    Ok(document)
}

struct Parser {
    tokens: Vec<String>,
    at: usize,
}

impl Parser {
    fn peek(&self) -> &str {
        self.tokens.get(self.at).map_or("", String::as_str)
    }

    fn next(&mut self) -> Result<String, String> {
        let token = self
            .tokens
            .get(self.at)
            .cloned()
            .ok_or("the document ends too early")?;
        self.at += 1;
        Ok(token)
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, token: &str) -> Result<(), String> {
        match self.take(token) {
            true => Ok(()),
            false => Err(format!("expected {token}, found {}", self.peek())),
        }
    }

    fn name(&mut self) -> Result<String, String> {
        let token = self.next()?;
        match token.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            true => Ok(token),
            false => Err(format!("expected a name, found {token}")),
        }
    }

    fn type_name(&mut self) -> Result<bool, String> {
        self.name()?;
        Ok(self.take("!"))
    }

    fn selections(&mut self) -> Result<Vec<Selection>, String> {
        self.expect("{")?;
        let mut found = Vec::new();
        while !self.take("}") {
            if self.take("...") {
                if self.take("on") {
                    let on = self.name()?;
                    let selections = self.selections()?;
                    found.push(Selection::Inline(Fragment { on, selections }));
                } else {
                    found.push(Selection::Spread(self.name()?));
                }
            } else {
                found.push(Selection::Field(self.field()?));
            }
        }
        if found.is_empty() {
            return Err("an empty selection".into());
        }
        Ok(found)
    }

    fn field(&mut self) -> Result<Field, String> {
        let alias = self.name()?;
        let name = match self.take(":") {
            true => self.name()?,
            false => alias.clone(),
        };
        let mut arguments = BTreeMap::new();
        if self.take("(") {
            while !self.take(")") {
                let name = self.name()?;
                self.expect(":")?;
                arguments.insert(name, self.argument()?);
            }
        }
        let mut include = None;
        if self.take("@") {
            self.expect("include")?;
            for token in ["(", "if", ":", "$"] {
                self.expect(token)?;
            }
            include = Some(self.name()?);
            self.expect(")")?;
        }
        let selections = match self.peek() == "{" {
            true => self.selections()?,
            false => Vec::new(),
        };
        Ok(Field {
            alias,
            name,
            arguments,
            include,
            selections,
        })
    }

    fn argument(&mut self) -> Result<Argument, String> {
        if self.take("$") {
            return self.name().map(Argument::Variable);
        }
        if self.take("[") {
            let mut all = Vec::new();
            while !self.take("]") {
                all.push(Value::String(self.name()?));
            }
            return Ok(Argument::Value(Value::Array(all)));
        }
        let token = self.next()?;
        Ok(Argument::Value(match token.parse::<u64>() {
            Ok(number) => number.into(),
            Err(_) => Value::String(token),
        }))
    }
}

/// Commas, white space and comments separate.
fn tokens(text: &str) -> Result<Vec<String>, String> {
    let mut found = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '#' => while chars.next_if(|c| *c != '\n').is_some() {},
            '.' => {
                if chars.next() != Some('.') || chars.next() != Some('.') {
                    return Err("a lone dot".into());
                }
                found.push("...".into());
            }
            '!' | '$' | '(' | ')' | ':' | '=' | '@' | '[' | ']' | '{' | '}' => found.push(c.into()),
            c if c.is_ascii_alphanumeric() || c == '_' => {
                let mut word = String::from(c);
                while let Some(c) = chars.next_if(|c| c.is_ascii_alphanumeric() || *c == '_') {
                    word.push(c);
                }
                found.push(word);
            }
            c if c.is_whitespace() || c == ',' => {}
            other => return Err(format!("unexpected character {other}")),
        }
    }
    Ok(found)
}
