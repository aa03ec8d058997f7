//! What can go wrong with the graph, and the one place that reads the server's error strings.

use std::io;
use std::path::{Path, PathBuf};

use falkordb::FalkorDBError;

/// Why the graph could not answer. Each message is a full sentence that says what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GraphError {
    /// No engine could be found or fetched.
    #[error("There is no graph engine. {tried}\n{way_out}")]
    NoEngine {
        /// One line for each place that was tried, with its reason.
        tried: String,
        /// What the user can do.
        way_out: String,
    },
    /// The engine's files are there and cannot run here.
    #[error("The graph engine cannot run here: {cause}\n{remedy}")]
    Unfit {
        /// What the loader said.
        cause: String,
        /// The package to install, or the way around.
        remedy: String,
    },
    /// The engine exited or did not get ready.
    #[error("The graph engine did not start: {cause}")]
    Start {
        /// The status and the end of its log.
        cause: String,
    },
    /// An engine runs on the data directory and cannot be reached.
    #[error(
        "A graph engine runs on {} without its socket. Run `rguard engine stop`, then try again.",
        .0.display()
    )]
    SocketGone(PathBuf),
    /// Something else answers behind our socket.
    #[error("What answers at {} is not rguard's engine ({why}). Run `rguard engine stop`, or remove that socket.", .socket.display())]
    Foreign {
        /// The socket.
        socket: PathBuf,
        /// What did not match.
        why: String,
    },
    /// A lock or the engine took longer than its limit.
    #[error("{0}")]
    Waited(String),
    /// A server given by `--graph-url` is of no use.
    #[error("The graph server {url} cannot be used: {why}")]
    Server {
        /// Its address, without credentials.
        url: String,
        /// What is wrong and what to do.
        why: String,
    },
    /// The connection is gone and could not be had again.
    #[error(
        "The connection to the graph engine was lost and could not be restored ({0}). Run `rguard doctor`."
    )]
    Lost(String),
    /// A read took longer than its limit.
    #[error("The query `{0}` took too long and was ended.")]
    Timeout(String),
    /// The disk of the engine is full.
    #[error("The graph cannot be written: {0}. Free some space; it goes on by itself then.")]
    DiskFull(String),
    /// The graph was never migrated.
    #[error("The graph of this repository does not exist yet. Run `rguard sync`.")]
    NoGraph,
    /// The statement itself failed.
    #[error("The query `{name}` failed: {message}")]
    Query {
        /// Its name.
        name: String,
        /// The server's words.
        message: String,
    },
    /// A row does not have the shape that was asked for.
    #[error("The rows of `{name}` have another shape than expected: {message}")]
    Decode {
        /// The query's name.
        name: String,
        /// What did not fit.
        message: String,
    },
    /// A file operation failed.
    #[error("{what}: {source}")]
    Io {
        /// What was being done, with its path.
        what: String,
        /// The cause.
        source: io::Error,
    },
}

impl GraphError {
    pub(crate) fn io(what: &str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let what = format!("{what} {} failed", path.display());
        move |source| Self::Io { what, source }
    }

    /// Whether the connection or the engine behind it is gone, so that starting it anew may help.
    pub fn is_connection(&self) -> bool {
        matches!(self, Self::Lost(_))
    }
}

/// Reads an error of the client for the query `name`. Server errors are strings only, so they are
/// told apart by their words, here and nowhere else.
pub(crate) fn classify(name: &str, error: FalkorDBError) -> GraphError {
    match error {
        FalkorDBError::NoConnection
        | FalkorDBError::ConnectionDown
        | FalkorDBError::EmptyConnection => GraphError::Lost("the connection ended".to_owned()),
        FalkorDBError::SerdeError(message) => GraphError::Decode {
            name: name.to_owned(),
            message,
        },
        FalkorDBError::RedisError(message) => classify_text(name, message),
        other => GraphError::Query {
            name: name.to_owned(),
            message: other.to_string(),
        },
    }
}

pub(crate) fn classify_text(name: &str, message: String) -> GraphError {
    const GONE: &[&str] = &[
        "LOADING Redis",
        "No such file or directory (os error 2)",
        "Connection refused",
        "Connection reset",
        "Broken pipe",
        "broken pipe",
        "unexpected end of file",
        "early eof",
    ];
    let has = |word: &str| message.contains(word);
    if GONE.iter().any(|w| has(w)) {
        GraphError::Lost(message)
    } else if has("Query timed out") {
        GraphError::Timeout(name.to_owned())
    } else if has("MISCONF") {
        GraphError::DiskFull(message)
    } else if has("Invalid graph operation on empty key") {
        GraphError::NoGraph
    } else {
        GraphError::Query {
            name: name.to_owned(),
            message,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn server_words_become_kinds() {
        let kind = |m: &str| classify("q", FalkorDBError::RedisError(m.to_owned()));
        assert!(kind("LOADING Redis is loading the dataset in memory").is_connection());
        assert!(classify("q", FalkorDBError::NoConnection).is_connection());
        assert!(matches!(kind("Query timed out"), GraphError::Timeout(_)));
        assert!(matches!(
            kind("MISCONF Errors writing"),
            GraphError::DiskFull(_)
        ));
        assert!(matches!(
            kind("Invalid graph operation on empty key"),
            GraphError::NoGraph
        ));
        assert!(matches!(kind("Division by zero"), GraphError::Query { .. }));
    }
}
