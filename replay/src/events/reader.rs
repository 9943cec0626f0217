//! The two event columns of one thread, read forward chunk by chunk.

use paratrace_traceformat::map::PathId;
use paratrace_traceformat::trace::{
    CALLED_BACK, COUNTED, FOLLOWED, INTERRUPTED, INTERRUPTED_LEN, OUTSIDE, PATH_IDS, RESUMED, RETURNED, Stamp,
    interrupted_at,
};

use super::units::Units;
use crate::base::error::{AnalyzeError, Halt};

/// The amount that a thread recorded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Recorded {
    /// Number of values of its control column.
    pub control: u64,
    /// Number of values of its data column.
    pub data: u64,
    /// Bytes of both in the trace.
    pub bytes: u64,
}

impl Recorded {
    /// Returns the number of values of both columns, saturated if a damaged trace claims too many.
    pub fn events(self) -> u64 {
        self.control.saturating_add(self.data)
    }
}

/// A control value that is no path, but says of a call who answers it, that it has returned, or that it is only counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// A class that the map does not know answers it.
    Outside,
    /// It has returned.
    Returned,
    /// What it runs is only counted.
    Counted,
    /// The counted call has ended.
    Followed,
    /// It runs code of the program, which is followed.
    CalledBack,
    /// That has returned, and the counted call goes on.
    Resumed,
}

/// A source of the events of one thread.
pub trait EventSource {
    /// Appends the next chunk of the control and the data column, and its stamps if they are wanted. Returns `false`
    /// after the last chunk.
    ///
    /// # Errors
    /// If the chunk cannot be read.
    fn next_chunk(
        &mut self,
        control: &mut Vec<u32>,
        data: &mut Vec<u32>,
        stamps: Option<&mut Vec<Stamp>>,
    ) -> Result<bool, AnalyzeError>;

    /// Goes back to the beginning; returns `false` if it cannot.
    fn rewind(&mut self) -> bool {
        false
    }

    /// Returns whether the thread's end was recorded, if that is known only after all chunks have been read.
    fn ended(&self) -> Option<bool> {
        None
    }

    /// Returns how much the thread recorded, if that is known without reading it.
    fn recorded(&self) -> Option<Recorded> {
        None
    }
}

/// A source that holds both columns as one chunk, for tests and examples.
#[derive(Debug, Clone, Default)]
pub struct VecSource {
    control: Vec<u32>,
    data: Vec<u32>,
    stamps: Vec<Stamp>,
    done: bool,
}

impl VecSource {
    /// Creates a source with these columns.
    #[must_use]
    pub fn new(control: Vec<u32>, data: Vec<u32>) -> Self {
        Self { control, data, ..Self::default() }
    }

    /// Adds stamps to the source.
    #[must_use]
    pub fn with_stamps(self, stamps: Vec<Stamp>) -> Self {
        Self { stamps, ..self }
    }
}

impl EventSource for VecSource {
    fn next_chunk(
        &mut self,
        control: &mut Vec<u32>,
        data: &mut Vec<u32>,
        stamps: Option<&mut Vec<Stamp>>,
    ) -> Result<bool, AnalyzeError> {
        let more = !std::mem::replace(&mut self.done, true);
        control.append(&mut self.control);
        data.append(&mut self.data);
        if let Some(stamps) = stamps {
            stamps.append(&mut self.stamps);
        }
        Ok(more)
    }
}

/// A column: values read and not yet consumed.
#[derive(Default)]
struct Column {
    values: Vec<u32>,
    at: usize,
    before: u64,
}

impl Column {
    fn left(&self) -> usize {
        self.values.len() - self.at
    }

    /// Drops the consumed values.
    fn compact(&mut self) {
        self.before += self.at as u64;
        self.values.drain(..self.at);
        self.at = 0;
    }

    fn position(&self) -> u64 {
        self.before + self.at as u64
    }
}

/// The events of one thread.
pub struct Events<'s> {
    source: Box<dyn EventSource + Send + 's>,
    control: Column,
    data: Column,
    /// Number of data values before the interruption of the next path, if it was interrupted.
    interrupted: Option<u64>,
    exhausted: bool,
    error: Option<AnalyzeError>,
    /// The units of the thread, if it is read unit by unit.
    units: Option<Units>,
    /// Position at which the next unit begins, as far as known.
    boundary: u64,
}

impl<'s> Events<'s> {
    /// Creates the events of a thread, not cut into units.
    pub fn new(source: Box<dyn EventSource + Send + 's>) -> Self {
        let (control, data) = Default::default();
        Self {
            source,
            control,
            data,
            interrupted: None,
            exhausted: false,
            error: None,
            units: None,
            boundary: u64::MAX,
        }
    }

    /// Creates the events of a thread, cut into units: [`Self::at_unit`] tells where each ends.
    pub fn in_units(source: Box<dyn EventSource + Send + 's>) -> Self {
        Self { units: Some(Units::default()), ..Self::new(source) }
    }

    /// Goes back to the beginning and forgets what was read, if its source can.
    pub fn rewind(mut self) -> Self {
        match self.source.rewind() {
            true => Self { units: self.units.map(|_| Units::default()), ..Self::new(self.source) },
            false => self,
        }
    }

    /// Returns whether the thread's end was recorded, if only its source knows.
    pub fn ended(&self) -> Option<bool> {
        self.source.ended()
    }

    /// Returns how much the thread recorded, if its source knows.
    pub fn recorded(&self) -> Option<Recorded> {
        self.source.recorded()
    }

