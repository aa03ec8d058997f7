// Which reading of these pull requests and issues does the graph hold?
MATCH (p:PR) WHERE p.ref IN $refs
WITH p
RETURN p.ref AS ref, p.woven AS woven
UNION
MATCH (i:Issue) WHERE i.ref IN $refs
WITH i
RETURN i.ref AS ref, i.woven AS woven
