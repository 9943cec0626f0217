//! The machine that tasks would run on, as a TOML file says it.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::levels::{self, Coherence, Level};

/// A platform. What a file leaves out is as in [`Platform::default`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Platform {
    /// Accesses to the memory that tasks share.
    pub access: Access,
    /// Tasks.
    pub task: Task,
    /// Processors.
    pub processor: Processor,
    /// Bursts of the shared memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub burst: Option<Burst>,
    /// A cache of each worker, in front of the shared memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cache: Option<Buffer>,
    /// A scratchpad of each worker, in place of a cache.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scratchpad: Option<Buffer>,
    /// Further caches between that of each worker and the shared memory, the nearest first.
    #[serde(rename = "level", skip_serializing_if = "Vec::is_empty")]
    pub levels: Vec<Level>,
    /// Lines that another worker has changed. Without it, they come by way of the memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coherence: Option<Coherence>,
    /// Geometry of the shared memory.
    pub sdram: Sdram,
}

/// Access times: those of the Micron SDRAM in Stahl and others (2004) by default.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Access {
    /// Access to a row that is not open, ns.
    pub random_ns: f64,
    /// Access to the open row, ns.
    pub page_ns: f64,
}

impl Default for Access {
    fn default() -> Self {
        Self { random_ns: 72.0, page_ns: 8.0 }
    }
}

/// Tasks.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Task {
    /// Creating a task, µs; the mean of the paper's measurements by default.
    pub creation_us: f64,
}

impl Default for Task {
    fn default() -> Self {
        Self { creation_us: 331.0 }
    }
}

/// Processors.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Processor {
    /// Execution of one bytecode instruction, its accesses to shared data apart, ns.
    pub ns_per_node: f64,
}

impl Default for Processor {
    fn default() -> Self {
        Self { ns_per_node: 1.0 }
    }
}

/// Bursts: consecutive words are faster.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Burst {
    /// Words of a burst (8 bytes each).
    pub length: u32,
    /// The first one, ns.
    pub first_ns: f64,
    /// Each further one, ns.
    pub next_ns: f64,
}

/// A cache or a scratchpad, replaced by least recent use; writes allocate and are written back.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Buffer {
    /// Bytes.
    pub size_bytes: u64,
    /// Bytes of a line: a power of two.
    pub line_bytes: u64,
    /// Lines of a set; without it, a line can be anywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ways: Option<u64>,
    /// Access to what is in it, ns.
    #[serde(default)]
    pub hit_ns: f64,
}

/// Geometry of the shared memory, for page or random as the addresses are.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Sdram {
    /// Banks, each with one open row.
    pub banks: u32,
    /// Bytes of a row: a power of two.
    pub row_bytes: u64,
}

impl Default for Sdram {
    fn default() -> Self {
        Self { banks: 4, row_bytes: 2048 }
    }
}

/// A platform file that makes no sense.
#[derive(Debug, Error)]
pub enum PlatformError {
    /// It is no such TOML file.
    #[error("{0}")]
    Toml(#[from] toml::de::Error),
    /// A value is impossible.
    #[error("{what} = {value}: {why}")]
    Value {
        /// Name of the value.
        what: &'static str,
        /// Its value.
        value: f64,
        /// The condition on the value.
        why: &'static str,
    },
    /// Both were given.
    #[error("a platform has a cache or a scratchpad, not both")]
    TwoBuffers,
    /// A further cache lies behind none.
    #[error("there is no [cache] before the first [[level]]")]
    NoCache,
    /// The cache of one core lies behind a cache of all.
    #[error("a [[level]] of each core cannot lie behind one that all share")]
    PrivateBehindShared,
    /// A further cache is impossible.
    #[error("[[level]] {number}: {why}")]
    Level {
        /// Its place among them, from 1.
        number: usize,
        /// What of it.
        why: Box<PlatformError>,
    },
}

/// Bytes of a word.
pub(crate) const WORD: u64 = 8;

/// Greatest number of banks, sets or ways: what is simulated must fit into memory.
const MOST: u64 = 1 << 24;

impl Platform {
    /// The platform that a TOML file describes.
    ///
    /// # Errors
    /// Fails if the text is no platform file, or a value is impossible.
    pub fn from_toml(text: &str) -> Result<Self, PlatformError> {
        let platform: Platform = toml::from_str(text)?;
        platform.check()?;
        Ok(platform)
    }

    /// The buffer in front of the shared memory.
    pub fn buffer(&self) -> Option<Buffer> {
        self.cache.or(self.scratchpad)
    }

