// Says that a commit renamed a file: from, to, sha, ord.
UNWIND $rows AS r
MATCH (a:File {path: r.from})
MATCH (b:File {path: r.to})
MERGE (a)-[e:RENAMED_TO {sha: r.sha}]->(b)
SET e.ord = r.ord
RETURN count(e) AS n
