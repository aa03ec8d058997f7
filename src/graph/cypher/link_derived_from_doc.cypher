// Says in which document a decision stands: key, path.
UNWIND $rows AS r
MATCH (d:Decision {key: r.key})
MATCH (o:Doc {path: r.path})
MERGE (d)-[e:DERIVED_FROM]->(o)
RETURN count(e) AS n
