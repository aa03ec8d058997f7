// Says from which issue a decision comes: key, ref.
UNWIND $rows AS r
MATCH (d:Decision {key: r.key})
MATCH (i:Issue {ref: r.ref})
MERGE (d)-[e:DERIVED_FROM]->(i)
RETURN count(e) AS n
