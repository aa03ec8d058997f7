// Ties a revision to its decision: key, rid.
UNWIND $rows AS r
MATCH (d:Decision {key: r.key})
MATCH (v:Revision {rid: r.rid})
MERGE (d)-[e:HAS]->(v)
RETURN count(e) AS n
