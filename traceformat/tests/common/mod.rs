//! Maps and traces for tests.
#![allow(dead_code, missing_docs, unreachable_pub, clippy::unwrap_used)]

pub mod maps;
pub mod traces;

/// SplitMix64: the same numbers on every run.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }

    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Changes a few bytes: bits, bytes, interesting words, insertions, removals.
    pub fn mutate(&mut self, bytes: &mut Vec<u8>) {
        for _ in 0..1 + self.below(4) {
            if bytes.is_empty() {
                return;
            }
            let at = self.below(bytes.len());
            match self.below(6) {
                0 => bytes[at] ^= 1 << self.below(8),
                1 => bytes[at] = self.next() as u8,
                2 => {
                    let word = [0u32, 1, 0x7FFF_FFFF, 0xFFFF_FFFE, u32::MAX, self.next() as u32][self.below(6)];
                    let end = bytes.len().min(at + 4);
                    let n = end - at;
                    bytes[at..end].copy_from_slice(&word.to_le_bytes()[..n]);
                }
                3 => bytes.truncate(at),
                4 => bytes.insert(at, self.next() as u8),
                _ => drop(bytes.remove(at)),
            }
        }
    }
}
