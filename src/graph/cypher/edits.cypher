// How often did each person change each file? People only: agents and bots teach nobody.
MATCH (p:Person) WHERE p.kind = 'human'
WITH p
MATCH (p)-[a:AUTHORED]->(c:Commit)
WHERE a.role <> 'assistant'
WITH p, c
MATCH (c)-[:TOUCHES]->(f:File)
RETURN f.path AS path, p.pid AS pid, p.name AS name, count(c) AS n
