// Stores what is known of the graph as a whole: id, sync, tip, counters.
UNWIND $rows AS r
MERGE (n:Meta {id: r.id})
SET n += r
RETURN count(n) AS n
