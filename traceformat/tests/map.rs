//! Maps: round trips, damage, cross references.
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::{Random, maps};
use paratrace_traceformat::map::InstructionId;
use paratrace_traceformat::map::*;
use paratrace_traceformat::{dump, paths, verify};
use proptest::prelude::*;

const SECTIONS: usize = Section::ALL.len();

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn random_maps_come_back(seed: u64, methods in 0usize..20) {
        let map = maps::random(seed, methods);
        let bytes = map.to_bytes().unwrap();
        prop_assert_eq!(&ProgramMap::from_bytes(&bytes).unwrap(), &map);
        prop_assert_eq!(map.to_bytes().unwrap(), bytes);
    }
}

#[test]
fn tiny_map_comes_back_from_a_file() {
    let (map, dir) = (maps::tiny(), tempfile::tempdir().unwrap());
    let bytes = map.to_bytes().unwrap();
    let path = dir.path().join("program.map");
    std::fs::write(&path, &bytes).unwrap();
    assert_eq!(ProgramMap::read(&path).unwrap(), (map, MapHash::of(&bytes)));
    assert!(verify::verify_map(&bytes).is_ok());
}

#[test]
fn names_and_lines() {
    let map = maps::tiny();
    assert_eq!(map.method_name(MethodId::new(0)), "a/T.run()V");
    assert_eq!(map.method_name(MethodId::new(77)), "method 77");
    assert_eq!(map.source_of(MethodId::new(0)), Some("T.java"));
    assert_eq!(map.line_of(MethodId::new(0), 1), Some(10));
    assert_eq!(map.line_of(MethodId::new(0), 2), Some(12), "the later entry wins");
    assert_eq!(map.line_of(MethodId::new(1), 2), None);
    let variables = [1, 2, 3, 4, 8, 9].map(|pc| map.variable_name(MethodId::new(0), 1, pc));
    assert_eq!(variables, [None, Some("count"), Some("count"), Some("größe"), Some("größe"), None]);
    assert_eq!(
        (
            map.variable_name(MethodId::new(0), 0, 5),
            map.variable_name(MethodId::new(1), 1, 5),
            map.variable_name(MethodId::new(9), 1, 5)
        ),
        (None, None, None)
    );
    let owners = map.owners();
    assert_eq!(
        (owners.of_start(3), owners.of_block(BlockId::new(5)), owners.of_insn(InstructionId::new(99))),
        (Some(MethodId::new(0)), Some(MethodId::new(0)), None)
    );
    assert!((0..=255).all(|b| Op::from_byte(b).is_none_or(|op| op as u8 == b)));
    assert!(Untraced::ALL.iter().all(|u| u.name().bytes().all(|b| b.is_ascii_lowercase() || b == b'-')));
}

