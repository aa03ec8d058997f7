//! The nouns of rguard: plain data that every other room shares.
//!
//! Nothing here reads a file, asks the graph or prints. What is serialised here is what other
//! programs read, so a field's name is a contract.

pub mod change;
pub mod comment_marks;
pub mod correction;
pub mod decision;
pub mod dossier;
pub mod file_kind;
pub mod forge;
pub mod ids;
pub mod instruction;
pub mod log;
pub mod review;
pub mod safe;

pub use change::{Change, ChangedFile, FileStatus, Hunk, Line, LineKind, Side, TargetKind};
pub use comment_marks::{CommentMarks, comment_marks};
pub use correction::{Correction, CorrectionKind, Reach};
pub use decision::{
    Alternative, Amendment, Authority, CodeLink, Constraint, Coverage, CoverageState, Decision,
    Duty, Experiment, Limit, LinkOrigin, LinkedFile, LogView, Measurement, Mention, MentionKind,
    Outcome, QUOTE_MAX, Quote, Source, Standing, Supersession, SupersessionState,
};
pub use dossier::{DecidingHunks, Dossier, Guarded, LineLink, LinkHow, Verdict};
pub use file_kind::{FileKind, file_kind};
pub use forge::{
    Actor, Association, Discussion, ForgeHome, ForgeRef, Issue, IssueEvent, Post, Pull, PullFile,
    PullState, Requests, ReviewThread,
};
pub use ids::{
    BlobId, CommitId, DecisionId, DecisionKey, GraphName, LineRange, PersonId, RepoPath,
};
pub use instruction::{Instruction, InstructionAgent, InstructionScope, InstructionWhen};
pub use log::{
    ChainLink, ChangedDecision, CoverageCount, CoverageTotals, Ending, LogCommit, LogDetail,
    LogDiff, LogEntry, LogMoment, LogPage, LogRevision, MovedDecision, RetiredDecision,
    StandingChange, WordChange, WordChangeKind,
};
pub use review::{
    AsOf, AsOfMode, BusFactor, DecisionRef, Dropped, Evidence, Finding, JudgeInfo, PathEdge,
    PathGraph, PathNode, PersonKind, PersonScore, Premise, PremiseState, Progress, QueryRun,
    REVIEW_SCHEMA, Review, ReviewEvent, Signal, SinceEntry, SinceKind, VerdictKind, Via, Weighing,
};
