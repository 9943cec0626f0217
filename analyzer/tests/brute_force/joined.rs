//! The critical path of all threads together against brute force, on random programs and executions in random turns.

use paratrace_analyzer::model::{Completeness, EdgeKind, Report};
use paratrace_analyzer::{CommunicationOptions, Input, Options, ThreadInput, VecSource, analyze_input};
use paratrace_oracle::chain::joined_differs;
use paratrace_oracle::execute::Execution;
use paratrace_oracle::false_sharing;
use paratrace_oracle::handovers::{handovers, reported};
use paratrace_oracle::joined::Joined;
use paratrace_oracle::locks;
use paratrace_oracle::ordered::ordered;
use paratrace_oracle::program::{Program, random_program_with_locks};
use paratrace_oracle::random::Random;
use paratrace_oracle::sites::class_name;
use paratrace_oracle::stamps::stamps;

fn found(program: &Program, inputs: impl Fn() -> Vec<ThreadInput<'static>>, options: &Options<'_>) -> Report {
    // Threads that end by themselves have a whole trace.
    let (threads, again, completeness) =
        (inputs(), inputs(), Completeness { complete: true, ..Completeness::default() });
    analyze_input(Input { map: &program.map, class_name: &class_name, threads, again, completeness }, options).unwrap()
}

/// What a random case has.
#[derive(Default)]
struct Has {
    /// Values go from thread to thread on the critical path.
    across: bool,
    /// The critical path is longer with what the threads synchronise on.
    waits: bool,
    /// Number of kinds of dependences between threads.
    kinds: usize,
    /// Threads write beside each other.
    shares_lines: bool,
    /// Locks protect something, protect it at times, have sections that are independent and that are not, are not needed; those of
    /// `java.util.concurrent` do the first four.
    locks: [bool; 9],
}

/// One random case; so many of a hundred methods have a lock if they can.
fn check(seed: u64, locked: u32) -> Has {
    let mut random = Random(seed);
    let Some(program) = (0..20).find_map(|_| random_program_with_locks(&mut random, locked)) else {
        return Has::default();
    };
    let executions: Vec<Execution<'_>> =
        (0..random.between(2, 4)).map(|_| Execution::new(&program, random.next(), 200).run()).collect();
    let stamps = stamps(&mut random, &executions);
    // Threads have objects that the program may know, or others.
    let hashes: Vec<u32> = executions.iter().map(|_| random.between(1, 60)).collect();
    let input = |(id, (execution, stamps)): (u64, (&Execution<'_>, &Vec<_>))| {
        let events = VecSource::new(execution.control.clone(), execution.data.clone()).with_stamps(stamps.clone());
        ThreadInput {
            id,
            name: "t".to_owned(),
            hash: hashes[id as usize - 1],
            ended: execution.ended,
            events: Box::new(events),
        }
    };
    let inputs = || (1..).zip(executions.iter().zip(&stamps)).map(input).collect::<Vec<_>>();

    let joined = Joined::replay(&program.map, &class_name, inputs());
    let (threads, again, completeness) = (inputs(), Vec::new(), Completeness::default());
    let input = Input { map: &program.map, class_name: &class_name, threads, again, completeness };
    let ordered = ordered(&program.map, &class_name, inputs(), &joined);
    assert_eq!(joined_differs(&joined, ordered.as_ref(), &program.map, input), None, "seed {seed}");
    let (handed, shared) = handovers(&program.map, &joined);
    let names: Vec<String> = (1..=executions.len()).map(|id| format!("t ({id})")).collect();
    let with_synchronization = ordered.map(|ordered| ordered.length);
    let expected = joined.brute.summary();

    for (threads, communication) in [(1, None), (2, Some(CommunicationOptions::default()))] {
        let options = Options { threads, communication, ..Options::default() };
        let report = found(&program, inputs, &options);
        let path = (report.nodes, report.critical_path, report.critical_path_without_induction);
        assert!(report.across_threads);
        assert_eq!(path, (expected.nodes, expected.critical_path, expected.free_induction), "seed {seed}");
        assert_eq!(reported(&report, &names), handed, "seed {seed}");
        assert_eq!(report.with_synchronization.map(|with| with.critical_path), with_synchronization, "seed {seed}");
        assert_eq!(false_sharing::reported(&report), shared, "seed {seed}");
        let of_locks = locks::differ(&program.map, &class_name, inputs(), &report);
        assert_eq!(of_locks, None, "seed {seed}");
        let longest = report.threads.iter().map(|thread| thread.critical_path).max().unwrap_or(0);
        if threads == 2 {
            let kinds = [EdgeKind::Raw, EdgeKind::War, EdgeKind::Waw];
            let kinds = kinds.into_iter().filter(|kind| handed.keys().any(|key| key.0 == *kind)).count();
            let waits = with_synchronization.is_some_and(|length| length > report.critical_path);
            let mut with_locks = [false; 9];
            locks::reported(&program.map, &report)
                .iter()
                .flat_map(|row| row.has().into_iter().enumerate())
                .for_each(|(at, has)| with_locks[at] |= has);
            return Has {
                across: longest < report.critical_path,
                waits,
                kinds,
                shares_lines: !shared.is_empty(),
                locks: with_locks,
            };
        }
    }
    Has::default()
}

#[test]
fn paths_go_from_thread_to_thread() {
    let mut cases: Vec<Has> = (0..crate::programs(1500)).map(|seed| check(seed, 70)).collect();
    // The rarest kind of lock comes up a few times in a thousand programs.
    while cases.len() < 4000 && !has_each_lock(&cases) {
        cases.push(check(cases.len() as u64, 70));
    }
    let count = |has: fn(&Has) -> bool| cases.iter().filter(|case| has(case)).count();
    let across = count(|case| case.across);
    assert!(across > 100, "only {across} critical paths go from thread to thread");
    let waiting = count(|case| case.waits);
    assert!(waiting > 100, "threads wait for each other on only {waiting} critical paths");
    let with_all = count(|case| case.kinds == 3);
    assert!(with_all > 100, "only {with_all} cases have dependences of all kinds between threads");
    let sharing = count(|case| case.shares_lines);
    assert!(sharing > 100, "threads share lines in only {sharing} cases");
    assert!(has_each_lock(&cases), "of locks: {:?}", count_locks(&cases));
}

fn count_locks(cases: &[Has]) -> [usize; 9] {
    std::array::from_fn(|at| cases.iter().filter(|case| case.locks[at]).count())
}

fn has_each_lock(cases: &[Has]) -> bool {
    let locks = count_locks(cases);
    locks[..7].iter().all(|count| *count > 10) && locks[7..].iter().all(|count| *count > 5)
}

/// A thread's floor is lower behind a monitor than in it; an array is written by instructions for elements of several sizes; untraced
/// code is given an object of which two sections write different fields.
#[test]
fn paths_go_through_many_locks() {
    for seed in [1015, 4329, 8260] {
        check(seed, 90);
    }
}

/// A call of a lock throws: what it does to the lock is still how that works.
#[test]
fn locks_are_given_to_nobody_by_calls_that_throw() {
    check(2871, 70);
}
