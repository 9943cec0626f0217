//! What a platform has between the first cache of each core and the memory.

use serde::{Deserialize, Serialize};

use crate::platform::{Buffer, PlatformError, require};

/// Most further levels: with the first cache four, one more than most machines have.
pub const MOST_LEVELS: usize = 3;

/// A further cache, behind the one before it and with lines as long as its.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Bytes.
    pub size_bytes: u64,
    /// Lines of a set; without it, a line can be anywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ways: Option<u64>,
    /// Fetching a line that it has, ns.
    pub hit_ns: f64,
    /// Whether all cores share it; else each has one.
    #[serde(default)]
    pub shared: bool,
}

impl Level {
    /// The same as a buffer with such lines.
    #[must_use]
    pub fn buffer(&self, line_bytes: u64) -> Buffer {
        Buffer { size_bytes: self.size_bytes, line_bytes, ways: self.ways, hit_ns: self.hit_ns }
    }
}

/// How cores get what another one has changed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Coherence {
    /// Fetching a line from the core that has changed it, ns.
    pub transfer_ns: f64,
}

/// Whether these levels can lie behind that cache.
pub(crate) fn check(levels: &[Level], cache: Option<Buffer>) -> Result<(), PlatformError> {
    if levels.is_empty() {
        return Ok(());
    }
    let Some(cache) = cache else { return Err(PlatformError::NoCache) };
    let count = levels.len();
    require("number of levels", count as f64, count <= MOST_LEVELS, "must be 3 at most")?;
    for (number, level) in (1..).zip(levels) {
        let wrong = |why| PlatformError::Level { number, why: Box::new(why) };
        let time = level.hit_ns;
        let is_time = time.is_finite() && (0.0..=1e12).contains(&time);
        require("hit_ns", time, is_time, "must be from 0 to 1e12").map_err(wrong)?;
        level.buffer(cache.line_bytes).check().map_err(wrong)?;
    }
    match levels.is_sorted_by_key(|level| level.shared) {
        true => Ok(()),
        false => Err(PlatformError::PrivateBehindShared),
    }
}

#[cfg(test)]
mod tests {
    use crate::Platform;

    const CACHE: &str = "[cache]\nsize_bytes = 64\nline_bytes = 32\n";
    const PRIVATE: &str = "[[level]]\nsize_bytes = 128\nways = 2\nhit_ns = 4\n";
    const SHARED: &str = "[[level]]\nsize_bytes = 1024\nhit_ns = 12\nshared = true\n";

    #[test]
    fn levels_come_in_order() {
        let platform =
            Platform::from_toml(&format!("{CACHE}{PRIVATE}{SHARED}[coherence]\ntransfer_ns = 70\n")).unwrap();
        let [near, far] = platform.levels[..] else { panic!("{platform:?}") };
        assert_eq!((near.shared, far.shared), (false, true));
        assert_eq!((near.buffer(32).geometry(), far.buffer(32).geometry()), ((2, 2), (1, 32)));
        assert_eq!(platform.coherence.map(|coherence| coherence.transfer_ns), Some(70.0));
        assert_eq!(platform.beyond_one_cache(), Some("[[level]]"));
        assert_eq!(Platform::from_toml(CACHE).unwrap().beyond_one_cache(), None);
    }

    #[test]
    fn impossible_levels() {
        for (text, message) in [
            (PRIVATE.to_owned(), "there is no [cache] before the first [[level]]"),
            (format!("[scratchpad]\nsize_bytes = 64\nline_bytes = 32\n{PRIVATE}"), "there is no [cache]"),
            (format!("{CACHE}{SHARED}{PRIVATE}"), "cannot lie behind one that all share"),
            (format!("{CACHE}{}", PRIVATE.repeat(4)), "number of levels = 4: must be 3 at most"),
            (format!("{CACHE}{PRIVATE}[[level]]\nsize_bytes = 100\nhit_ns = 1"), "[[level]] 2: size_bytes = 100"),
            (format!("{CACHE}[[level]]\nsize_bytes = 96\nways = 2\nhit_ns = 1"), "must divide"),
            (format!("{CACHE}[[level]]\nsize_bytes = 64\nhit_ns = -1"), "[[level]] 1: hit_ns = -1"),
            (format!("{CACHE}[[level]]\nsize_bytes = 64"), "missing field `hit_ns`"),
            (format!("{CACHE}[[level]]\nsize_bytes = 64\nhit_ns = 1\nline_bytes = 32"), "unknown field `line_bytes`"),
            ("[coherence]\ntransfer_ns = nan".to_owned(), "coherence.transfer_ns = NaN"),
        ] {
            let error = Platform::from_toml(&text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
