//! Lines of other files.

use super::{bad, within};
use crate::map::{MapError, ProgramMap};

/// Rows are in order, and what they name is there.
pub(super) fn check(map: &ProgramMap) -> Result<(), MapError> {
    let (lines, files) = (map.lines.len() as u32, map.other_files.len() as u32);
    let mut next = 0;
    for (row, foreign) in (0u32..).zip(&map.foreign_lines) {
        within(foreign.line, &(0..lines), "foreign line", row, "line", "a line")?;
        within(foreign.file, &(0..files), "foreign line", row, "file", "a name of a file")?;
        if foreign.line < next {
            return bad("foreign line", row, "line", foreign.line, "behind that of the row before it");
        }
        next = foreign.line + 1;
    }
    Ok(())
}
