// Who wrote these commits? People only.
MATCH (c:Commit) WHERE c.sha IN $shas
WITH c
MATCH (c)<-[a:AUTHORED]-(p:Person)
WHERE p.kind = 'human' AND a.role <> 'assistant'
RETURN c.sha AS sha, p.pid AS pid, p.name AS name
