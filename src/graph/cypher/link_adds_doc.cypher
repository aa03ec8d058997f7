// Says which commit added or changed a document: sha, path.
UNWIND $rows AS r
MATCH (c:Commit {sha: r.sha})
MATCH (o:Doc {path: r.path})
MERGE (c)-[e:ADDS]->(o)
RETURN count(e) AS n
