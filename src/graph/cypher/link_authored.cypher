// Says who wrote or co-wrote a commit: pid, sha, role.
UNWIND $rows AS r
MATCH (p:Person {pid: r.pid})
MATCH (c:Commit {sha: r.sha})
MERGE (p)-[e:AUTHORED {role: r.role}]->(c)
RETURN count(e) AS n
