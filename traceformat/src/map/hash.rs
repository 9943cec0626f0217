//! The identity of a map.

use std::fmt;

use sha2::{Digest, Sha256};

/// SHA-256 over the bytes of a map file. A trace names its map by it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MapHash(pub [u8; 32]);

impl MapHash {
    /// The hash of a map file with these bytes.
    pub fn of(bytes: &[u8]) -> MapHash {
        MapHash(Sha256::digest(bytes).into())
    }
}

impl fmt::Display for MapHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|b| write!(f, "{b:02x}"))
    }
}

impl fmt::Debug for MapHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MapHash({self})")
    }
}
