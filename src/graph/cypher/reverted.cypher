// Which of these commits were taken back, and by which?
MATCH (c:Commit) WHERE c.sha IN $shas
WITH c
MATCH (c)<-[e:REVERTS]-(b:Commit)
RETURN c.sha AS sha, b.sha AS by, e.ord AS ord
