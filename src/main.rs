//! Parses arguments, starts logging, calls a command, prints an error kindly.

// The client's futures are deep, and a command's lie over them.
#![recursion_limit = "256"]

use std::process::ExitCode;

use clap::Parser;
use rguard::commands::{self, Cli, Exit};

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(e) => {
            // Help and version are answers, all else is wrong usage. Nobody may be reading.
            let _ = e.print();
            return if e.use_stderr() {
                Exit::USAGE.into()
            } else {
                Exit::OK.into()
            };
        }
    };
    let color = cli.global.color;
    let result = commands::logging::start(&cli.global).and_then(|()| {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .map_err(commands::UserError::internal)?;
        let result = runtime.block_on(commands::run(cli));
        // A job that was asked to stop and is still at it does not hold the shell.
        runtime.shutdown_background();
        result
    });
    match result {
        Ok(exit) => exit.into(),
        Err(e) => {
            e.print(color);
            e.exit().into()
        }
    }
}
