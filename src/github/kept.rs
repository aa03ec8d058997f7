//! What was read before, on disk: one small file a thing, in rguard's cache. A thing is used again
//! only after the host said that it has not changed since (`updatedAt`); a file that cannot be read
//! counts as absent.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::dirs::{private_dir, write_whole};
use crate::model::ForgeHome;
use crate::model::{Issue, Pull};

/// The form of the files; another one is not read.
const FORM: u32 = 1;

/// One pull request or issue.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Thing {
    /// The pull request under review, with all that is read of it.
    Full(Box<Pull>),
    /// A past pull request, with its texts and files.
    Past(Box<Pull>),
    /// A pull request of which only the state was read.
    Stand(Box<Pull>),
    /// An issue.
    Issue(Box<Issue>),
    /// A number that names nothing, as far as the token may see.
    Missing,
}

/// A thing with what it takes to use it again.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Kept {
    form: u32,
    /// When the host says that it changed last; `None` for what is missing.
    pub updated_at: Option<i64>,
    /// The thing.
    pub thing: Thing,
    /// What was not read of it, in full sentences.
    pub cut: Vec<String>,
}

impl Kept {
    pub fn new(updated_at: Option<i64>, thing: Thing, cut: Vec<String>) -> Self {
        Self {
            form: FORM,
            updated_at,
            thing,
            cut,
        }
    }
}

/// What one review read, so that the next one can ask for all of it at once.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct LastReading {
    /// The numbers.
    pub numbers: Vec<u64>,
    /// When, in seconds since 1970 by the host's clock.
    pub at: i64,
}

/// The files of one repository.
#[derive(Clone, Debug)]
pub struct Keeper {
    dir: Option<PathBuf>,
}

impl Keeper {
    /// The files of a repository, below rguard's cache folder. `signed` keeps what a token could
    /// see apart from what anybody can.
    pub fn new(cache: &Path, place: &ForgeHome, signed: bool) -> Self {
        let part = |text: &str| text.to_lowercase().replace(['/', '\\'], "_");
        let dir = cache
            .join("github")
            .join(part(&place.host))
            .join(part(&place.owner))
            .join(part(&place.name))
            .join(if signed { "signed" } else { "open" });
        let made = private_dir(&dir);
        if let Err(e) = &made {
            tracing::debug!("nothing is kept of GitHub: {e}");
        }
        Self {
            dir: made.is_ok().then_some(dir),
        }
    }

    /// A thing by its number. The pull request under review has a file beside the others.
    pub(super) fn thing(&self, number: u64, full: bool) -> Option<Kept> {
        let kept: Kept = self.read(&file_of(number, full))?;
        (kept.form == FORM).then_some(kept)
    }

    pub(super) fn keep(&self, number: u64, kept: &Kept) {
        let full = matches!(kept.thing, Thing::Full(_));
        self.write(&file_of(number, full), kept);
    }

    pub(super) fn read<T: DeserializeOwned>(&self, file: &str) -> Option<T> {
        let text = std::fs::read(self.dir.as_ref()?.join(file)).ok()?;
        serde_json::from_slice(&text).ok()
    }

    /// Writes one; a full disk costs only the next run's time.
    pub(super) fn write(&self, file: &str, value: &impl Serialize) {
        let Some(dir) = &self.dir else { return };
        let done = serde_json::to_vec(value)
            .map_err(std::io::Error::other)
            .and_then(|text| write_whole(&dir.join(file), &text));
        if let Err(e) = done {
            tracing::debug!("{file} is not kept: {e}");
        }
    }
}

fn file_of(number: u64, full: bool) -> String {
    match full {
        true => format!("{number}.full.json"),
        false => format!("{number}.json"),
    }
}
