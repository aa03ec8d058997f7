// Stores symbols: sid (path#name), name, path.
UNWIND $rows AS r
MERGE (n:Symbol {sid: r.sid})
SET n += r
RETURN count(n) AS n
