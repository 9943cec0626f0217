//! Which core each strand runs on: data that a core has stay there.

use std::ops::Range;

/// The cores of a machine. A strand gets the one that it had last, if nothing runs there, or else the one that became free last: what it
/// goes on with may be there.
#[derive(Debug)]
pub(super) struct Cores {
    of_strand: Vec<Option<u32>>,
    /// Those on which nothing runs, the one that became free last at the end.
    free: Vec<u32>,
    /// Those on which nothing ran yet.
    unused: Range<u32>,
}

impl Cores {
    pub(super) fn new(strands: usize) -> Self {
        Self { of_strand: vec![None; strands], free: Vec::new(), unused: 0..u32::MAX }
    }

    /// Returns the core on which a strand runs, or ran last.
    pub(super) fn of(&self, strand: u32) -> Option<u32> {
        self.of_strand[strand as usize]
    }

    /// A strand gets a core, which is returned.
    pub(super) fn take(&mut self, strand: u32) -> u32 {
        let last = self.of(strand);
        let again = last.and_then(|last| self.free.iter().rposition(|&core| core == last));
        let core = match again {
            Some(at) => self.free.remove(at),
            None => self.free.pop().or_else(|| self.unused.next()).unwrap_or(u32::MAX),
        };
        self.of_strand[strand as usize] = Some(core);
        core
    }

    /// A strand gives its core back.
    pub(super) fn give_back(&mut self, strand: u32) {
        self.free.extend(self.of(strand));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_strand_goes_on_where_it_was() {
        let mut cores = Cores::new(3);
        assert_eq!((cores.take(0), cores.take(1)), (0, 1));
        cores.give_back(0);
        cores.give_back(1);
        assert_eq!(cores.take(0), 0);
        assert_eq!(cores.take(2), 1, "the core that is free");
    }
}
