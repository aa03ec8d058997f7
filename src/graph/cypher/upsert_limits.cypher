// Stores the limits of decisions: fid (key:ordinal), key, scope, origin, quote.
UNWIND $rows AS r
MATCH (d:Decision {key: r.key})
MERGE (n:Limit {fid: r.fid})
SET n += r
MERGE (d)-[:HAS]->(n)
RETURN count(n) AS n
