//! The value predictor (`docs/format.md` section 4).
//!
//! One loop decodes everything, so its dependency chain sets the speed: the index into `F` waits for the last value, with one
//! multiplication, two xors, a shift and a load in between; what concerns older values is computed ahead. Codes come
//! four to a byte; four hits in `F` are a loop of their own without a choice, which is twice as fast as the general one.
//!
//! Measured (`benches/speed.rs`; Xeon, 48 KiB L1, CPU time of one of two busy cores), MB/s of decoded values: constant
//! 1,640, stride 1,260, period of 40 1,320, one value of ten random 710, random words 730. With Deflate in front of
//! it: 1,310, 1,160, 1,370, 550, 200.

use super::error::ColumnProblem;

/// Words of each table.
pub const TABLE_WORDS: usize = 8192;
/// Multipliers of `v1`, `v2`, `v3` in the index of `F`.
pub const HASH_F: [u32; 3] = [0x9E37_79B1, 0x85EB_CA77, 0xC2B2_AE3D];
/// Multipliers of `d1`, `d2` in the index of `D`.
pub const HASH_D: [u32; 2] = [HASH_F[0], HASH_F[1]];
/// 32 minus the bits of an index.
const SHIFT: u32 = 19;
/// Longest LEB128 of 32 bits.
const MAX_RESIDUAL: usize = 5;

/// Encodes and decodes columns; holds the tables.
#[derive(Debug, Clone)]
pub struct Predictor {
    f: Box<[u32; TABLE_WORDS]>,
    d: Box<[u32; TABLE_WORDS]>,
}

/// The last three values.
#[derive(Clone, Copy, Default)]
struct Last {
    v1: u32,
    v2: u32,
    v3: u32,
}

impl Last {
    #[inline(always)]
    fn f(self) -> usize {
        let older = self.v2.wrapping_mul(HASH_F[1]) ^ self.v3.wrapping_mul(HASH_F[2]);
        ((self.v1.wrapping_mul(HASH_F[0]) ^ older) >> SHIFT) as usize
    }

    #[inline(always)]
    fn d(self) -> usize {
        let (d1, d2) = (self.v1.wrapping_sub(self.v2), self.v2.wrapping_sub(self.v3));
        ((d1.wrapping_mul(HASH_D[0]) ^ d2.wrapping_mul(HASH_D[1])) >> SHIFT) as usize
    }

    #[inline(always)]
    fn then(self, v: u32) -> Last {
        Last { v1: v, v2: self.v1, v3: self.v2 }
    }
}

impl Default for Predictor {
    fn default() -> Self {
        Predictor { f: Box::new([0; TABLE_WORDS]), d: Box::new([0; TABLE_WORDS]) }
    }
}

impl Predictor {
    /// Bytes that `values` values take at most.
    pub fn max_len(values: u64) -> u64 {
        values.div_ceil(4) + MAX_RESIDUAL as u64 * values
    }

    fn reset(&mut self) {
        self.f.fill(0);
        self.d.fill(0);
    }

    /// Appends `values` values from all of `bytes`.
    ///
    /// # Errors
    /// Fails if the bytes do not hold exactly that many; then some values may have been appended.
    pub fn decode(&mut self, values: usize, bytes: &[u8], out: &mut Vec<u32>) -> Result<(), ColumnProblem> {
        let codes_len = values.div_ceil(4);
        let (codes, residuals) = bytes
            .split_at_checked(codes_len)
            .ok_or(ColumnProblem::Length { found: bytes.len() as u64, expected: codes_len as u64 })?;
        check_padding(values, codes)?;
        self.reset();
        let from = out.len();
        out.resize(from + values, 0);
        let rest = self.run(codes, residuals, &mut out[from..])?;
        if !rest.is_empty() {
            let expected = (bytes.len() - rest.len()) as u64;
            return Err(ColumnProblem::Length { found: bytes.len() as u64, expected });
        }
        Ok(())
    }

