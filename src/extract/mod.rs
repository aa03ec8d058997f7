//! A decision's text to its facts: alternatives, measurements, experiments, mentions; and the checks that ground them.

pub mod sentences;
