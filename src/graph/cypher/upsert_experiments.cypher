// Stores the experiments of decisions: fid (key:ordinal), key, claim, outcome, quote.
UNWIND $rows AS r
MATCH (d:Decision {key: r.key})
MERGE (n:Experiment {fid: r.fid})
SET n += r
MERGE (d)-[:HAS]->(n)
RETURN count(n) AS n
