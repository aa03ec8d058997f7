// Says which other pull request one waits for: ref, on.
UNWIND $rows AS r
MATCH (p:PR {ref: r.ref})
MATCH (q:PR {ref: r.on})
MERGE (p)-[e:DEPENDS_ON]->(q)
RETURN count(e) AS n
