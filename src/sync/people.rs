//! Who worked together: people who changed the same files.

use std::collections::BTreeMap;

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
    /// How often.
    pub n: i64,
}

/// The weights of COLLABORATED: for each file that two people changed, the smaller of their two
/// numbers of edits (at most 5), divided by the number of other editors, summed over files.
pub fn collaborations(edits: &[Edit]) -> Vec<Row> {
    let mut files: BTreeMap<&str, BTreeMap<&str, i64>> = BTreeMap::new();
    for e in edits {
        *files.entry(&e.path).or_default().entry(&e.pid).or_default() += e.n;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Value;

    fn edit(path: &str, pid: &str, n: i64) -> Edit {
        Edit {
            path: path.into(),
            pid: pid.into(),
            n,
        }
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
