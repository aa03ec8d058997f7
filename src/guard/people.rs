//! Whom to ask: people who changed these files, by recency and by their place among those who work
//! together. Agents and bots are counted and never asked.

use std::collections::{BTreeMap, BTreeSet};

use super::hops::Editor;
use crate::model::{BusFactor, PersonKind, PersonScore};

/// After so many seconds an edit counts half.
const HALF_LIFE: f64 = 365.0 * 86_400.0;
/// At most so many people are named.
const NAMED: usize = 5;

/// The people behind the changed files as of a moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct People {
    /// Best first; humans only.
    pub ask: Vec<PersonScore>,
    /// How many carry the knowledge.
    pub bus_factor: Option<BusFactor>,
}

/// Where people stand among those who work together, by person.
#[derive(Clone, Copy)]
pub struct Ranks<'a> {
    /// PageRank over COLLABORATED.
    pub central: &'a BTreeMap<String, f64>,
    /// Betweenness over the same.
    pub between: &'a BTreeMap<String, f64>,
}

#[derive(Default)]
struct Record {
    name: String,
    kind: PersonKind,
    edits: usize,
    recent: f64,
    rank: f64,
    between: f64,
    last: i64,
    files: BTreeSet<String>,
}

/// Ranks the editors. `known` tells whether the base has the commit at a position; `now` is the
/// base's time; `ranks` are those of the whole repository.
pub fn rank(
    editors: &[Editor],
    ranks: &Ranks<'_>,
    known: impl Fn(u32) -> bool,
    now: i64,
) -> People {
    let mut people: BTreeMap<&str, Record> = BTreeMap::new();
    let mut counted = BTreeSet::new();
    for e in editors {
        let Ok(ord) = u32::try_from(e.ord) else {
            continue;
        };
        if !known(ord) || !counted.insert((&e.pid, &e.path, ord)) {
            continue;
        }
        let of = |scores: &BTreeMap<String, f64>| scores.get(&e.pid).copied().unwrap_or(0.0);
        let r = people.entry(identity(e)).or_default();
        r.rank = r.rank.max(of(ranks.central));
        r.between = r.between.max(of(ranks.between));
        r.name.clone_from(&e.name);
        r.kind = kind(&e.kind);
        r.edits += 1;
        r.recent += 0.5_f64.powf((now - e.author_time).max(0) as f64 / HALF_LIFE);
        r.last = r.last.max(e.author_time);
        r.files.insert(e.path.clone());
    }
    let automatic = people
        .values()
        .filter(|r| r.kind != PersonKind::Human)
        .count();
    people.retain(|_, r| r.kind == PersonKind::Human);
    let total: usize = people.values().map(|r| r.edits).sum();
    if total == 0 {
        return People::default();
    }
    let most = people
        .values()
        .map(|r| r.recent)
        .fold(f64::MIN_POSITIVE, f64::max);
    let largest =
        |of: fn(&Record) -> f64| people.values().map(of).fold(f64::MIN_POSITIVE, f64::max);
    let (top, bridge) = (largest(|r| r.rank), largest(|r| r.between));
    let mut ask: Vec<PersonScore> = people
        .values()
        .map(|r| {
            // Edits and their recency weigh most: knowing everybody is not knowing these files.
            let place = 0.2 * (r.rank / top) + 0.1 * (r.between / bridge);
            let score = (r.recent / most) * (0.7 + place);
            PersonScore {
                name: r.name.clone(),
                kind: r.kind,
                score: (score * 100.0).round() / 100.0,
                why: format!(
                    "made {} of {total} edits to these files, last {}",
                    r.edits,
                    ago(now - r.last)
                ),
            }
        })
        .collect();
    ask.sort_by(|a, b| {
        b.score
            .total_cmp(&a.score)
            .then_with(|| a.name.cmp(&b.name))
    });
    ask.truncate(NAMED);
    let bus_factor = Some(bus(&people, total, automatic));
    People { ask, bus_factor }
}

/// Under what an editor's edits meet: one full name is one person, whatever the addresses; a given name
/// alone may be two.
pub(super) fn identity(e: &Editor) -> &str {
    if e.name.trim().contains(' ') {
        &e.name
    } else {
        &e.pid
    }
}

fn bus(people: &BTreeMap<&str, Record>, total: usize, automatic: usize) -> BusFactor {
    let mut shares: Vec<(&str, usize)> = people
        .values()
        .map(|r| (r.name.as_str(), r.edits))
        .collect();
    shares.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    let (mut sum, mut count) = (0, 0);
    for (_, n) in &shares {
        sum += n;
        count += 1;
        if sum * 2 > total {
            break;
        }
    }
    let first = shares.first().map_or("", |(name, _)| name);
    let mut why = if count == 1 {
        format!(
            "{first} made {} of {total} edits",
            shares.first().map_or(0, |s| s.1)
        )
    } else {
        format!(
            "{count} of {} people made more than half of {total} edits",
            shares.len()
        )
    };
    if automatic > 0 {
        let who = if automatic == 1 {
            "agent or bot is"
        } else {
            "agents or bots are"
        };
        why.push_str(&format!("; {automatic} {who} left out"));
    }
    BusFactor {
        count,
        why,
        learn: Vec::new(),
    }
}

fn kind(word: &str) -> PersonKind {
    match word {
        "agent" => PersonKind::Agent,
        "bot" => PersonKind::Bot,
        _ => PersonKind::Human,
    }
}

/// A span of time before the base, in words.
pub fn ago(seconds: i64) -> String {
    let days = seconds.max(0) / 86_400;
    match days {
        0 => "on the day of the base".to_owned(),
        1 => "1 day before the base".to_owned(),
        2..=60 => format!("{days} days before the base"),
        61..=729 => format!("{} months before the base", days / 30),
        _ => format!("{} years before the base", days / 365),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(pid: &str, kind: &str, ord: i64, days_ago: i64) -> Editor {
        Editor {
            path: "src/a.rs".into(),
            pid: pid.into(),
            name: pid.to_uppercase(),
            kind: kind.into(),
            role: "author".into(),
            ord,
            author_time: -days_ago * 86_400,
        }
    }

    #[test]
    fn recent_people_come_first_and_agents_are_not_asked() {
        let editors = [
            edit("old", "human", 1, 2_000),
            edit("old", "human", 2, 2_001),
            edit("new", "human", 3, 5),
            edit("robo", "agent", 4, 1),
            edit("later", "human", 9, -3),
        ];
        let none = BTreeMap::new();
        let ranks = Ranks {
            central: &none,
            between: &none,
        };
        let people = rank(&editors, &ranks, |ord| ord < 9, 0);
        let names: Vec<_> = people.ask.iter().map(|p| p.name.as_str()).collect();
        assert_eq!(names, ["NEW", "OLD"]);
        let bus = people.bus_factor.unwrap();
        assert_eq!(bus.count, 1);
        assert!(
            bus.why.contains("1 agent or bot is left out"),
            "{}",
            bus.why
        );
    }
}
