// Which issues and pull requests do these commits rest on, by their pull request or their own words?
MATCH (c:Commit) WHERE c.sha IN $shas
WITH c
MATCH (c)-[:PART_OF]->(p:PR)
WITH c, p
MATCH (p)-[e:FIXES|REFERENCES]->(i:Issue)
RETURN c.sha AS sha, p.ref AS pr, i.ref AS page, type(e) AS how
UNION
MATCH (c:Commit) WHERE c.sha IN $shas
WITH c
MATCH (c)-[:PART_OF]->(p:PR)
WITH c, p
MATCH (p)-[:DEPENDS_ON]->(q:PR)
RETURN c.sha AS sha, p.ref AS pr, q.ref AS page, 'DEPENDS_ON' AS how
UNION
MATCH (c:Commit) WHERE c.sha IN $shas
WITH c
MATCH (c)-[e:REFERENCES]->(i:Issue)
RETURN c.sha AS sha, '' AS pr, i.ref AS page,
       CASE WHEN e.fixes THEN 'FIXES' ELSE 'REFERENCES' END AS how
