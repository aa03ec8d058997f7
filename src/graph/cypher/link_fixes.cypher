// Says which issue a pull request fixes: ref, issue.
UNWIND $rows AS r
MATCH (p:PR {ref: r.ref})
MATCH (i:Issue {ref: r.issue})
MERGE (p)-[e:FIXES]->(i)
RETURN count(e) AS n
