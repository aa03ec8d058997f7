// Which files were ever there? To tell which names in a decision's text are files.
MATCH (f:File) RETURN f.path AS path