/// A map twice, as two pieces of one map that numbers everything through.
#[test]
fn pieces_follow_each_other() {
    let one = maps::tiny();
    let count = |rows: usize| u32::try_from(rows).unwrap();
    let by = Bases {
        methods: count(one.methods.len()),
        insns: count(one.insns.pc.len()),
        blocks: count(one.blocks.len()),
        edges: count(one.edges.len()),
        starts: count(one.starts.len()),
        loops: count(one.loops.len()),
        paths: one.starts.last().map(|start| start.base + start.count).unwrap(),
    };
    let mut cold = one.clone();
    cold.fields.push(Field { name: "other".into(), slot: 1, ..one.fields[0].clone() });
    cold.sites.push(Site { callee: MethodId::new(by.methods), ..one.sites[0].clone() });
    cold.variable_names.push("other".into());
    cold.static_slots = 2;
    for class in &one.classes {
        let methods = class.methods.start + by.methods..class.methods.end + by.methods;
        cold.classes.push(Class { methods, ..class.clone() });
    }
    for method in &one.methods {
        let mut method = method.clone();
        method.class = ClassId::new(method.class.number() + count(one.classes.len()));
        let (handlers, lines) = (count(one.handlers.len()), count(one.lines.len()));
        for (range, by) in [
            (&mut method.insns, by.insns),
            (&mut method.blocks, by.blocks),
            (&mut method.starts, by.starts),
            (&mut method.handlers, handlers),
            (&mut method.lines, lines),
            (&mut method.loops, by.loops),
        ] {
            *range = range.start + by..range.end + by;
        }
        cold.methods.push(method);
    }
    let piece = |bases, rows: &'static [u32]| Piece {
        rows: &one,
        bases,
        fields: Some(rows),
        sites: Some(rows),
        variable_names: Some(&[2, 0]),
    };
    let bytes = cold.to_bytes_with(&[piece(Bases::default(), &[0]), piece(by, &[1])]).unwrap();
    let map = ProgramMap::from_bytes(&bytes).unwrap();
    assert_eq!(map.to_bytes().unwrap(), bytes);
    let twice = |cells: &[u8]| [cells, cells].concat();
    assert_eq!((&map.insns.op, &map.insns.flags), (&twice(&one.insns.op), &twice(&one.insns.flags)));
    let insns = by.insns as usize;
    let of = |op: Op| one.insns.op.iter().position(|&found| found == op as u8).unwrap();
    for op in [Op::Invoke, Op::GetStatic] {
        assert_eq!((map.insns.arg[of(op)], map.insns.arg[insns + of(op)]), (0, 1), "{op:?}");
    }
    let names = [0, by.methods].map(|method| map.variable_name(MethodId::new(method), 1, 3).map(str::to_owned));
    assert_eq!(names, [Some("other".to_owned()), Some("other".to_owned())]);
    assert_eq!(map.handlers[1].block.number(), one.handlers[0].block.number() + by.blocks);
}

#[test]
fn static_fields_are_no_more_than_classes_can_have() {
    let mut map = maps::tiny();
    assert!(map.validate().is_ok());
    map.static_slots = 3_271_557_121;
    assert!(map.validate().unwrap_err().to_string().contains("static_slots"));
}

#[test]
fn calls_that_work_on_elements_are_bound_and_tell_no_result_at_the_end_of_a_path() {
    let elements = |writes, result| Effect::Elements(Ranges { reads: 1, updates: 0, writes, result });
    let told = |change: &dyn Fn(&mut Site)| {
        let mut map = maps::tiny();
        let leaf = Site { mode: Mode::Leaf, callee: MethodId::NONE, args: 1, ..map.sites[0].clone() };
        map.sites[0] = Site { effect: elements(1, Filled::Nothing), state_args: Vec::new(), ..leaf };
        change(&mut map.sites[0]);
        map.validate().map_err(|error| error.to_string())
    };
    let fills = |site: &mut Site| {
        (site.mode, site.effect, site.has_result) = (Mode::Open, elements(1, Filled::New), true);
    };
    assert!(told(&fills).is_err_and(|error| error.contains("leaf")));
    for writes in [0, 1] {
        let ends =
            |site: &mut Site| (site.mode, site.effect, site.args) = (Mode::Open, elements(writes, Filled::Nothing), 0);
        assert_eq!(told(&ends), Ok(()));
    }
    assert!(told(&|site| site.class_recorded = true).is_err_and(|error| error.contains("class_recorded")));
    assert!(told(&|site| site.effect = elements(0, Filled::New)).is_err_and(|error| error.contains("no result")));
    let found = |site: &mut Site| (site.has_result, site.effect) = (true, elements(1, Filled::Found));
    assert!(told(&found).is_err_and(|error| error.contains("a new one")));
}

#[test]
fn every_prefix_is_refused() {
    let bytes = maps::tiny().to_bytes().unwrap();
    (0..bytes.len()).for_each(|n| assert!(ProgramMap::from_bytes(&bytes[..n]).is_err(), "prefix of {n} bytes"));
}

#[test]
fn every_bit_flip_is_noticed() {
    let mut bytes = maps::tiny().to_bytes().unwrap();
    let hash = MapHash::of(&bytes);
    for bit in 0..bytes.len() * 8 {
        bytes[bit / 8] ^= 1 << (bit % 8);
        // Only the minor version may change unnoticed by the map itself; the hash in the trace notices.
        assert!(ProgramMap::from_bytes(&bytes).is_err() || (80..96).contains(&bit), "bit {bit}");
        assert_ne!(MapHash::of(&bytes), hash);
        bytes[bit / 8] ^= 1 << (bit % 8);
    }
}

