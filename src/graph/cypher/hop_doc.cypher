// Which decisions stand in these documents, or in documents that a merged pull request brought in
// together with a change of these files?
MATCH (o:Doc) WHERE o.path IN $paths
WITH o
MATCH (o)<-[:DERIVED_FROM]-(d:Decision)
RETURN o.path AS path, '' AS ref, o.path AS doc, d.key AS key, -1 AS ord
UNION
MATCH (f:File) WHERE f.path IN $paths
WITH f
MATCH (f)<-[:TOUCHES]-(p:PR)
WHERE p.ord >= 0
WITH f, p
MATCH (p)-[:ADDS]->(o:Doc)
WITH f, p, o
MATCH (o)<-[:DERIVED_FROM]-(d:Decision)
RETURN f.path AS path, p.ref AS ref, o.path AS doc, d.key AS key, p.ord AS ord
