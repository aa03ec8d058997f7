// Which decisions come from pull requests whose commits touched these files? With how many files
// each pull request touched, as far as that is known (0 if not).
MATCH (f:File) WHERE f.path IN $paths
WITH f
MATCH (f)<-[:TOUCHES]-(c:Commit)
WITH f, c
MATCH (c)-[m:PART_OF]->(p:PR)
WITH f, c, m, p
MATCH (p)<-[:DERIVED_FROM]-(d:Decision)
RETURN f.path AS path, p.ref AS ref, c.sha AS sha, m.ord AS ord, d.key AS key,
       coalesce(p.changed_files, size((p)-[:TOUCHES]->())) AS files
