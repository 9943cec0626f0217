//! The synchronisation column: stamps that order the threads of a trace (`docs/format.md` section 3.1).

use super::error::ColumnProblem;

/// Words of a stamp in the column.
pub const STAMP_WORDS: usize = 3;

/// The beginning of a unit of a thread, and its place among the units of all threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    /// Values of the thread's control column before the unit.
    pub position: u64,
    /// The stamp: greater than 0, and different for each unit of a trace. Units in ascending order respect happens-before.
    pub stamp: u64,
}

/// Appends the stamps of one chunk; `before` is the position of its first control value in the thread's column.
///
/// # Errors
/// [`ColumnProblem::StampWords`] for values that are no whole stamps, [`ColumnProblem::StampOrder`] for stamps that do not
/// rise. Nothing is appended then.
pub fn decode_stamps(values: &[u32], before: u64, out: &mut Vec<Stamp>) -> Result<(), ColumnProblem> {
    let count = values.len() / STAMP_WORDS;
    if !values.len().is_multiple_of(STAMP_WORDS) {
        return Err(ColumnProblem::StampWords { values: values.len() as u64 });
    }
    let from = out.len();
    let (places, words) = values.split_at(count);
    let (low, high) = words.split_at(count);
    let mut last = Stamp { position: before, stamp: 0 };
    for (number, ((&place, &low), &high)) in places.iter().zip(low).zip(high).enumerate() {
        match last.next(place, u64::from(low) | u64::from(high) << 32) {
            Some(next) => last = next,
            None => {
                out.truncate(from);
                return Err(ColumnProblem::StampOrder { number: number as u64 });
            }
        }
        out.push(last);
    }
    Ok(())
}

/// Appends the values of a synchronisation column: the mirror of [`decode_stamps`], for stamps in ascending order.
pub fn encode_stamps(stamps: &[Stamp], before: u64, out: &mut Vec<u32>) {
    let first = Stamp { position: before, stamp: 0 };
    let before = || std::iter::once(&first).chain(stamps);
    let risen = || before().zip(stamps).map(|(last, next)| next.stamp.wrapping_sub(last.stamp));
    out.extend(before().zip(stamps).map(|(last, next)| next.position.wrapping_sub(last.position) as u32));
    out.extend(risen().map(|by| by as u32));
    out.extend(risen().map(|by| (by >> 32) as u32));
}

impl Stamp {
    fn next(self, place: u32, by: u64) -> Option<Stamp> {
        let position = self.position.checked_add(place.into())?;
        let stamp = self.stamp.checked_add(by).filter(|_| by > 0)?;
        Some(Stamp { position, stamp })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use proptest::prelude::*;

    use super::*;

    fn decoded(values: &[u32], before: u64) -> Result<Vec<Stamp>, ColumnProblem> {
        let mut out = Vec::new();
        decode_stamps(values, before, &mut out).map(|()| out)
    }

    proptest! {
        #[test]
        fn decoding_undoes_encoding(steps: Vec<(u32, u32)>, large: Option<u32>, before: u32) {
            let mut last = Stamp { position: before.into(), stamp: large.map_or(0, |high| u64::from(high) << 31) };
            let stamps: Vec<Stamp> = steps
                .iter()
                .map(|&(place, by)| {
                    last = last.next(place, u64::from(by) + 1).unwrap();
                    last
                })
                .collect();
            let mut values = Vec::new();
            encode_stamps(&stamps, before.into(), &mut values);
            prop_assert_eq!(decoded(&values, before.into()).unwrap(), stamps);
        }

        #[test]
        fn any_values_give_rising_stamps_or_an_error(values: Vec<u32>, before: u64) {
            if let Ok(stamps) = decoded(&values, before) {
                prop_assert_eq!(stamps.len() * STAMP_WORDS, values.len());
                prop_assert!(stamps.windows(2).all(|w| w[0].stamp < w[1].stamp && w[0].position <= w[1].position));
            }
        }
    }

    #[test]
    fn stamps_that_do_not_rise_are_errors() {
        assert_eq!(decoded(&[1, 2], 0), Err(ColumnProblem::StampWords { values: 2 }));
        assert_eq!(decoded(&[1, 2, 5, 0, 0, 0], 0), Err(ColumnProblem::StampOrder { number: 1 }));
        assert_eq!(decoded(&[0, 0, u32::MAX, 1, u32::MAX, 0], 0), Err(ColumnProblem::StampOrder { number: 1 }));
        assert_eq!(decoded(&[1, 7, 0], u64::MAX), Err(ColumnProblem::StampOrder { number: 0 }));
    }
}
