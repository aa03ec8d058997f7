//! The one table of actions: name, default keys, context, help and hint. The keymap, the help
//! overlay and the hints in the status line all come from it.

/// Where a key is looked up. An overlay's context hides the others; a pane's comes before `Global`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Context {
    /// Everywhere but in an overlay.
    Global,
    /// In the diff, while a search is on.
    Search,
    /// In the diff.
    Diff,
    /// While travelling.
    Travel,
}

impl Context {
    /// The heading in the help overlay, and the table in a keymap file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Global => "global",
            Self::Search => "search",
            Self::Diff => "diff",
            Self::Travel => "travel",
        }
    }
}

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// The action.
    pub action: Action,
    /// Its name in a keymap file.
    pub name: &'static str,
    /// Where it works.
    pub context: Context,
    /// Its default keys.
    pub keys: &'static [&'static str],
    /// One or two words for the status line.
    pub hint: &'static str,
    /// One line for the help.
    pub help: &'static str,
}

macro_rules! actions {
    ($($context:ident { $($action:ident $name:literal [$($key:literal),+] $hint:literal $help:literal;)+ })+) => {
        /// Everything that a key can do.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[allow(missing_docs)] // the table says what each is
        pub enum Action { $($($action,)+)+ }

        /// The table, in the order in which the help shows it.
        pub const SPECS: &[Spec] = &[$($(Spec {
            action: Action::$action,
            name: $name,
            context: Context::$context,
            keys: &[$($key),+],
            hint: $hint,
            help: $help,
        },)+)+];
    };
}

actions! {
    Global {
        Ack "ack" ["a"] "ack" "Acknowledge the finding: seen and accepted; it stays on the list";
        Wrong "wrong" ["w"] "wrong" "Say that the finding is wrong, and why";
        Override "override" ["o"] "override" "Replace the decision by a new one, with a reason";
        Undo "undo" ["u"] "undo" "Take back the latest correction of the finding";
        NextFinding "next-finding" ["n"] "finding" "Next finding, and its lines in the diff";
        PrevFinding "previous-finding" ["N"] "" "Previous finding";
        Nearest "nearest" ["Z"] "" "Show or fold the decisions that stand nearest to the change";
        NextHunk "next-hunk" ["]"] "hunk" "Next hunk, across files";
        PrevHunk "previous-hunk" ["["] "" "Previous hunk";
        NextFile "next-file" ["}"] "file" "Next file";
        PrevFile "previous-file" ["{"] "" "Previous file";
        Jump "jump" ["<enter>"] "open" "From a finding to its lines, from lines to their finding; open what is selected";
        Down "down" ["j", "<down>"] "" "Down";
        Up "up" ["k", "<up>"] "" "Up";
        Left "left" ["h", "<left>"] "" "Left; fold a folder";
        Right "right" ["l", "<right>"] "" "Right; unfold a folder";
        HalfDown "half-page-down" ["<c-d>"] "" "Half a page down";
        HalfUp "half-page-up" ["<c-u>"] "" "Half a page up";
        PageDown "page-down" ["<pgdn>", "<space>"] "" "A page down";
        PageUp "page-up" ["<pgup>"] "" "A page up";
        Top "top" ["gg", "<home>"] "" "To the top";
        Bottom "bottom" ["G", "<end>"] "" "To the bottom";
        Findings "pane-findings" ["1"] "" "Pane: findings";
        Files "pane-files" ["2"] "files" "Pane: files";
        Diff "pane-diff" ["d", "3"] "diff" "Pane: the diff";
        Card "pane-card" ["4"] "" "Pane: the finding's card";
        Path "pane-path" ["p", "5"] "path" "Pane: the path through the graph";
        Cypher "pane-cypher" ["c", "6"] "cypher" "Pane: the Cypher statements and their times";
        Log "pane-log" ["7"] "log" "Pane: the decision log as of the base";
        Told "told" ["i"] "told" "What agents were told as of the base: the instructions in force then";
        People "pane-people" ["8"] "" "Pane: people to ask";
        Since "pane-since" ["9"] "" "Pane: what the target branch decided since the base";
        Activity "pane-activity" ["0"] "" "Pane: what sync did, and messages";
        NextPane "next-pane" ["<tab>"] "" "Next pane";
        PrevPane "previous-pane" ["<s-tab>"] "" "Previous pane";
        Maximise "maximise" ["z"] "maximise" "Maximise the pane, and back";
        Search "search" ["/"] "search" "Search in the diff, or filter the list";
        FilterFiles "filter-files" ["f"] "" "Filter the files";
        SideBySide "side-by-side" ["v"] "split" "Unified or side by side";
        Wrap "wrap" ["W"] "wrap" "Wrap long lines, or scroll them";
        Context "context" ["x"] "more" "Show more lines around the hunk";
        Viewed "viewed" ["m"] "viewed" "Mark the file as viewed until it changes, and back";
        Sync "sync" ["s"] "sync" "Bring the graph up to date";
        Travel "travel" ["t"] "travel" "Travel to another commit or date of the record";
        Target "target" ["T"] "" "Review as of the target branch's tip";
        Base "base" ["B"] "back to the base" "Back to the change's own base";
        Reload "reload" ["r"] "" "Review again";
        Copy "copy" ["y"] "copy" "Copy what is selected: quote, line, statement, text";
        OpenUrl "open" ["O"] "browser" "Open in the browser";
        Edit "edit" ["e"] "edit" "Open the editor at the line";
        Help "help" ["?"] "keys" "Show these keys";
        Back "back" ["<esc>"] "" "Close, clear or go back";
        Suspend "suspend" ["<c-z>"] "" "Suspend to the shell";
        Redraw "redraw" ["<c-l>"] "" "Draw the screen anew";
        Quit "quit" ["q", "<c-c>"] "quit" "Quit";
    }
    Search {
        NextMatch "next-match" ["n"] "next match" "Next match of the search";
        PrevMatch "previous-match" ["N"] "" "Previous match of the search";
    }
    Diff {
        LineStart "line-start" ["^"] "" "Scroll to the start of the line";
        LineEnd "line-end" ["$"] "" "Scroll to the end of the line";
    }
    Travel {
        TravelPrev "travel-previous" ["<left>", "h"] "earlier" "The event before";
        TravelNext "travel-next" ["<right>", "l"] "later" "The event after";
        TravelFirst "travel-first" ["gg", "<home>"] "" "The first event";
        TravelLast "travel-last" ["G", "<end>"] "" "The last event";
        TravelTo "travel-to" ["/"] "date or commit" "Type a date or a commit";
        TravelGo "travel-go" ["<enter>"] "review here" "Review the change as of this point";
        TravelBase "travel-base" ["<esc>", "q"] "back to the base" "Close; back to the base if you are elsewhere";
    }
}

impl Action {
    /// Its row of the table.
    pub fn spec(self) -> &'static Spec {
        // Every variant comes from a row, so the search always finds one.
        SPECS.iter().find(|s| s.action == self).unwrap_or(&SPECS[0])
    }
}
