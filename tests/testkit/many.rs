//! A repository with thousands of commits, made in a moment by `git fast-import`.

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use super::TestRepo;

/// A line of history with side branches merged by pull requests, records that come and change,
/// messages that decide, reverts, renames, people and a bot.
pub fn many_commits(n: usize) -> TestRepo {
    let repo = TestRepo::new();
    let mut out = String::new();
    for i in 0..n {
        let at = 1_600_000_000 + i * 600;
        let who = match i % 11 {
            0 => "pump[bot] <5+pump[bot]@users.noreply.github.com>".to_owned(),
            k => format!("Person {k} <p{k}@example.org>"),
        };
        let merge = i % 97 == 96;
        let message = match i {
            _ if merge => format!("Merge pull request #{i} from water/part-{i}\n\nPart {i}\n"),
            _ if i % 211 == 7 => format!(
                "Keep valve {} closed below {} bar\n\nWe must never open it earlier, because the \
                 old pipe bursts. Measured in week {i}.\n",
                i % 40,
                i % 9 + 1
            ),
            _ if i % 307 == 9 => format!(
                "Revert \"Work on part {}\"\n\nThis reverts commit of part {}, it leaked.\n",
                i - 2,
                i - 2
            ),
            _ if i % 401 == 11 => format!("Follow ADR {} in valve {}\n", i / 500 + 1, i % 40),
            _ => format!("Work on part {i}\n"),
        };
        let _ = write!(
            out,
            "commit refs/heads/main\nmark :{}\nauthor {who} {at} +0000\ncommitter {who} {at} +0000\n",
            i + 1
        );
        let _ = write!(out, "data {}\n{message}", message.len());
        if merge {
            // A side branch of the three commits before, as if they had been made beside main.
            let _ = write!(out, "from :{}\nmerge :{}\n", i - 3, i);
        } else if i > 0 {
            let _ = writeln!(out, "from :{i}");
        }
        let mut file = |path: &str, text: &str| {
            let _ = write!(out, "M 100644 inline {path}\ndata {}\n{text}\n", text.len());
        };
        if i % 500 == 3 {
            let number = i / 500 + 1;
            let text = format!(
                "# {number}. Valve {number} opens slowly\n\nDate: 2021-01-{number:02}\n\n## Status\n\n\
                 Accepted\n\n## Decision\n\n`src/valve_{number}.c` must open over {number} seconds.\n"
            );
            file(&format!("docs/adr/{number:04}-valve-{number}.md"), &text);
        } else if i % 500 == 250 {
            let number = i / 500 + 1;
            let text = format!(
                "# {number}. Valve {number} opens slowly\n\nDate: 2021-01-{number:02}\n\n## Status\n\n\
                 Accepted\n\n## Decision\n\n`src/valve_{number}.c` must open over {} seconds.\n",
                number + 30
            );
            file(&format!("docs/adr/{number:04}-valve-{number}.md"), &text);
        } else if !merge {
            file(
                &format!("src/valve_{}.c", i % 40),
                &format!("int level = {i};\nint part = {};\n", i % 7),
            );
        }
        if i == n / 2 {
            out.push_str("R src/valve_39.c src/sluice.c\n");
        }
        out.push('\n');
    }
    let mut import = Command::new("git")
        .current_dir(repo.path())
        .args(["fast-import", "--quiet"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    import
        .stdin
        .take()
        .unwrap()
        .write_all(out.as_bytes())
        .unwrap();
    assert!(import.wait().unwrap().success());
    repo.git(&["reset", "-q", "--hard", "main"]);
    repo
}
