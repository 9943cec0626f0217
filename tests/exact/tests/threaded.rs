//! Random programs with threads: traced they print what they print plain, and their reports equal what their executed nodes are by definition,
//! what they count themselves, and each other, however many threads analyse. `cargo xtask exact --threaded` runs many more.
#![allow(clippy::unwrap_used, clippy::panic)]

use paratrace_exact::threaded::Threaded;
use std::path::Path;

#[test]
fn generated_programs_with_threads() {
    let dir = tempfile::tempdir().unwrap();
    let found = Threaded::new(&dir.path().join("batch"), 0..4).unwrap().run(Path::new("java"), None).unwrap();
    assert!(found.differences.is_empty(), "{}", found.differences.join("\n"));
    assert_eq!((found.programs, found.traces), (4, 8));
    assert!(found.across > 4, "only {} critical paths go from thread to thread", found.across);
    assert!(found.handovers > 50, "only {} values went from thread to thread", found.handovers);
}
