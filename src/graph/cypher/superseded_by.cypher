// Which decisions replaced these, or are said to, and since when?
MATCH (o:Decision) WHERE o.key IN $keys
WITH o
MATCH (o)<-[e:SUPERSEDES]-(d:Decision)
RETURN o.key AS key, d.key AS by, e.sha AS sha, e.ord AS ord, e.state AS state, e.scope AS scope,
       e.quote AS quote, e.older_quote AS older_quote
