// Which commits have these subjects? To find what a revert takes back when its id is not here.
MATCH (c:Commit) WHERE c.subject IN $subjects
RETURN c.sha AS sha, c.ord AS ord, c.subject AS subject
