// Says which concepts a decision is about: key, name.
UNWIND $rows AS r
MATCH (d:Decision {key: r.key})
MATCH (o:Concept {name: r.name})
MERGE (d)-[e:MENTIONS]->(o)
RETURN count(e) AS n
