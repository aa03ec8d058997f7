//! Which decision replaced which, among those that are live.
//!
//! What a record says of itself (status, field, heading) confirms. A newer accepted record that
//! names an older one in a field confirms too, one-sided. Prose with an explicit reference and a cue
//! only proposes. Likeness alone does neither.

use std::collections::{HashMap, HashSet};

use super::links;
use super::overruling::{Subjects, overruling};
use super::record::{Cue, Link, LinkPlace, Record, SourceKind};
use super::references::{Index, Target};
use crate::model::{Coverage, CoverageState, Standing, SupersessionState};

/// That record `newer` replaces record `older` (places in the list).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The one that replaces.
    pub newer: usize,
    /// The one that is replaced.
    pub older: usize,
    /// How sure it is.
    pub state: SupersessionState,
    /// Why it is held so.
    pub why: String,
    /// Which of the two says so.
    pub said_by: usize,
    /// The words.
    pub quote: String,
    /// Their line in its source.
    pub line: u32,
    /// The day that they give.
    pub date: Option<String>,
    /// Whether the newer makes the older superseded though the older does not say so.
    overrules: bool,
    /// Whether only prose says so.
    is_prose: bool,
}

/// That record `newer` changes record `older` in part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amend {
    /// The one that changes.
    pub newer: usize,
    /// The one that is changed, and stands as it did.
    pub older: usize,
    /// What is said: `amended` or `superseded in part`.
    pub why: &'static str,
    /// Which of the two says so.
    pub said_by: usize,
    /// The words.
    pub quote: String,
    /// Their line in its source.
    pub line: u32,
}

/// What the links of all live records come to.
#[derive(Clone, Debug, Default)]
pub struct Resolved {
    /// Supersessions.
    pub edges: Vec<Edge>,
    /// Changes in part.
    pub amendments: Vec<Amend>,
    /// Records that a newer one in force supersedes while they still say otherwise: their standing
    /// becomes superseded.
    pub overruled: Vec<usize>,
    /// Decisions that each record names, by place; ambiguous citations are left out.
    pub named: Vec<Vec<usize>>,
    /// Ambiguous and dangling references.
    pub coverage: Vec<Coverage>,
}

/// When each of the records was recorded, as positions of commits: greater is later.
pub(super) struct Times {
    /// First.
    pub first: Vec<u64>,
    /// With the words that are live.
    pub said: Vec<u64>,
}

/// Resolves the links of all live records. Which of two is newer is asked of `times`.
pub(super) fn resolve(records: &[&Record], times: &Times, index: &Index<'_>) -> Resolved {
    let mut out = Resolved {
        named: vec![Vec::new(); records.len()],
        ..Resolved::default()
    };
    for (i, r) in records.iter().enumerate() {
        for link in &r.links {
            let target = match index.target(i, link) {
                Target::One(t) if t != i => t,
                Target::One(_) => continue,
                Target::Many(list) => {
                    let ids: Vec<&str> = list.iter().map(|&t| records[t].id.as_str()).collect();
                    let reason = format!("“{}” is ambiguous: {}", link.target, ids.join(", "));
                    out.note(r, link, reason);
                    continue;
                }
                Target::Elsewhere => {
                    if link.cue != Cue::Mentions {
                        let reason = format!(
                            "“{}” is a record of another repository, which is not read here",
                            link.target
                        );
                        out.note(r, link, reason);
                    }
                    continue;
                }
                Target::None => {
                    if link.cue != Cue::Mentions && link.place != LinkPlace::Prose {
                        let reason = match index.gone(&link.target) {
                            Some(gone) => format!(
                                "“{}” names {}, which {:.10} took out of the record",
                                link.target, gone.id, gone.commit
                            ),
                            None => {
                                format!("“{}” names no decision that is live here", link.target)
                            }
                        };
                        out.note(r, link, reason);
                    }
                    continue;
                }
            };
            if !out.named[i].contains(&target) {
                out.named[i].push(target);
            }
            out.link(records, i, target, link, times);
        }
    }
    out.overruling_prose(records, &times.first);
    out.drop_hearsay();
    out.break_cycles(records);
    out.overruled = out
        .edges
        .iter()
        .filter(|e| e.overrules)
        .map(|e| e.older)
        .collect();
    out
}

impl Resolved {
    fn note(&mut self, r: &Record, link: &Link, reason: String) {
        let path = r.id.as_str().split('#').next().unwrap_or("");
        self.coverage.push(Coverage {
            path: path.into(),
            line: Some(link.line),
            state: CoverageState::Read,
            reason,
        });
    }

