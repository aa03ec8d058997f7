// Stores issues: ref (host/owner/repo#n), number, state and what is known of them.
UNWIND $rows AS r
MERGE (n:Issue {ref: r.ref})
SET n += r
RETURN count(n) AS n
