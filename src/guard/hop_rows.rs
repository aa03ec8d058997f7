//! The rows that the hops' statements return, column by column.

use serde::Deserialize;

#[derive(Deserialize)]
pub(super) struct FileRow {
    pub path: String,
    pub key: String,
    pub weight: f64,
    pub via: String,
    pub ord: i64,
}

#[derive(Deserialize)]
pub(super) struct CommitRow {
    pub path: String,
    pub sha: String,
    pub ord: i64,
    pub key: String,
    pub files: i64,
}

#[derive(Deserialize)]
pub(super) struct PrRow {
    pub path: String,
    #[serde(rename = "ref")]
    pub pr: String,
    pub ord: i64,
    pub key: String,
    pub files: i64,
}

#[derive(Deserialize)]
pub(super) struct IssueRow {
    pub path: String,
    #[serde(rename = "ref")]
    pub pr: String,
    pub ord: i64,
    pub issue: String,
    pub key: String,
}

#[derive(Deserialize)]
pub(super) struct DocRow {
    pub path: String,
    #[serde(rename = "ref")]
    pub pr: String,
    pub doc: String,
    pub key: String,
    pub ord: i64,
}

#[derive(Deserialize)]
pub(super) struct SymbolRow {
    pub name: String,
    pub key: String,
    pub ord: i64,
}

#[derive(Deserialize)]
pub(super) struct TextRow {
    pub key: String,
    pub ord: i64,
    pub score: f64,
}

#[derive(Deserialize)]
pub(super) struct LineRow {
    pub sha: String,
    pub ord: i64,
    pub key: String,
    pub how: String,
}

#[derive(Deserialize)]
pub(super) struct TouchRow {
    pub path: String,
    pub ords: Vec<i64>,
}

#[derive(Deserialize)]
pub(super) struct RankRow {
    pub pid: String,
    pub score: f64,
}
