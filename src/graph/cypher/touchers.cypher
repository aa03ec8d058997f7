// When was each of these files touched? Ordinals of commits, so that the last one before any
// commit can be told.
MATCH (f:File) WHERE f.path IN $paths
WITH f
MATCH (f)<-[:TOUCHES]-(c:Commit)
RETURN f.path AS path, collect(c.ord) AS ords
