//! Color on the terminal: chosen once, before anything is printed.

use std::io::{IsTerminal, stderr, stdout};
use std::sync::OnceLock;

use clap::{ColorChoice, ValueEnum};

/// When to use color.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum ColorMode {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl From<ColorMode> for ColorChoice {
    fn from(mode: ColorMode) -> ColorChoice {
        match mode {
            ColorMode::Auto => ColorChoice::Auto,
            ColorMode::Always => ColorChoice::Always,
            ColorMode::Never => ColorChoice::Never,
        }
    }
}

static MODE: OnceLock<ColorMode> = OnceLock::new();

/// Chooses the mode of this process. The first call counts.
pub fn set(mode: ColorMode) {
    MODE.get_or_init(|| mode);
}

/// True if stdout is colored.
pub fn on_stdout() -> bool {
    is_on(stdout().is_terminal())
}

/// True if stderr is colored.
pub fn on_stderr() -> bool {
    is_on(stderr().is_terminal())
}

fn is_on(is_terminal: bool) -> bool {
    match MODE.get().copied().unwrap_or(ColorMode::Auto) {
        ColorMode::Auto => is_terminal,
        ColorMode::Always => true,
        ColorMode::Never => false,
    }
}

/// Returns the label of a message on stderr, such as `error:` in bold red.
pub fn label(text: &str, style: Style) -> String {
    match on_stderr() {
        true => format!("\x1b[1;{}m{text}\x1b[0m", style as u8),
        false => text.to_string(),
    }
}

/// The kind of a message, as the number of its ANSI color.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Red.
    Error = 31,
    /// Yellow.
    Warning = 33,
    /// Cyan.
    Hint = 36,
}
