// Who changed these files? Merges touch nothing here and make nobody an editor.
MATCH (f:File) WHERE f.path IN $paths
WITH f
MATCH (f)<-[:TOUCHES]-(c:Commit)
WITH f, c
MATCH (c)<-[a:AUTHORED]-(p:Person)
RETURN f.path AS path, p.pid AS pid, p.name AS name, p.kind AS kind, a.role AS role,
       c.ord AS ord, c.author_time AS author_time
