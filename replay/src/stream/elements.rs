//! Calls that read and write ranges of elements.

use std::ops::Range;

use paratrace_traceformat::map::{InstructionId, Ranges};

use super::resolve::append_run;
use crate::base::error::{Desync, Halt};
use crate::events::Events;
use crate::program::element_index;
use crate::stream::{ChunkSink, Emitter, Entity, Made, copies};

/// Consecutive elements of an array.
type Part = (Entity, Range<u32>);

impl<S: ChunkSink> Emitter<'_, S> {
    /// Takes the ranges of a call, and adds a group of what it reads and one of what it writes.
    pub(super) fn elements(&mut self, ranges: Ranges, throws: bool, events: &mut Events<'_>) -> Result<(), Halt> {
        let mut parts = Vec::with_capacity(ranges.count());
        for _ in 0..ranges.count() {
            let array = self.locations.by_hash(events.data()?)?;
            parts.push((array, part(events.data()?, events.data()?)?));
        }
        if !ranges.read(throws).is_empty() {
            self.reads(once(&parts[ranges.read(throws)]))?;
        }
        if !ranges.written().is_empty() {
            self.writes(once(&parts[ranges.written()]))?;
        }
        Ok(())
    }

    /// Takes the array that a call returned, and adds the group of its elements.
    pub(super) fn filled(&mut self, is_new: bool, insn: InstructionId, events: &mut Events<'_>) -> Result<(), Halt> {
        let (hash, length) = (events.data()?, events.data()?);
        let array = match is_new {
            true => self.created(hash, Made::Array { insn, length })?,
            false => self.locations.by_hash(hash)?,
        };
        self.writes(vec![(array, part(0, length)?)])
    }

    fn reads(&mut self, parts: Vec<Part>) -> Result<(), Halt> {
        let head = self.begin_group(copies::READS);
        for (array, Range { start, end }) in parts.into_iter().filter(|part| part.0 != 0) {
            if self.touches {
                // With slots, a later write to a location that was never written before finds its read.
                self.locations.touch(array, element_index(start), end - start)?;
            }
            let (own, mut at) = (self.copies.len(), start);
            while at < end {
                let (slot, run) = self.locations.written_run(array, element_index(at));
                let run = run.min(end - at);
                append_run(&mut self.copies, own, slot, 0, run);
                at += run;
            }
        }
        self.end_group(head);
        Ok(())
    }

    fn writes(&mut self, parts: Vec<Part>) -> Result<(), Halt> {
        let head = self.begin_group(copies::WRITES);
        for (array, Range { start, end }) in parts.into_iter().filter(|part| part.0 != 0) {
            let (own, mut at) = (self.copies.len(), start);
            while at < end {
                let (slot, run) = self.locations.run(array, element_index(at))?;
                let run = run.min(end - at);
                append_run(&mut self.copies, own, 0, slot, run);
                at += run;
            }
        }
        self.end_group(head);
        Ok(())
    }

    /// Begins a group, of which no run goes on from one array to another.
    fn begin_group(&mut self, kind: u32) -> usize {
        self.copies.extend([kind, 0]);
        self.copies.len() - 2
    }

    fn end_group(&mut self, head: usize) {
        self.copies[head + 1] = ((self.copies.len() - head - 2) / 3) as u32;
    }
}

/// So many elements from the first one on.
fn part(first: u32, count: u32) -> Result<Range<u32>, Desync> {
    match first.checked_add(count).filter(|&end| end <= i32::MAX as u32) {
        Some(end) => Ok(first..end),
        None => Err(Desync::BadIndex { index: first.wrapping_add(count) as i32 }),
    }
}

/// Joins what overlaps: a call accesses each element once.
fn once(parts: &[Part]) -> Vec<Part> {
    let mut sorted = parts.to_vec();
    sorted.sort_unstable_by_key(|(array, elements)| (*array, elements.start));
    let mut joined: Vec<Part> = Vec::with_capacity(sorted.len());
    for (array, elements) in sorted {
        match joined.last_mut() {
            Some((last, all)) if *last == array && elements.start <= all.end => all.end = all.end.max(elements.end),
            _ => joined.push((array, elements)),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::once;

    #[test]
    fn each_element_is_accessed_once() {
        let parts = [(2, 3..5), (1, 4..6), (1, 0..2), (1, 1..3), (2, 0..9)];
        assert_eq!(once(&parts), [(1, 0..3), (1, 4..6), (2, 0..9)]);
    }
}
