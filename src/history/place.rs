//! Whether a path lies where somebody points: at a file, a folder or a glob.

use gix::bstr::ByteSlice;
use gix::glob::wildmatch::Mode;

use crate::model::RepoPath;

/// Whether a path is the place, lies in the folder, or fits the glob. `*` ends at a `/`, `**` does
/// not; a glob without a `/` is for the file's name.
pub fn lies_in(path: &RepoPath, place: &str) -> bool {
    let place = place.trim_start_matches("./").trim_end_matches('/');
    if place.is_empty() || place == "." {
        return true;
    }
    let whole = path.as_bytes();
    if whole == place.as_bytes() {
        return true;
    }
    if whole
        .strip_prefix(place.as_bytes())
        .is_some_and(|rest| rest.starts_with(b"/"))
    {
        return true;
    }
    if !place.contains(['*', '?', '[']) {
        return false;
    }
    let name = path.file_name();
    let subject = if place.contains('/') {
        whole
    } else {
        name.as_bytes()
    };
    gix::glob::wildmatch(
        place.as_bytes().as_bstr(),
        subject.as_bstr(),
        Mode::NO_MATCH_SLASH_LITERAL,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_file_a_folder_or_a_glob() {
        let path = RepoPath::from("src/pumps/start.rs");
        for place in [
            "src/pumps/start.rs",
            "src/pumps",
            "src/",
            "./src",
            "*.rs",
            "src/**/*.rs",
            "src/*/s*.rs",
            ".",
        ] {
            assert!(lies_in(&path, place), "{place}");
        }
        for place in ["src/pump", "start.rs", "src/*.rs", "lib", "*.ts"] {
            assert!(!lies_in(&path, place), "{place}");
        }
    }
}
