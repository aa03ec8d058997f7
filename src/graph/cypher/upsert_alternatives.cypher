// Stores the alternatives of decisions: fid (key:ordinal), key, name, reason, quote.
UNWIND $rows AS r
MATCH (d:Decision {key: r.key})
MERGE (n:Alternative {fid: r.fid})
SET n += r
MERGE (d)-[:HAS]->(n)
RETURN count(n) AS n
