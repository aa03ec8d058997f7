// Stores corrections: ulid, kind, key (of the decision), reason, author, time, change, base, undoes.
UNWIND $rows AS r
MERGE (n:Correction {ulid: r.ulid})
SET n += r
RETURN count(n) AS n