    /// Decodes four values a turn; gives the residuals that are left.
    fn run<'a>(&mut self, codes: &[u8], mut rest: &'a [u8], out: &mut [u32]) -> Result<&'a [u8], ColumnProblem> {
        let mut last = Last::default();
        let (fours, tail) = out.as_chunks_mut::<4>();
        for (turn, (&codes, out)) in codes.iter().zip(fours.iter_mut()).enumerate() {
            if codes == 0 {
                last = self.four_hits(last, out);
            } else {
                last = self.some(last, codes, &mut rest, out).ok_or(residual_problem(turn))?;
            }
        }
        if let Some(&codes) = codes.get(fours.len()) {
            self.some(last, codes, &mut rest, tail).ok_or(residual_problem(fours.len()))?;
        }
        Ok(rest)
    }

    /// Four values that `F` predicts: nothing to choose, and `F` stays as it is.
    #[inline(always)]
    fn four_hits(&mut self, mut last: Last, out: &mut [u32; 4]) -> Last {
        for slot in out {
            let (f, d) = (last.f() % TABLE_WORDS, last.d() % TABLE_WORDS);
            let v = self.f[f];
            self.d[d] = v.wrapping_sub(last.v1);
            last = last.then(v);
            *slot = v;
        }
        last
    }

    /// Up to four values with any codes; `None` for a bad residual.
    #[inline(always)]
    fn some(&mut self, mut last: Last, mut codes: u8, rest: &mut &[u8], out: &mut [u32]) -> Option<Last> {
        for slot in out {
            let (f, d) = (last.f() % TABLE_WORDS, last.d() % TABLE_WORDS);
            let v = match codes & 3 {
                0 => self.f[f],
                1 => last.v1.wrapping_add(self.d[d]),
                2 => last.v1,
                _ => last.v1.wrapping_add(residual(rest)?),
            };
            codes >>= 2;
            self.f[f] = v;
            self.d[d] = v.wrapping_sub(last.v1);
            last = last.then(v);
            *slot = v;
        }
        Some(last)
    }

    /// Appends the encoded values.
    pub fn encode(&mut self, values: &[u32], out: &mut Vec<u8>) {
        self.reset();
        let from = out.len();
        out.resize(from + values.len().div_ceil(4), 0);
        let mut last = Last::default();
        for (i, &v) in values.iter().enumerate() {
            let (f, d) = (last.f() % TABLE_WORDS, last.d() % TABLE_WORDS);
            let delta = v.wrapping_sub(last.v1);
            let code = match () {
                () if v == self.f[f] => 0,
                () if delta == self.d[d] => 1,
                () if delta == 0 => 2,
                () => 3,
            };
            out[from + i / 4] |= code << (i % 4 * 2);
            if code == 3 {
                push_residual(out, delta);
            }
            self.f[f] = v;
            self.d[d] = delta;
            last = last.then(v);
        }
    }
}

/// The problem of one of four values.
fn residual_problem(turn: usize) -> ColumnProblem {
    ColumnProblem::Residual { value: turn as u64 * 4 }
}

/// Unused codes of the last byte are zero.
fn check_padding(values: usize, codes: &[u8]) -> Result<(), ColumnProblem> {
    match codes.last() {
        Some(&found) if !values.is_multiple_of(4) && found >> (values % 4 * 2) != 0 => {
            Err(ColumnProblem::Codes { found })
        }
        _ => Ok(()),
    }
}

/// Takes a residual off: LEB128, then zigzag.
#[inline(always)]
fn residual(bytes: &mut &[u8]) -> Option<u32> {
    let (&first, rest) = bytes.split_first()?;
    if first < 0x80 {
        *bytes = rest;
        return Some(unzigzag(first.into()));
    }
    long_residual(bytes)
}

fn long_residual(bytes: &mut &[u8]) -> Option<u32> {
    let mut word = 0u64;
    for (i, &byte) in bytes.iter().take(MAX_RESIDUAL).enumerate() {
        word |= u64::from(byte & 0x7F) << (7 * i);
        if byte < 0x80 {
            *bytes = bytes.get(i + 1..)?;
            return u32::try_from(word).ok().map(unzigzag);
        }
    }
    None
}

fn push_residual(out: &mut Vec<u8>, delta: u32) {
    let mut word = zigzag(delta);
    while word >= 0x80 {
        out.push(word as u8 | 0x80);
        word >>= 7;
    }
    out.push(word as u8);
}

fn zigzag(delta: u32) -> u32 {
    (delta << 1) ^ ((delta as i32) >> 31) as u32
}

#[inline(always)]
fn unzigzag(word: u32) -> u32 {
    (word >> 1) ^ (word & 1).wrapping_neg()
}
