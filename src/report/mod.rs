//! A Review as text, JSON or Markdown. Computes nothing.
