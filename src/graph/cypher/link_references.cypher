// Says which issue a pull request refers to: ref, issue.
UNWIND $rows AS r
MATCH (p:PR {ref: r.ref})
MATCH (i:Issue {ref: r.issue})
MERGE (p)-[e:REFERENCES]->(i)
RETURN count(e) AS n
