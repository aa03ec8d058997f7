//! Who is at the keyboard.

use super::repo::Repo;

impl Repo {
    /// The user's own name by git's configuration, else the login name.
    pub fn user_name(&self) -> Option<String> {
        let configured = self
            .gix
            .config_snapshot()
            .string("user.name")
            .map(|n| n.to_string());
        configured
            .or_else(|| std::env::var("USER").ok())
            .map(|n| n.trim().to_owned())
            .filter(|n| !n.is_empty())
    }
}
