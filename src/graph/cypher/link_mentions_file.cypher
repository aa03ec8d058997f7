// Says which files a decision names: key, path, line, ord.
UNWIND $rows AS r
MATCH (d:Decision {key: r.key})
MATCH (f:File {path: r.path})
MERGE (d)-[e:MENTIONS]->(f)
SET e.line = r.line, e.ord = r.ord
RETURN count(e) AS n
