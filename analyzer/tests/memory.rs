//! What an analysis keeps: little of a thread that has ended, and little of frames far below the running one.
#![allow(clippy::unwrap_used, missing_docs)]

#[path = "memory/counted.rs"]
mod counted;

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use counted::{Counted, peak};
use paratrace_analyzer::model::Completeness;
use paratrace_analyzer::{Input, Options, Report, ThreadInput, VecSource, analyze, analyze_input};
use paratrace_oracle::execute::Execution;
use paratrace_oracle::program::{Program, random_program};
use paratrace_oracle::random::Random;
use paratrace_oracle::sites::class_name;
use paratrace_traceformat::trace::TraceDir;

#[global_allocator]
static ALLOCATOR: Counted = Counted;

/// Held by each test from its beginning: what another one allocates before it measures counts, too.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A program with so many methods that none of its threads runs most of them.
fn large_program(random: &mut Random) -> Program {
    let mut program = (0..20).find_map(|_| random_program(random)).unwrap();
    let unused = program.map.methods[0].clone();
    let own = program.map.methods.len();
    program.map.methods.resize(own + 30_000, unused);
    for method in &mut program.map.methods[own..] {
        (method.insns, method.blocks, method.starts, method.loops) = (0..0, 0..0, 0..0, 0..0);
    }
    program
}

/// Analyses an execution as often as said, by one thread after the other.
fn by_threads(execution: &Execution<'_>, count: u64) -> Report {
    let thread = |id| {
        let events = VecSource::new(execution.control.clone(), execution.data.clone());
        ThreadInput { id, name: "t".to_owned(), hash: 0, ended: execution.ended, events: Box::new(events) }
    };
    let threads = || (0..count).map(thread).collect();
    let completeness = Completeness { complete: true, ..Completeness::default() };
    let map = &execution.program.map;
    let input = Input { map, class_name: &class_name, threads: threads(), again: threads(), completeness };
    analyze_input(input, &Options::default()).unwrap()
}

#[test]
fn little_is_kept_of_a_thread_that_has_ended() {
    let _alone = alone();
    // One with few values between activations: the graph of these is part of the report.
    let mut random = Random(3);
    let program = large_program(&mut random);
    let execution = Execution::new(&program, random.next(), 200).run();
    // The first analysis also reads the table of the library, which stays.
    let [_, few, many] = [1, 40, 240].map(|threads| {
        let (report, peak) = peak(|| by_threads(&execution, threads));
        assert_eq!(report.threads.len() as u64, threads);
        peak
    });
    let each = many.saturating_sub(few) / 200;
    assert!(each < 4 << 10, "{each} bytes a thread: {few} bytes with 40 threads, {many} with 240");
}

/// The trace of `memory/Deep.java`.
#[test]
fn a_deep_recursion_is_followed_to_its_end() {
    let _alone = alone();
    let trace = TraceDir::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/memory/deep")).unwrap();
    let options = Options { max_windows: 1, ..Options::default() };
    let (report, peak) = peak(|| analyze(&trace, &options).unwrap());
    assert!(report.completeness.complete, "{:?}", report.completeness);
    assert!(report.nodes > 1_800_000, "{} nodes", report.nodes);
    assert!(peak < 200_000 * (2 << 10), "{} bytes a call", peak / 200_000);
}

/// The trace of `memory/Returns.java`: between two events, all calls return. What the replay keeps of that is little.
#[test]
fn little_is_kept_of_a_long_way_between_two_events() {
    let _alone = alone();
    let trace = TraceDir::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/memory/returns")).unwrap();
    let options = Options { regions: false, distances: false, communication: None, ..Options::default() };
    // The first analysis also reads tables that stay.
    drop(analyze(&trace, &options).unwrap());
    let (report, peak) = peak(|| analyze(&trace, &options).unwrap());
    assert!(report.nodes > 1_800_000, "{} nodes", report.nodes);
    assert!(peak < 200_000 * 230, "{} bytes a call", peak / 200_000);
}
