//! The file that the agent writes and the tests read: method names, and for each thread its events. All numbers are
//! little endian; an event is one word, a step's method in the upper half.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

/// A method by its names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MethodName {
    /// Binary name of its class, with `/`.
    pub class: String,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
}

/// An instruction that was about to be executed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// Number of its method in the record.
    pub method: u16,
    /// Its offset.
    pub pc: u16,
}

/// An event of a thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// It was about to execute an instruction.
    Step(Step),
    /// The last instruction triggered a class initialiser, whose steps follow.
    InitialiserBegins,
    /// The class initialiser returned or threw.
    InitialiserEnds,
    /// A method that the options in [`crate::options`] name begins.
    PauseBegins,
    /// The named method returned or threw.
    PauseEnds,
}

impl Event {
    /// There can be no more methods: the number that comes next marks the other events.
    pub(crate) const METHODS: usize = MARK as usize;

    fn word(self) -> u32 {
        let (method, pc) = match self {
            Event::Step(Step { method, pc }) => (method, pc),
            Event::InitialiserBegins => (MARK, 0),
            Event::InitialiserEnds => (MARK, 1),
            Event::PauseBegins => (MARK, 2),
            Event::PauseEnds => (MARK, 3),
        };
        u32::from(method) << 16 | u32::from(pc)
    }

    fn of(word: u32) -> Self {
        match ((word >> 16) as u16, word as u16) {
            (MARK, 0) => Event::InitialiserBegins,
            (MARK, 1) => Event::InitialiserEnds,
            (MARK, 2) => Event::PauseBegins,
            (MARK, _) => Event::PauseEnds,
            (method, pc) => Event::Step(Step { method, pc }),
        }
    }
}

const MARK: u16 = u16::MAX;

/// Events, one word each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Log(Vec<u32>);

impl Log {
    pub(crate) fn push(&mut self, event: Event) {
        self.0.push(event.word());
    }

    pub(crate) fn last(&self) -> Option<Event> {
        self.0.last().map(|&word| Event::of(word))
    }

    pub(crate) fn take(&mut self) -> Self {
        std::mem::take(self)
    }

    /// The events in order.
    pub fn iter(&self) -> impl Iterator<Item = Event> + '_ {
        self.0.iter().map(|&word| Event::of(word))
    }
}

/// The execution of one thread.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thread {
    /// Its name when it took its first step.
    pub name: String,
    /// The events of the thread.
    pub events: Log,
}

/// The execution of one JVM.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// Methods by number.
    pub methods: Vec<MethodName>,
    /// Threads in the order of their first steps.
    pub threads: Vec<Thread>,
}

impl Record {
    pub(crate) fn write(&self, path: &Path) -> io::Result<()> {
        let mut out = BufWriter::new(File::create(path)?);
        write_number(&mut out, self.methods.len())?;
        for method in &self.methods {
            for text in [&method.class, &method.name, &method.descriptor] {
                write_text(&mut out, text)?;
            }
        }
        write_number(&mut out, self.threads.len())?;
        for thread in &self.threads {
            write_text(&mut out, &thread.name)?;
            write_number(&mut out, thread.events.0.len())?;
            for word in &thread.events.0 {
                out.write_all(&word.to_le_bytes())?;
            }
        }
        out.flush()
    }

    /// Reads a record.
    ///
    /// # Errors
    /// Fails if the file is missing or cut off.
    pub fn read(path: &Path) -> io::Result<Self> {
        let mut input = BufReader::new(File::open(path)?);
        let mut methods = Vec::new();
        for _ in 0..read_word(&mut input)? {
            let [class, name, descriptor] = [read_text(&mut input)?, read_text(&mut input)?, read_text(&mut input)?];
            methods.push(MethodName { class, name, descriptor });
        }
        let mut threads = Vec::new();
        for _ in 0..read_word(&mut input)? {
            let name = read_text(&mut input)?;
            let words = read_word(&mut input)?;
            let events = (0..words).map(|_| read_word(&mut input)).collect::<io::Result<_>>()?;
            threads.push(Thread { name, events: Log(events) });
        }
        Ok(Self { methods, threads })
    }
}

fn write_number(out: &mut impl Write, number: usize) -> io::Result<()> {
    let word = u32::try_from(number).map_err(io::Error::other)?;
    out.write_all(&word.to_le_bytes())
}

fn write_text(out: &mut impl Write, text: &str) -> io::Result<()> {
    write_number(out, text.len())?;
    out.write_all(text.as_bytes())
}

fn read_word(input: &mut impl Read) -> io::Result<u32> {
    let mut bytes = [0; 4];
    input.read_exact(&mut bytes)?;
    Ok(u32::from_le_bytes(bytes))
}

fn read_text(input: &mut impl Read) -> io::Result<String> {
    let mut bytes = vec![0; read_word(input)? as usize];
    input.read_exact(&mut bytes)?;
    String::from_utf8(bytes).map_err(io::Error::other)
}
