//! The terminal itself: entering and leaving it, suspending, clipboard, editor, browser.

pub mod editor;
pub mod osc;
pub mod place;
pub mod session;