    /// Returns whether the next path, which [`Self::peek`] has returned, belongs to the next unit.
    #[inline]
    pub fn at_unit(&self) -> bool {
        self.control.position() >= self.boundary
    }

    /// Goes on to the unit of the next path, and returns its stamp. The first unit of a thread may have none, which
    /// gives 0.
    pub fn next_unit(&mut self) -> u64 {
        self.peek();
        let position = self.control.position();
        let Some(units) = &mut self.units else { return 0 };
        let stamp = units.enter(position);
        self.boundary = units.boundary();
        stamp
    }

    /// Returns the next path id, or the value of a [`Mark`], without consuming it.
    #[inline]
    pub fn peek(&mut self) -> Option<PathId> {
        loop {
            let more = match self.control.values.get(self.control.at) {
                Some(&INTERRUPTED) => self.interruption(),
                Some(&id) => return Some(PathId::new(id)),
                None => self.refill(),
            };
            if !more {
                return None;
            }
        }
    }

    /// Returns the mark that comes next, unless a path does.
    #[inline]
    pub fn mark(&mut self) -> Option<Mark> {
        match self.peek()?.number() {
            OUTSIDE => Some(Mark::Outside),
            RETURNED => Some(Mark::Returned),
            COUNTED => Some(Mark::Counted),
            FOLLOWED => Some(Mark::Followed),
            CALLED_BACK => Some(Mark::CalledBack),
            RESUMED => Some(Mark::Resumed),
            _ => None,
        }
    }

    /// Consumes the mark that [`Self::mark`] has returned.
    pub fn pass_mark(&mut self) {
        self.control.at += 1;
    }

    /// Reads the record that the next path was interrupted. Returns `false` if it is not there as a whole.
    #[cold]
    fn interruption(&mut self) -> bool {
        while self.control.left() < INTERRUPTED_LEN {
            if !self.refill() {
                return false;
            }
        }
        let end = self.control.at + INTERRUPTED_LEN;
        self.interrupted = interrupted_at(&self.control.values[self.control.at..end]);
        self.control.at = end;
        true
    }

    /// Returns the number of data values before the interruption of the path that [`Self::peek`] returns, if it was
    /// interrupted.
    #[inline]
    pub fn interrupted_at(&self) -> Option<u64> {
        self.interrupted
    }

    /// Returns the control value `count` behind the next, if it was read already. It serves only as a hint.
    #[inline]
    pub fn ahead(&self, count: usize) -> Option<PathId> {
        self.control.values.get(self.control.at + count).map(|&id| PathId::new(id))
    }

    /// Returns the next path id and the one behind it, if both were read already, neither path was interrupted, and no [`Mark`] is
    /// between them.
    #[inline]
    pub fn two(&self) -> Option<(PathId, PathId)> {
        match self.control.values.get(self.control.at..self.control.at + 2) {
            Some(&[first, second]) if first < PATH_IDS && second < PATH_IDS && self.interrupted.is_none() => {
                Some((PathId::new(first), PathId::new(second)))
            }
            _ => None,
        }
    }

    /// Consumes the next path id. Returns the number of data values before its interruption, if it was interrupted.
    #[inline]
    pub fn advance(&mut self) -> Option<u64> {
        debug_assert!(self.control.at < self.control.values.len());
        self.control.at += 1;
        self.interrupted.take()
    }

    /// Returns the position of the next data value in its column.
    pub fn data_position(&self) -> u64 {
        self.data.position()
    }

    /// Skips all data values before a position.
    pub fn skip_data_to(&mut self, position: u64) {
        loop {
            let missing = position.saturating_sub(self.data.position());
            let passed = missing.min(self.data.left() as u64);
            self.data.at += passed as usize;
            if missing == passed || !self.refill() {
                return;
            }
        }
    }

    /// Consumes and returns the next data value.
    #[inline]
    pub fn data(&mut self) -> Result<u32, Halt> {
        loop {
            if let Some(&value) = self.data.values.get(self.data.at) {
                self.data.at += 1;
                return Ok(value);
            }
            if !self.refill() {
                return Err(Halt::OutOfData);
            }
        }
    }

    #[cold]
    fn refill(&mut self) -> bool {
        if self.exhausted {
            return false;
        }
        self.control.compact();
        self.data.compact();
        let (control, data) = (&mut self.control.values, &mut self.data.values);
        let stamps = self.units.as_mut().map(|units| &mut units.stamps);
        let more = self.source.next_chunk(control, data, stamps);
        if let Some(units) = &mut self.units {
            self.boundary = units.boundary();
        }
        match more {
            Ok(true) => true,
            Ok(false) => {
                self.exhausted = true;
                self.control.left() + self.data.left() > 0
            }
            Err(error) => {
                self.exhausted = true;
                self.error = Some(error);
                false
            }
        }
    }

    /// Returns the position of the next path id in its column.
    pub fn position(&self) -> u64 {
        self.control.position()
    }

    /// Reads to the end. Returns the numbers of control and data values never consumed, the error if reading failed,
    /// and [`Self::ended`].
    pub fn finish(mut self) -> (u64, u64, Option<AnalyzeError>, Option<bool>) {
        let (mut control, mut data) = (0, 0);
        loop {
            control += self.control.left() as u64;
            data += self.data.left() as u64;
            self.control.at = self.control.values.len();
            self.data.at = self.data.values.len();
            if self.exhausted {
                return (control, data, self.error, self.source.ended());
            }
            self.refill();
        }
    }
}
