//! Column encodings against a plain reading of the format.
#![allow(clippy::unwrap_used)]

use paratrace_traceformat::limits::MAX_COLUMN_VALUES;
use paratrace_traceformat::trace::{ColumnDecoder, ColumnEncoder, Encoding, Predictor};
use proptest::prelude::*;

/// Section 4 of the format, word by word.
fn reference(values: &[u32]) -> Vec<u8> {
    let (mut f, mut d) = (vec![0u32; 8192], vec![0u32; 8192]);
    let (mut v1, mut v2, mut v3) = (0u32, 0u32, 0u32);
    let (mut codes, mut residuals) = (vec![0u8; values.len().div_ceil(4)], Vec::new());
    for (i, &v) in values.iter().enumerate() {
        let (d1, d2) = (v1.wrapping_sub(v2), v2.wrapping_sub(v3));
        let fi = (v1.wrapping_mul(0x9E37_79B1) ^ v2.wrapping_mul(0x85EB_CA77) ^ v3.wrapping_mul(0xC2B2_AE3D)) >> 19;
        let gi = (d1.wrapping_mul(0x9E37_79B1) ^ d2.wrapping_mul(0x85EB_CA77)) >> 19;
        let delta = v.wrapping_sub(v1);
        let code = if v == f[fi as usize] {
            0
        } else if v == v1.wrapping_add(d[gi as usize]) {
            1
        } else if v == v1 {
            2
        } else {
            let signed = i64::from(delta as i32);
            let mut zigzag = if signed < 0 { -2 * signed - 1 } else { 2 * signed } as u64;
            while zigzag >= 128 {
                residuals.push((zigzag % 128 + 128) as u8);
                zigzag /= 128;
            }
            residuals.push(zigzag as u8);
            3
        };
        codes[i / 4] |= code << (2 * (i % 4));
        f[fi as usize] = v;
        d[gi as usize] = delta;
        (v1, v2, v3) = (v, v1, v2);
    }
    codes.extend(residuals);
    codes
}

/// Constant runs, strides, repeated patterns, noise.
fn values() -> impl Strategy<Value = Vec<u32>> {
    let run = (any::<u32>(), 0usize..50).prop_map(|(v, n)| vec![v; n]);
    let stride = (any::<u32>(), any::<u32>(), 0usize..50)
        .prop_map(|(v, d, n)| (0..n as u32).map(|i| v.wrapping_add(i.wrapping_mul(d))).collect::<Vec<_>>());
    let pattern = (prop::collection::vec(any::<u32>(), 1..5), 0usize..20).prop_map(|(p, n)| p.repeat(n));
    let small = prop::collection::vec(0u32..300, 0..50);
    let noise = prop::collection::vec(any::<u32>(), 0..50);
    prop::collection::vec(prop_oneof![run, stride, pattern, small, noise], 0..8).prop_map(|v| v.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn values_come_back(values in values()) {
        let (mut encoder, mut decoder) = (ColumnEncoder::default(), ColumnDecoder::default());
        for encoding in Encoding::ALL {
            let (mut bytes, mut out) = (vec![9], vec![8]);
            encoder.encode(encoding, &values, &mut bytes).unwrap();
            if encoding == Encoding::Predicted {
                prop_assert_eq!(&bytes[1..], &reference(&values));
            }
            decoder.decode(encoding as u8, values.len() as u32, &bytes[1..], &mut out).unwrap();
            prop_assert_eq!(&out[1..], &values);
            // One value more or less, one byte more or less: never the same column.
            if !values.is_empty() {
                let n = values.len() as u32;
                let mut out = Vec::new();
                prop_assert!(decoder.decode(encoding as u8, n, &bytes[1..bytes.len() - 1], &mut out).is_err());
                bytes.push(0);
                prop_assert!(decoder.decode(encoding as u8, n, &bytes[1..], &mut out).is_err());
                prop_assert!(out.is_empty());
            }
        }
    }

    #[test]
    fn any_bytes_are_harmless(encoding in 0u8..4, n in 0u32..5000, bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        let mut out = Vec::new();
        if ColumnDecoder::default().decode(encoding, n, &bytes, &mut out).is_ok() {
            prop_assert_eq!(out.len(), n as usize);
        }
    }
}

#[test]
fn counts_are_checked_before_memory_is_reserved() {
    let mut out = Vec::new();
    for encoding in 0..3 {
        for (values, bytes) in [(u32::MAX, vec![0u8; 100_000]), (MAX_COLUMN_VALUES, vec![0; 10])] {
            let error = ColumnDecoder::default().decode(encoding, values, &bytes, &mut out).unwrap_err();
            assert!(error.to_string().contains("cannot be in"), "{error}");
        }
    }
    assert_eq!(out.capacity(), 0);
}

/// A bomb: Deflate that goes on for longer than the values need.
#[test]
fn deflate_stops_at_what_the_values_need() {
    use flate2::{Compression, write::DeflateEncoder};
    use std::io::Write;
    let mut deflate = DeflateEncoder::new(Vec::new(), Compression::best());
    deflate.write_all(&vec![0; 50 << 20]).unwrap();
    let bytes = deflate.finish().unwrap();
    let error = ColumnDecoder::default().decode(2, 1000, &bytes, &mut Vec::new()).unwrap_err();
    assert_eq!(error.to_string(), "Deflate: no end within 5250 bytes");
}

#[test]
fn the_longest_encoding_is_within_its_bound() {
    let mut bytes = Vec::new();
    let values: Vec<u32> = (0..1000u32).map(|i| i.wrapping_mul(0xDEAD_BEEF) ^ (i << 31)).collect();
    Predictor::default().encode(&values, &mut bytes);
    assert!(bytes.len() as u64 <= Predictor::max_len(1000));
}
