//! The editor: which one, and how it is told the line.

use std::ffi::OsString;
use std::path::Path;

/// The command of an editor for a file at a line, and whether it has its own window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Editor {
    /// Program and arguments.
    pub command: Vec<OsString>,
    /// Whether it draws elsewhere, so that the workstation may stay.
    pub window: bool,
}

/// The user's editor: `configured`, then the usual variables, then `vi`.
pub fn choose(configured: Option<&str>, get: impl Fn(&str) -> Option<String>) -> String {
    let set = |name: &str| get(name).filter(|v| !v.trim().is_empty());
    set("RGUARD_EDITOR")
        .or_else(|| configured.map(str::to_owned))
        .or_else(|| set("GIT_EDITOR"))
        .or_else(|| set("VISUAL"))
        .or_else(|| set("EDITOR"))
        .unwrap_or_else(|| "vi".into())
}

/// The command line for a file at a line. An editor may be a template with `{file}` and `{line}`;
/// else its family is told by its program's name. `None`: the words cannot be split.
pub fn command(editor: &str, file: &Path, line: u32) -> Option<Editor> {
    let words = shlex::split(editor).filter(|w| !w.is_empty())?;
    let program = Path::new(&words[0])
        .file_stem()
        .map(|s| s.to_string_lossy().to_lowercase())
        .unwrap_or_default();
    let window = matches!(
        program.as_str(),
        "code"
            | "code-insiders"
            | "codium"
            | "cursor"
            | "windsurf"
            | "subl"
            | "zed"
            | "gvim"
            | "idea"
            | "mate"
    );
    let template = words.iter().any(|w| w.contains("{file}"));
    let mut command: Vec<OsString> = Vec::new();
    if template {
        for word in &words {
            // A path that is not UTF-8 must stay whole, so it is put in as it is.
            if word == "{file}" {
                command.push(file.into());
            } else {
                let word = word.replace("{line}", &line.to_string());
                command.push(word.replace("{file}", &file.to_string_lossy()).into());
            }
        }
        return Some(Editor { command, window });
    }
    command.extend(words.iter().map(OsString::from));
    let with_line = || {
        let mut place = file.as_os_str().to_owned();
        place.push(format!(":{line}"));
        place
    };
    match program.as_str() {
        "code" | "code-insiders" | "codium" | "cursor" | "windsurf" => {
            command.push("--goto".into());
            command.push(with_line());
        }
        "hx" | "helix" | "subl" | "zed" => command.push(with_line()),
        "idea" | "mate" => {
            command.push(if program == "mate" { "-l" } else { "--line" }.into());
            command.push(line.to_string().into());
            command.push(file.into());
        }
        "ed" | "cat" | "true" | "notepad" => command.push(file.into()),
        _ => {
            command.push(format!("+{line}").into());
            command.push(file.into());
        }
    }
    Some(Editor { command, window })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(editor: &str) -> Vec<String> {
        command(editor, Path::new("a b.rs"), 7)
            .unwrap()
            .command
            .iter()
            .map(|w| w.to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn each_family_is_told_the_line_in_its_own_way() {
        assert_eq!(words("vim"), ["vim", "+7", "a b.rs"]);
        assert_eq!(words("nano -w"), ["nano", "-w", "+7", "a b.rs"]);
        assert_eq!(words("/usr/bin/hx"), ["/usr/bin/hx", "a b.rs:7"]);
        assert_eq!(
            words("code --wait"),
            ["code", "--wait", "--goto", "a b.rs:7"]
        );
        assert_eq!(
            words("'my ed' -l {line} {file}"),
            ["my ed", "-l", "7", "a b.rs"]
        );
        assert!(command("code", Path::new("x"), 1).unwrap().window);
        assert!(!command("emacs -nw", Path::new("x"), 1).unwrap().window);
        assert_eq!(command("un'closed", Path::new("x"), 1), None);
    }

    #[test]
    fn the_most_particular_setting_wins() {
        let env = |name: &str| match name {
            "EDITOR" => Some("nano".to_owned()),
            "VISUAL" => Some("".to_owned()),
            _ => None,
        };
        assert_eq!(choose(None, env), "nano");
        assert_eq!(choose(Some("hx"), env), "hx");
        assert_eq!(choose(None, |_| None), "vi");
    }
}
