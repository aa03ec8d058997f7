//! Questions about several things in one query, one alias each: in halves where that is too much.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use super::documents as doc;
use super::error::{GithubError, Result};
use super::graphql::{QueryError, Reply};
use super::reader::Reader;
use super::wire;

/// What an alias came to.
pub(super) type ByAlias<T> = BTreeMap<usize, std::result::Result<T, Option<QueryError>>>;

/// What a request for several things came to.
pub(super) struct Found<T> {
    /// The repository's name as the host has it.
    pub name: Option<String>,
    pub things: ByAlias<T>,
}

impl Reader {
    pub(super) fn base_variables(&self) -> Map<String, Value> {
        let mut map = Map::new();
        map.insert("owner".into(), json!(self.place.owner));
        map.insert("name".into(), json!(self.place.name));
        map
    }

    /// Asks by aliases, in halves where the host finds it too much. A single thing that is too much
    /// is left out and counts as an error of its own.
    pub(super) async fn halving<T: DeserializeOwned + Send>(
        &self,
        document: &str,
        numbers: &[u64],
        what: &str,
    ) -> Result<ByAlias<T>> {
        let mut found = BTreeMap::new();
        let mut todo = vec![(0, numbers)];
        while let Some((start, part)) = todo.pop() {
            match self.by_alias(document, part, what).await {
                Ok(part) => found.extend(part.things.into_iter().map(|(at, v)| (start + at, v))),
                Err(GithubError::TooSlow { .. }) if part.len() > 1 => {
                    let (left, right) = part.split_at(part.len() / 2);
                    todo.push((start + left.len(), right));
                    todo.push((start, left));
                }
                Err(e @ GithubError::TooSlow { .. }) => {
                    let error = QueryError {
                        message: e.to_string(),
                        ..QueryError::default()
                    };
                    found.insert(start, Err(Some(error)));
                }
                Err(e) => return Err(e),
            }
        }
        Ok(found)
    }

    /// Asks for one thing an alias; the aliases' numbers are the positions in `values`.
    pub(super) async fn by_alias<T: DeserializeOwned>(
        &self,
        document: &str,
        values: &[impl serde::Serialize],
        what: &str,
    ) -> Result<Found<T>> {
        let mut variables = self.base_variables();
        for (at, value) in values.iter().enumerate() {
            variables.insert(format!("n{at}"), json!(value));
        }
        let document = doc::first(document, values.len());
        let reply: Reply<wire::AliasData<T>> = self
            .client
            .graphql(&document, &Value::Object(variables), what)
            .await?;
        let errors = reply.errors;
        let repository = reply.data.repository.ok_or_else(|| GithubError::NotFound {
            host: self.place.host.clone(),
            what: format!("the repository {}", self.place),
            rights: self.client.rights(),
        })?;
        let mut things = BTreeMap::new();
        for (alias, value) in repository.by_alias {
            let Some(at) = alias.get(1..).and_then(|n| n.parse::<usize>().ok()) else {
                continue;
            };
            let error = || errors.iter().find(|e| e.alias() == Some(&alias)).cloned();
            things.insert(at, value.ok_or_else(error));
        }
        Ok(Found {
            name: repository.name_with_owner,
            things,
        })
    }
}
