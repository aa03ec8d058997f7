// Unties the decisions that were stated in issues, before they are read anew: ref. The
// decisions stay, and with them what people said about them.
UNWIND $rows AS r
MATCH (i:Issue {ref: r.ref})
WITH i
MATCH (i)<-[:DERIVED_FROM]-(d:Decision)
WHERE d.origin = 'discussion'
WITH DISTINCT d
MATCH (d)-[e:RATIONALE|MENTIONS|DERIVED_FROM]->()
DELETE e
RETURN count(e) AS n
