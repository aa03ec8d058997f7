//! Reading every version of every record against git handing out the same contents, and the log as of
//! a commit with what was kept of the history.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::Stdio;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use rguard::decisions::{
    Collector, DecisionLog, Folders, Place as Kind, RepoTree, TreeReader, Version,
};
use rguard::history::{CommitIndex, Merges, Repo, WalkOptions, walk};
use rguard::model::BlobId;

use super::cost::{Cost, median, own};
use super::place::{Place, git};
use super::subject::Subject;
use super::table::Table;

/// Measures all of it.
pub fn measure(place: &Place, subject: &Subject, runs: usize, table: &mut Table) -> Result<()> {
    versions(&subject.repo, runs, table)?;
    logs(place, subject, runs, table)
}

fn versions(dir: &Path, runs: usize, table: &mut Table) -> Result<()> {
    let repo = Repo::open(dir)?;
    let (versions, folders) = found(&repo)?;
    let blobs: Vec<&BlobId> = versions.iter().filter_map(|v| v.blob.as_ref()).collect();
    if blobs.is_empty() {
        println!("No file of this history records decisions, so no version is read.");
        return Ok(());
    }
    let mut pairs = Vec::new();
    let mut records = 0;
    for _ in 0..runs.max(3) {
        let theirs = handed_out(dir, &blobs)?;
        let (start, before) = (Instant::now(), own());
        records = read(&repo, &versions, &folders);
        let ours = Cost {
            wall: start.elapsed().as_secs_f64(),
            cpu: own() - before,
            ..Cost::default()
        };
        pairs.push((ours, theirs));
    }
    table.pairs(
        "reading every version of the records",
        "git cat-file --batch",
        &pairs,
    );
    let allowed = |seconds: fn(&Cost) -> f64| {
        let each = pairs.iter().map(|(ours, theirs)| {
            seconds(ours) / (1.5 * seconds(theirs) + blobs.len() as f64 / 1e3)
        });
        median(each)
    };
    table.figure(
        "  of 1.5 x git and 1 ms a version",
        allowed(|c| c.wall),
        "x",
        format!("{} versions, {records} records in them", blobs.len()),
    );
    table.figure(
        "  the same, by processor time",
        allowed(|c| c.cpu),
        "x",
        "what others do on the machine is not in it".to_owned(),
    );
    Ok(())
}

/// All versions of decision files that history has.
fn found(repo: &Repo) -> Result<(Vec<Version>, Folders)> {
    let head = repo.head()?;
    let tree = RepoTree {
        repo,
        commit: &head,
    };
    let folders = DecisionLog::folders(&tree, &tree.files()?)?;
    let mut collector = Collector::new(repo, folders);
    let options = WalkOptions {
        merges: Merges::Combined,
        ..WalkOptions::default()
    };
    let mut index = CommitIndex::new();
    walk(
        repo,
        std::slice::from_ref(&head),
        &mut index,
        options,
        |c, _, _| {
            collector.add(&c);
        },
    )?;
    Ok((collector.versions(), collector.folders().clone()))
}

/// Reads and parses each version, as a log of the whole history does; how many records there are in
/// all.
fn read(repo: &Repo, versions: &[Version], folders: &Folders) -> usize {
    let log = DecisionLog::new();
    let mut records = 0;
    for v in versions {
        let (Some(blob), Kind::Source(kind)) = (&v.blob, folders.place(&v.path)) else {
            continue;
        };
        let bytes = || repo.blob(blob).ok();
        if let Some(read) = log.read(folders.reading(kind), &v.path, blob, bytes) {
            records += read.records.len();
        }
    }
    records
}

/// What git needs to hand out the same contents.
fn handed_out(dir: &Path, blobs: &[&BlobId]) -> Result<Cost> {
    let start = Instant::now();
    let mut child = git(dir, &["cat-file", "--batch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut stdin = child.stdin.take().context("stdin")?;
    let mut out = BufReader::new(child.stdout.take().context("stdout")?);
    let mut line = String::new();
    let mut bytes = Vec::new();
    for blob in blobs {
        writeln!(stdin, "{blob}")?;
        line.clear();
        out.read_line(&mut line)?;
        let size: usize = line.rsplit(' ').next().unwrap_or_default().trim().parse()?;
        bytes.resize(size + 1, 0);
        out.read_exact(&mut bytes)?;
    }
    drop(stdin);
    let cpu = super::cost::used_by(child.id());
    ensure!(child.wait()?.success(), "git cat-file failed");
    Ok(Cost {
        wall: start.elapsed().as_secs_f64(),
        cpu,
        ..Cost::default()
    })
}

/// The log as of commits all over the history: the first of all, and once the history is known.
fn logs(place: &Place, subject: &Subject, runs: usize, table: &mut Table) -> Result<()> {
    let repo = &subject.repo;
    let peer = "git log --oneline of the same commit";
    let log = |rev: &str| -> Result<Cost> {
        Ok(super::cost::run(&mut place.rguard(repo, &["log", "--as-of", rev]))?.0)
    };
    let theirs = |rev: &str| -> Result<Cost> {
        Ok(super::cost::run(&mut git(repo, &["log", "--oneline", rev]))?.0)
    };
    let mut pairs = Vec::new();
    for _ in 0..runs {
        place.forget_logs()?;
        pairs.push((log("HEAD")?, theirs("HEAD")?));
    }
    table.pairs("log, nothing kept yet", peer, &pairs);
    let back = |part: usize| format!("HEAD~{}", first_parents(repo).unwrap_or(1) * part / 5);
    for (name, rev) in [
        ("HEAD", "HEAD".to_owned()),
        ("2/5 back", back(2)),
        ("4/5 back", back(4)),
    ] {
        log(&rev)?;
        let mut pairs = Vec::new();
        for _ in 0..runs.max(3) {
            pairs.push((log(&rev)?, theirs(&rev)?));
        }
        table.pairs(&format!("log --as-of {name}, warm"), peer, &pairs);
    }
    Ok(())
}

fn first_parents(repo: &Path) -> Result<usize> {
    let args = ["rev-list", "--count", "--first-parent", "HEAD"];
    let (_, out) = super::cost::run(&mut git(repo, &args))?;
    Ok(String::from_utf8_lossy(&out)
        .trim()
        .parse::<usize>()?
        .saturating_sub(1))
}
