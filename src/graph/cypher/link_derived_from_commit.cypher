// Says from which commit a decision comes: key, sha.
UNWIND $rows AS r
MATCH (d:Decision {key: r.key})
MATCH (c:Commit {sha: r.sha})
MERGE (d)-[e:DERIVED_FROM]->(c)
RETURN count(e) AS n
