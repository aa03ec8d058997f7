//! Recordings without a terminal: a key script is played through the real update and view, and each
//! frame becomes one event of an asciicast on a scripted clock. The same script on the same data
//! gives the same bytes. Times that differ from run to run are masked.

mod cast;
mod script;
mod still;

use std::io;
use std::path::{Path, PathBuf};

use super::backend::Backend;
use super::direct::{Direct, screen_text};
use super::keys::Keymap;
use super::model::Model;
use super::msg::Msg;
use super::theme::{Depth, ThemeChoice, ThemeError, load};
use cast::Cast;

pub use script::{Script, ScriptError, Step};

/// Seconds between a frame and the next while something reports.
const REPORT: f64 = 0.12;
/// Seconds before a key.
const KEY: f64 = 0.40;
/// Seconds before a typed character.
const TYPED: f64 = 0.06;

/// A recording.
#[derive(Clone, Debug)]
pub struct Recording {
    /// The asciicast, version 2.
    pub cast: String,
    /// Its length in seconds on the scripted clock.
    pub seconds: f64,
    /// Frames in it.
    pub frames: usize,
    /// The stills: name, text, SVG.
    pub stills: Vec<(String, String, String)>,
}

/// Why a recording failed.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The script cannot be read.
    #[error(transparent)]
    Script(#[from] ScriptError),
    /// The theme cannot be used.
    #[error(transparent)]
    Theme(#[from] ThemeError),
    /// The screen never showed what the script waits for.
    #[error("Line {line}: the screen does not show “{words}”. It shows:\n{screen}")]
    NotShown {
        /// The script's line.
        line: usize,
        /// The words waited for.
        words: String,
        /// The screen.
        screen: String,
    },
    /// A file could not be written.
    #[error("{path} could not be written: {source}")]
    Write {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

/// Plays a script and writes `<name>.cast` and the stills `<shot>.txt` and `<shot>.svg` into a
/// folder that exists.
pub fn record(
    name: &str,
    script: &Script,
    backend: &dyn Backend,
    out: &Path,
) -> Result<Recording, RecordError> {
    let recording = play(script, backend)?;
    let write = |file: String, text: &str| {
        let path = out.join(file);
        std::fs::write(&path, text).map_err(|source| RecordError::Write { path, source })
    };
    write(format!("{name}.cast"), &recording.cast)?;
    for (shot, text, svg) in &recording.stills {
        write(format!("{shot}.txt"), text)?;
        write(format!("{shot}.svg"), svg)?;
    }
    Ok(recording)
}

/// Plays a script.
pub fn play(script: &Script, backend: &dyn Backend) -> Result<Recording, RecordError> {
    // As in the workstation: NO_COLOR in the recorder's environment must not change the bytes.
    crossterm::style::force_color_output(true);
    let theme = load(&ThemeChoice::from(script.theme.as_str()), Depth::True)?;
    let mut model = Model::new(script.size, theme, Keymap::default());
    model.mask = true;
    let mut cast = Cast::new(script.size);
    let mut stills = Vec::new();
    let mut player = Direct::new(model, backend);
    cast.frame(&player.model);
    player.start(&mut |m| {
        cast.wait(REPORT);
        cast.frame(m);
    });
    for (line, step) in &script.steps {
        match step {
            Step::Wait(words) => {
                let screen = screen_text(&player.model);
                if !shows(&screen, words) {
                    return Err(RecordError::NotShown {
                        line: *line,
                        words: words.clone(),
                        screen,
                    });
                }
            }
            Step::Pause(seconds) => cast.wait(*seconds),
            Step::Mark(words) => cast.mark(words),
            Step::Keys(keys) => {
                for key in keys {
                    press(&mut player, &mut cast, Msg::Key(*key), KEY);
                }
            }
            Step::Type(keys) => {
                for key in keys {
                    press(&mut player, &mut cast, Msg::Key(*key), TYPED);
                }
            }
            Step::Shot(shot) => {
                let (text, svg) = still::still(&player.model);
                stills.push((shot.clone(), text, svg));
            }
        }
    }
    Ok(Recording {
        seconds: cast.seconds(),
        frames: cast.frames(),
        cast: cast.finish(),
        stills,
    })
}

fn press(player: &mut Direct, cast: &mut Cast, msg: Msg, before: f64) {
    cast.wait(before);
    let mut first = true;
    player.send(msg, &mut |m| {
        if !std::mem::take(&mut first) {
            cast.wait(REPORT);
        }
        cast.frame(m);
    });
}

/// Whether the screen shows the words, in any case, also across the end of a line.
fn shows(screen: &str, words: &str) -> bool {
    let fold = |t: &str| {
        t.split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .to_lowercase()
    };
    fold(screen).contains(&fold(words))
}
