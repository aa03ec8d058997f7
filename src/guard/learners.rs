//! Where one person knows it all: who could learn it. People who reviewed changes of these files come
//! first, then those who changed them too, then those who work next to that person elsewhere; all of them
//! only as long as they are still active here.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use super::error::GuardError;
use super::hops::Editor;
use super::people::identity;
use super::presence::{Active, QUIET};
use super::review::Run;
use crate::decisions::discussion::person;
use crate::graph::{Params, queries};
use crate::model::safe::one_line;
use crate::model::{PersonKind, PersonScore, Post, Pull, PullState, Review};
use crate::sync::Discussions;

/// At most so many are proposed.
const NAMED: usize = 3;

#[derive(Clone, Debug, Deserialize)]
struct Neighbour {
    pid: String,
    name: String,
    kind: String,
    weight: f64,
}

impl Run<'_> {
    /// Proposes who could learn these files, where the bus factor is 1.
    pub(super) async fn propose_learners(
        &self,
        review: &mut Review,
        editors: &[Editor],
        known: &impl Fn(u32) -> bool,
    ) -> Result<(), GuardError> {
        let Some(bus) = review.bus_factor.as_mut().filter(|b| b.count == 1) else {
            return Ok(());
        };
        let of_base: Vec<&Editor> = editors
            .iter()
            .filter(|e| u32::try_from(e.ord).is_ok_and(known))
            .filter(|e| e.kind == "human")
            .collect();
        let Some(main) = most_edits(&of_base) else {
            return Ok(());
        };
        let pids: BTreeSet<&str> = of_base
            .iter()
            .filter(|e| identity(e) == main)
            .map(|e| e.pid.as_str())
            .collect();
        let params = Params::new().with_texts("pids", &pids);
        let store = &self.session.store;
        let answer = store
            .read::<Neighbour>(&queries::NEIGHBOURS, params)
            .await?;
        let paths: BTreeSet<String> = self.paths().into_iter().collect();
        let near = self.still_here(&of_base, &answer.rows, known).await?;
        let of_base: Vec<&Editor> = of_base
            .into_iter()
            .filter(|e| identity(e) == main || near.contains(&e.pid))
            .collect();
        let neighbours: Vec<Neighbour> = answer
            .rows
            .into_iter()
            .filter(|n| near.contains(&n.pid))
            .collect();
        let reviewers = match &self.talk.said {
            Some(said) => reviewers(
                said,
                &paths,
                self.as_of.time,
                &self.accounts_of(said, &pids),
            ),
            None => BTreeMap::new(),
        };
        bus.learn = learners(&of_base, &main, &pids, &reviewers, &neighbours);
        review.queries.push(answer.run);
        Ok(())
    }

    /// Those of them who wrote a commit here in the year before the base: who left learns nothing.
    async fn still_here(
        &self,
        editors: &[&Editor],
        neighbours: &[Neighbour],
        known: &impl Fn(u32) -> bool,
    ) -> Result<BTreeSet<String>, GuardError> {
        const ASKED: usize = 60;
        let mut near: Vec<&Neighbour> = neighbours.iter().collect();
        near.sort_by(|a, b| {
            b.weight
                .total_cmp(&a.weight)
                .then_with(|| a.pid.cmp(&b.pid))
        });
        let pids = editors.iter().map(|e| &e.pid);
        let pids: BTreeSet<&String> = pids
            .chain(near.iter().map(|n| &n.pid).take(ASKED))
            .collect();
        let params = Params::new().with_texts("pids", pids);
        let store = &self.session.store;
        let active = store.read::<Active>(&queries::ACTIVITY, params).await?.rows;
        let index = &self.synced.index;
        let time = self.as_of.time.unwrap_or_default();
        let is_here = |a: &Active| {
            a.ords
                .iter()
                .filter_map(|o| u32::try_from(*o).ok())
                .filter(|o| known(*o))
                .filter_map(|o| index.get(o))
                .any(|c| time - c.time <= QUIET)
        };
        Ok(active.into_iter().filter(is_here).map(|a| a.pid).collect())
    }

    /// Accounts that may be this person's: of the address, and of pull requests whose merge they wrote.
    fn accounts_of(&self, said: &Discussions, pids: &BTreeSet<&str>) -> BTreeSet<String> {
        let mut out: BTreeSet<String> = pids
            .iter()
            .filter_map(|p| p.strip_prefix("login:"))
            .map(str::to_owned)
            .collect();
        for pull in said.pulls.values() {
            let wrote = pull
                .merge_commit
                .iter()
                .chain(&pull.commits)
                .filter_map(|c| self.resolved.repo.commit(c).ok())
                .any(|c| {
                    c.people
                        .first()
                        .is_some_and(|p| pids.contains(p.pid.as_str()))
                });
            if let (true, Some(login)) = (wrote, person(pull.body.author.as_ref())) {
                out.insert(login.to_lowercase());
            }
        }
        out
    }
}

fn most_edits(editors: &[&Editor]) -> Option<String> {
    let mut edits: BTreeMap<String, BTreeSet<(i64, &str)>> = BTreeMap::new();
    for e in editors {
        edits
            .entry(identity(e).to_owned())
            .or_default()
            .insert((e.ord, &e.path));
    }
    let most = edits
        .into_iter()
        .max_by(|a, b| a.1.len().cmp(&b.1.len()).then_with(|| b.0.cmp(&a.0)));
    most.map(|(who, _)| who)
}

