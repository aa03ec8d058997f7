//! The accounts that are no person, and the addresses that name nobody: one table to extend.

use Mark::{Address, BareName, Domain, Login, Name};
use PersonKind::{Agent, Bot};

use crate::model::PersonKind;

/// How an entry of [`AUTOMATIC`] is recognised.
pub(crate) enum Mark {
    /// The whole address, lower-case.
    Address(&'static str),
    /// The part of the address after the `@`.
    Domain(&'static str),
    /// GitHub's login, lower-case.
    Login(&'static str),
    /// The whole name, lower-case; only for names that no person bears.
    Name(&'static str),
    /// The whole name, lower-case, where the address names nobody: a person may bear it too.
    BareName(&'static str),
}

/// Accounts that are no person. Their pid and name come from here, so that an agent that signs
/// with a new version name every month stays one.
pub(crate) const AUTOMATIC: &[(Mark, PersonKind, &str, &str)] = &[
    (
        Address("noreply@anthropic.com"),
        Agent,
        "agent:claude",
        "Claude",
    ),
    (Login("claude"), Agent, "agent:claude", "Claude"),
    (Login("claude[bot]"), Agent, "agent:claude", "Claude"),
    (BareName("claude"), Agent, "agent:claude", "Claude"),
    (Name("claude code"), Agent, "agent:claude", "Claude"),
    (Login("copilot"), Agent, "agent:copilot", "Copilot"),
    (
        Login("copilot-swe-agent[bot]"),
        Agent,
        "agent:copilot",
        "Copilot",
    ),
    (Login("copilot[bot]"), Agent, "agent:copilot", "Copilot"),
    (Name("github copilot"), Agent, "agent:copilot", "Copilot"),
    (BareName("copilot"), Agent, "agent:copilot", "Copilot"),
    (
        Address("copilot@github.com"),
        Agent,
        "agent:copilot",
        "Copilot",
    ),
    (
        Address("cursoragent@cursor.com"),
        Agent,
        "agent:cursor",
        "Cursor",
    ),
    (Address("agent@cursor.com"), Agent, "agent:cursor", "Cursor"),
    (Name("cursor agent"), Agent, "agent:cursor", "Cursor"),
    (Login("cursor[bot]"), Agent, "agent:cursor", "Cursor"),
    (Address("noreply@openai.com"), Agent, "agent:codex", "Codex"),
    (Address("codex@openai.com"), Agent, "agent:codex", "Codex"),
    (
        Login("chatgpt-codex-connector[bot]"),
        Agent,
        "agent:codex",
        "Codex",
    ),
    (BareName("codex"), Agent, "agent:codex", "Codex"),
    (Name("openai codex"), Agent, "agent:codex", "Codex"),
    (
        Login("devin-ai-integration[bot]"),
        Agent,
        "agent:devin",
        "Devin",
    ),
    (Domain("devin.ai"), Agent, "agent:devin", "Devin"),
    (Name("devin ai"), Agent, "agent:devin", "Devin"),
    (Domain("aider.chat"), Agent, "agent:aider", "aider"),
    (BareName("aider"), Agent, "agent:aider", "aider"),
    (
        Login("google-labs-jules[bot]"),
        Agent,
        "agent:jules",
        "Jules",
    ),
    (
        Login("gemini-code-assist[bot]"),
        Agent,
        "agent:gemini",
        "Gemini",
    ),
    (Name("gemini cli"), Agent, "agent:gemini", "Gemini"),
    (Domain("opencode.ai"), Agent, "agent:opencode", "opencode"),
    (BareName("opencode"), Agent, "agent:opencode", "opencode"),
    (Domain("ampcode.com"), Agent, "agent:amp", "Amp"),
    (
        Login("factory-droid[bot]"),
        Agent,
        "agent:factory",
        "Factory Droid",
    ),
    (Login("sweep-ai[bot]"), Agent, "agent:sweep", "Sweep"),
    (
        Login("openhands-agent"),
        Agent,
        "agent:openhands",
        "OpenHands",
    ),
    (
        Domain("all-hands.dev"),
        Agent,
        "agent:openhands",
        "OpenHands",
    ),
    (
        Login("coderabbitai[bot]"),
        Agent,
        "agent:coderabbit",
        "CodeRabbit",
    ),
    (
        Login("dependabot-preview[bot]"),
        Bot,
        "login:dependabot[bot]",
        "dependabot",
    ),
    (
        Address("support@dependabot.com"),
        Bot,
        "login:dependabot[bot]",
        "dependabot",
    ),
    (
        Domain("renovateapp.com"),
        Bot,
        "login:renovate[bot]",
        "renovate",
    ),
    (Name("renovate bot"), Bot, "login:renovate[bot]", "renovate"),
    (
        Address("action@github.com"),
        Bot,
        "login:github-actions[bot]",
        "github-actions",
    ),
    (
        Login("actions"),
        Bot,
        "login:github-actions[bot]",
        "github-actions",
    ),
    (
        Login("actions-user"),
        Bot,
        "login:github-actions[bot]",
        "github-actions",
    ),
    (
        Address("actions@github.com"),
        Bot,
        "login:github-actions[bot]",
        "github-actions",
    ),
    (
        Name("github actions"),
        Bot,
        "login:github-actions[bot]",
        "github-actions",
    ),
    (
        Name("github action"),
        Bot,
        "login:github-actions[bot]",
        "github-actions",
    ),
    (
        BareName("dependabot"),
        Bot,
        "login:dependabot[bot]",
        "dependabot",
    ),
    (BareName("renovate"), Bot, "login:renovate[bot]", "renovate"),
    (
        BareName("greenkeeper"),
        Bot,
        "login:greenkeeper[bot]",
        "greenkeeper",
    ),
    (
        Domain("greenkeeper.io"),
        Bot,
        "login:greenkeeper[bot]",
        "greenkeeper",
    ),
    (
        Address("snyk-bot@snyk.io"),
        Bot,
        "login:snyk-bot",
        "snyk-bot",
    ),
    (Login("snyk-bot"), Bot, "login:snyk-bot", "snyk-bot"),
    (Login("web-flow"), Bot, "login:web-flow", "GitHub"),
    (
        Login("semantic-release-bot"),
        Bot,
        "login:semantic-release-bot",
        "semantic-release",
    ),
];

/// Addresses that many people share, so that they name nobody.
pub(crate) const NOBODY: &[&str] = &[
    "",
    "none",
    "noreply@github.com",
    "none@none",
    "unknown",
    "root@localhost",
    "you@example.com",
    "user@example.com",
    "email@example.com",
    "your@email.com",
    "noreply",
    "no-reply",
    "git@localhost",
    "noreply@example.com",
];
