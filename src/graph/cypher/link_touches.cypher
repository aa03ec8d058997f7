// Says which files a commit touches: sha, path, status, add, del. Merges have none.
UNWIND $rows AS r
MATCH (c:Commit {sha: r.sha})
MATCH (f:File {path: r.path})
MERGE (c)-[e:TOUCHES]->(f)
SET e.status = r.status, e.add = r.add, e.del = r.del
RETURN count(e) AS n
