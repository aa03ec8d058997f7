//! Target to Change: branches, commits, ranges, the index, the worktree, patches, pull requests.
