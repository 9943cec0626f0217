//! Reading.

use std::collections::{HashMap, HashSet};
use std::str::FromStr;

use thiserror::Error;

use super::{Counter, HEADING, MethodTime, RunTimes, Statistics, ThreadStatistics, WorkerStatistics};
use crate::outcome::Accesses;

/// A file that is no statistics.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {problem}")]
pub struct StatisticsError {
    /// Line, from 1 on.
    pub line: usize,
    /// Column in characters, from 1 on.
    pub column: usize,
    /// The fault there.
    pub problem: Problem,
}

/// A fault in a line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Problem {
    /// Something else stands there.
    #[error("{expected} expected, {found} found")]
    Expected {
        /// The text that should be there.
        expected: &'static str,
        /// The text that is there.
        found: String,
    },
    /// A number that 64 bits do not hold.
    #[error("{0} is too large")]
    TooLarge(String),
    /// Said before.
    #[error("{0} is there twice")]
    Twice(String),
    /// A thread without an execution time.
    #[error("thread {0} has no line `VM thd [{0}]` or `VM main [{0}]`")]
    NoTime(u64),
    /// A name without its closing quote.
    #[error("the closing quote is missing")]
    Unclosed,
}

type Parsed<T> = Result<T, StatisticsError>;

impl FromStr for Statistics {
    type Err = StatisticsError;

    fn from_str(text: &str) -> Parsed<Self> {
        let mut reader = Reader::default();
        for (number, line) in text.lines().enumerate() {
            reader.line(&mut Cursor::new(number + 1, line))?;
        }
        reader.finish()
    }
}

/// The statistics read so far.
#[derive(Default)]
struct Reader {
    threads: Vec<ThreadStatistics>,
    run: Option<RunTimes>,
    workers: Vec<WorkerStatistics>,
    /// Position and place of first mention of each thread; whether its time is known.
    known: HashMap<u64, (usize, (usize, usize), bool)>,
    /// Items read.
    items: HashSet<(Item, u64, u64)>,
    /// Positions of counters and methods within their threads.
    parts: HashMap<(bool, u64, u64), usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Item {
    Time { main: bool },
    Method,
    Read,
    Write,
    Run,
    Worker,
}

/// The remarks that may follow a number.
#[derive(Default)]
struct Remarks {
    class: Option<String>,
    name: Option<String>,
    method: Option<String>,
    array: Option<String>,
    length: Option<u64>,
    index: Option<(u64, u64)>,
    sequential: Option<u64>,
    scalars: Option<u64>,
    elements: Option<u64>,
}

impl Reader {
    fn line(&mut self, at: &mut Cursor<'_>) -> Parsed<()> {
        at.spaces();
        if at.rest.is_empty() || at.rest.starts_with('#') || at.rest.trim_end() == HEADING {
            return Ok(());
        }
        at.word("VM", "`VM`, `#` or the heading")?;
        let begin = at.place();
        let item = at.item()?;
        let (place, thread, second) = at.numbers(item)?;
        at.symbol('=', "`=`")?;
        let value = at.number(if matches!(item, Item::Read | Item::Write) { "a count" } else { "a time in µs" })?;
        let remarks = at.remarks(item)?;
        let kind = if let Item::Time { .. } = item { Item::Time { main: false } } else { item };
        if !self.items.insert((kind, thread, second)) {
            return Err(error(begin, Problem::Twice(item.of(thread, second))));
        }
        match item {
            Item::Run => self.run = Some(RunTimes { time_us: value, sequential_us: remarks.sequential }),
            Item::Worker => self.workers.push(remarks.worker(thread, second, value)),
            _ => {
                let known = self.known.entry(thread).or_insert_with(|| {
                    self.threads.push(ThreadStatistics { id: thread, ..ThreadStatistics::default() });
                    (self.threads.len() - 1, place, false)
                });
                known.2 |= matches!(item, Item::Time { .. });
                let position = known.0;
                self.add(position, item, second, value, remarks);
            }
        }
        Ok(())
    }

