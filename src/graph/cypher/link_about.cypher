// Says which decision a correction is about: ulid, key.
UNWIND $rows AS r
MATCH (x:Correction {ulid: r.ulid})
MATCH (d:Decision {key: r.key})
MERGE (x)-[e:ABOUT]->(d)
RETURN count(e) AS n
