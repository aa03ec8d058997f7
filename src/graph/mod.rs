//! FalkorDB: the embedded engine, the client, the schema, named queries and their runs.
