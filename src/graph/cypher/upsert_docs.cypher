// Stores documents (ADR files, logs) by their path.
UNWIND $rows AS r
MERGE (n:Doc {path: r.path})
SET n += r
RETURN count(n) AS n
