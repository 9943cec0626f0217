//! Big-endian output.

use crate::error::{Error, Result};

pub(crate) fn put_u2(out: &mut Vec<u8>, value: u16) {
    out.extend(value.to_be_bytes());
}

pub(crate) fn put_u4(out: &mut Vec<u8>, value: u32) {
    out.extend(value.to_be_bytes());
}

/// A 16-bit count; `what` names what there is too much of.
pub(crate) fn count_u2(count: usize, what: &'static str) -> Result<u16> {
    u16::try_from(count).map_err(|_| Error::TooMany { what, count })
}

/// Writes name, length and contents of an attribute.
pub(crate) fn put_attribute(out: &mut Vec<u8>, name_index: u16, name: &'static str, data: &[u8]) -> Result<()> {
    let length = u32::try_from(data.len()).map_err(|_| Error::AttributeTooLarge { name, length: data.len() })?;
    put_u2(out, name_index);
    put_u4(out, length);
    out.extend(data);
    Ok(())
}
