// Says which issue a commit refers to or fixes: sha, issue, fixes.
UNWIND $rows AS r
MATCH (c:Commit {sha: r.sha})
MATCH (i:Issue {ref: r.issue})
MERGE (c)-[e:REFERENCES]->(i)
SET e.fixes = r.fixes
RETURN count(e) AS n
