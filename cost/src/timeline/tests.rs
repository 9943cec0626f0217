//! Tests of timelines.

use super::*;

fn platform() -> Platform {
    let mut platform = Platform::default();
    platform.task.creation_us = 0.01;
    platform
}

fn strand(nodes: u64, starts: &[(u64, usize)], awaits: &[(u64, usize)]) -> Strand {
    Strand { nodes, starts: starts.to_vec(), awaits: awaits.to_vec(), ..Strand::default() }
}

/// 10 ns a creation, 1 ns an instruction: the main strand creates two, works, and waits for both.
#[test]
fn creation_execution_idleness() {
    let main = strand(100, &[(10, 1), (10, 2)], &[(50, 1), (50, 2)]);
    let found = timeline(&[main, strand(30, &[], &[]), strand(200, &[], &[])], &platform(), 1.0);
    let times: Vec<(f64, f64)> = found.strands.iter().map(|times| (times.begin_ns, times.end_ns)).collect();
    assert_eq!(times, [(0.0, 280.0), (20.0, 50.0), (30.0, 230.0)]);
    let main = &found.strands[0];
    assert_eq!((main.creation_ns, main.execution_ns, main.idleness_ns), (20.0, 100.0, 160.0));
    assert_eq!(found.makespan_ns, 280.0);
}

#[test]
fn communication_comes_between_samples() {
    let mut busy = strand(100, &[], &[]);
    (busy.accesses, busy.communication_ns, busy.samples) = (4, 40.0, vec![(50, 1), (75, 4)]);
    let found = timeline(&[busy], &platform(), 1.0);
    let slices: Vec<(SliceKind, f64, f64)> =
        found.strands[0].slices.iter().map(|slice| (slice.kind, slice.begin, slice.end)).collect();
    use SliceKind::{Communication, Execution};
    let expected = [
        (Execution, 0.0, 50.0),
        (Communication, 50.0, 60.0),
        (Execution, 60.0, 85.0),
        (Communication, 85.0, 115.0),
        (Execution, 115.0, 140.0),
    ];
    assert_eq!(slices, expected);
}

#[test]
fn nonsense_ends() {
    let circle = [strand(5, &[(1, 1)], &[(2, 1)]), strand(5, &[(0, 0), (9, 7)], &[(1, 0), (3, 9), (4, 1)])];
    let found = timeline(&circle, &platform(), 1.0);
    assert!(found.makespan_ns > 0.0 && found.strands.iter().all(|times| times.end_ns >= times.begin_ns));
    let unstarted = [strand(5, &[], &[(1, 1)]), strand(7, &[(1, 2)], &[]), strand(1, &[(0, 1)], &[])];
    assert_eq!(timeline(&unstarted, &platform(), 1.0).strands.len(), 3);
    assert_eq!(timeline(&[], &platform(), 1.0).makespan_ns, 0.0);
}

fn ordered(nodes: u64, orders: &[(u64, Order)]) -> Strand {
    Strand { orders: orders.to_vec(), ..strand(nodes, &[], &[]) }
}

fn ends(strands: &[Strand]) -> Vec<f64> {
    timeline(strands, &platform(), 1.0).strands.iter().map(|times| times.end_ns).collect()
}

/// Three strands that work 10 under one lock, and 5 before: they queue in the order in which they come.
#[test]
fn a_lock_has_one_strand_at_a_time() {
    let locked = |before: u64| ordered(before + 10, &[(before, Order::Enters(0)), (before + 10, Order::Leaves(0))]);
    assert_eq!(ends(&[locked(5), locked(7), locked(6)]), [15.0, 35.0, 25.0]);
    let found = timeline(&[locked(5), locked(7)], &platform(), 1.0);
    assert_eq!(found.strands[1].idleness_ns, 8.0);
    assert!(found.strands[1].slices.iter().any(|slice| slice.kind == SliceKind::Queueing));
}

/// A strand waits in the midst of another one; who comes later does not wait.
#[test]
fn marks_are_waited_for() {
    let reaches = ordered(100, &[(40, Order::Reaches(3))]);
    let waits = |at: u64| ordered(60, &[(at, Order::Awaits(3))]);
    assert_eq!(ends(&[reaches, waits(10), waits(50)]), [100.0, 90.0, 60.0]);
}

/// Two strands that each have the lock that the other one needs, and one that waits for what nobody reaches: they go on without.
#[test]
fn strands_that_wait_for_ever_go_on() {
    let both = |first: u32, second: u32| {
        let orders = [
            (1, Order::Enters(first)),
            (2, Order::Enters(second)),
            (3, Order::Leaves(second)),
            (4, Order::Leaves(first)),
        ];
        ordered(5, &orders)
    };
    let found = ends(&[both(0, 1), both(1, 0), ordered(7, &[(2, Order::Awaits(9))])]);
    assert_eq!(found[2], 7.0);
    assert!(found.iter().all(|&end| (5.0..=10.0).contains(&end)), "{found:?}");
}
