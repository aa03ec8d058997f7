// Stores commits: sha, ord, author_time, committer_time, subject, merge.
UNWIND $rows AS r
MERGE (n:Commit {sha: r.sha})
SET n += r
RETURN count(n) AS n
