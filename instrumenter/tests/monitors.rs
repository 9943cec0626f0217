//! Monitors in the program map: where the hash of an object is recorded, where it is known, and where it is neither.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::process::Command;

use paratrace_instrumenter::{Options, Output, instrument};
use paratrace_traceformat::data::recorded_on_arrival;
use paratrace_traceformat::map::{MONITOR, MethodId, PEI, ProgramMap, REF};

const SOURCE: &str = "
class T {
    int field;
    volatile int seen;
    static volatile T shared;
    static T plain;

    int block(Object lock) { synchronized (lock) { return field; } }
    int number(T lock) { lock.field++; synchronized (lock) { return lock.field; } }
    void twice(Object lock) { synchronized (lock) { field++; } synchronized (lock) { field--; } }
    void nested(Object a, Object b) { synchronized (a) { synchronized (b) { field++; } } }
    void loop(Object lock) { for (int i = 0; i < 9; i++) synchronized (lock) { field += i; } }
    void either(Object a, Object b) { Object lock; if (field > 0) lock = a; else lock = b; synchronized (lock) { field++; } }
    synchronized void method() { synchronized (this) { field++; } }
    static synchronized void ofClass() { shared = plain; synchronized (T.class) { plain = shared; } }
    int volatiles() { return seen + field; }
}";

/// The map of the program.
fn map() -> ProgramMap {
    let dir = tempfile::tempdir().unwrap();
    let source = dir.path().join("T.java");
    fs::write(&source, SOURCE).unwrap();
    let classes = dir.path().join("classes");
    assert!(Command::new("javac").args(["-g", "-d"]).arg(&classes).arg(&source).status().unwrap().success());
    let copy = dir.path().join("map");
    let output = Output::Directory(dir.path().join("traced"));
    instrument(&[classes], &output, Some(&copy), &Options::default(), &|_, _| {}).unwrap();
    ProgramMap::read(&copy).unwrap().0
}

fn method(map: &ProgramMap, name: &str) -> MethodId {
    MethodId::all().zip(&map.methods).find(|(_, method)| method.name == name).unwrap().0
}

/// Of each instruction that enters (`+`) or leaves (`-`) a monitor: whether its hash is recorded when a path arrives (`^`), or
/// right before it (`!`), or known (nothing).
fn monitors(map: &ProgramMap, name: &str) -> String {
    const MONITORENTER: u8 = 0xc2;
    const MONITOREXIT: u8 = 0xc3;
    let mut told = String::new();
    let method = &map.methods[method(map, name).index()];
    for insn in method.instructions() {
        let (opcode, flags) = (map.insns.opcode[insn.index()], map.insns.flags[insn.index()]);
        if !matches!(opcode, MONITORENTER | MONITOREXIT) {
            assert_eq!(flags & MONITOR, 0);
            continue;
        }
        assert_eq!(flags & (MONITOR | PEI), MONITOR | PEI, "{name}");
        let mut starts = map.starts[method.starts.start as usize..method.starts.end as usize].iter();
        let arrived = starts.any(|start| recorded_on_arrival(map, start.block) == Some(insn));
        told.push(if opcode == MONITORENTER { '+' } else { '-' });
        told.push_str(if arrived {
            "^"
        } else if flags & REF != 0 {
            "!"
        } else {
            ""
        });
    }
    told
}

/// A hash is recorded where a monitor is entered first: leaving it costs nothing, in the handlers that compilers add as well.
#[test]
fn hashes_are_recorded_once() {
    let map = map();
    for (name, expected) in [
        ("block", "+^--"),
        // The number of the object is no hash.
        ("number", "+^--"),
        // Copies of the reference are the same object.
        ("twice", "+^--+--"),
        ("nested", "+^+^----"),
        ("loop", "+^--"),
        ("either", "+^--"),
        // The hash of `this` is known from the entry.
        ("method", "+--"),
        ("ofClass", "+^--"),
    ] {
        assert_eq!(monitors(&map, name), expected, "{name}");
    }
}

#[test]
fn locks_of_methods_and_volatile_fields_are_named() {
    let map = map();
    assert_eq!(map.locked_methods, ["method", "ofClass"].map(|name| method(&map, name)));
    let fields = (0..).zip(&map.fields).filter(|&(row, _)| map.is_volatile(row)).map(|(_, field)| &*field.name);
    let mut volatile: Vec<&str> = fields.collect();
    volatile.sort_unstable();
    assert_eq!(volatile, ["seen", "shared"]);
}
