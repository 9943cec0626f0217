//! The notes of a killed thread: by which millisecond it had done how many steps.

use anyhow::{Context, Result};
use std::fs;
use std::path::Path;

/// The notes of one thread.
pub(super) struct Notes(Vec<(u64, u64)>);

impl Notes {
    /// Reads them; none if the thread had not begun.
    pub(super) fn read(path: &Path) -> Result<Notes> {
        if !path.exists() {
            return Ok(Notes(Vec::new()));
        }
        let bytes = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let word = |slot: &[u8]| slot.iter().fold(0, |value, &byte| value << 8 | u64::from(byte));
        let slots = bytes.chunks_exact(16).map(|slot| (word(&slot[..8]), word(&slot[8..])));
        Ok(Notes(slots.filter(|&(time, _)| time != 0).collect()))
    }

    /// Steps done by the end of this millisecond.
    pub(super) fn steps_at(&self, time: u64) -> u64 {
        self.0.iter().filter(|&&(noted, _)| noted <= time).map(|&(_, steps)| steps).max().unwrap_or(0)
    }

    /// Steps done at all.
    pub(super) fn steps(&self) -> u64 {
        self.steps_at(u64::MAX)
    }
}
