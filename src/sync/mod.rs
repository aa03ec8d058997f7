//! History and decisions into the graph, incrementally.
