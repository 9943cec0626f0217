//! The records of a zip archive (APPNOTE.TXT 6.3.10, sections 4.3.7 to 4.3.16), by byte positions.

pub(crate) const LOCAL: u32 = 0x0403_4b50;
pub(crate) const CENTRAL: u32 = 0x0201_4b50;
pub(crate) const END: u32 = 0x0605_4b50;
pub(crate) const END64: u32 = 0x0606_4b50;
pub(crate) const LOCATOR64: u32 = 0x0706_4b50;

pub(crate) const LOCAL_SIZE: usize = 30;
pub(crate) const CENTRAL_SIZE: usize = 46;
pub(crate) const END_SIZE: usize = 22;
pub(crate) const END64_SIZE: usize = 56;
pub(crate) const LOCATOR64_SIZE: usize = 20;

/// A field with this value has its real one in the zip64 extra field or record.
pub(crate) const IN_ZIP64: u32 = u32::MAX;
/// Number of entries, likewise.
pub(crate) const COUNT_IN_ZIP64: u16 = u16::MAX;
/// Extra field of large entries.
pub(crate) const ZIP64_EXTRA: u16 = 1;
/// Lowest version that reads zip64.
pub(crate) const ZIP64_VERSION: u16 = 45;

pub(crate) const FLAG_ENCRYPTED: u16 = 1;
/// Sizes and checksum follow the data.
pub(crate) const FLAG_DESCRIPTOR: u16 = 8;
/// The name is UTF-8.
pub(crate) const FLAG_UTF8: u16 = 1 << 11;

/// Fields of a record; what lies outside of it is 0.
pub(crate) fn u16_at(bytes: &[u8], at: usize) -> u16 {
    bytes.get(at..at + 2).map_or(0, |b| u16::from_le_bytes([b[0], b[1]]))
}

pub(crate) fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}

pub(crate) fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}

/// The extra fields of an entry: id and data. What does not parse ends them.
pub(crate) fn extra_fields(mut bytes: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    std::iter::from_fn(move || {
        let id = u16_at(bytes, 0);
        let data = bytes.get(4..4 + usize::from(u16_at(bytes, 2)))?;
        bytes = &bytes[4 + data.len()..];
        Some((id, data))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn torn_extra_fields_end_the_list() {
        let bytes = [1, 0, 2, 0, 7, 8, 0xfe, 0xca, 0, 0, 9, 0, 200, 0, 1];
        let fields: Vec<_> = extra_fields(&bytes).collect();
        assert_eq!(fields, [(1, &[7, 8][..]), (0xcafe, &[])]);
        assert_eq!((u16_at(&bytes, 14), u64_at(&bytes, 0)), (0, 0xcafe_0807_0002_0001));
    }
}
