//! Runs the traced program in our place: same terminal, same signals, same exit status.

use crate::signals::Signals;
use std::io;
use std::process::{Command, ExitStatus};

/// Runs a program with our standard streams and waits for it.
///
/// Signals that would end us are for the program: those from the terminal reach it anyway, those sent to us are passed
/// on, and it decides what they mean. Once it has ended, they end us as usual.
pub(crate) fn run(command: &mut Command, signals: &Signals) -> io::Result<ExitStatus> {
    let mut child = command.spawn()?;
    signals.go_to(Some(child.id()));
    let status = child.wait();
    signals.go_to(None);
    status
}

/// The exit status as shells report it: 128 + n for signal n.
pub(crate) fn code(status: ExitStatus) -> u8 {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return u8::try_from(128 + signal).unwrap_or(u8::MAX);
    }
    // Only the lowest byte leaves a process, here as in the program itself.
    status.code().map_or(1, |code| (code & 0xff) as u8)
}
