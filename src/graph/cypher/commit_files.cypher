// Which files did these commits touch?
MATCH (c:Commit) WHERE c.sha IN $shas
WITH c
MATCH (c)-[:TOUCHES]->(f:File)
RETURN c.sha AS sha, f.path AS path
