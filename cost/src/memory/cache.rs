//! A set-associative cache with replacement by least recent use; ones with many lines in a set look them up by hash.

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

/// Sets of few lines are lists, and looked through.
const FEW_WAYS: u64 = 32;
/// Lines of a cache of lists: they all have their place from the start, of 8 bytes.
const FEW_LINES: u64 = 1 << 20;
/// Lines of as many bytes leave the two highest bits of their numbers free, which a [`Place`] needs.
const PACKED_BYTES: u64 = 4;

/// A cache.
#[derive(Debug)]
pub struct Cache {
    line: u64,
    count: u64,
    ways: u64,
    sets: Sets,
}

#[derive(Debug)]
enum Sets {
    /// Lines of all sets, those of one next to each other: the one that was used last first.
    Lists(Vec<Place>),
    Hashed {
        sets: HashMap<u64, Set>,
        clock: u64,
    },
}

/// A place for a line: one more than its number, and in the lowest bit whether it was written; 0 is none. The system gives out zeroed
/// memory without touching it, so that a large cache takes no time to create.
type Place = u64;

fn place(line: u64, written: bool) -> Place {
    (line + 1) << 1 | u64::from(written)
}

fn is_written(place: Place) -> bool {
    place & 1 == 1
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
        let sets = match count.saturating_mul(ways) {
            lines if ways <= FEW_WAYS && lines <= FEW_LINES && buffer.line_bytes >= PACKED_BYTES => {
                Sets::Lists(vec![0; lines as usize])
            }
            _ => Sets::Hashed { sets: HashMap::new(), clock: 0 },
        };
        Self { line: buffer.line_bytes.max(1), count, ways, sets }
    }

    /// Accesses an address; the cache has its line then.
    pub fn access(&mut self, address: u64, write: bool) -> Hit {
        let line = address / self.line;
        let set = line % self.count;
        let (hit, evicted) = match &mut self.sets {
            Sets::Lists(places) => {
                let first = (set * self.ways) as usize;
                access_list(&mut places[first..first + self.ways as usize], line, write)
            }
            Sets::Hashed { sets, clock } => {
                *clock += 1;
                sets.entry(set).or_default().access(line, write, (*clock, self.ways))
            }
        };
        Hit { hit, evicted: evicted.map(|line| line * self.line) }
    }
}

/// Whether a set has a line, and which one it has to write back.
fn access_list(places: &mut [Place], line: u64, write: bool) -> (bool, Option<u64>) {
    let clean = place(line, false);
    let found = places.iter().position(|&place| place & !1 == clean);
    let at = found.unwrap_or(places.len() - 1);
    let old = places[at];
    places.copy_within(..at, 1);
    places[0] = place(line, write || found.is_some() && is_written(old));
    (found.is_some(), (found.is_none() && is_written(old)).then(|| (old >> 1) - 1))
}

impl Set {
    fn access(&mut self, line: u64, write: bool, (now, ways): (u64, u64)) -> (bool, Option<u64>) {
        if let Some((time, written)) = self.lines.get_mut(&line) {
            self.by_time.remove(time);
            self.by_time.insert(now, line);
            *time = now;
            *written |= write;
            return (true, None);
        }
        let mut evicted = None;
        if self.lines.len() as u64 >= ways
            && let Some((_, oldest)) = self.by_time.pop_first()
        {
            let written = self.lines.remove(&oldest).is_some_and(|(_, written)| written);
            evicted = written.then_some(oldest);
        }
        self.lines.insert(line, (now, write));
        self.by_time.insert(now, line);
        (false, evicted)
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
        let wide = [(256, Some(1)), (256, Some(4)), (512, None), (32, None), (1024, None)].map(|of| (of, 16));
        for ((size, ways), line) in wide.into_iter().chain([((64, Some(4)), 2), ((64, Some(4)), 4)]) {
            let buffer = Buffer { size_bytes: size, line_bytes: line, ways, hit_ns: 0.0 };
            let (count, lines) = buffer.geometry();
            let mut cache = Cache::new(&buffer);
            let mut plain = Plain { line, sets: vec![Vec::new(); count as usize], ways: lines as usize };
            let mut state = size;
            for _ in 0..20_000 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                let (address, write) = (state >> 33 & 1023, state >> 50 & 3 == 0);
                assert_eq!(cache.access(address, write), plain.access(address, write));
            }
        }
    }
}
