// Which decisions come from issues that pull requests touching these files fix or refer to? With the
// ordinal of the pull request's merge; one that was not merged leads nowhere.
MATCH (f:File) WHERE f.path IN $paths
WITH f
MATCH (f)<-[:TOUCHES]-(p:PR)
WHERE p.ord >= 0
WITH f, p
MATCH (p)-[:FIXES|REFERENCES]->(i:Issue)
WITH f, p, i
MATCH (i)<-[:DERIVED_FROM]-(d:Decision)
RETURN f.path AS path, p.ref AS ref, p.ord AS ord, i.ref AS issue, d.key AS key
