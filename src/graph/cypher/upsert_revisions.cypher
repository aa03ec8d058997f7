// Stores revisions: rid, key, title, standing, body, blob, from_sha, from_ord, until_sha.
UNWIND $rows AS r
MERGE (n:Revision {rid: r.rid})
SET n += r
RETURN count(n) AS n
