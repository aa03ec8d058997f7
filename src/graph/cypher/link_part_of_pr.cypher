// Says which pull request brought a commit in: sha, ref, and ord, the ordinal of the merge.
UNWIND $rows AS r
MATCH (c:Commit {sha: r.sha})
MATCH (p:PR {ref: r.ref})
MERGE (c)-[e:PART_OF]->(p)
SET e.ord = r.ord
RETURN count(e) AS n
