//! Files that claim more than they hold: nobody reserves memory for a claim.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::panic)]

mod common;

use common::maps;
use paratrace_traceformat::files;
use paratrace_traceformat::map::ProgramMap;
use std::fs;

/// Memory that a process may have reserved more at the end, KiB: [`paratrace_traceformat::limits::MAX_RECORD_RESERVE`],
/// and the needs of allocators and threads of tests.
const MAY_GROW: u64 = 256 << 10;

/// The most address space that this process has ever had, KiB.
fn peak() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmPeak:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse().unwrap()
}

/// Large numbers wherever a count may be, in maps that are sound otherwise.
#[test]
fn counts_in_maps() {
    let sound = maps::tiny().to_bytes().unwrap();
    ProgramMap::from_bytes(&sound).unwrap();
    let before = peak();
    for claim in [0x0fff_ffff_ffff_u64, 0x4000_0000, 0x7fff_ffff, u64::MAX] {
        for width in [4, 8] {
            for at in 16..sound.len() - width {
                let mut bytes = sound.clone();
                bytes[at..at + width].copy_from_slice(&claim.to_le_bytes()[..width]);
                maps::fix_crcs(&mut bytes);
                // Sound or not: some are names, or figures that nobody reserves memory by.
                let _ = ProgramMap::from_bytes(&bytes);
            }
        }
    }
    let grown = peak() - before;
    assert!(grown < MAY_GROW, "{grown} KiB more");
}

/// A file that is mostly a hole is larger than any memory.
#[test]
fn a_hole() {
    if fs::read_to_string("/proc/sys/vm/overcommit_memory").unwrap().trim() == "1" {
        println!("skipped: memory is promised without end here");
        return;
    }
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("program.map");
    if fs::File::create(&path).unwrap().set_len(1 << 43).is_err() {
        println!("skipped: no file can be so long here");
        return;
    }
    assert_eq!(files::read(&path).unwrap_err().kind(), std::io::ErrorKind::OutOfMemory);
}
