// Says which files a pull request touches: ref, path, status, add, del.
UNWIND $rows AS r
MATCH (p:PR {ref: r.ref})
MATCH (f:File {path: r.path})
MERGE (p)-[e:TOUCHES]->(f)
SET e.status = r.status, e.add = r.add, e.del = r.del
RETURN count(e) AS n