    fn add(&mut self, position: usize, item: Item, second: u64, value: u64, remarks: Remarks) {
        let thread = &mut self.threads[position];
        let mut part = |of_method: bool, next: usize| *self.parts.entry((of_method, thread.id, second)).or_insert(next);
        match item {
            Item::Time { main } => {
                thread.main = main;
                thread.time_us = value;
                thread.class = remarks.class;
                thread.name = remarks.name;
            }
            Item::Method => {
                part(true, thread.methods.len());
                thread.methods.push(MethodTime { number: second, time_us: value, method: remarks.method });
            }
            Item::Read | Item::Write => {
                let at = part(false, thread.counters.len());
                if at == thread.counters.len() {
                    thread.counters.push(Counter { id: second, ..Counter::default() });
                }
                let counter = &mut thread.counters[at];
                *(if item == Item::Read { &mut counter.reads } else { &mut counter.writes }) = value;
                counter.array = counter.array.take().or(remarks.array);
                counter.length = counter.length.or(remarks.length);
                *(if item == Item::Read { &mut counter.read } else { &mut counter.written }) = remarks.index;
            }
            Item::Run | Item::Worker => {}
        }
    }

    fn finish(self) -> Parsed<Statistics> {
        let without = self.known.iter().filter(|(_, (.., timed))| !timed).min_by_key(|(_, (_, place, _))| *place);
        match without {
            Some((&thread, &(_, place, _))) => Err(error(place, Problem::NoTime(thread))),
            None => Ok(Statistics { threads: self.threads, run: self.run, workers: self.workers }),
        }
    }
}

impl Item {
    fn of(self, thread: u64, second: u64) -> String {
        match self {
            Item::Time { main: true } => format!("main [{thread}]"),
            Item::Time { main: false } => format!("thd [{thread}]"),
            Item::Method => format!("cnt [{thread},{second}]"),
            Item::Read => format!("drd [{thread},{second}]"),
            Item::Write => format!("dwr [{thread},{second}]"),
            Item::Run => "run".to_owned(),
            Item::Worker => format!("wrk [{thread},{second}]"),
        }
    }
}

impl Remarks {
    fn worker(self, thread: u64, number: u64, time_us: u64) -> WorkerStatistics {
        let accesses =
            Accesses { scalars: self.scalars.unwrap_or_default(), elements: self.elements.unwrap_or_default() };
        WorkerStatistics { thread, number, time_us, name: self.name, accesses }
    }

    /// A remark that is a number, and what it should be.
    fn number(&mut self, item: Item, key: &str) -> Option<(&mut Option<u64>, &'static str)> {
        match (item, key) {
            (Item::Read | Item::Write, "length") => Some((&mut self.length, "a length")),
            (Item::Run, "sequential") => Some((&mut self.sequential, "a time in µs")),
            (Item::Worker, "scalars") => Some((&mut self.scalars, "a count")),
            (Item::Worker, "elements") => Some((&mut self.elements, "a count")),
            _ => None,
        }
    }
}

fn error((line, column): (usize, usize), problem: Problem) -> StatisticsError {
    StatisticsError { line, column, problem }
}

/// The place in a line at which reading goes on.
struct Cursor<'l> {
    line: usize,
    text: &'l str,
    rest: &'l str,
}

impl<'l> Cursor<'l> {
    fn new(line: usize, text: &'l str) -> Self {
        Self { line, text, rest: text }
    }

    fn place(&self) -> (usize, usize) {
        (self.line, 1 + self.text[..self.text.len() - self.rest.len()].chars().count())
    }

    fn spaces(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn take(&mut self, bytes: usize) -> &'l str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        taken
    }

    /// The text at this place, for a message.
    fn found(&self) -> String {
        let word = self.rest.split_whitespace().next();
        word.map_or_else(|| "the end of the line".to_owned(), |word| format!("`{word}`"))
    }

    fn expected(&self, expected: &'static str) -> StatisticsError {
        error(self.place(), Problem::Expected { expected, found: self.found() })
    }

    fn letters(&self) -> usize {
        self.rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(self.rest.len())
    }

    fn word(&mut self, word: &str, expected: &'static str) -> Parsed<()> {
        if &self.rest[..self.letters()] != word {
            return Err(self.expected(expected));
        }
        self.take(word.len());
        self.spaces();
        Ok(())
    }

    fn item(&mut self) -> Parsed<Item> {
        let letters = self.letters();
        let item = match &self.rest[..letters] {
            "main" => Item::Time { main: true },
            "thd" => Item::Time { main: false },
            "cnt" => Item::Method,
            "drd" => Item::Read,
            "dwr" => Item::Write,
            "run" => Item::Run,
            "wrk" => Item::Worker,
            _ => return Err(self.expected("`main`, `thd`, `cnt`, `drd`, `dwr`, `run` or `wrk`")),
        };
        self.take(letters);
        self.spaces();
        Ok(item)
    }