/// Version 1.0 had no names of variables.
#[test]
fn maps_of_the_first_minor_version_are_read() {
    let map = maps::tiny();
    let mut bytes = map.to_bytes().unwrap();
    bytes[10] = 0;
    // The sections that it did not have are unknown to it.
    for (entry, unknown) in [(12, 77), (13, 78), (14, 79), (15, 80), (16, 81), (17, 82), (18, 83)] {
        bytes[16 + entry * 32] = unknown;
    }
    let read = ProgramMap::from_bytes(&bytes).unwrap();
    assert_eq!(read, ProgramMap { variables: vec![], variable_names: vec![], ..map });
    bytes[10] = 1;
    let error = ProgramMap::from_bytes(&bytes).unwrap_err().to_string();
    assert_eq!(error, "section 13 (VariableNames) is missing");
}

/// Before version 1.11 all lines were in the file of their class.
#[test]
fn lines_of_other_files_came_late() {
    let mut map = maps::tiny();
    map.other_files = vec!["B.kt".into(), "C.kt".into()];
    map.foreign_lines = vec![ForeignLine { line: 2, file: 1 }];
    let mut bytes = map.to_bytes().unwrap();
    let read = ProgramMap::from_bytes(&bytes).unwrap();
    assert_eq!(read, map);
    let method = map.methods.iter().position(|method| method.lines.contains(&2)).unwrap();
    let method = MethodId::new(method as u32);
    let [first, second] = [0, 2].map(|row| map.lines[row].pc);
    assert_eq!([read.file_of(method, first), read.file_of(method, second)], [read.source_of(method), Some("C.kt")]);
    bytes[10] = 10;
    let old = ProgramMap::from_bytes(&bytes).unwrap();
    assert_eq!(old.file_of(method, second), old.source_of(method));
    for (line, file, message) in [
        (9999, 0, "foreign line 1: line is 9999, expected a line, 0 to 2 exclusive"),
        (0, 0, "foreign line 1: line is 0, expected behind that of the row before it"),
        (1, 2, "foreign line 1: file is 2, expected a name of a file, 0 to 2 exclusive"),
    ] {
        let mut bad = map.clone();
        bad.foreign_lines.push(ForeignLine { line, file });
        assert_eq!(
            bad.validate().unwrap_err().to_string().replace(&format!("{} exclusive", map.lines.len()), "2 exclusive"),
            message
        );
    }
}

/// Version 1.8 told nothing of synchronisation.
#[test]
fn maps_before_synchronization_are_read() {
    let told = |map: &ProgramMap| !map.locked_methods.is_empty() && !map.volatile_fields.is_empty();
    let mut map = (0..).map(|seed| maps::random(seed, 12)).find(told).unwrap();
    assert!(map.records_lock(map.locked_methods[0]) && map.is_volatile(map.volatile_fields[0]));
    let mut bytes = map.to_bytes().unwrap();
    bytes[10] = 8;
    map.locked_methods.clear();
    map.volatile_fields.clear();
    assert_eq!(ProgramMap::from_bytes(&bytes).unwrap(), map);
}

#[test]
fn locks_are_those_of_synchronized_methods() {
    let mut map = maps::tiny();
    map.locked_methods.push(MethodId::new(0));
    assert!(map.validate().unwrap_err().to_string().contains("holds a monitor"));
    map.methods[0].access = 0x20;
    assert!(map.validate().is_ok());
    let drop = map.insns.op.iter().position(|&op| op == Op::Drop as u8).unwrap();
    map.insns.flags[drop] |= MONITOR;
    assert!(map.validate().is_ok());
    map.insns.flags[0] |= MONITOR;
    assert!(map.validate().unwrap_err().to_string().contains("monitor"));
}

