// Says in which commit a revision was written, by blame: rid, sha, lines.
UNWIND $rows AS r
MATCH (v:Revision {rid: r.rid})
MATCH (c:Commit {sha: r.sha})
MERGE (v)-[e:RECORDED_IN]->(c)
SET e.lines = r.lines
RETURN count(e) AS n
