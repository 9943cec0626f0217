//! Modified UTF-8 (JVMS §4.4.7): NUL takes two bytes, characters outside the basic plane are two surrogates of three
//! bytes each.

use std::borrow::Cow;

/// Decodes modified UTF-8; `Err` is the position of the first malformed byte.
///
/// Java strings may hold surrogates without a partner. Rust strings cannot, so each of them becomes U+FFFD. Where that
/// matters, work with the bytes.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, usize> {
    // From 1 to 127, without an early end, which would be slower.
    if bytes.iter().fold(true, |ascii, byte| ascii & (byte.wrapping_sub(1) < 0x7F))
        && let Ok(text) = std::str::from_utf8(bytes)
    {
        return Ok(Cow::Borrowed(text));
    }
    let mut units = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((unit, tail)) = next_unit(rest) {
        units.push(unit);
        rest = tail;
    }
    if !rest.is_empty() {
        return Err(bytes.len() - rest.len());
    }
    Ok(Cow::Owned(String::from_utf16_lossy(&units)))
}

/// Splits one UTF-16 unit off the front.
fn next_unit(bytes: &[u8]) -> Option<(u16, &[u8])> {
    let continuation = |byte: u8| (byte & 0xC0 == 0x80).then_some(u16::from(byte & 0x3F));
    match *bytes {
        [a @ 0x01..=0x7F, ref rest @ ..] => Some((u16::from(a), rest)),
        [a @ 0xC0..=0xDF, b, ref rest @ ..] => Some((u16::from(a & 0x1F) << 6 | continuation(b)?, rest)),
        [a @ 0xE0..=0xEF, b, c, ref rest @ ..] => {
            Some((u16::from(a & 0x0F) << 12 | continuation(b)? << 6 | continuation(c)?, rest))
        }
        _ => None,
    }
}

/// Encodes a string as modified UTF-8.
pub fn encode(text: &str) -> Cow<'_, [u8]> {
    // Without an early end, which would be slower.
    let same = text.bytes().fold(true, |same, byte| same & (byte.wrapping_sub(1) < 0xEF));
    if same {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut bytes = Vec::with_capacity(text.len() + 8);
    for unit in text.encode_utf16() {
        push_unit(&mut bytes, unit);
    }
    Cow::Owned(bytes)
}

#[expect(clippy::cast_possible_truncation, reason = "masked")]
fn push_unit(bytes: &mut Vec<u8>, unit: u16) {
    let tail = |shift: u16| 0x80 | (unit >> shift & 0x3F) as u8;
    match unit {
        0x01..=0x7F => bytes.push(unit as u8),
        0 | 0x80..=0x7FF => bytes.extend([0xC0 | (unit >> 6) as u8, tail(0)]),
        _ => bytes.extend([0xE0 | (unit >> 12) as u8, tail(6), tail(0)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trips() {
        for text in ["", "abc", "a\0b", "é€", "𝄞x", "\u{7ff}\u{800}\u{ffff}"] {
            assert_eq!(decode(&encode(text)).as_deref(), Ok(text));
        }
        assert_eq!(encode("\0").as_ref(), [0xC0, 0x80]);
        assert_eq!(encode("𝄞").len(), 6);
    }

    #[test]
    fn malformed_bytes_are_located() {
        assert_eq!(decode(&[b'a', 0]), Err(1));
        assert_eq!(decode(&[b'a', 0xC3]), Err(1));
        assert_eq!(decode(&[0xE2, 0x82]), Err(0));
        assert_eq!(decode(&[0xF0, 0x90, 0x80, 0x80]), Err(0));
    }

    #[test]
    fn a_lone_surrogate_is_replaced() {
        assert_eq!(decode(&[0xED, 0xA0, 0x80, b'x']).as_deref(), Ok("\u{fffd}x"));
    }
}
