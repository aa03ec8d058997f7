// Says which symbols a decision names: key, sid, line, ord.
UNWIND $rows AS r
MATCH (d:Decision {key: r.key})
MATCH (s:Symbol {sid: r.sid})
MERGE (d)-[e:MENTIONS]->(s)
SET e.line = r.line, e.ord = r.ord
RETURN count(e) AS n
