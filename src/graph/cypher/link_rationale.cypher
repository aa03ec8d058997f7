// Says which files a decision guards: key, path, weight, via, origin, ord. Derived from the other edges.
UNWIND $rows AS r
MATCH (d:Decision {key: r.key})
MATCH (f:File {path: r.path})
MERGE (d)-[e:RATIONALE]->(f)
SET e.weight = r.weight, e.via = r.via, e.origin = r.origin, e.ord = r.ord
RETURN count(e) AS n
