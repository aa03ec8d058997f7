// Which decisions name these symbols?
MATCH (s:Symbol) WHERE s.name IN $names
WITH s
MATCH (s)<-[e:MENTIONS]-(d:Decision)
RETURN s.name AS name, s.path AS path, d.key AS key, e.ord AS ord
