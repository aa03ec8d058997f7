//! Stateless drawing: a buffer in, cells out; each tested alone.

pub mod dag;
pub mod linepaint;
pub mod list;
pub mod rail;
pub mod rule;
pub mod spans;
