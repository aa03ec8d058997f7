// Which decisions guard these files, and by what right?
MATCH (f:File) WHERE f.path IN $paths
WITH f
MATCH (f)<-[e:RATIONALE]-(d:Decision)
RETURN f.path AS path, d.key AS key, e.weight AS weight, e.via AS via, e.ord AS ord
