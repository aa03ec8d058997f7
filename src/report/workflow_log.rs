//! Lines that a GitHub workflow's log understands as commands, with nothing foreign acting in them.

use super::annotations::Annotation;

/// Warnings that one step may show.
pub const WARNINGS: usize = 10;

/// A warning on lines of a file, one line.
pub fn warning(annotation: &Annotation) -> String {
    let level = if annotation.stands {
        "warning"
    } else {
        "notice"
    };
    format!(
        "::{level} file={},line={},endLine={},title={}::{}\n",
        property(&annotation.path.to_string()),
        annotation.lines.start,
        annotation.lines.end,
        property(&annotation.title),
        data(&annotation.message)
    )
}

/// The line after which nothing in a step's log is read as a command, until [`resume`]. The token
/// must not be known to whoever wrote what is printed in between.
pub fn stop(token: &str) -> String {
    format!("::stop-commands::{token}\n")
}

/// The line that ends what [`stop`] began.
pub fn resume(token: &str) -> String {
    format!("::{token}::\n")
}

fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::LineRange;

    #[test]
    fn a_title_cannot_begin_a_command_of_its_own() {
        let hostile = Annotation {
            path: "a,line=9::x.rs".into(),
            lines: LineRange::new(3, 4),
            stands: true,
            title: "x\n::set-output name=a::b,c:d".into(),
            message: "50 %\r\n::add-mask::y".into(),
        };
        assert_eq!(
            warning(&hostile),
            "::warning file=a%2Cline=9%3A%3Ax.rs,line=3,endLine=4,\
             title=x%0A%3A%3Aset-output name=a%3A%3Ab%2Cc%3Ad::50 %25%0D%0A::add-mask::y\n"
        );
    }
}
