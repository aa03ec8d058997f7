// Which decisions come from commits that touched these files? With how many files each touched.
MATCH (f:File) WHERE f.path IN $paths
WITH f
MATCH (f)<-[:TOUCHES]-(c:Commit)
WITH f, c
MATCH (c)<-[:DERIVED_FROM]-(d:Decision)
RETURN f.path AS path, c.sha AS sha, c.ord AS ord, d.key AS key, size((c)-[:TOUCHES]->()) AS files
