//! Starts the workstation on a made-up review, for the pty tests: `tui_fixture [KIND] [PAUSE_MS]`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr
)]

#[path = "../support/tui_fixture.rs"]
mod fixture;

use std::sync::Arc;
use std::time::Duration;

use rguard::{model, tui};

fn main() {
    let mut args = std::env::args().skip(1);
    let kind = args.next().unwrap_or_default();
    let pause = args.next().and_then(|p| p.parse().ok()).unwrap_or(0);
    let review = match kind.as_str() {
        "empty" => fixture::empty_review(),
        "partial" => fixture::partial_review(),
        "hostile" => fixture::hostile_review(),
        "wide" => fixture::wide_review(),
        "large" => fixture::large_review(10_000),
        _ => fixture::review(),
    };
    let mut fake = fixture::Fake::new(review);
    fake.pause = Duration::from_millis(pause);
    fake.panics = kind == "panic-in-job";
    if kind == "failing" {
        fake.fail_review = Some(tui::backend::BackendError {
            message: "The model judge did not answer within 30 seconds.".into(),
            hints: vec!["`--judge offline` judges without a model.".into()],
        });
    }
    if kind == "panic" {
        std::thread::spawn(|| {
            std::thread::sleep(Duration::from_millis(300));
            // A fault outside every job: what the hook is for.
            let _ = std::panic::catch_unwind(|| panic!("the fixture panics on purpose"));
            std::process::exit(101);
        });
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .expect("a runtime");
    let options = tui::TuiOptions {
        theme: tui::theme::ThemeChoice::Named("dark".into()),
        ..tui::TuiOptions::default()
    };
    let ended = runtime.block_on(tui::run(Arc::new(fake), options));
    runtime.shutdown_background();
    match ended {
        Ok(()) => println!("left quietly"),
        Err(e) => {
            eprintln!("{e}");
            for hint in e.hints() {
                eprintln!("{hint}");
            }
            std::process::exit(e.exit_code());
        }
    }
}
