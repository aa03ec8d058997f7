// Says that a decision replaces another: key, older, sha, ord, state, proposed_by, confirmed_by, scope, quote, older_quote.
UNWIND $rows AS r
MATCH (d:Decision {key: r.key})
MATCH (o:Decision {key: r.older})
MERGE (d)-[e:SUPERSEDES]->(o)
SET e.sha = r.sha, e.ord = r.ord, e.state = r.state, e.proposed_by = r.proposed_by,
    e.confirmed_by = r.confirmed_by, e.scope = r.scope, e.quote = r.quote,
    e.older_quote = r.older_quote
RETURN count(e) AS n
