//! Words, compressed.

/// Compresses words.
pub fn pack(words: impl Iterator<Item = u32>) -> Vec<u8> {
    let bytes: Vec<u8> = words.flat_map(u32::to_le_bytes).collect();
    lz4_flex::compress(&bytes)
}

/// Returns the words that [`pack`] compressed, of which there are `count`; nothing if they are not the same any more.
pub fn unpack(packed: &[u8], count: usize) -> Vec<u32> {
    let bytes = lz4_flex::decompress(packed, 4 * count).unwrap_or_default();
    bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}
