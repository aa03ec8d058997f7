// Stores answered questions: ulid, text, answer, evidence, time.
UNWIND $rows AS r
MERGE (n:Question {ulid: r.ulid})
SET n += r
RETURN count(n) AS n
