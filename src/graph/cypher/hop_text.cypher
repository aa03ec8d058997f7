// Which decisions have words in common with the change?
CALL db.idx.fulltext.queryNodes('Revision', $q) YIELD node, score
RETURN node.key AS key, node.rid AS rid, node.from_ord AS ord, score