    fn link(&mut self, records: &[&Record], i: usize, target: usize, link: &Link, times: &Times) {
        let short = |r: &Record| r.number.clone().unwrap_or_else(|| r.title.clone());
        let (newer, older) = match link.cue {
            Cue::SupersededBy | Cue::AmendedBy => (target, i),
            Cue::Supersedes | Cue::Amends => (i, target),
            Cue::Mentions => return,
        };
        if matches!(link.cue, Cue::Amends | Cue::AmendedBy) {
            self.amend(newer, older, i, link);
            return;
        }
        let mut overrules = false;
        let (new, old) = (records[newer], records[older]);
        let is_for_a_time = is_provisional(&link.quote) && old.standing != Standing::Superseded;
        let only_a_message = new.kind == SourceKind::Commit && old.kind != SourceKind::Commit;
        let (state, why) = match (link.cue, link.place) {
            (_, LinkPlace::Prose) if old.standing == Standing::Superseded => {
                (SupersessionState::Confirmed, "status and prose".to_owned())
            }
            (_, LinkPlace::Prose) => {
                let says = old.standing.word();
                let why = format!("prose names it, and {} still says {says}", short(old));
                (SupersessionState::Proposed, why)
            }
            _ if is_for_a_time => {
                let why = "the words say that it is for a time only".to_owned();
                (SupersessionState::Proposed, why)
            }
            (Cue::SupersededBy, _) => match old.standing {
                Standing::Superseded | Standing::Unknown => {
                    (SupersessionState::Confirmed, "status".to_owned())
                }
                Standing::Rejected | Standing::Deprecated => {
                    (SupersessionState::Confirmed, "link".to_owned())
                }
                Standing::Accepted | Standing::Proposed => {
                    let says = old.standing.word();
                    let why = format!("a link says so, and the status says {says}");
                    (SupersessionState::Proposed, why)
                }
            },
            _ if old.standing == Standing::Superseded => {
                (SupersessionState::Confirmed, "link".to_owned())
            }
            _ if only_a_message => {
                let why = format!("a commit's message says so; {} does not", short(old));
                (SupersessionState::Proposed, why)
            }
            _ if matches!(new.standing, Standing::Proposed | Standing::Rejected) => {
                let says = new.standing.word();
                let why = format!("would be superseded by {}, which is {says}", short(new));
                (SupersessionState::Proposed, why)
            }
            _ if times.said[newer] < times.first[older] && !is_dated_later(new, old) => {
                let what = "was recorded later than what is said to supersede it";
                (
                    SupersessionState::Proposed,
                    format!("{} {what}", short(old)),
                )
            }
            _ => {
                overrules = old.standing != Standing::Rejected;
                let why = format!("one-sided: {} does not say so", short(old));
                (SupersessionState::Confirmed, why)
            }
        };
        self.add(Edge {
            newer,
            older,
            state,
            why,
            said_by: i,
            date: date_said(&link.quote),
            quote: link.quote.clone(),
            line: link.line,
            overrules,
            is_prose: link.place == LinkPlace::Prose,
        });
    }

    /// Where a record names its successor, or a successor names it, prose elsewhere adds none.
    fn drop_hearsay(&mut self) {
        let told: HashSet<usize> = self
            .edges
            .iter()
            .filter(|e| !e.is_prose && e.state == SupersessionState::Confirmed)
            .map(|e| e.older)
            .collect();
        self.edges
            .retain(|e| !e.is_prose || !told.contains(&e.older));
    }

    fn amend(&mut self, newer: usize, older: usize, said_by: usize, link: &Link) {
        let same = |a: &Amend| a.newer == newer && a.older == older;
        if link.place == LinkPlace::Prose || self.amendments.iter().any(same) {
            return;
        }
        let lower = link.quote.to_lowercase();
        let in_part = [
            "supers", "superc", "replac", "ersetzt", "abgel", "remplac", "reempl", "sustitu",
            "substitu", "取代", "替代", "置換",
        ];
        let why = match in_part.iter().any(|w| lower.contains(w)) {
            true => "superseded in part",
            false => "amended",
        };
        self.amendments.push(Amend {
            newer,
            older,
            why,
            said_by,
            quote: link.quote.clone(),
            line: link.line,
        });
    }

