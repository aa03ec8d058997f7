// Says for which decision an alternative was turned down: fid, key.
UNWIND $rows AS r
MATCH (a:Alternative {fid: r.fid})
MATCH (d:Decision {key: r.key})
MERGE (a)-[e:REJECTED_FOR]->(d)
RETURN count(e) AS n
