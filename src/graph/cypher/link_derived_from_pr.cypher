// Says from which pull request a decision comes: key, ref.
UNWIND $rows AS r
MATCH (d:Decision {key: r.key})
MATCH (p:PR {ref: r.ref})
MERGE (d)-[e:DERIVED_FROM]->(p)
RETURN count(e) AS n
