// Takes commits away from pull requests that did not bring them in: ref, shas (those that it did).
UNWIND $rows AS r
MATCH (p:PR {ref: r.ref})
WITH r, p
MATCH (p)<-[e:PART_OF]-(c:Commit)
WHERE NOT c.sha IN r.shas
DELETE e
RETURN count(e) AS n