    /// Records that supersede one another in a ring: none of them retires another.
    fn break_cycles(&mut self, records: &[&Record]) {
        let mut by: HashMap<usize, Vec<usize>> = HashMap::new();
        let confirmed = |e: &&Edge| e.state == SupersessionState::Confirmed;
        for e in self.edges.iter().filter(confirmed) {
            by.entry(e.older).or_default().push(e.newer);
        }
        let leads_back = |e: &Edge| {
            let mut seen = HashSet::new();
            let mut todo = vec![e.newer];
            while let Some(at) = todo.pop() {
                if at == e.older {
                    return true;
                }
                if seen.insert(at) {
                    todo.extend(by.get(&at).into_iter().flatten());
                }
            }
            false
        };
        let ring: Vec<bool> = self
            .edges
            .iter()
            .map(|e| e.state == SupersessionState::Confirmed && leads_back(e))
            .collect();
        for (e, _) in self.edges.iter_mut().zip(ring).filter(|(_, r)| *r) {
            e.state = SupersessionState::Proposed;
            e.overrules = false;
            e.why = "a ring: each is said to supersede the other".to_owned();
            let (new, old) = (&records[e.newer].id, &records[e.older].id);
            self.coverage.push(Coverage {
                path: records[e.said_by].id.as_str().split('#').next().unwrap_or("").into(),
                line: Some(e.line),
                state: CoverageState::Read,
                reason: format!(
                    "{new} is said to supersede {old}, which leads back to it: both stand as written"
                ),
            });
        }
    }

    /// Adds an edge; of two between the same records the surer stays, with both reasons.
    fn add(&mut self, edge: Edge) {
        let same = self
            .edges
            .iter_mut()
            .find(|e| e.newer == edge.newer && e.older == edge.older);
        let Some(old) = same else {
            self.edges.push(edge);
            return;
        };
        if edge.state > old.state {
            *old = edge;
        } else if edge.state == old.state
            && edge.said_by != old.said_by
            && !old.why.contains(&edge.why)
        {
            // Both sides say so: nothing is one-sided.
            old.why = "status and link".to_owned();
            old.overrules |= edge.overrules;
        }
    }

    /// A newer accepted record that names an older accepted one of the same subject, and says that
    /// something of it no longer holds, proposes to supersede it.
    fn overruling_prose(&mut self, records: &[&Record], order: &[u64]) {
        let mut subjects: Option<Subjects> = None;
        for i in 0..records.len() {
            let newer = records[i];
            if newer.kind != SourceKind::Adr || !newer.standing.binds() {
                continue;
            }
            for t in self.named[i].clone() {
                let older = records[t];
                let is_linked = self
                    .edges
                    .iter()
                    .any(|e| (e.newer == i && e.older == t) || (e.newer == t && e.older == i));
                // What says of itself neither yes nor no cannot be overruled by likeness.
                let is_vague =
                    older.standing == Standing::Unknown && older.standing_words.is_some();
                let binds = older.standing.binds() && !is_vague;
                if is_linked || !binds || order[i] <= order[t] {
                    continue;
                }
                let amends = newer
                    .links
                    .iter()
                    .any(|l| matches!(l.cue, Cue::Amends | Cue::AmendedBy));
                if amends {
                    continue;
                }
                if let Some((quote, line, shared)) = overruling(
                    newer,
                    &subjects.get_or_insert_with(|| Subjects::of(records)).own(t),
                ) {
                    self.edges.push(Edge {
                        newer: i,
                        older: t,
                        state: SupersessionState::Proposed,
                        why: format!(
                            "it names the older record, shares its subject ({shared}) and says what no longer holds; the older still says {}",
                            older.standing.word()
                        ),
                        said_by: i,
                        date: None,
                        quote,
                        line,
                        overrules: false,
                        is_prose: true,
                    });
                }
            }
        }
    }
}

/// Whether the words say that it holds for a time: "provisionally superseded by".
fn is_provisional(quote: &str) -> bool {
    let lower = quote.to_lowercase();
    ["provisional", "temporar", "pending validation", "until "]
        .iter()
        .any(|w| lower.contains(w))
}

/// Whether the records' own dates say that the first is the later one.
fn is_dated_later(new: &Record, old: &Record) -> bool {
    matches!((&new.date, &old.date), (Some(n), Some(o)) if n > o)
}

/// The day that a quote gives beside the records that it names.
fn date_said(quote: &str) -> Option<String> {
    let mut rest = quote.to_owned();
    for r in links::refs(quote, &HashMap::new(), true).into_iter().rev() {
        rest.replace_range(r.at..r.end, " ");
    }
    super::dates::first(&rest).map(|d| d.date)
}
