// Stores the measurements of decisions: fid (key:ordinal), key, value, unit, what, quote.
UNWIND $rows AS r
MATCH (d:Decision {key: r.key})
MERGE (n:Measurement {fid: r.fid})
SET n += r
MERGE (d)-[:HAS]->(n)
RETURN count(n) AS n
