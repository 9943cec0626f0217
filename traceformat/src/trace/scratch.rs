//! Scratch memory of readers, shared: many threads may be open at once, but few decode at the same time.

use std::sync::{Mutex, PoisonError};

use super::column::ColumnDecoder;

/// What decoding one chunk takes. Nothing in it is needed for the next chunk.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    pub(super) decoder: ColumnDecoder,
    /// Bytes of the chunk.
    pub(super) payload: Vec<u8>,
}

/// The scratch memory that no reader uses at the moment.
#[derive(Debug, Default)]
pub(super) struct Spare(Mutex<Vec<Scratch>>);

impl Spare {
    /// Takes some, or makes new one.
    pub(super) fn take(&self) -> Scratch {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// Gives it back.
    pub(super) fn give(&self, scratch: Scratch) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(scratch);
    }
}
