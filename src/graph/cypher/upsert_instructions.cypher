// Stores versions of agent files: iid (path@blob), path, blob, agent, directory, globs, applies, from_sha, from_ord, until_sha.
UNWIND $rows AS r
MERGE (n:Instruction {iid: r.iid})
SET n += r
RETURN count(n) AS n
