// Stores accounts of a code host as people, unless commits named them already: pid, name, kind.
UNWIND $rows AS r
MERGE (n:Person {pid: r.pid})
ON CREATE SET n.name = r.name, n.kind = r.kind
RETURN count(n) AS n
