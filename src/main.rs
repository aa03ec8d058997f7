//! Parses arguments, starts logging, calls a command, prints an error kindly.

fn main() {}
