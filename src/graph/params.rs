//! Parameters of a query: typed values that become the client's parameters, and the JSON of its
//! run.

use std::collections::BTreeMap;
use std::collections::HashMap;

use falkordb::FalkorValue;

/// A value that the graph can hold or a parameter can be. Times are epoch seconds, maps JSON text.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Absent.
    Null,
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i64),
    /// A finite float.
    Float(f64),
    /// Text; NUL characters are dropped when it is sent, which the engine cannot hold.
    Text(String),
    /// A list.
    List(Vec<Value>),
}

/// One row of a batch: property name to value.
pub type Row = BTreeMap<&'static str, Value>;

macro_rules! from {
    ($($t:ty => $make:expr;)*) => { $(
        impl From<$t> for Value {
            fn from(v: $t) -> Self { $make(v) }
        }
    )* };
}
from! {
    bool => Value::Bool;
    i64 => Value::Int;
    i32 => |v| Value::Int(i64::from(v));
    u32 => |v| Value::Int(i64::from(v));
    f64 => Value::Float;
    String => Value::Text;
    &str => |v: &str| Value::Text(v.to_owned());
    &String => |v: &String| Value::Text(v.clone());
}

impl From<usize> for Value {
    fn from(v: usize) -> Self {
        Self::Int(i64::try_from(v).unwrap_or(i64::MAX))
    }
}

impl<T: Into<Value>> From<Option<T>> for Value {
    fn from(v: Option<T>) -> Self {
        v.map_or(Self::Null, Into::into)
    }
}

impl<T: Into<Value>> From<Vec<T>> for Value {
    fn from(v: Vec<T>) -> Self {
        Self::List(v.into_iter().map(Into::into).collect())
    }
}

impl Value {
    fn to_falkor(&self) -> FalkorValue {
        match self {
            Self::Null => FalkorValue::None,
            Self::Bool(b) => FalkorValue::Bool(*b),
            Self::Int(i) => FalkorValue::I64(*i),
            Self::Float(f) => FalkorValue::F64(*f),
            Self::Text(t) if t.contains('\0') => FalkorValue::String(t.replace('\0', "")),
            Self::Text(t) => FalkorValue::String(t.clone()),
            Self::List(l) => FalkorValue::Array(l.iter().map(Self::to_falkor).collect()),
        }
    }

    fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Null => serde_json::Value::Null,
            Self::Bool(b) => (*b).into(),
            Self::Int(i) => (*i).into(),
            Self::Float(f) => (*f).into(),
            Self::Text(t) => t.as_str().into(),
            Self::List(l) => l.iter().map(Self::to_json).collect(),
        }
    }

    /// About how many bytes it takes in a statement.
    pub(crate) fn weight(&self) -> usize {
        match self {
            Self::Text(t) => t.len() + 2,
            Self::List(l) => l.iter().map(Self::weight).sum::<usize>() + 2,
            _ => 8,
        }
    }
}

/// The parameters of one query, built up by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Params {
    values: BTreeMap<&'static str, Value>,
    rows: Option<Vec<Row>>,
}

impl Params {
    /// None.
    pub fn new() -> Self {
        Self::default()
    }

    /// With `$name` set to the value: text, a number, a list, …
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.values.insert(name, value.into());
        self
    }

    /// With `$name` set to the texts, whatever they can be borrowed as.
    #[must_use]
    pub fn with_texts<S: AsRef<str>>(
        self,
        name: &'static str,
        texts: impl IntoIterator<Item = S>,
    ) -> Self {
        let list = texts.into_iter().map(|t| Value::from(t.as_ref())).collect();
        self.with(name, Value::List(list))
    }

    /// With `$rows` set to the rows.
    #[must_use]
    pub fn with_rows(mut self, rows: Vec<Row>) -> Self {
        self.rows = Some(rows);
        self
    }

    pub(crate) fn to_falkor(&self) -> Vec<(String, FalkorValue)> {
        let mut all: Vec<_> = self
            .values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.to_falkor()))
            .collect();
        if let Some(rows) = &self.rows {
            let rows = rows.iter().map(row_to_falkor).collect();
            all.push(("rows".to_owned(), FalkorValue::Array(rows)));
        }
        all
    }

    /// As a query run shows them: rows only by their number.
    pub fn to_json(&self) -> serde_json::Map<String, serde_json::Value> {
        let mut all: serde_json::Map<_, _> = self
            .values
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.to_json()))
            .collect();
        if let Some(rows) = &self.rows {
            all.insert("rows".to_owned(), format!("{} rows", rows.len()).into());
        }
        all
    }
}

fn row_to_falkor(row: &Row) -> FalkorValue {
    let map: HashMap<String, FalkorValue> = row
        .iter()
        .map(|(name, value)| ((*name).to_owned(), value.to_falkor()))
        .collect();
    FalkorValue::Map(map)
}

/// A full-text query that finds any of the words: operators of the query language are taken out,
/// words are those of letters, digits and `_`, joined by `|`. `None` where no word is left, since
/// an empty query finds nothing without a word about it.
pub fn fulltext_or<S: AsRef<str>>(words: &[S]) -> Option<String> {
    let mut seen = std::collections::BTreeSet::new();
    let mut out: Vec<&str> = Vec::new();
    for text in words {
        let parts = text
            .as_ref()
            .split(|c: char| !(c.is_alphanumeric() || c == '_'));
        for word in parts.filter(|w| w.chars().any(char::is_alphanumeric)) {
            if seen.insert(word.to_lowercase()) {
                out.push(word);
            }
        }
    }
    (!out.is_empty()).then(|| out.join("|"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operators_of_the_full_text_language_never_reach_it() {
        let words = ["client-side", "foo(bar: \"x", "-", "%", "Client", "__"];
        assert_eq!(
            fulltext_or(&words).as_deref(),
            Some("client|side|foo|bar|x")
        );
        assert_eq!(fulltext_or(&["-", "("]), None);
        assert_eq!(fulltext_or::<&str>(&[]), None);
    }

    #[test]
    fn a_run_shows_values_and_only_counts_rows() {
        let params = Params::new()
            .with("paths", vec!["a", "b"])
            .with("limit", 3_i64)
            .with_rows(vec![Row::from([("sha", Value::from("x"))]); 2]);
        let json = serde_json::Value::Object(params.to_json());
        let expected = serde_json::json!({"paths": ["a", "b"], "limit": 3, "rows": "2 rows"});
        assert_eq!(json, expected);
    }
}
