//! Exit statuses, and the text that documents them.

/// All is well.
pub(crate) const OK: u8 = 0;
/// The command line makes no sense.
pub(crate) const USAGE: u8 = 2;
/// An input is not what it should be.
pub(crate) const INPUT: u8 = 3;
/// A file cannot be read or written.
pub(crate) const IO: u8 = 4;
/// The file or trace is damaged or incomplete (`verify`).
pub(crate) const DAMAGED: u8 = 5;
/// `run`: failed before the program started, or after it ended well.
pub(crate) const RUN_FAILED: u8 = 125;
/// `run`: the program cannot be executed.
pub(crate) const CANNOT_EXECUTE: u8 = 126;
/// `run`: there is no such program.
pub(crate) const NOT_FOUND: u8 = 127;

/// For `--help` of every command but `run`.
pub(crate) const HELP: &str = "\
Exit status:
  0    done
  2    the command line makes no sense
  3    an input is not what it should be (no jar, traced already, another's map)
  4    a file cannot be read or written
  5    damaged or incomplete (verify only)
  run  the program's own; see paratrace run --help";

/// For `run --help`.
const RUN_HELP: &str = "\
Exit status:
  The program's own (128 + n if signal n killed it), but
  125  failed before the program started, or it ended with 0 but without report
  126  java was found but cannot be executed
  127  java was not found";

/// The end of a command's `--help`.
pub(crate) fn help(examples: &str) -> String {
    format!("{examples}\n\n{HELP}")
}

/// The end of `run --help`.
pub(crate) fn run_help(examples: &str) -> String {
    format!("{examples}\n\n{RUN_HELP}")
}
