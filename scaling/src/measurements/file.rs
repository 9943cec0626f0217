//! The file of measured runs.

use super::{MEASUREMENTS_SCHEMA, Measurements};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::io::{BufReader, Read, Write};

/// Bytes of JSON that are read at most: hundreds of runs with ten thousand stacks each. A small file may unpack to anything.
const MOST_BYTES: u64 = 1 << 30;

/// Why a file of measured runs cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read, is cut off, or is not compressed as it should be.
    #[error("no whole file of measured runs: {0}")]
    Io(#[from] std::io::Error),
    /// It is not JSON of this form.
    #[error("no file of measured runs: {0}")]
    Json(#[from] serde_json::Error),
    /// It unpacks to more than any runs need.
    #[error("no file of measured runs: it unpacks to more than {MOST_BYTES} bytes")]
    TooLarge,
    /// Its form is of another version.
    #[error("a file of schema `{0}`, where `{MEASUREMENTS_SCHEMA}` is read")]
    Schema(String),
    /// A sample or stack refers to what is not there.
    #[error("run {run}: {what} {index} does not exist")]
    Index {
        /// Number of the run in the file, or 0 for what all share.
        run: usize,
        /// `stack` or `frame`.
        what: &'static str,
        /// The index that is too large.
        index: u32,
    },
}

impl Measurements {
    /// Reads a file.
    ///
    /// # Errors
    ///
    /// It cannot be read, has another form or version, or refers to stacks or frames that it does not have.
    pub fn read(from: impl Read) -> Result<Self, FileError> {
        let mut text = Vec::new();
        let read = GzDecoder::new(BufReader::new(from)).take(MOST_BYTES + 1).read_to_end(&mut text)?;
        if read as u64 > MOST_BYTES {
            return Err(FileError::TooLarge);
        }
        let read: Self = serde_json::from_slice(&text)?;
        if read.schema != MEASUREMENTS_SCHEMA {
            return Err(FileError::Schema(read.schema));
        }
        read.check_indices()?;
        Ok(read)
    }

    /// Writes a file.
    ///
    /// # Errors
    ///
    /// It cannot be written.
    pub fn write(&self, to: impl Write) -> std::io::Result<()> {
        let mut encoder = GzEncoder::new(to, Compression::default());
        serde_json::to_writer(&mut encoder, self)?;
        encoder.finish()?.flush()
    }

    fn check_indices(&self) -> Result<(), FileError> {
        let beyond = |count: usize| move |&&index: &&u32| index as usize >= count;
        let frames = self.stacks.iter().flat_map(|stack| &stack.frames);
        if let Some(&index) = frames.into_iter().find(beyond(self.frames.len())) {
            return Err(FileError::Index { run: 0, what: "frame", index });
        }
        for (run, measured) in self.runs.iter().enumerate() {
            let samples = measured.profiles.iter().flat_map(|profile| &profile.samples);
            if let Some(index) = samples.map(|sample| &sample.stack).find(beyond(self.stacks.len())) {
                return Err(FileError::Index { run, what: "stack", index: *index });
            }
        }
        Ok(())
    }
}
