//! Sources to decisions and their revisions, one file per format, and the log as of a commit.
