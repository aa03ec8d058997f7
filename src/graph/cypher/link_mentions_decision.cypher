// Says which other decisions a decision names: key, other, line, ord.
UNWIND $rows AS r
MATCH (d:Decision {key: r.key})
MATCH (o:Decision {key: r.other})
MERGE (d)-[e:MENTIONS]->(o)
SET e.line = r.line, e.ord = r.ord
RETURN count(e) AS n