    /// The numbers of a thread and of what it has, and where they stand; a run has none.
    fn numbers(&mut self, item: Item) -> Parsed<((usize, usize), u64, u64)> {
        let second = match item {
            Item::Run => return Ok((self.place(), 0, 0)),
            Item::Time { .. } => None,
            Item::Method => Some("a method's number"),
            Item::Read | Item::Write => Some("a counter's number"),
            Item::Worker => Some("a worker's number"),
        };
        self.symbol('[', "`[`")?;
        let place = self.place();
        let thread = self.number("a thread's number")?;
        let second = match second {
            None => 0,
            Some(expected) => {
                self.symbol(',', "`,`")?;
                self.number(expected)?
            }
        };
        self.symbol(']', "`]`")?;
        Ok((place, thread, second))
    }

    fn symbol(&mut self, symbol: char, expected: &'static str) -> Parsed<()> {
        if !self.rest.starts_with(symbol) {
            return Err(self.expected(expected));
        }
        self.take(symbol.len_utf8());
        self.spaces();
        Ok(())
    }

    fn number(&mut self, expected: &'static str) -> Parsed<u64> {
        let digits = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        if digits == 0 {
            return Err(self.expected(expected));
        }
        let place = self.place();
        let text = self.take(digits);
        self.spaces();
        text.parse().map_err(|_| error(place, Problem::TooLarge(text.to_owned())))
    }

    fn remarks(&mut self, item: Item) -> Parsed<Remarks> {
        let mut remarks = Remarks::default();
        while !self.rest.is_empty() {
            let place = self.place();
            let letters = self.letters();
            let key = &self.rest[..letters];
            if let Some((slot, expected)) = remarks.number(item, key) {
                self.take(letters);
                self.spaces();
                if slot.replace(self.number(expected)?).is_some() {
                    return Err(error(place, Problem::Twice(format!("`{key}`"))));
                }
                continue;
            }
            let slot = match (item, key) {
                (Item::Time { .. }, "type") => &mut remarks.class,
                (Item::Time { .. } | Item::Worker, "name") => &mut remarks.name,
                (Item::Method, "method") => &mut remarks.method,
                (Item::Read | Item::Write, "array") => &mut remarks.array,
                (Item::Read | Item::Write, "index") => {
                    self.take(letters);
                    self.spaces();
                    if remarks.index.replace(self.indices()?).is_some() {
                        return Err(error(place, Problem::Twice(format!("`{key}`"))));
                    }
                    continue;
                }
                (Item::Time { .. }, _) => return Err(self.expected("`type`, `name` or the end of the line")),
                (Item::Method, _) => return Err(self.expected("`method` or the end of the line")),
                (Item::Run, _) => return Err(self.expected("`sequential` or the end of the line")),
                (Item::Worker, _) => {
                    return Err(self.expected("`name`, `scalars`, `elements` or the end of the line"));
                }
                _ => return Err(self.expected("`array`, `length`, `index` or the end of the line")),
            };
            self.take(letters);
            self.spaces();
            let name = self.name()?;
            if slot.replace(name).is_some() {
                return Err(error(place, Problem::Twice(format!("`{key}`"))));
            }
        }
        Ok(remarks)
    }

    /// The least and the greatest index.
    fn indices(&mut self) -> Parsed<(u64, u64)> {
        let first = self.number("an index")?;
        self.symbol('.', "`..`")?;
        self.symbol('.', "`..`")?;
        Ok((first, self.number("an index")?))
    }

    /// A name, in quotes or without.
    fn name(&mut self) -> Parsed<String> {
        if !self.rest.starts_with('"') {
            let end = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
            if end == 0 {
                return Err(self.expected("a name"));
            }
            let name = self.take(end).to_owned();
            self.spaces();
            return Ok(name);
        }
        let place = self.place();
        let (mut name, mut escaped) = (String::new(), false);
        for (at, c) in self.rest.char_indices().skip(1) {
            match c {
                _ if escaped => {
                    name.push(if c == 'n' {
                        '\n'
                    } else if c == 'r' {
                        '\r'
                    } else {
                        c
                    });
                    escaped = false;
                }
                '\\' => escaped = true,
                '"' => {
                    self.take(at + 1);
                    self.spaces();
                    return Ok(name);
                }
                c => name.push(c),
            }
        }
        Err(error(place, Problem::Unclosed))
    }
}
