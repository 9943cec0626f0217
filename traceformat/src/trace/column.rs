//! The encodings of a column.

use flate2::{Compress, Compression, Decompress, FlushCompress, FlushDecompress, Status};

use super::error::ColumnProblem;
use super::{Encoding, Predictor};
use crate::limits::MAX_COLUMN_VALUES;

/// Deflate expands one byte to at most 1,032 (258 bytes from two bits), plus what the last bits hold.
const MAX_INFLATION: u64 = 1032;
const INFLATION_SLACK: u64 = 1032;

/// Decodes columns; keeps tables and buffers.
#[derive(Debug)]
pub struct ColumnDecoder {
    predictor: Predictor,
    inflate: Decompress,
    inflated: Vec<u8>,
}

impl Default for ColumnDecoder {
    fn default() -> Self {
        let inflate = Decompress::new(false);
        ColumnDecoder { predictor: Predictor::default(), inflate, inflated: Vec::new() }
    }
}

impl ColumnDecoder {
    /// Appends `values` values from all of `bytes`. Memory is reserved only as far as the bytes can fill it.
    ///
    /// # Errors
    /// Fails if the bytes do not hold exactly that many values; `out` is then as before.
    pub fn decode(&mut self, encoding: u8, values: u32, bytes: &[u8], out: &mut Vec<u32>) -> Result<(), ColumnProblem> {
        let known = Encoding::from_byte(encoding).ok_or(ColumnProblem::Encoding { found: encoding })?;
        check_values(known, values, bytes.len() as u64)?;
        let from = out.len();
        let done = match known {
            Encoding::Plain => plain(values, bytes, out),
            Encoding::Predicted => self.predictor.decode(values as usize, bytes, out),
            Encoding::Deflated => self.deflated(values, bytes, out),
        };
        done.inspect_err(|_| out.truncate(from))
    }

    fn deflated(&mut self, values: u32, bytes: &[u8], out: &mut Vec<u32>) -> Result<(), ColumnProblem> {
        let most = Predictor::max_len(values.into()).min(inflated_max(bytes.len() as u64));
        self.inflate.reset(false);
        self.inflated.clear();
        // One byte more than needed: a stream that fills it is too long.
        self.inflated.reserve_exact(most as usize + 1);
        let status = self.inflate.decompress_vec(bytes, &mut self.inflated, FlushDecompress::Finish);
        let bad = |reason: String| Err(ColumnProblem::Deflate { reason });
        match status {
            Ok(Status::StreamEnd) => {}
            Ok(_) => return bad(format!("no end within {most} bytes")),
            Err(e) => return bad(e.to_string()),
        }
        let used = self.inflate.total_in();
        if used != bytes.len() as u64 {
            return bad(format!("the stream ends at byte {used} of {}", bytes.len()));
        }
        self.predictor.decode(values as usize, &self.inflated, out)
    }
}

fn inflated_max(bytes: u64) -> u64 {
    bytes.saturating_mul(MAX_INFLATION).saturating_add(INFLATION_SLACK)
}

/// The most values that this many bytes can hold, before anything is reserved for them.
fn check_values(encoding: Encoding, values: u32, bytes: u64) -> Result<(), ColumnProblem> {
    let limit = match encoding {
        Encoding::Plain => bytes / 4,
        Encoding::Predicted => bytes.saturating_mul(4),
        Encoding::Deflated => inflated_max(bytes).saturating_mul(4),
    };
    let limit = limit.min(MAX_COLUMN_VALUES.into());
    if u64::from(values) > limit {
        return Err(ColumnProblem::Values { values: values.into(), bytes, limit });
    }
    Ok(())
}

fn plain(values: u32, bytes: &[u8], out: &mut Vec<u32>) -> Result<(), ColumnProblem> {
    let expected = u64::from(values) * 4;
    if bytes.len() as u64 != expected {
        return Err(ColumnProblem::Length { found: bytes.len() as u64, expected });
    }
    out.extend(bytes.as_chunks().0.iter().map(|w| u32::from_le_bytes(*w)));
    Ok(())
}

/// Encodes columns; keeps tables and buffers.
#[derive(Debug)]
pub struct ColumnEncoder {
    predictor: Predictor,
    deflate: Compress,
    predicted: Vec<u8>,
}

impl Default for ColumnEncoder {
    fn default() -> Self {
        let deflate = Compress::new(Compression::fast(), false);
        ColumnEncoder { predictor: Predictor::default(), deflate, predicted: Vec::new() }
    }
}

impl ColumnEncoder {
    /// Appends the encoded values.
    ///
    /// # Errors
    /// [`ColumnProblem::Values`] above [`MAX_COLUMN_VALUES`].
    pub fn encode(&mut self, encoding: Encoding, values: &[u32], out: &mut Vec<u8>) -> Result<(), ColumnProblem> {
        if values.len() > MAX_COLUMN_VALUES as usize {
            let limit = MAX_COLUMN_VALUES.into();
            return Err(ColumnProblem::Values { values: values.len() as u64, bytes: 0, limit });
        }
        match encoding {
            Encoding::Plain => values.iter().for_each(|v| out.extend_from_slice(&v.to_le_bytes())),
            Encoding::Predicted => self.predictor.encode(values, out),
            Encoding::Deflated => {
                self.predicted.clear();
                self.predictor.encode(values, &mut self.predicted);
                self.deflate_into(out)?;
            }
        }
        Ok(())
    }

    fn deflate_into(&mut self, out: &mut Vec<u8>) -> Result<(), ColumnProblem> {
        self.deflate.reset();
        loop {
            out.reserve(self.predicted.len() / 2 + 64);
            let rest = self.predicted.get(self.deflate.total_in() as usize..).unwrap_or_default();
            match self.deflate.compress_vec(rest, out, FlushCompress::Finish) {
                Ok(Status::StreamEnd) => return Ok(()),
                Ok(_) => {}
                Err(e) => return Err(ColumnProblem::Deflate { reason: e.to_string() }),
            }
        }
    }
}