#[test]
fn unknown_sections_are_skipped_and_versions_refused() {
    let map = maps::tiny();
    let bytes = map.to_bytes().unwrap();
    // One more entry shifts the sections by 32 bytes; the new section is empty, behind all others.
    let mut more = bytes[..16].to_vec();
    more[12] += 1;
    for entry in bytes[16..16 + SECTIONS * 32].chunks(32) {
        let mut entry = entry.to_vec();
        let offset = u64::from_le_bytes(entry[8..16].try_into().unwrap()) + 32;
        entry[8..16].copy_from_slice(&offset.to_le_bytes());
        more.extend(entry);
    }
    let mut unknown = [0u8; 32];
    unknown[0] = 99;
    unknown[8..16].copy_from_slice(&((bytes.len() + 32).next_multiple_of(8) as u64).to_le_bytes());
    more.extend(unknown);
    more.extend(&bytes[16 + SECTIONS * 32..]);
    more.resize(more.len().next_multiple_of(8), 0);
    assert_eq!(ProgramMap::from_bytes(&more).unwrap(), map);

    let mut later = bytes.clone();
    later[8] = 2;
    let error = ProgramMap::from_bytes(&later).unwrap_err().to_string();
    assert_eq!(error, "program map has version 2, this program reads version 1");
}

#[test]
fn mutated_maps_do_no_harm() {
    let mut r = Random(1);
    let (mut sound, seeds) = (0, [maps::tiny(), maps::random(5, 6), maps::random(9, 12)]);
    let seeds: Vec<Vec<u8>> = seeds.iter().map(|m| m.to_bytes().unwrap()).collect();
    for i in 0..10_000 {
        let mut bytes = seeds[i % seeds.len()].clone();
        r.mutate(&mut bytes);
        if i % 5 != 0 {
            maps::fix_crcs(&mut bytes);
        }
        if let Ok(map) = ProgramMap::from_bytes(&bytes) {
            sound += 1;
            use_freely(&map);
        }
        if i % 10 == 0 {
            dump::dump_map(&bytes, &mut std::io::sink()).unwrap();
        }
    }
    assert!(sound > 100, "only {sound} of 10,000 mutated maps got through to the validation's other side");
}

/// Changes one field of a table at a time: either refused or harmless.
#[test]
fn mutated_tables_do_no_harm() {
    let mut r = Random(2);
    for i in 0..20_000u64 {
        let mut map = if i % 2 == 0 { maps::tiny() } else { maps::random(i % 50, 6) };
        let value = [0, 1, 2, 3, r.below(40) as u32, NONE, NONE - 1][r.below(7)];
        let table = r.below(9);
        if spoil(&mut map, &mut r, table, value).is_some() && map.validate().is_ok() {
            use_freely(&map);
        }
    }
}

fn spoil(map: &mut ProgramMap, r: &mut Random, table: usize, value: u32) -> Option<()> {
    let column = r.below(8);
    match table {
        0 => {
            let at = r.below(map.blocks.len());
            let b = map.blocks.get_mut(at)?;
            match column {
                0 => b.insns.start = value,
                1 => b.insns.end = value,
                2 => b.edges.start = value,
                3 => b.edges.end = value,
                4 => b.loop_ = LoopId::new(value),
                5 => b.start = value,
                6 => b.after_call = InstructionId::new(value),
                _ => return None,
            }
        }
        1 => {
            let at = r.below(map.edges.len());
            let e = map.edges.get_mut(at)?;
            match column % 3 {
                0 => e.to = BlockId::new(value),
                1 => e.inc = value,
                _ => e.cut = !e.cut,
            }
        }
        2 => {
            let at = r.below(map.starts.len());
            let s = map.starts.get_mut(at)?;
            match column % 5 {
                0 => s.block = BlockId::new(value),
                1 => s.base = value,
                2 => s.count = value,
                3 => s.silent = !s.silent,
                _ => s.kind = StartKind::from_byte(value as u8)?,
            }
        }
        3 => {
            let at = r.below(map.methods.len());
            let m = map.methods.get_mut(at)?;
            let ranges = [&mut m.insns, &mut m.blocks, &mut m.starts, &mut m.handlers, &mut m.lines, &mut m.loops];
            let range = ranges.into_iter().nth(column)?;
            *(if r.one_in(2) { &mut range.start } else { &mut range.end }) = value;
        }
        4 => {
            let at = r.below(map.insns.arg.len());
            *map.insns.arg.get_mut(at)? = value;
        }
        5 => {
            let at = r.below(map.insns.op.len());
            *map.insns.op.get_mut(at)? = value as u8;
        }
        6 => {
            let at = r.below(map.insns.flags.len());
            *map.insns.flags.get_mut(at)? ^= 1 << column;
        }
        7 => map.sites.get_mut(0)?.callee = MethodId::new(value),
        _ => map.classes.get_mut(0)?.methods.end = value,
    }
    Some(())
}

