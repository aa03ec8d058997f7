//! The git repository as it was at a commit: walk, read, blame, diff, trailers, people.
