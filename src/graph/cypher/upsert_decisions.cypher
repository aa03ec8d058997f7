// Stores decisions: key, root and what does not change with a revision.
UNWIND $rows AS r
MERGE (n:Decision {key: r.key})
SET n += r
RETURN count(n) AS n
