// Who connects people that otherwise do not work together?
CALL algo.betweenness({nodeLabels: ['Person'], relationshipTypes: ['COLLABORATED']})
YIELD node, score
RETURN node.pid AS pid, score
