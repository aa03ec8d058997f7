// What is known of the graph as a whole? Its sync id tells whether it moved.
MATCH (m:Meta {id: $id})
RETURN m.sync AS sync, m.tip AS tip, m.epoch AS epoch, m.walked AS walked, m.steps AS steps,
       m.shape AS shape
