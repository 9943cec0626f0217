//! A set-associative cache with replacement by least recent use; fully associative ones look lines up by hash.

use std::collections::{BTreeMap, HashMap};

use crate::platform::Buffer;

/// The result of an access to a cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hit {
    /// Whether the cache had the line.
    pub hit: bool,
    /// First address of a line that has to be written back.
    pub evicted: Option<u64>,
}

/// A cache.
#[derive(Debug)]
pub struct Cache {
    line: u64,
    sets: HashMap<u64, Set>,
    count: u64,
    ways: u64,
    clock: u64,
}

/// Lines of one set.
#[derive(Debug, Default)]
struct Set {
    /// When each was used last, and whether it was written.
    lines: HashMap<u64, (u64, bool)>,
    /// Lines by that time.
    by_time: BTreeMap<u64, u64>,
}

impl Cache {
    /// An empty cache.
    pub fn new(buffer: &Buffer) -> Self {
        let (count, ways) = buffer.geometry();
        Self { line: buffer.line_bytes.max(1), sets: HashMap::new(), count, ways, clock: 0 }
    }

    /// Accesses an address; the cache has its line then.
    pub fn access(&mut self, address: u64, write: bool) -> Hit {
        self.clock += 1;
        let line = address / self.line;
        let set = self.sets.entry(line % self.count).or_default();
        if let Some((time, written)) = set.lines.get_mut(&line) {
            set.by_time.remove(time);
            set.by_time.insert(self.clock, line);
            *time = self.clock;
            *written |= write;
            return Hit { hit: true, evicted: None };
        }
        let mut evicted = None;
        if set.lines.len() as u64 >= self.ways
            && let Some((_, oldest)) = set.by_time.pop_first()
        {
            let written = set.lines.remove(&oldest).is_some_and(|(_, written)| written);
            evicted = written.then_some(oldest * self.line);
        }
        set.lines.insert(line, (self.clock, write));
        set.by_time.insert(self.clock, line);
        Hit { hit: false, evicted }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same by a list in the order of use.
    struct Plain {
        line: u64,
        sets: Vec<Vec<(u64, bool)>>,
        ways: usize,
    }

    impl Plain {
        fn access(&mut self, address: u64, write: bool) -> Hit {
            let line = address / self.line;
            let at = (line % self.sets.len() as u64) as usize;
            let set = &mut self.sets[at];
            if let Some(found) = set.iter().position(|(known, _)| *known == line) {
                let (_, written) = set.remove(found);
                set.push((line, written | write));
                return Hit { hit: true, evicted: None };
            }
            let oldest = if set.len() >= self.ways { Some(set.remove(0)) } else { None };
            set.push((line, write));
            Hit { hit: false, evicted: oldest.filter(|(_, written)| *written).map(|(line, _)| line * self.line) }
        }
    }

    #[test]
    fn it_is_a_list_in_the_order_of_use() {
        for (size, ways) in [(256, Some(1)), (256, Some(4)), (512, None), (32, None)] {
            let buffer = Buffer { size_bytes: size, line_bytes: 16, ways, hit_ns: 0.0 };
            let (count, lines) = buffer.geometry();
            let mut cache = Cache::new(&buffer);
            let mut plain = Plain { line: 16, sets: vec![Vec::new(); count as usize], ways: lines as usize };
            let mut state = size;
            for _ in 0..20_000 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let (address, write) = (state >> 33 & 1023, state >> 50 & 3 == 0);
                assert_eq!(cache.access(address, write), plain.access(address, write));
            }
        }
    }
}
