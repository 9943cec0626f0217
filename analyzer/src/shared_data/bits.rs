//! A bit set of slots.

const WORDS: usize = 64;
const PAGE: u32 = 64 * WORDS as u32;

/// A set of slots as bits, in pages that are allocated once they hold a slot.
#[derive(Debug, Default)]
pub(super) struct Bits {
    pages: Vec<Option<Box<[u64; WORDS]>>>,
}

impl Bits {
    #[inline]
    fn word(&mut self, slot: u32) -> &mut u64 {
        let page = (slot / PAGE) as usize;
        if page >= self.pages.len() {
            self.pages.resize_with(page + 1, || None);
        }
        &mut self.pages[page].get_or_insert_with(|| Box::new([0; WORDS]))[(slot % PAGE / 64) as usize]
    }

    #[inline]
    pub(super) fn set(&mut self, slot: u32) {
        *self.word(slot) |= 1 << (slot % 64);
    }

    /// Adds `count` consecutive slots.
    pub(super) fn fill(&mut self, slot: u32, count: u32) {
        let end = slot.saturating_add(count);
        let mut at = slot;
        while at < end {
            let here = (64 - at % 64).min(end - at);
            *self.word(at) |= (u64::MAX >> (64 - here)) << (at % 64);
            at += here;
        }
    }

    pub(super) fn has(&self, slot: u32) -> bool {
        let word = self.pages.get((slot / PAGE) as usize).and_then(Option::as_ref);
        word.is_some_and(|page| page[(slot % PAGE / 64) as usize] >> (slot % 64) & 1 != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::Bits;

    #[test]
    fn ranges_are_their_slots() {
        for (from, count) in [(0, 1), (5, 64), (63, 2), (64, 64), (4090, 5000), (7, 0)] {
            let mut bits = Bits::default();
            bits.fill(from, count);
            for slot in 0..12_000 {
                assert_eq!(bits.has(slot), (from..from + count).contains(&slot), "{from}+{count}: {slot}");
            }
            bits.set(11_000);
            assert!(bits.has(11_000));
        }
    }
}
