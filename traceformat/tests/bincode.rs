//! Cold sections are what bincode 2 writes with its standard configuration.
#![allow(clippy::unwrap_used, missing_docs)]

mod common;

use std::ops::Range;

use bincode::{Encode, config};
use common::maps;
use paratrace_traceformat::map::{self, ProgramMap, Section};

#[derive(Encode)]
struct Class<'a> {
    name: &'a str,
    super_name: &'a Option<String>,
    interfaces: &'a Vec<String>,
    access: u16,
    source: &'a Option<String>,
    origin: &'a str,
    untraced: Option<Untraced>,
    methods: Range<u32>,
}

#[derive(Encode)]
enum Untraced {
    Excluded,
    Abstract,
    Native,
    Subroutine,
    CodeTooLarge,
    PoolFull,
    TooManyPaths,
    Malformed,
    Version,
    Runtime,
    EmptyFinalizer,
    CalledByJvm,
    TooComplex,
    Template,
}

#[derive(Encode)]
struct Field<'a> {
    class: &'a str,
    name: &'a str,
    desc: &'a str,
    is_static: bool,
    traced: bool,
    slot: u32,
}

#[derive(Encode)]
struct Method<'a> {
    class: u32,
    name: &'a str,
    desc: &'a str,
    access: u16,
    untraced: Option<Untraced>,
    max_locals: u16,
    max_entries: u16,
    ranges: [Range<u32>; 6],
}

#[derive(Encode)]
enum Mode {
    Leaf,
    Traced,
    TracedVirtual,
    Open,
}

#[derive(Encode)]
enum Effect {
    State,
    Pure,
    ArrayCopy,
    Clone,
    Access { place: Accessed, reads: bool, writes: bool },
    Elements { reads: u8, updates: u8, writes: u8, result: Filled },
}

#[derive(Encode)]
enum Filled {
    Nothing,
    New,
    Found,
}

#[derive(Encode)]
enum Accessed {
    Field(u32),
    Element,
    Memory(u8),
    Reflected,
}

#[derive(Encode)]
struct Site<'a> {
    opcode: u8,
    class: &'a str,
    name: &'a str,
    desc: &'a str,
    mode: Mode,
    effect: Effect,
    callee: u32,
    args: u8,
    has_result: bool,
    class_recorded: bool,
    state_args: &'a Vec<u8>,
    post_receiver: bool,
}

fn untraced(u: map::Untraced) -> Untraced {
    match u {
        map::Untraced::Excluded => Untraced::Excluded,
        map::Untraced::Abstract => Untraced::Abstract,
        map::Untraced::Native => Untraced::Native,
        map::Untraced::Subroutine => Untraced::Subroutine,
        map::Untraced::CodeTooLarge => Untraced::CodeTooLarge,
        map::Untraced::PoolFull => Untraced::PoolFull,
        map::Untraced::TooManyPaths => Untraced::TooManyPaths,
        map::Untraced::Malformed => Untraced::Malformed,
        map::Untraced::Version => Untraced::Version,
        map::Untraced::Runtime => Untraced::Runtime,
        map::Untraced::EmptyFinalizer => Untraced::EmptyFinalizer,
        map::Untraced::CalledByJvm => Untraced::CalledByJvm,
        map::Untraced::TooComplex => Untraced::TooComplex,
        map::Untraced::Template => Untraced::Template,
    }
}

fn class(c: &map::Class) -> Class<'_> {
    Class {
        name: &c.name,
        super_name: &c.super_name,
        interfaces: &c.interfaces,
        access: c.access,
        source: &c.source,
        origin: &c.origin,
        untraced: c.untraced.map(untraced),
        methods: c.methods.clone(),
    }
}

fn field(f: &map::Field) -> Field<'_> {
    Field { class: &f.class, name: &f.name, desc: &f.desc, is_static: f.is_static, traced: f.traced, slot: f.slot }
}

