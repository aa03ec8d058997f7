//! The JSON Schema of what other programs read, made from the nouns themselves.

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema};

use crate::model::{LogDetail, LogDiff, LogPage, Review};

/// The schema of `rguard review --format json`.
pub fn review() -> Schema {
    of::<Review>("rguard review")
}

/// The schema of `rguard log --format json`.
pub fn log() -> Schema {
    of::<LogPage>("rguard log")
}

/// The schema of `rguard log show ID --format json`.
pub fn log_show() -> Schema {
    of::<LogDetail>("rguard log show")
}

/// The schema of `rguard log diff A..B --format json`.
pub fn log_diff() -> Schema {
    of::<LogDiff>("rguard log diff")
}

fn of<T: JsonSchema>(title: &str) -> Schema {
    // For what is written, not for what could be read: a field that is always there is required.
    let mut schema = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
        .into_root_schema_for::<T>();
    schema.insert("title".to_owned(), title.into());
    schema
}
