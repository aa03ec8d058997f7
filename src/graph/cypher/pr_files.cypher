// Which files did the commits of these pull requests touch?
MATCH (p:PR) WHERE p.ref IN $refs
WITH p
MATCH (p)<-[:PART_OF]-(c:Commit)
WITH p, c
MATCH (c)-[:TOUCHES]->(f:File)
RETURN DISTINCT p.ref AS ref, f.path AS path
