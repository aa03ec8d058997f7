// When did these people write commits here? Ordinals, so that what a base knows can be told.
MATCH (p:Person) WHERE p.pid IN $pids
WITH p
MATCH (p)-[:AUTHORED]->(c:Commit)
RETURN p.pid AS pid, collect(c.ord) AS ords
