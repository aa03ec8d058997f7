//! Target to Change: branches, commits, ranges, the index, the worktree, patches, pull requests.
//!
//! [`Target::parse`] reads the words of the user, [`resolve`] looks them up in the repository and
//! gives the [`crate::model::Change`] with its base, files and hunks. A patch is text from anywhere:
//! [`patch`] reads it without touching the disk, and [`patch_base`] then holds it against the base.
//!
//! How a word is told apart, in this order:
//!
//! 1. `-` is a patch on standard input.
//! 2. `https://host/owner/repo/pull/7` (with anything behind it), `owner/repo#7` and `#7` are pull
//!    requests.
//! 3. A word that ends in `.patch`, `.diff` or `.mbox`, or begins with `/`, `./` or `../`, is a
//!    patch file.
//! 4. A word with `..` or `...` in it is a range. An empty side means HEAD.
//! 5. Anything else is looked up: a local branch, a remote's branch, a tag, then any revision that
//!    git understands. One to six digits that name no ref are a pull request of this clone.
//!
//! A word that means two things is refused with the two ways to write it unmistakably.
//!
//! This room writes nothing but rguard's own cache (a pull request's head), asks no API, and knows
//! nothing of decisions.

mod error;
pub mod patch;
pub mod patch_base;
mod patch_mail;
mod patch_paths;
mod patch_text;
mod pull_request;
mod resolve;
mod target;
mod word;

pub use error::{ChangeError, Result};
pub use resolve::{Options, Resolved, resolve};
pub use target::{PullRef, Target};
