//! Exit statuses, and the text that documents them.

use paratrace_analyzer::model::Completeness;

/// All is well.
pub(crate) const OK: u8 = 0;
/// `run`: what `java` ends with if it cannot start a program.
pub(crate) const REFUSED_BY_JAVA: u8 = 1;
/// The command line makes no sense.
pub(crate) const USAGE: u8 = 2;
/// An input is not what it should be.
pub(crate) const INPUT: u8 = 3;
/// A file cannot be read or written.
pub(crate) const IO: u8 = 4;
/// The file or trace is damaged or incomplete (`verify`).
pub(crate) const DAMAGED: u8 = 5;
/// An analysis is done, but its trace does not have the whole run, or cannot be followed to its end.
pub(crate) const INCOMPLETE: u8 = 6;
/// There is not enough memory.
pub(crate) const MEMORY: u8 = 7;
/// A program that was to be measured did not end with 0 (`scale`).
pub(crate) const MEASURED: u8 = 8;
/// `run`: the same, of a program that ended with 0.
pub(crate) const RUN_INCOMPLETE: u8 = 124;
/// `run`: failed before the program started, or after it ended well.
pub(crate) const RUN_FAILED: u8 = 125;
/// `run`: the program cannot be executed.
pub(crate) const CANNOT_EXECUTE: u8 = 126;
/// `run`: there is no such program.
pub(crate) const NOT_FOUND: u8 = 127;

/// The outcome of a command that shows results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// All is well.
    Done,
    /// The results lack a part of the run, and say so.
    Incomplete,
}

impl Outcome {
    /// The outcome of results that are based on a trace of this completeness.
    pub(crate) fn of(completeness: &Completeness) -> Outcome {
        if completeness.complete { Outcome::Done } else { Outcome::Incomplete }
    }

    /// The outcome of both.
    pub(crate) fn and(self, other: Outcome) -> Outcome {
        if self == Outcome::Done { other } else { self }
    }

    pub(crate) fn status(self) -> u8 {
        match self {
            Outcome::Done => OK,
            Outcome::Incomplete => INCOMPLETE,
        }
    }
}

/// For `--help` of every command but `run`.
pub(crate) const HELP: &str = "\
Exit status:
  0    done
  2    the command line makes no sense
  3    an input is not what it should be (no jar, traced already, another's map)
  4    a file cannot be read or written
  5    damaged or incomplete (verify only)
  6    analysed, but the trace lacks a part of the run: the report says how much
  7    there is not enough memory
  8    a program that was to be measured failed (scale only)
  run  the program's own; see paratrace run --help";

/// For `run --help`.
const RUN_HELP: &str = "\
Exit status:
  The program's own (128 + n if signal n killed it), but
  124  it ended with 0, but its trace lacks a part of the run: see the report
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
