// Who worked on the same files as these people?
MATCH (p:Person) WHERE p.pid IN $pids
WITH p
MATCH (p)-[e:COLLABORATED]-(q:Person)
RETURN q.pid AS pid, q.name AS name, q.kind AS kind, sum(e.weight) AS weight
