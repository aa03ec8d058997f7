// Stores files by their path.
UNWIND $rows AS r
MERGE (n:File {path: r.path})
SET n += r
RETURN count(n) AS n
