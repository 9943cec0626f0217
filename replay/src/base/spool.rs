//! The spool: keeps a compressed stream to be read again, first in memory, then in a temporary file.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::sync::{Mutex, PoisonError};

use crate::base::error::AnalyzeError;
use crate::base::limits;

/// A chunk's words, with the log of the forward pass.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The operations of a chunk.
    pub words: Vec<u32>,
    /// The forward pass's log of them.
    pub log: Vec<u32>,
}

/// The place of a piece.
#[derive(Debug)]
enum Place {
    Memory(Vec<u8>),
    /// Offset and length in the temporary file.
    File(u64, usize),
}

/// Pieces, in the order in which they were added.
#[derive(Debug, Default)]
pub struct Spool {
    pieces: Vec<(Place, usize, usize)>,
    file: Option<Mutex<File>>,
    in_memory: usize,
    in_file: u64,
    budget: usize,
}

impl Spool {
    /// Creates a spool that keeps at most `budget` bytes in memory.
    pub fn new(budget: usize) -> Self {
        Self { budget, ..Self::default() }
    }

    /// Adds a piece.
    ///
    /// # Errors
    /// If the temporary file cannot be made or written.
    pub fn push(&mut self, words: &[u32], log: &[u32]) -> Result<(), AnalyzeError> {
        let mut bytes = vec![0; 4 * (words.len() + log.len())];
        let places = bytes.as_chunks_mut().0.iter_mut();
        places.zip(words.iter().chain(log)).for_each(|(place, word)| *place = word.to_le_bytes());
        let packed = lz4_flex::compress(&bytes);
        let place = if self.in_memory + packed.len() <= self.budget {
            self.in_memory += packed.len();
            Place::Memory(packed)
        } else {
            self.write(&packed).map_err(AnalyzeError::Spool)?
        };
        self.pieces.push((place, words.len(), log.len()));
        Ok(())
    }

    fn write(&mut self, packed: &[u8]) -> std::io::Result<Place> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(Mutex::new(tempfile::tempfile()?)),
        };
        let file = file.get_mut().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::End(0))?;
        file.write_all(packed)?;
        let place = Place::File(self.in_file, packed.len());
        self.in_file += packed.len() as u64;
        Ok(place)
    }

    /// Returns the number of pieces.
    pub fn len(&self) -> usize {
        self.pieces.len()
    }

    /// Returns whether there are no pieces.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    /// Returns the piece that was added after `at` others; an empty one if there are not so many.
    ///
    /// # Errors
    /// If the temporary file cannot be read.
    pub fn piece(&self, at: usize) -> Result<Piece, AnalyzeError> {
        let Self { pieces, file, .. } = self;
        let Some((place, words, log)) = pieces.get(at) else { return Ok(Piece::default()) };
        let read;
        let packed = match place {
            Place::Memory(packed) => packed,
            Place::File(offset, length) => {
                read = bytes(file.as_ref(), *offset, *length).map_err(AnalyzeError::Spool)?;
                &read
            }
        };
        let bytes = lz4_flex::decompress(packed, 4 * (words + log));
        let bytes = bytes.map_err(|error| AnalyzeError::Spool(std::io::Error::other(error)))?;
        let mut all = bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word));
        let words = all.by_ref().take(*words).collect();
        Ok(Piece { words, log: all.collect() })
    }

    /// Returns the number of bytes that the pieces have in memory.
    pub fn in_memory(&self) -> usize {
        self.in_memory
    }

    /// Moves the pieces that are in memory to the file.
    ///
    /// # Errors
    /// If the temporary file cannot be made or written.
    pub fn leave_memory(&mut self) -> Result<(), AnalyzeError> {
        for at in 0..self.pieces.len() {
            if let Place::Memory(packed) = &mut self.pieces[at].0 {
                let packed = std::mem::take(packed);
                self.pieces[at].0 = self.write(&packed).map_err(AnalyzeError::Spool)?;
            }
        }
        self.in_memory = 0;
        Ok(())
    }
}

/// Reads from the file. Several threads may do so at once.
fn bytes(file: Option<&Mutex<File>>, offset: u64, length: usize) -> std::io::Result<Vec<u8>> {
    let mut packed = vec![0; length];
    if let Some(file) = file {
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(offset))?;
        file.read_exact(&mut packed)?;
    }
    Ok(packed)
}

/// Creates a spool with the usual budget.
pub fn spool() -> Spool {
    Spool::new(limits::SPOOL_IN_MEMORY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_back_from_memory_and_file() {
        let pieces: Vec<Piece> = (0..20u32)
            .map(|n| Piece { words: (0..n * 50).map(|k| k * n).collect(), log: vec![n; n as usize] })
            .collect();
        let mut spool = Spool::new(600);
        for piece in &pieces {
            spool.push(&piece.words, &piece.log).unwrap();
        }
        assert!(spool.in_file > 0 && spool.in_memory > 0);
        assert!((0..20).all(|at| spool.piece(at).unwrap() == pieces[at]));
        assert_eq!((spool.len(), spool.piece(20).unwrap()), (20, Piece::default()));
        spool.leave_memory().unwrap();
        assert_eq!((spool.in_memory(), spool.len()), (0, 20));
        assert!((0..20).all(|at| spool.piece(at).unwrap() == pieces[at]));
        spool.push(&pieces[3].words, &pieces[3].log).unwrap();
        assert_eq!(spool.piece(20).unwrap(), pieces[3]);
    }
}
