// Which decisions stand in these documents?
MATCH (o:Doc) WHERE o.path IN $paths
WITH o
MATCH (o)<-[:DERIVED_FROM]-(d:Decision)
RETURN o.path AS path, d.key AS key
