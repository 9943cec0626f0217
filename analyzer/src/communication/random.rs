//! Random numbers that are the same on every machine for the same seed.

/// Generator SplitMix64 (Steele, Lea, Flood: *Fast splittable pseudorandom number generators*, 2014).
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number between 0 and 1, both excluded.
    pub(crate) fn unit(&mut self) -> f64 {
        ((self.next() >> 12) as f64 + 0.5) / (1u64 << 52) as f64
    }

    /// Returns a number below `end`, which is less than 2³² (the bias of the product is below 2⁻³²).
    pub(crate) fn below(&mut self, end: u32) -> u32 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u32
    }
}
