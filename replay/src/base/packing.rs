//! Words, compressed.

/// Compresses words.
pub fn pack(words: &[u32]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(size_of_val(words));
    words.iter().for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
    let mut packed = lz4_flex::compress(&bytes);
    packed.shrink_to_fit();
    packed
}

/// Returns the words that [`pack`] compressed, of which there are `count`; nothing if they are not the same any more.
pub fn unpack(packed: &[u8], count: usize) -> Vec<u32> {
    let bytes = lz4_flex::decompress(packed, 4 * count).unwrap_or_default();
    bytes.as_chunks().0.iter().map(|word| u32::from_le_bytes(*word)).collect()
}
