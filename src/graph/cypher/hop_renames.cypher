// What were these files called before? One row for each former path, with the ordinals of the
// renames that lead from it to the file; it counts only where all of them are in the history read.
MATCH (f:File) WHERE f.path IN $paths
WITH f
MATCH p = (o:File)-[:RENAMED_TO*1..12]->(f)
RETURN o.path AS former, f.path AS path, [e IN relationships(p) | e.ord] AS ords
