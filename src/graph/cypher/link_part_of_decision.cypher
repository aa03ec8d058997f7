// Says which entry a section belongs to: key, parent.
UNWIND $rows AS r
MATCH (d:Decision {key: r.key})
MATCH (p:Decision {key: r.parent})
MERGE (d)-[e:PART_OF]->(p)
RETURN count(e) AS n
