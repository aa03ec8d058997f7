//! What was read of logs before. From one version of a log to the next most sections stay as they
//! are, so a section is read once: it is known again by its very text and by all else that its reading
//! depends on, never by its place or its heading alone.
//!
//! Reading with a memory gives what reading without one gives; only the time differs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use super::markdown::Block;
use super::section_log::{Head, Passage};
use super::segments::Segment;
use super::words::Words;

/// Most bytes of text that are remembered; beyond, all is forgotten and begun anew.
const BYTES: usize = 24 << 20;

/// What was read before. Shared between threads; a reader of other words finds it empty.
#[derive(Debug, Default)]
pub struct Memory {
    shelves: Mutex<Shelves>,
}

#[derive(Debug, Default)]
struct Shelves {
    /// The words by which the rest was read, beside the built-in ones.
    words: Vec<String>,
    bytes: usize,
    segments: [HashMap<Box<str>, Option<Arc<Segment>>>; 2],
    heads: HashMap<Box<str>, Arc<Head>>,
    passages: HashMap<Box<str>, Vec<(Surroundings, Arc<Passage>)>>,
}

/// All that the reading of a passage depends on beside its text and the words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Surroundings {
    /// Its text without code and comments, where that is another.
    pub prose: Option<Box<str>>,
    /// The blocks that begin in it, by lines from its first, which is 1.
    pub blocks: Vec<Block>,
    /// Whether it belongs to an entry.
    pub is_entry: bool,
    /// The reference definitions of the document, in order.
    pub defs: Arc<[(String, String)]>,
}

impl Memory {
    /// What a piece of Markdown between two headings holds; `last` where nothing follows it.
    pub(super) fn segment(
        &self,
        text: &str,
        last: bool,
        read: impl FnOnce() -> Option<Segment>,
    ) -> Option<Arc<Segment>> {
        let shelf = usize::from(last);
        if let Some(known) = self.lock().segments[shelf].get(text) {
            return known.clone();
        }
        let made = read().map(Arc::new);
        let mut shelves = self.lock();
        shelves.make_room(text.len());
        shelves.segments[shelf].insert(text.into(), made.clone());
        made
    }

    /// What a heading says.
    pub(super) fn head(&self, words: &Words, raw: &str, read: impl FnOnce() -> Head) -> Arc<Head> {
        if let Some(known) = self.by(words).heads.get(raw) {
            return Arc::clone(known);
        }
        let made = Arc::new(read());
        let mut shelves = self.by(words);
        shelves.make_room(raw.len());
        shelves.heads.insert(raw.into(), Arc::clone(&made));
        made
    }

    /// What is known of a passage, to be filled by whoever asks.
    pub(super) fn passage(&self, words: &Words, text: &str, of: Surroundings) -> Arc<Passage> {
        let mut shelves = self.by(words);
        let known = shelves.passages.get(text).into_iter().flatten();
        if let Some((_, known)) = known.into_iter().find(|(s, _)| *s == of) {
            return Arc::clone(known);
        }
        shelves.make_room(text.len());
        let made = Arc::new(Passage::default());
        let beside = shelves.passages.entry(text.into()).or_default();
        beside.push((of, Arc::clone(&made)));
        made
    }

    /// The shelves, emptied of what was read by other words. Outlines do not depend on words.
    fn by(&self, words: &Words) -> std::sync::MutexGuard<'_, Shelves> {
        let mut shelves = self.lock();
        if shelves.words != words.extra() {
            shelves.words = words.extra().to_vec();
            shelves.heads.clear();
            shelves.passages.clear();
        }
        shelves
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Shelves> {
        self.shelves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shelves {
    fn make_room(&mut self, bytes: usize) {
        self.bytes += bytes;
        if self.bytes > BYTES {
            *self = Self {
                words: std::mem::take(&mut self.words),
                bytes,
                ..Self::default()
            };
        }
    }
}