fn method(m: &map::Method) -> Method<'_> {
    let ranges = [&m.insns, &m.blocks, &m.starts, &m.handlers, &m.lines, &m.loops].map(Clone::clone);
    Method {
        class: m.class.number(),
        name: &m.name,
        desc: &m.desc,
        access: m.access,
        untraced: m.untraced.map(untraced),
        max_locals: m.max_locals,
        max_entries: m.max_entries,
        ranges,
    }
}

fn site(s: &map::Site) -> Site<'_> {
    Site {
        opcode: s.opcode,
        class: &s.class,
        name: &s.name,
        desc: &s.desc,
        mode: match s.mode {
            map::Mode::Leaf => Mode::Leaf,
            map::Mode::Traced => Mode::Traced,
            map::Mode::TracedVirtual => Mode::TracedVirtual,
            map::Mode::Open => Mode::Open,
        },
        effect: match s.effect {
            map::Effect::State => Effect::State,
            map::Effect::Pure => Effect::Pure,
            map::Effect::ArrayCopy => Effect::ArrayCopy,
            map::Effect::Clone => Effect::Clone,
            map::Effect::Access(map::Access { place, reads, writes }) => Effect::Access {
                place: match place {
                    map::Accessed::Field(field) => Accessed::Field(field),
                    map::Accessed::Element => Accessed::Element,
                    map::Accessed::Memory(bytes) => Accessed::Memory(bytes),
                    map::Accessed::Reflected => Accessed::Reflected,
                },
                reads,
                writes,
            },
            map::Effect::Elements(map::Ranges { reads, updates, writes, result }) => Effect::Elements {
                reads,
                updates,
                writes,
                result: match result {
                    map::Filled::Nothing => Filled::Nothing,
                    map::Filled::New => Filled::New,
                    map::Filled::Found => Filled::Found,
                },
            },
        },
        callee: s.callee.number(),
        args: s.args,
        has_result: s.has_result,
        class_recorded: s.class_recorded,
        state_args: &s.state_args,
        post_receiver: s.post_receiver,
    }
}

/// A section's bytes, found by the table as the format describes it.
fn section(bytes: &[u8], section: Section) -> &[u8] {
    let entry = bytes[16..].chunks(32).find(|e| e[0] == section.id() as u8).unwrap();
    let word = |at: usize| u64::from_le_bytes(entry[at..at + 8].try_into().unwrap()) as usize;
    &bytes[word(8)..word(8) + word(16)]
}

fn bincode_of(records: impl Encode) -> Vec<u8> {
    // A fixed array's length is not written by `standard` for arrays of a derived struct; ranges follow each other.
    bincode::encode_to_vec(records, config::standard()).unwrap()
}

fn check(map: &ProgramMap) {
    let bytes = map.to_bytes().unwrap();
    let meta = bincode_of((&map.tool, map.static_slots));
    assert_eq!(section(&bytes, Section::Meta), meta);
    assert_eq!(section(&bytes, Section::Classes), bincode_of(map.classes.iter().map(class).collect::<Vec<_>>()));
    assert_eq!(section(&bytes, Section::Fields), bincode_of(map.fields.iter().map(field).collect::<Vec<_>>()));
    assert_eq!(section(&bytes, Section::Methods), bincode_of(map.methods.iter().map(method).collect::<Vec<_>>()));
    assert_eq!(section(&bytes, Section::Sites), bincode_of(map.sites.iter().map(site).collect::<Vec<_>>()));
    assert_eq!(section(&bytes, Section::VariableNames), bincode_of(&map.variable_names));
}

#[test]
fn wincode_writes_what_bincode_writes() {
    let mut map = maps::tiny();
    map.sites[0].state_args = vec![0, 3];
    map.sites[0].effect = map::Effect::Clone;
    map.classes[0].super_name = None;
    check(&map);
    for result in [map::Filled::Nothing, map::Filled::New, map::Filled::Found] {
        map.sites[0].effect = map::Effect::Elements(map::Ranges { reads: 1, updates: 2, writes: 3, result });
        check(&map);
    }
    (0..50).for_each(|seed| check(&maps::random(seed, 12)));
}
