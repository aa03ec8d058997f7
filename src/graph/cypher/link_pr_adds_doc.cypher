// Says which pull request added or changed a document: ref, path.
UNWIND $rows AS r
MATCH (p:PR {ref: r.ref})
MATCH (o:Doc {path: r.path})
MERGE (p)-[e:ADDS]->(o)
RETURN count(e) AS n
