// Says that a commit takes another back: sha, reverted, ord, quote.
UNWIND $rows AS r
MATCH (c:Commit {sha: r.sha})
MATCH (o:Commit {sha: r.reverted})
MERGE (c)-[e:REVERTS]->(o)
SET e.ord = r.ord, e.quote = r.quote
RETURN count(e) AS n
