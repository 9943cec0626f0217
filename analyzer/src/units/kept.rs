//! The operations of a thread, kept to be read again.

use std::sync::Arc;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::base::spool::Spool;
use paratrace_replay::paths::Program;
use paratrace_replay::stream::{Chunk, ChunkSink, Operation, begin_path, copies, end_path, meetings, move_frames};

use super::condenser::Known;
use super::dictionary::{UNIT, Unit};

/// What a condensed stream is made of.
#[derive(Default)]
pub(crate) struct Vocabulary {
    /// Programs of paths, by number, and facts of each.
    pub(crate) programs: Vec<Arc<Program>>,
    pub(crate) known: Vec<Known>,
    pub(super) units: Vec<KnownUnit>,
}

/// The operations of a unit, and how many slots and copies its paths have together.
pub(super) struct KnownUnit {
    words: Vec<u32>,
    slots: u32,
    copies: u32,
}

/// The condensed stream of a thread.
pub(crate) struct KeptStream {
    pub(crate) vocabulary: Vocabulary,
    pub(crate) spool: Spool,
}

impl KeptStream {
    /// Hands the operations over as they were, chunk by chunk. Chunks tell nothing but operations and programs.
    ///
    /// # Errors
    /// If the spool cannot be read, or the sink fails.
    pub(crate) fn read(&self, sink: &mut impl ChunkSink) -> Result<(), AnalyzeError> {
        sink.chunk(Chunk { programs: self.vocabulary.programs.clone(), ..Chunk::default() })?;
        let mut room = 0;
        for at in 0..self.spool.len() {
            let piece = self.spool.piece(at)?;
            let mut words = Vec::with_capacity(room);
            self.vocabulary.expand(&piece.words, &mut words);
            room = words.len();
            sink.chunk(Chunk { words, ..Chunk::default() })?;
        }
        Ok(())
    }
}

impl Vocabulary {
    /// Adds the next unit.
    pub(crate) fn add_unit(&mut self, unit: &Unit) {
        let (mut slots, mut copies, mut at) = (0, 0, 0);
        while at < unit.words.len() {
            if let Operation::Path { program, .. } = Operation::read(&unit.words, &mut at) {
                let known = &self.known[program as usize];
                slots += known.slots;
                copies += known.copies;
            }
        }
        self.units.push(KnownUnit { words: unit.words.clone(), slots, copies });
    }

    /// Replaces units by the operations that they stand for.
    pub(super) fn expand(&self, words: &[u32], to: &mut Vec<u32>) {
        let mut at = 0;
        while at < words.len() {
            let here = at;
            match Operation::read(words, &mut at) {
                Operation::Path { program, frame, slots } if program & UNIT != 0 => {
                    self.expand_unit(&self.units[(program & !UNIT) as usize], frame, slots, to);
                }
                _ => to.extend_from_slice(&words[here..at]),
            }
        }
    }

    /// Gives slots, copies and meetings of a unit back to its paths.
    fn expand_unit(&self, unit: &KnownUnit, frame: u32, slots: &[u32], to: &mut Vec<u32>) {
        let (mut slots, rest) = slots.split_at(unit.slots as usize);
        let (mut copied, mut met) = copies::split(rest, unit.copies);
        let (words, mut at, mut first) = (&unit.words, 0, 0);
        while at < words.len() {
            let (here, start) = (at, to.len());
            let Operation::Path { program, frame: own_frame, .. } = Operation::read(words, &mut at) else {
                to.extend_from_slice(&words[here..at]);
                move_frames(&mut to[start..], frame);
                continue;
            };
            let known = &self.known[program as usize];
            let path = begin_path(to, own_frame.wrapping_add(frame));
            let own;
            (own, slots) = slots.split_at(known.slots as usize);
            to.extend_from_slice(own);
            for _ in 0..known.copies {
                to.extend_from_slice(copies::first(&mut copied));
            }
            if !met.is_empty() {
                meetings::take_from(&mut met, (first, first + known.slots), to);
            }
            first += known.slots;
            end_path(to, path, program);
        }
    }
}