/// How many pull requests that touch these files each account reviewed, by the account. `theirs` are
/// the accounts of the person who knows the files already.
fn reviewers(
    said: &Discussions,
    paths: &BTreeSet<String>,
    time: Option<i64>,
    theirs: &BTreeSet<String>,
) -> BTreeMap<String, usize> {
    let mut out: BTreeMap<String, usize> = BTreeMap::new();
    let is_recent = |p: &&Post| {
        let (Some(time), Some(at)) = (time, p.at) else {
            return true;
        };
        at <= time && time - at <= QUIET
    };
    for pull in said.pulls.values().filter(|p| p.state == PullState::Merged) {
        let touches = pull.files.iter().any(|f| {
            paths.contains(&f.path.to_string())
                || f.old_path
                    .as_ref()
                    .is_some_and(|o| paths.contains(&o.to_string()))
        });
        if !touches {
            continue;
        }
        let who: BTreeSet<String> = posts(pull, paths)
            .filter(is_recent)
            .filter_map(|p| person(p.author.as_ref()))
            .filter(|l| {
                let author = person(pull.body.author.as_ref());
                !author.is_some_and(|a| a.eq_ignore_ascii_case(l))
                    && !theirs.contains(&l.to_lowercase())
            })
            .map(str::to_owned)
            .collect();
        for login in who {
            *out.entry(login).or_default() += 1;
        }
    }
    out
}

/// What was said about these files, or about the whole.
fn posts<'p>(pull: &'p Pull, paths: &'p BTreeSet<String>) -> impl Iterator<Item = &'p Post> {
    let threads = pull
        .threads
        .iter()
        .filter(|t| paths.contains(&t.path.to_string()))
        .flat_map(|t| &t.posts);
    threads.chain(&pull.reviews)
}

fn learners(
    editors: &[&Editor],
    main: &str,
    pids: &BTreeSet<&str>,
    reviewers: &BTreeMap<String, usize>,
    neighbours: &[Neighbour],
) -> Vec<PersonScore> {
    let mut out: Vec<PersonScore> = Vec::new();
    let mut add = |name: String, score: f64, why: String| {
        let known = out.iter().any(|p| {
            p.name
                .trim_start_matches('@')
                .eq_ignore_ascii_case(name.trim_start_matches('@'))
        });
        if !known && name != main {
            out.push(PersonScore {
                name,
                kind: PersonKind::Human,
                score: (score * 100.0).round() / 100.0,
                why,
            });
        }
    };
    let mut list: Vec<(&String, &usize)> = reviewers.iter().collect();
    list.sort_by(|a, b| b.1.cmp(a.1).then_with(|| a.0.cmp(b.0)));
    for (login, n) in list {
        let what = if *n == 1 {
            "pull request that touches".to_owned()
        } else {
            "pull requests that touch".to_owned()
        };
        add(
            format!("@{}", one_line(login)),
            0.9,
            format!("reviewed {n} {what} these files"),
        );
    }
    let mut others: BTreeMap<&str, (&Editor, usize)> = BTreeMap::new();
    for e in editors.iter().filter(|e| identity(e) != main) {
        others.entry(identity(e)).or_insert((e, 0)).1 += 1;
    }
    let mut list: Vec<&(&Editor, usize)> = others.values().collect();
    list.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.name.cmp(&b.0.name)));
    for (e, n) in list {
        let edits = if *n == 1 { "edit" } else { "edits" };
        add(
            one_line(&e.name),
            0.7,
            format!("made {n} {edits} to these files"),
        );
    }
    let mut list: Vec<&Neighbour> = neighbours
        .iter()
        .filter(|n| n.kind == "human" && !pids.contains(n.pid.as_str()) && n.weight > 0.0)
        .collect();
    list.sort_by(|a, b| {
        b.weight
            .total_cmp(&a.weight)
            .then_with(|| a.pid.cmp(&b.pid))
    });
    for n in list {
        add(
            one_line(&n.name),
            0.5,
            format!("works on the same files as {main} elsewhere"),
        );
    }
    out.truncate(NAMED);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn editor(pid: &str, name: &str, ord: i64) -> Editor {
        Editor {
            path: "a.rs".into(),
            pid: pid.into(),
            name: name.into(),
            kind: "human".into(),
            role: "author".into(),
            ord,
            author_time: 0,
        }
    }

    #[test]
    fn reviewers_come_before_editors_and_neighbours_and_nobody_twice() {
        let all = [
            editor("ada@x", "Ada Lovelace", 1),
            editor("ada@x", "Ada Lovelace", 2),
            editor("bo@x", "Bo Dahl", 3),
        ];
        let editors: Vec<&Editor> = all.iter().collect();
        let main = most_edits(&editors).unwrap();
        assert_eq!(main, "Ada Lovelace");
        let neighbour = |pid: &str, name: &str, kind: &str| Neighbour {
            pid: pid.into(),
            name: name.into(),
            kind: kind.into(),
            weight: 1.0,
        };
        let near = [
            neighbour("bo@x", "Bo Dahl", "human"),
            neighbour("cy@x", "Cy Marsh", "human"),
            neighbour("login:x[bot]", "x[bot]", "bot"),
        ];
        let reviewers = BTreeMap::from([("mina".to_owned(), 2)]);
        let pids = BTreeSet::from(["ada@x"]);
        let found = learners(&editors, &main, &pids, &reviewers, &near);
        let names: Vec<&str> = found.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["@mina", "Bo Dahl", "Cy Marsh"]);
        assert_eq!(
            found[0].why,
            "reviewed 2 pull requests that touch these files"
        );
    }
}
