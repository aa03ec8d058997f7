// Stores concepts by their name.
UNWIND $rows AS r
MERGE (n:Concept {name: r.name})
SET n += r
RETURN count(n) AS n
