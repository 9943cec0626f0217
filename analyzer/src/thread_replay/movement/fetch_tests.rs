//! Tests of lines that strands fetch.

use fixedbitset::FixedBitSet;
use paratrace_cost::Platform;
use paratrace_replay::stream::{Notes, Page};

use super::fetches::{Accessor, Fetched, Fetches};
use super::numbers::Shape;
use crate::thread_replay::steps::Mark;

/// Lines of four elements, two of them in a cache; 10 units for a line of a row that is not open, 4 else.
const PLATFORM: &str = "[access]\nrandom_ns = 7\npage_ns = 1\n[cache]\nsize_bytes = 64\nline_bytes = 32\n";
const LINE: Shape = Shape::Element(8);

fn fetches(contended: FixedBitSet) -> Fetches {
    let mut fetches = Fetches::new(&Platform::from_toml(PLATFORM).unwrap(), 0, contended);
    fetches.note(&Notes { pages: vec![Page { entity: 1, first: 0, size: 32 }], ..Notes::default() });
    fetches
}

/// What accesses fetch: slot, whether it is a write, strand, and its work before. Each strand is behind all others, or none.
fn fetched(fetches: &mut Fetches, is_ordered: bool, accesses: &[(u32, bool, u32, u64)]) -> Vec<Fetched> {
    let access = |&(slot, write, strand, work): &(u32, bool, u32, u64)| {
        let by = Accessor { strand, mark: Mark { strand, epoch: 0 }, work, context: strand };
        fetches.access((slot, LINE), write, by, |_| !is_ordered)
    };
    accesses.iter().map(access).collect()
}

const NOTHING: Fetched = Fetched::Nothing;

#[test]
fn what_a_cache_has_lost_is_fetched_again() {
    // Three lines, one more than the cache has. The first one is written, and goes back.
    let accesses = [(1, true, 0, 0), (5, false, 0, 20), (9, false, 0, 40), (1, false, 0, 60), (2, false, 0, 61)];
    let found = fetched(&mut fetches(FixedBitSet::new()), true, &accesses);
    // Nothing has been in the memory before, so that only what comes again is a miss.
    assert_eq!(found[..2], [NOTHING, NOTHING]);
    assert_eq!(found[2], Fetched::Now { misses: 0, time: 10 }, "the first line is written back");
    assert_eq!(found[3], Fetched::Now { misses: 1, time: 4 }, "from the row that is open");
    assert_eq!(found[4], NOTHING, "the line is there");
}

#[test]
fn lines_that_nothing_orders_are_contended() {
    // Each strand writes an element of its own, all of one line.
    let accesses: Vec<(u32, bool, u32, u64)> =
        (0..2).flat_map(|s| (0..50).map(move |n| (1 + s, true, s, n * 2))).collect();
    let mut apart = fetches(FixedBitSet::new());
    fetched(&mut apart, true, &accesses);
    assert_eq!(apart.contended(100, 0.0), None, "one strand is behind the other");
    let mut beside = fetches(FixedBitSet::new());
    let found = fetched(&mut beside, false, &accesses);
    assert_eq!(found.iter().filter(|&&fetched| fetched != NOTHING).count(), 1, "it goes from one to the other once");
    let contended = beside.contended(100, 0.0).unwrap();
    assert_eq!(contended.ones().collect::<Vec<_>>(), [0]);
    // The next pass leaves them to the machine: one access each time that a line may have gone.
    let mut again = fetches(contended);
    let found = fetched(&mut again, false, &accesses);
    let left = found.iter().filter(|fetched| matches!(fetched, Fetched::AsItRuns(_))).count();
    assert_eq!(left, 2 * 10, "every 10 units of 100");
    assert_eq!(again.finish().all.len(), 2, "one for each stack");
}

#[test]
fn lines_that_are_only_read_are_not_contended() {
    let mut shared = fetches(FixedBitSet::new());
    let found = fetched(&mut shared, true, &[(1, true, 0, 0), (1, false, 1, 0), (2, false, 2, 0), (2, false, 2, 50)]);
    assert_eq!(found[1], Fetched::Now { misses: 1, time: 14 }, "written back first");
    assert_eq!(found[2], Fetched::Now { misses: 1, time: 4 });
    assert_eq!(found[3], NOTHING);
    assert_eq!(shared.contended(100, 0.0), None);
}
