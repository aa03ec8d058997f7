// Stores pull requests: ref (host/owner/repo#n), number and what is known of them.
UNWIND $rows AS r
MERGE (n:PR {ref: r.ref})
SET n += r
RETURN count(n) AS n
