// Who stands in the middle of those who work together, by the links of links?
CALL algo.pageRank('Person', 'COLLABORATED') YIELD node, score
RETURN node.pid AS pid, score
