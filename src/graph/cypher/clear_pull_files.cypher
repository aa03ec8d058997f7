// Takes away which files a pull request touches, before all of them are told anew: ref.
UNWIND $rows AS r
MATCH (p:PR {ref: r.ref})-[e:TOUCHES|ADDS]->()
DELETE e
RETURN count(e) AS n
