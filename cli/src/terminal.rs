//! The capabilities of the terminal: its width, colours, characters, and a progress line. Everything that people read
//! goes through [`out`], [`tell`] or [`Plain`], JSON through [`paratrace_report::json`]: names carry no controls
//! through them.

use paratrace_traceformat::plain;
use std::env;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write, stderr, stdout};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Columns where there is no terminal to ask.
const DEFAULT_WIDTH: usize = 100;

/// The stream that text goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stream {
    /// Standard output.
    Out,
    /// Standard error.
    Err,
}

impl Stream {
    fn is_terminal(self) -> bool {
        match self {
            Stream::Out => stdout().is_terminal(),
            Stream::Err => stderr().is_terminal(),
        }
    }

    /// Columns: `COLUMNS` if set, else what the terminal says.
    pub(crate) fn width(self) -> usize {
        let set = env::var("COLUMNS").ok().and_then(|c| c.parse().ok()).filter(|&c| c > 0);
        let asked = || match self {
            Stream::Out => terminal_size::terminal_size_of(stdout()),
            Stream::Err => terminal_size::terminal_size_of(stderr()),
        };
        set.or_else(|| asked().map(|(width, _)| width.0.into())).unwrap_or(DEFAULT_WIDTH)
    }

    /// Colours only on a terminal that knows them, and only if nobody objects (<https://no-color.org>).
    pub(crate) fn color(self) -> bool {
        let objects = env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
        let dumb = env::var_os("TERM").is_none_or(|t| t == "dumb");
        self.is_terminal() && !objects && !dumb
    }

    /// Boxes and bars, unless a terminal's locale says that it only knows other characters.
    pub(crate) fn unicode(self) -> bool {
        !self.is_terminal() || cfg!(windows) || locale().is_none_or(|l| is_utf8(&l))
    }
}

/// Writes a whole text to standard output. Its colours stay if standard output shows them; whoever colours a text
/// replaces what names carry (as the report's texts do).
pub(crate) fn out(text: &str) -> io::Result<()> {
    let mut out = stdout().lock();
    write_shown(&mut out, text, Stream::Out)?;
    out.flush()
}

/// Tells something on standard error. If nobody can read it, nothing can be done about it.
pub(crate) fn tell(text: &str) {
    let _ = write_err(text);
}

/// Writes a whole text to standard error.
pub(crate) fn write_err(text: &str) -> io::Result<()> {
    write_shown(&mut stderr().lock(), text, Stream::Err)
}

fn write_shown(to: &mut dyn Write, text: &str, stream: Stream) -> io::Result<()> {
    if stream.color() { to.write_all(text.as_bytes()) } else { to.write_all(plain::lines(text).as_bytes()) }
}

/// Standard output for texts that are too long to be kept: whatever is not plain is replaced, but for line breaks.
pub(crate) struct Plain<W: Write>(W);

impl Plain<BufWriter<StdoutLock<'static>>> {
    pub(crate) fn out() -> Self {
        Plain(BufWriter::new(stdout().lock()))
    }
}

impl<W: Write> Write for Plain<W> {
    /// Text written by `write!` comes in whole characters.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(plain::lines(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The locale for characters, as POSIX looks it up.
fn locale() -> Option<String> {
    ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(|name| env::var(name).ok().filter(|v| !v.is_empty()))
}

fn is_utf8(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

static SILENT: AtomicBool = AtomicBool::new(false);

/// One line on stderr that is written over, and only if that is a terminal.
#[derive(Debug)]
pub(crate) struct Progress {
    shown: bool,
    last: Mutex<Option<Instant>>,
}

impl Progress {
    /// Least time between two updates.
    const EVERY: Duration = Duration::from_millis(100);

    pub(crate) fn new() -> Progress {
        let shown = !SILENT.load(Ordering::Relaxed) && Stream::Err.is_terminal();
        Progress { shown, last: Mutex::default() }
    }

    /// From now on nothing is shown: the terminal belongs to somebody else.
    pub(crate) fn silence() {
        SILENT.store(true, Ordering::Relaxed);
    }

    /// Shows how far it is; called from any thread.
    pub(crate) fn at(&self, line: impl FnOnce() -> String) {
        // Another thread is writing: then this line is not needed.
        let Some(mut last) = self.last.try_lock().ok().filter(|_| self.shown) else { return };
        if last.is_none_or(|last| last.elapsed() >= Progress::EVERY) {
            *last = Some(Instant::now());
            // A progress line that cannot be written is not worth a word.
            let _ = write!(stderr(), "\r\x1b[K{}", plain::line(&line()));
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.last.get_mut().is_ok_and(|last| last.is_some()) {
            let _ = write!(stderr(), "\r\x1b[K");
        }
    }
}
