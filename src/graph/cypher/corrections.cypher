// What did people say about these decisions?
MATCH (d:Decision) WHERE d.key IN $keys
WITH d
MATCH (d)<-[:ABOUT]-(x:Correction)
RETURN d.key AS key, x.ulid AS ulid
