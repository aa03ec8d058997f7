// Which pull requests brought these commits in?
MATCH (c:Commit) WHERE c.sha IN $shas
WITH c
MATCH (c)-[m:PART_OF]->(p:PR)
RETURN c.sha AS sha, p.ref AS ref, m.ord AS ord