    /// Bytes that go between a core and the shared memory at once: a line of its buffer, or else a word.
    pub fn line_bytes(&self) -> u64 {
        self.buffer().map_or(WORD, |buffer| buffer.line_bytes)
    }

    /// What of it only a simulation of further caches can make use of.
    pub fn beyond_one_cache(&self) -> Option<&'static str> {
        let coherence = self.coherence.map(|_| "[coherence]");
        if self.levels.is_empty() { coherence } else { Some("[[level]]") }
    }

    fn check(&self) -> Result<(), PlatformError> {
        let times = [
            ("access.random_ns", self.access.random_ns),
            ("access.page_ns", self.access.page_ns),
            ("task.creation_us", self.task.creation_us),
            ("processor.ns_per_node", self.processor.ns_per_node),
            ("burst.first_ns", self.burst.map_or(0.0, |burst| burst.first_ns)),
            ("burst.next_ns", self.burst.map_or(0.0, |burst| burst.next_ns)),
            ("hit_ns", self.buffer().map_or(0.0, |buffer| buffer.hit_ns)),
            ("coherence.transfer_ns", self.coherence.map_or(0.0, |coherence| coherence.transfer_ns)),
        ];
        for (what, value) in times {
            require(what, value, value.is_finite() && (0.0..=1e12).contains(&value), "must be from 0 to 1e12")?;
        }
        if let Some(burst) = self.burst {
            require("burst.length", burst.length.into(), burst.length > 0, "must be 1 at least")?;
        }
        let Sdram { banks, row_bytes } = self.sdram;
        require("sdram.banks", banks.into(), (1..=MOST).contains(&banks.into()), "must be from 1 to 16777216")?;
        require("sdram.row_bytes", row_bytes as f64, row_bytes.is_power_of_two(), "must be a power of two")?;
        match (self.cache, self.scratchpad) {
            (Some(_), Some(_)) => Err(PlatformError::TwoBuffers),
            _ => self.buffer().map_or(Ok(()), |buffer| buffer.check()),
        }?;
        levels::check(&self.levels, self.cache)
    }
}

impl Buffer {
    /// Sets, and lines in each.
    pub fn geometry(&self) -> (u64, u64) {
        let lines = (self.size_bytes / self.line_bytes.max(1)).max(1);
        let ways = self.ways.unwrap_or(lines).clamp(1, lines);
        (lines / ways, ways)
    }

    pub(crate) fn check(&self) -> Result<(), PlatformError> {
        let (size, line) = (self.size_bytes, self.line_bytes);
        require("line_bytes", line as f64, line.is_power_of_two(), "must be a power of two")?;
        let lines = size / line;
        let whole = size > 0 && size.is_multiple_of(line) && lines <= MOST;
        require("size_bytes", size as f64, whole, "must be from 1 to 16777216 whole lines")?;
        let ways = self.ways.unwrap_or(lines);
        let fits = ways > 0 && lines.is_multiple_of(ways);
        require("ways", ways as f64, fits, "must divide the number of lines")
    }
}

pub(crate) fn require(what: &'static str, value: f64, holds: bool, why: &'static str) -> Result<(), PlatformError> {
    if holds { Ok(()) } else { Err(PlatformError::Value { what, value, why }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_changes_what_it_names() {
        let text = "[access]\nrandom_ns = 60\n[cache]\nsize_bytes = 4096\nline_bytes = 32\nways = 2\n";
        let platform = Platform::from_toml(text).unwrap();
        assert_eq!((platform.access.random_ns, platform.access.page_ns), (60.0, 8.0));
        assert_eq!(platform.buffer().unwrap().geometry(), (64, 2));
        assert_eq!(Platform::from_toml("").unwrap(), Platform::default());
    }

    #[test]
    fn impossible_platforms() {
        for (text, message) in [
            ("[access]\nrandom = 60", "unknown field `random`"),
            ("[access]\npage_ns = -1", "access.page_ns = -1"),
            ("[sdram]\nrow_bytes = 1000", "must be a power of two"),
            ("[sdram]\nbanks = 0", "sdram.banks = 0"),
            ("[burst]\nlength = 0\nfirst_ns = 1\nnext_ns = 1", "must be 1 at least"),
            ("[cache]\nsize_bytes = 100\nline_bytes = 32", "whole lines"),
            ("[cache]\nsize_bytes = 96\nline_bytes = 32\nways = 2", "must divide"),
            ("[cache]\nsize_bytes = 64\nline_bytes = 32\n[scratchpad]\nsize_bytes = 64\nline_bytes = 32", "not both"),
            ("access", "expected"),
        ] {
            let error = Platform::from_toml(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
