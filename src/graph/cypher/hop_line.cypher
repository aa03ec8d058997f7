// Which decisions were made in the commits that wrote these lines? By the commit itself, by its
// pull request, or because the decision's own words were recorded in it.
MATCH (c:Commit) WHERE c.sha IN $shas
WITH c
MATCH (c)<-[:DERIVED_FROM]-(d:Decision)
RETURN c.sha AS sha, c.ord AS ord, d.key AS key, 'commit' AS how
UNION
MATCH (c:Commit) WHERE c.sha IN $shas
WITH c
MATCH (c)-[m:PART_OF]->(p:PR)
WITH c, m, p
MATCH (p)<-[:DERIVED_FROM]-(d:Decision)
RETURN c.sha AS sha, m.ord AS ord, d.key AS key, 'pr' AS how
UNION
MATCH (c:Commit) WHERE c.sha IN $shas
WITH c
MATCH (c)<-[:RECORDED_IN]-(v:Revision)
RETURN c.sha AS sha, c.ord AS ord, v.key AS key, 'recorded' AS how
