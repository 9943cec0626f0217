//! Path ids.
#![allow(clippy::unwrap_used)]

mod common;

use std::collections::HashSet;

use common::maps;
use paratrace_traceformat::data::longest_prefix;
use paratrace_traceformat::map::{BlockId, InstructionId, PathId, StartKind};
use paratrace_traceformat::paths::{self, Path, PathEnd, PathError};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    /// All ids of a start decode, to different paths, and none is left out.
    #[test]
    fn ids_and_paths_are_one_to_one(seed: u64) {
        let map = maps::random(seed, 3);
        map.validate().unwrap();
        let mut last_end = 0;
        for (index, start) in map.starts.iter().enumerate() {
            prop_assert!((last_end..start.base).map(PathId::new).all(|id| paths::start_of(&map, id).is_none()));
            last_end = start.base + start.count;
            let mut seen = HashSet::new();
            for id in (start.base..last_end.min(start.base + 5000)).map(PathId::new) {
                prop_assert_eq!(paths::start_of(&map, id), Some(index as u32));
                let path = paths::decode(&map, id).unwrap();
                prop_assert!(path.blocks.is_empty() || path.blocks[0] == start.block);
                prop_assert_eq!(path.end == PathEnd::CallThrew, start.kind == StartKind::AfterCall && id.number() == start.base);
                prop_assert!(seen.insert((path.blocks, path.end)));
            }
        }
        let last_end = PathId::new(last_end);
        prop_assert_eq!(paths::decode(&map, last_end), Err(PathError::UnknownId { id: last_end }));
    }
}

fn throws(end: PathEnd) -> bool {
    matches!(end, PathEnd::Throws { .. } | PathEnd::CallThrew)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    /// A prefix goes the same way, ends with an exception, and grows with the number of data values.
    #[test]
    fn prefixes_of_paths(seed: u64) {
        let map = maps::random(seed, 3);
        for start in &map.starts {
            for id in (start.base..(start.base + start.count).min(start.base + 200)).map(PathId::new) {
                let whole = paths::decode(&map, id).unwrap();
                let mut last = 0;
                for values in (0..8).chain([u64::MAX]) {
                    let Some(prefix) = longest_prefix(&map, id, values).unwrap() else { continue };
                    let path = paths::decode(&map, prefix).unwrap();
                    prop_assert!(whole.blocks.starts_with(&path.blocks) && path.start == whole.start);
                    prop_assert!(throws(path.end));
                    let length = path.blocks.iter().map(|&b| map.blocks[b.index()].insns.len()).sum::<usize>();
                    prop_assert!(length >= last);
                    last = length;
                    if values == u64::MAX && throws(whole.end) {
                        prop_assert_eq!(prefix, id);
                    }
                }
            }
        }
    }
}

#[test]
fn paths_of_the_tiny_map() {
    let map = maps::tiny();
    let ends: Vec<(u32, Vec<BlockId>, PathEnd)> = (0..map.starts.last().map_or(0, |s| s.base + s.count))
        .map(|id| paths::decode(&map, PathId::new(id)).map(|p| (p.start, p.blocks, p.end)).unwrap())
        .collect();
    let cut = |edge, to| PathEnd::Cut { edge, to: BlockId::new(to) };
    let expected = vec![
        (0, vec![BlockId::new(0)], cut(0, 1)),
        (1, vec![BlockId::new(1)], PathEnd::Throws { insn: InstructionId::new(2) }),
        (1, vec![BlockId::new(1), BlockId::new(2)], cut(3, 3)),
        (1, vec![BlockId::new(1), BlockId::new(5)], PathEnd::Return),
        (2, vec![], PathEnd::CallThrew),
        (2, vec![BlockId::new(3)], cut(4, 1)),
        (3, vec![BlockId::new(4)], PathEnd::Throws { insn: InstructionId::new(6) }),
    ];
    assert_eq!(ends, expected);
    let silent = Path { start: 0, blocks: vec![BlockId::new(0)], end: cut(0, 1) };
    assert_eq!(paths::silent_path(&map, 0), Ok(silent));
    assert_eq!(paths::silent_path(&map, 1), Err(PathError::NotSilent { start: 1, block: BlockId::new(1), edges: 2 }));
    assert_eq!(paths::silent_path(&map, 9), Err(PathError::UnknownStart { start: 9 }));
}
