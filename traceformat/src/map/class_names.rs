//! Hashes of the names of all classes: what is not among them was not known when the program was rewritten.

use super::ProgramMap;

/// FNV-1a (64 bits) over the UTF-16 units of a class's name with dots, as `Class.getName` returns it.
fn hash(name: &str) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let dotted = name.encode_utf16().map(|unit| if unit == u16::from(b'/') { u16::from(b'.') } else { unit });
    dotted.fold(BASIS, |hash, unit| (hash ^ u64::from(unit)).wrapping_mul(PRIME))
}

/// The rows of [`super::Section::ClassNames`]: of each hash, ascending, the high word and then the low one.
#[expect(clippy::cast_possible_truncation, reason = "the low word")]
pub(super) fn rows(map: &ProgramMap) -> Vec<u32> {
    let mut hashes: Vec<u64> = map.classes.iter().map(|class| hash(&class.name)).collect();
    hashes.sort_unstable();
    hashes.dedup();
    hashes.into_iter().flat_map(|hash| [(hash >> 32) as u32, hash as u32]).collect()
}
