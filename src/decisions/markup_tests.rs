use super::super::{Cue, parse};
use super::*;
use crate::model::Standing;

fn read(path: &str, text: &str) -> super::super::Record {
    let parsed = parse(SourceKind::Adr, &RepoPath::from(path), text.as_bytes());
    let record = parsed.records.into_iter().next().unwrap();
    let lines: Vec<&str> = text.split('\n').collect();
    let want = lines[record.lines.start as usize - 1..record.lines.end as usize].join("\n");
    assert_eq!(record.text, want);
    record
}

#[test]
fn asciidoc_gives_title_date_status_and_links() {
    let text = "= 3. Paint the lamps\nAda Lane <ada@example.org>\nv1.0, 2024-03-02\n:status: Accepted\n\n== Context\n\n----\nstatus: rejected\n== fake\n----\n\n== Decision\n\nWe paint them green.\nIt supersedes xref:0002-lamps.adoc[ADR 2].\n";
    let r = read("docs/adr/0003-paint.adoc", text);
    assert_eq!(r.title, "Paint the lamps");
    assert_eq!(r.number.as_deref(), Some("3"));
    assert_eq!(r.date.as_deref(), Some("2024-03-02"));
    assert_eq!(r.standing, Standing::Accepted);
    assert!(r.links.iter().any(|l| l.cue == Cue::Supersedes));
}

#[test]
fn asciidoc_statuses_stand_in_sections_and_in_bold_lines_too() {
    let text = "= Paint\n\n*Status:* Rejected\n\n*Date:* 2024-03-02\n\n== Context\n\nx\n";
    let r = read("docs/adr/0003-paint.adoc", text);
    assert_eq!(r.standing, Standing::Rejected);
    assert_eq!(r.date.as_deref(), Some("2024-03-02"));
    let text = "Paint the lamps\n===============\n\nStatus\n------\n\nSuperseded by <<0004-x.adoc#,ADR 4>>\n\nContext\n-------\n\nx\n";
    let r = read("docs/adr/0003-paint.adoc", text);
    assert_eq!(r.title, "Paint the lamps");
    assert_eq!(r.standing, Standing::Superseded);
    assert!(r.links.iter().any(|l| l.cue == Cue::SupersededBy));
}

#[test]
fn restructured_text_gives_title_date_status_and_links() {
    let text = "=====================\n3. Paint the lamps ✓\n=====================\n\n:Status: Superseded by\n  `ADR 4 <0004-x.rst>`_\n:Date: 2024-03-02\n\nContext\n=======\n\nAn example::\n\n  Status\n  ------\n  Rejected\n\n.. code-block:: yaml\n\n   status: rejected\n\nDecision\n========\n\nWe paint.\n";
    let r = read("docs/adr/0003-paint.rst", text);
    assert_eq!(r.title, "Paint the lamps ✓");
    assert_eq!(r.standing, Standing::Superseded);
    assert_eq!(r.date.as_deref(), Some("2024-03-02"));
    assert!(r.links.iter().any(|l| l.cue == Cue::SupersededBy));
    let text = "Paint the lamps\n***************\n\nStatus\n------\n\nAccepted\n\nDate\n----\n\n2 March 2024\n\nContext\n-------\n\nx\n";
    let r = read("docs/adr/paint.rst", text);
    assert_eq!(
        (r.title.as_str(), r.standing),
        ("Paint the lamps", Standing::Accepted)
    );
    assert_eq!(r.date.as_deref(), Some("2024-03-02"));
}

#[test]
fn org_gives_title_date_status_and_links() {
    let text = "#+TITLE: Paint the lamps\n#+DATE: <2024-03-02 Sat>\n\n* Status\n\nAccepted\n\n* Context\n\n#+BEGIN_SRC yaml\n* fake\nstatus: rejected\n#+END_SRC\n\nIt amends [[file:0002-lamps.org][ADR 2]].\n";
    let r = read("docs/adr/0003-paint.org", text);
    assert_eq!(r.title, "Paint the lamps");
    assert_eq!(r.standing, Standing::Accepted);
    assert_eq!(r.date.as_deref(), Some("2024-03-02"));
    assert!(r.links.iter().any(|l| l.cue == Cue::Amends));
    let text = "* Paint the lamps\n:PROPERTIES:\n:STATUS: Rejected\n:END:\n** Context\nx\n";
    let r = read("docs/adr/0003-paint.org", text);
    assert_eq!(
        (r.title.as_str(), r.standing),
        ("Paint the lamps", Standing::Rejected)
    );
}
