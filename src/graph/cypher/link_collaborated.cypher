// Says how much two people worked on the same files: a, b (a before b), weight, the whole of it.
UNWIND $rows AS r
MATCH (x:Person {pid: r.a})
MATCH (y:Person {pid: r.b})
MERGE (x)-[e:COLLABORATED]->(y)
SET e.weight = r.weight
RETURN count(e) AS n
