//! Reading decisions: each fault that other tools were reported for, each edge case of how records
//! are really written, keys over history, and the log as of a commit.
//!
//! A report has one test that bears its name, one more where it is also about guarding (in
//! `tests/syncing/reports.rs`). Each of the thirty edge cases has one that bears its number,
//! `case_01` to `case_30`, more where its parts have little in common.
//!
//! | report | test |
//! | --- | --- |
//! | joshrotenberg/adrs#376 | `adrs_376_the_first_status_word_of_the_first_line_decides` |
//! | adrs#163 | `adrs_163_a_record_without_a_number_is_kept` |
//! | adrs#216 | `adrs_216_deciders_as_string_list_empty_null_or_mapping_never_drop_the_record` |
//! | adrs#197 | `adrs_197_a_link_on_a_later_line_of_the_status_counts` |
//! | adrs#53 | `adrs_53_every_source_is_byte_for_byte_as_it_was_after_every_command` |
//! | rjmurillo/ai-agents#3783 | `ai_agents_3783_each_spelling_of_superseded_is_read`, `ai_agents_3783_guard_never_warns_from_a_superseded_mandate` |
//! | ai-agents#5189 | `ai_agents_5189_a_status_inside_a_fence_is_no_status` |
//! | backstage#15475 | `backstage_15475_one_broken_record_never_hides_the_others`, `backstage_15475_the_log_of_a_repository_with_an_unreadable_record_exits_with_zero` |
//! | structurizr/java#231, lite#63 | `structurizr_231_names_that_begin_with_a_day_give_dates_and_no_numbers` |
//! | structurizr/lite#103 | `structurizr_lite_103_numbers_of_any_width_are_read_from_the_name` |
//! | endjin/dotnet-adr#190 | `endjin_190_a_one_sided_supersession_holds_from_the_commit_that_recorded_it` |
//! | ruflo#2474, #2475 | `ruflo_2474_2475_a_dash_in_the_title_and_zeros_in_citations_do_no_harm` |
//! | curie#1949, #521, stella#5175 | `curie_1949_stella_5175_a_number_that_two_records_bear_is_ambiguous_and_resolved_to_neither` |
//! | occurrent#595, PyBNF#593 | `curie_1949_occurrent_595_no_edge_is_guessed_from_a_number_that_two_records_bear` |
//! | Decision Guardian BUG-002, 010, 011 | `decision_guardian_002_010_011_a_broken_pattern_is_an_error_with_its_line_and_matches_nothing` |
//! | Decision Guardian BUG-004, 012 | `decision_guardian_004_012_what_cannot_be_read_is_told_and_hides_no_contradiction` |
//! | repowise#1293 | `repowise_1293_likeness_alone_never_retires_anything` |
//! | repowise#2439, #2434, #1322 | `repowise_2439_2434_a_wide_commit_governs_only_what_its_words_name` |
//! | repowise#605, trace-mcp#231 | `repowise_605_trace_mcp_231_a_title_or_half_a_sentence_is_no_decision` |
//! | repowise#341 | `repowise_341_a_file_of_five_megabytes_on_one_line_is_skipped_with_its_size` |
//! | mem0#4536, #1674 | `mem0_4536_1674_a_second_sync_adds_nothing_and_an_override_keeps_both` |
//! | MemPalace#224 | `mempalace_224_a_deleted_record_is_history_and_not_live`, `mempalace_224_a_removed_record_never_warns_and_does_as_of_before` |
//! | gitui#271, #2713 | `gitui_271_2713_a_lock_or_a_missing_object_costs_one_file_and_not_the_log` |
//! | ariakit#7331, hive#6606 | `ariakit_7331_hive_6606_trailers_are_those_that_git_itself_finds` |
//!
//! The reports about patches, judging, servers and actions are tested beside those.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stderr
)]

mod testkit;

#[path = "decisions/cases_links.rs"]
mod cases_links;
#[path = "decisions/cases_sources.rs"]
mod cases_sources;
#[path = "decisions/cases_status.rs"]
mod cases_status;
#[path = "decisions/cases_supersession.rs"]
mod cases_supersession;
#[path = "decisions/cases_text.rs"]
mod cases_text;
#[path = "decisions/history.rs"]
mod history;
#[path = "decisions/history_reports.rs"]
mod history_reports;
#[path = "decisions/keys.rs"]
mod keys;
#[path = "decisions/link_reports.rs"]
mod link_reports;
#[path = "decisions/logs.rs"]
mod logs;
#[path = "decisions/moves.rs"]
mod moves;
#[path = "decisions/places.rs"]
mod places;
#[path = "decisions/records.rs"]
mod records;
#[path = "decisions/source_reports.rs"]
mod source_reports;
#[path = "decisions/status_reports.rs"]
mod status_reports;
#[path = "decisions/support.rs"]
mod support;
