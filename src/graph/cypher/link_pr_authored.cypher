// Says who wrote or reviewed a pull request: pid, ref, role.
UNWIND $rows AS r
MATCH (p:Person {pid: r.pid})
MATCH (q:PR {ref: r.ref})
MERGE (p)-[e:AUTHORED {role: r.role}]->(q)
RETURN count(e) AS n
