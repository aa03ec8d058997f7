// Unties the decisions that were stated on pull requests, before they are read anew: ref. The
// decisions stay, and with them what people said about them.
UNWIND $rows AS r
MATCH (p:PR {ref: r.ref})
WITH p
MATCH (p)<-[:DERIVED_FROM]-(d:Decision)
WHERE d.origin = 'discussion'
WITH DISTINCT d
MATCH (d)-[e:RATIONALE|MENTIONS|DERIVED_FROM]->()
DELETE e
RETURN count(e) AS n
