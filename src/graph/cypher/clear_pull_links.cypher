// Takes away what a pull request said of other pages, before it is said anew: ref.
UNWIND $rows AS r
MATCH (p:PR {ref: r.ref})-[e:FIXES|REFERENCES|DEPENDS_ON]->()
DELETE e
RETURN count(e) AS n
