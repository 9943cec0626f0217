//! Completeness of a trace: whether it has everything that the program did.

use std::fmt;

use serde::Serialize;

use crate::numbers::plural;

/// Chunks of a thread that are missing in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Gap {
    /// Thread number.
    pub thread: u32,
    /// First missing sequence number.
    pub first: u32,
    /// Number of missing chunks.
    pub missing: u64,
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let missing = plural(self.missing, "chunk is", "chunks are");
        write!(f, "thread {}: {missing} missing, from sequence {} on", self.thread, self.first)
    }
}

/// The parts of a run that a trace lacks. Every report states them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Completeness {
    /// The trace has its end record, no thread has a gap, nothing was lost or is damaged.
    pub complete: bool,
    /// The trace has its end record.
    pub ended: bool,
    /// Events that the traced program could not write.
    pub lost_events: u64,
    /// They were lost because the trace had reached its size limit.
    pub limited: bool,
    /// Bytes of unfinished chunks at the end of segments (the program was killed).
    pub torn_bytes: u64,
    /// Chunks whose sequence number is missing; damaged ones are among them if others follow.
    pub missing_chunks: u64,
    /// Damaged places, each one chunk or more.
    pub damaged_chunks: u64,
    /// Bytes of damaged places, as far as known.
    pub damaged_bytes: u64,
    /// Places of missing chunks.
    pub gaps: Vec<Gap>,
    /// Contradictions between chunks, or between segment numbers and file names, in words.
    pub contradictions: Vec<String>,
    /// All of this in words, in a fixed order.
    pub reasons: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::Gap;

    #[test]
    fn missing_chunks_are_counted_in_words() {
        let told = [1, 1234].map(|missing| Gap { thread: 0, first: 7, missing }.to_string());
        assert_eq!(
            told,
            [
                "thread 0: 1 chunk is missing, from sequence 7 on",
                "thread 0: 1,234 chunks are missing, from sequence 7 on"
            ]
        );
    }
}