/// Indexes everything, as an analyzer does with a validated map.
fn use_freely(map: &ProgramMap) {
    for (start, row) in map.starts.iter().enumerate() {
        for id in row.base..row.base + row.count.min(200) {
            let path = paths::decode(map, PathId::new(id)).unwrap();
            assert_eq!(path.start as usize, start);
            path.blocks.iter().for_each(|&b| drop(map.blocks[b.index()].clone()));
        }
        if row.silent {
            paths::silent_path(map, start as u32).unwrap();
        }
    }
    for m in &map.methods {
        let parent = |l: LoopId| map.loops[l.index()].parent;
        assert!(m.loops.clone().map(LoopId::new).all(|l| parent(l).is_none() || parent(l) < l));
        assert!(m.instructions().all(|i| map.stack_effect(i).is_some()));
    }
}

#[test]
#[allow(clippy::type_complexity)]
fn contradictions_are_named() {
    let cases: [(fn(&mut ProgramMap), &str); 18] = [
        (|m| m.edges[0].to = BlockId::new(99), "edge 0: to is 99, expected a block of the method, 0 to 6 exclusive"),
        (|m| m.edges[1].inc = 7, "edge 2: inc is 1, expected 0, the paths of the edges before it"),
        (|m| m.edges[3].cut = false, "edge 3: cut is 0, expected 1, as it leads behind a call"),
        (|m| m.edges[2].to = BlockId::new(1), "edge 2: to is 1, expected a cut edge, as it closes a cycle"),
        (|m| m.starts[2].base = 0, "start 2: base is 0"),
        (|m| m.starts[3].count = 90, "start 3: count is 90, expected at most its 1 paths"),
        (|m| m.insns.op[0] = 200, "insn 0: op is 200, expected below 26"),
        (|m| m.insns.arg[1] = 2, "insn 1: arg is 2, expected a local below 2 (Store)"),
        (|m| m.blocks[1].height = 1, "edge 0: height of its target is 1, expected 0"),
        (|m| m.methods[1].insns = 0..1, "method"),
        (|m| m.sites[0].callee = MethodId::new(1), "site 0: callee is 1, expected a traced method"),
        (|m| m.loops[0].depth = 3, "loop 0: depth is 3, expected 0, by its parent"),
        (|m| m.variables[1].method = MethodId::new(3), "variable 1: method is 3, expected a method, 0 to 3 exclusive"),
        (|m| m.variables[0].name = 2, "variable 0: name is 2, expected a name of a variable, 0 to 2 exclusive"),
        (|m| m.variables[0].slot = 2, "variable 0: slot is 2, expected a local of its method, 0 to 2 exclusive"),
        (|m| m.variables[0].end = 2, "variable 0: end is 2, expected more than 2, where it begins"),
        (|m| m.variables[0].end = 5, "variable 1: from is 4, expected behind the row before it"),
        (|m| m.starts[1].silent = true, "start 1: silent is 1, expected a single path without exceptions"),
    ];
    for (i, (spoil, expected)) in cases.into_iter().enumerate() {
        let mut map = maps::tiny();
        spoil(&mut map);
        match map.validate() {
            Ok(()) => panic!("case {i} passed"),
            Err(e) => assert!(e.to_string().starts_with(expected), "case {i}: {e}"),
        }
    }
}
