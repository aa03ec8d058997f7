// Stores people: pid, name, kind (human, agent, bot).
UNWIND $rows AS r
MERGE (n:Person {pid: r.pid})
SET n += r
RETURN count(n) AS n
