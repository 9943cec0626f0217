//! Failures of a command: what went wrong, why, and what to do about it.

use crate::exit;
use crate::terminal::tell;
use paratrace_traceformat::plain::line;
use std::error::Error;
use std::io;
use std::path::Path;

/// Decides the exit status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The command line makes no sense.
    Usage,
    /// An input is not what it should be.
    Input,
    /// A file cannot be read or written.
    Io,
    /// The input is damaged or incomplete.
    Damaged,
    /// A program that was to be measured failed.
    Measured,
    /// `java` itself would refuse the program: it speaks for itself.
    Program,
}

/// Why a command cannot do what it was asked to.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) kind: Kind,
    what: String,
    causes: Vec<String>,
    advice: Option<String>,
}

impl Failure {
    pub(crate) fn new(kind: Kind, what: impl Into<String>) -> Failure {
        Failure { kind, what: what.into(), causes: Vec::new(), advice: None }
    }

    pub(crate) fn usage(what: impl Into<String>) -> Failure {
        Failure::new(Kind::Usage, what)
    }

    pub(crate) fn input(what: impl Into<String>) -> Failure {
        Failure::new(Kind::Input, what)
    }

    /// `java` itself would refuse the program, with this text and the status 1.
    pub(crate) fn by_java(what: impl Into<String>, says: String) -> Failure {
        Failure::new(Kind::Program, what).with_causes(vec![says])
    }

    /// A file that cannot be read or written; `doing` is as in "cannot read".
    pub(crate) fn io(doing: &str, path: &Path, cause: io::Error) -> Failure {
        Failure::new(Kind::Io, format!("cannot {doing} {}", path.display())).because(cause)
    }

    /// A library's error; its sources become the causes.
    pub(crate) fn from_error(kind: Kind, error: impl Error) -> Failure {
        let what = error.to_string();
        let mut causes: Vec<String> = Vec::new();
        let mut source = error.source();
        while let Some(cause) = source {
            let text = cause.to_string();
            // Some errors say their cause themselves.
            if !causes.last().unwrap_or(&what).ends_with(&text) {
                causes.push(text);
            }
            source = cause.source();
        }
        Failure { causes, ..Failure::new(kind, what) }
    }

    pub(crate) fn because(mut self, cause: impl Error) -> Failure {
        let inner = Failure::from_error(self.kind, cause);
        self.causes = std::iter::once(inner.what).chain(inner.causes).collect();
        self
    }

    /// Causes that are no errors of their own.
    pub(crate) fn with_causes(mut self, causes: Vec<String>) -> Failure {
        self.causes = causes;
        self
    }

    /// What was tried in its place has failed, too.
    pub(crate) fn and(mut self, other: &Failure) -> Failure {
        self.causes.push(other.summary());
        self
    }

    pub(crate) fn advise(mut self, advice: impl Into<String>) -> Failure {
        self.advice = Some(advice.into());
        self
    }

    pub(crate) fn exit_status(&self) -> u8 {
        match self.kind {
            Kind::Usage => exit::USAGE,
            Kind::Input => exit::INPUT,
            Kind::Io => exit::IO,
            Kind::Damaged => exit::DAMAGED,
            Kind::Measured => exit::MEASURED,
            Kind::Program => exit::REFUSED_BY_JAVA,
        }
    }

    /// `error: what`, the causes, the advice: everything on stderr, a line each.
    pub(crate) fn print(&self) {
        match self.kind {
            Kind::Program => tell(&self.causes.concat()),
            _ => tell(&self.text()),
        }
    }

    /// The failure and its causes, in one line.
    pub(crate) fn summary(&self) -> String {
        let causes = if self.kind == Kind::Program { &[] } else { self.causes.as_slice() };
        std::iter::once(&self.what).chain(causes).map(|part| line(part)).collect::<Vec<_>>().join(": ")
    }

    fn text(&self) -> String {
        let mut text = format!("error: {}\n", line(&self.what));
        if !self.causes.is_empty() {
            text += "Caused by:\n";
        }
        for cause in &self.causes {
            text += &format!("  {}\n", line(cause));
        }
        if let Some(advice) = &self.advice {
            text += &format!("{}\n", line(advice));
        }
        text
    }
}

/// A reader that goes away (`paratrace dump x | head`) is no failure.
pub(crate) fn unless_broken_pipe(result: io::Result<()>) -> Result<(), Failure> {
    match result {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Failure::new(Kind::Io, "cannot write to standard output").because(error))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_says_what_why_and_what_to_do() {
        let failure =
            Failure::io("read", Path::new("a.jar"), io::Error::other("disk on fire")).advise("Call for help.");
        assert_eq!(failure.text(), "error: cannot read a.jar\nCaused by:\n  disk on fire\nCall for help.\n");
        assert_eq!(failure.exit_status(), 4);
    }

    #[test]
    fn names_in_messages_stay_in_their_line() {
        let failure = Failure::io("read", Path::new("a\n\u{1b}[2J.jar"), io::Error::other("b\u{202e}"));
        assert_eq!(failure.text(), "error: cannot read a\u{fffd}\u{fffd}[2J.jar\nCaused by:\n  b\u{fffd}\n");
    }

    #[test]
    fn broken_pipes_are_no_failures() {
        assert!(unless_broken_pipe(Err(io::ErrorKind::BrokenPipe.into())).is_ok());
        assert!(unless_broken_pipe(Err(io::ErrorKind::StorageFull.into())).is_err());
    }
}
