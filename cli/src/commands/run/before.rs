//! Checks before the program starts: outputs that cannot be written, a disk that is full.

use super::Options;
use crate::failure::Failure;
use crate::outputs::{Files, refuse_unwritable, refuse_used};
use crate::room::refuse_full;
use std::path::PathBuf;

/// Everything that the options name must be writable.
pub(super) fn refuse_outputs(options: &Options) -> Result<(), Failure> {
    if let Some(out) = &options.out {
        refuse_used(out)?;
        refuse_full(out, 0)?;
    }
    options.show.json.file().map_or(Ok(()), |file| refuse_unwritable(file))
}

/// The report is no file of the program.
pub(super) fn refuse_overwriting(options: &Options, inputs: &[PathBuf]) -> Result<(), Failure> {
    Files::read(inputs).written(options.show.json.file()).check()
}
