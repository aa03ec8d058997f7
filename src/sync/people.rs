//! Who worked together: people who changed the same files.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::history::row;
use crate::graph::Row;

/// A file with more editors than this is everybody's (a lock file, a change log) and binds nobody.
const EDITORS_MAX: usize = 40;

/// One row of `edits`.
#[derive(Clone, Debug, Deserialize)]
pub struct Edit {
    /// The file.
    pub path: String,
    /// Who.
    pub pid: String,
    /// Their name.
    pub name: String,
    /// How often.
    pub n: i64,
}

/// The weights of COLLABORATED: for each file that two people changed, the smaller of their two
/// numbers of edits (at most 5), divided by the number of other editors, summed over files.
///
/// Who committed under an address and under GitHub's private one is one of them, see [`joined`].
pub fn collaborations(edits: &[Edit]) -> Vec<Row> {
    let same = joined(edits);
    let mut files: BTreeMap<&str, BTreeMap<&str, i64>> = BTreeMap::new();
    for e in edits {
        let pid = same.get(e.pid.as_str()).copied().unwrap_or(&e.pid);
        *files.entry(&e.path).or_default().entry(pid).or_default() += e.n;
    }
    let mut pairs: BTreeMap<(&str, &str), f64> = BTreeMap::new();
    for editors in files
        .values()
        .filter(|e| (2..=EDITORS_MAX).contains(&e.len()))
    {
        let others = (editors.len() - 1) as f64;
        let list: Vec<(&&str, &i64)> = editors.iter().collect();
        for (i, (a, n)) in list.iter().enumerate() {
            for (b, m) in &list[i + 1..] {
                *pairs.entry((a, b)).or_default() += (**n).min(**m).min(5) as f64 / others;
            }
        }
    }
    pairs
        .into_iter()
        .map(|((a, b), w)| {
            let weight = (w * 1000.0).round() / 1000.0;
            row([("a", a.into()), ("b", b.into()), ("weight", weight.into())])
        })
        .collect()
}

/// The address that stands for an account's private one (`login:x`). A wrong join is worse than a missed
/// one: they must bear one full name, and nobody else of that name may be known, by another address
/// or another account.
fn joined(edits: &[Edit]) -> BTreeMap<&str, &str> {
    let mut named: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for e in edits.iter().filter(|e| e.name.trim().contains(' ')) {
        let name = e.name.trim().to_lowercase();
        named.entry(name).or_default().insert(&e.pid);
    }
    let pairs = named.into_values().filter_map(|pids| {
        let (accounts, addresses): (Vec<&str>, Vec<&str>) =
            pids.into_iter().partition(|p| p.starts_with("login:"));
        match (accounts.as_slice(), addresses.as_slice()) {
            ([account], [address]) => Some((*account, *address)),
            _ => None,
        }
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Value;

    fn edit(path: &str, pid: &str, n: i64) -> Edit {
        Edit {
            path: path.into(),
            pid: pid.into(),
            name: pid.into(),
            n,
        }
    }

    #[test]
    fn two_addresses_are_joined_only_where_nobody_else_bears_the_name() {
        let named = |pid: &str, name: &str| Edit {
            name: name.into(),
            ..edit("a", pid, 1)
        };
        let ada = [
            named("login:ada", "Ada Byron"),
            named("ada@x.org", "Ada Byron"),
        ];
        assert_eq!(joined(&ada), BTreeMap::from([("login:ada", "ada@x.org")]));
        assert!(
            collaborations(&ada).is_empty(),
            "nobody works with themselves"
        );
        let mut two = ada.to_vec();
        two.push(named("ada@y.org", "ada byron"));
        assert!(joined(&two).is_empty(), "two people may bear the name");
        let given = [named("login:ada", "Ada"), named("ada@x.org", "Ada")];
        assert!(joined(&given).is_empty(), "a given name is not enough");
    }

    #[test]
    fn people_who_share_files_are_bound_and_loners_are_not() {
        let rows = collaborations(&[
            edit("a", "ada", 3),
            edit("a", "bo", 9),
            edit("b", "ada", 1),
            edit("b", "bo", 1),
            edit("c", "cy", 5),
        ]);
        assert_eq!(rows.len(), 1);
        assert_eq!(rows[0]["weight"], Value::Float(4.0));
    }
}
