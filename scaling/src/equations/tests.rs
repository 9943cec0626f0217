use super::*;
use crate::Estimate;
use crate::model::{PartCounts, RegionCounts};
use proptest::prelude::*;

fn of(mean: f64) -> Option<Estimate> {
    Estimate::of(&[mean])
}

fn counts(cycles: f64, instructions: f64) -> PartCounts {
    PartCounts {
        cycles: of(cycles),
        spinning: of(0.0),
        instructions: of(instructions),
        spinning_instructions: of(0.0),
        misses: None,
    }
}

fn region(cycles: f64, instructions: f64, busiest: f64, lock: f64, wall: f64) -> RegionCounts {
    RegionCounts {
        name: "work".into(),
        counts: counts(cycles, instructions),
        busiest: of(busiest),
        busiest_working: of(busiest),
        lock_ns: of(lock),
        wall_ns: of(wall),
    }
}

fn version(sequential: PartCounts, region: RegionCounts) -> VersionCounts {
    VersionCounts { sequential, regions: vec![region], lifetime: None }
}

/// 200 + 800 cycles become 250 + 1000 on 4 threads, the busiest of which has 400, a tenth of the time waiting.
fn example() -> (VersionCounts, VersionCounts) {
    let before = version(counts(200.0, 100.0), region(800.0, 400.0, 800.0, 0.0, 0.0));
    let after = version(counts(250.0, 100.0), region(1000.0, 500.0, 400.0, 10.0, 100.0));
    (before, after)
}

fn known(value: Value) -> f64 {
    value.known().unwrap_or_else(|| panic!("{value:?}"))
}

fn near(value: Value, expected: f64) {
    assert!((known(value) - expected).abs() < 1e-9 * expected.abs().max(1.0), "{value:?} is not {expected}");
}

fn without(evaluation: &Evaluation, groups: &[Group]) -> Value {
    evaluation.possible.iter().find(|possible| possible.without == groups).unwrap().speedup
}

#[test]
fn by_hand() {
    let (before, after) = example();
    let found = evaluate(&before, &after, 4, Spinning::Apart);
    near(found.parallel_fraction, 0.8);
    near(found.sequential.instructions, 1.0);
    near(found.sequential.cpi, 0.8);
    let region = &found.regions[0];
    near(region.part.instructions, 0.8);
    near(region.part.cpi, 1.0);
    near(region.load_balance, 0.625);
    near(region.lock_contention, 0.9);
    let now = 1000.0 / (250.0 + 400.0 / 0.9);
    near(found.speedup, now);
    near(without(&found, &[Group::SequentialFraction]), 800.0 / (400.0 / 0.9));
    near(without(&found, &[Group::Instructions]), 1000.0 / (250.0 + 320.0 / 0.9));
    near(without(&found, &[Group::Cpi]), 1000.0 / (200.0 + 400.0 / 0.9));
    near(without(&found, &[Group::LoadImbalance]), 1000.0 / (250.0 + 250.0 / 0.9));
    near(without(&found, &[Group::LockContention]), 1000.0 / 650.0);
    near(without(&found, &[Group::Cpi, Group::LockContention]), 1000.0 / 600.0);
    near(found.possible.last().unwrap().speedup, 4.0);
    assert_eq!(found.possible.len(), 5 + 10 + 1);
    let stack = found.stack.unwrap();
    near(Value::Known(stack.losses.iter().map(|loss| loss.loss).sum()), 4.0 - now);
}

#[test]
fn without_instructions_there_is_one_efficiency_of_work() {
    let (before, mut after) = example();
    after.sequential.instructions = None;
    after.regions[0].counts.instructions = None;
    let found = evaluate(&before, &after, 4, Spinning::Apart);
    assert_eq!(found.sequential.instructions, Value::NotKnown(NotKnown::Instructions));
    assert_eq!(found.regions[0].part.cpi, Value::NotKnown(NotKnown::Instructions));
    near(found.regions[0].part.work, 0.8);
    near(without(&found, &[Group::Work]), 1000.0 / (200.0 + 320.0 / 0.9));
    near(found.possible.last().unwrap().speedup, 4.0);
}

#[test]
fn without_cycles_nothing_is_guessed() {
    let (before, mut after) = example();
    after.sequential.cycles = None;
    let found = evaluate(&before, &after, 4, Spinning::Apart);
    assert_eq!(found.speedup, Value::NotKnown(NotKnown::Cycles));
    assert!(found.possible.iter().all(|possible| possible.speedup == Value::NotKnown(NotKnown::Cycles)));
    assert_eq!(found.stack, None);
}

#[test]
fn an_empty_sequential_part_takes_no_time() {
    let before = version(counts(0.0, 0.0), region(800.0, 400.0, 800.0, 0.0, 0.0));
    let after = version(counts(0.0, 0.0), region(800.0, 400.0, 250.0, 0.0, 100.0));
    let found = evaluate(&before, &after, 4, Spinning::Apart);
    let empty = Value::Undefined(Undefined::EmptyPart);
    assert_eq!((found.sequential.instructions, found.sequential.cpi, found.sequential.work), (empty, empty, empty));
    near(found.parallel_fraction, 1.0);
    near(found.speedup, 800.0 / 250.0);
    near(without(&found, &[Group::LoadImbalance]), 4.0);
}

#[test]
fn a_new_sequential_part_is_an_efficiency_of_0() {
    let before = version(counts(0.0, 0.0), region(800.0, 400.0, 800.0, 0.0, 0.0));
    let after = version(counts(100.0, 50.0), region(800.0, 400.0, 200.0, 0.0, 100.0));
    let found = evaluate(&before, &after, 4, Spinning::Apart);
    near(found.sequential.work, 0.0);
    assert_eq!(found.sequential.cpi, Value::Undefined(Undefined::EmptyPart));
    near(found.speedup, 800.0 / 300.0);
    // Only both together are known: a part that was not there had no cycles per instruction.
    near(without(&found, &[Group::Instructions]), 800.0 / 300.0);
    near(without(&found, &[Group::Instructions, Group::Cpi]), 4.0);
}

#[test]
fn nothing_parallel() {
    let before = version(counts(800.0, 400.0), region(0.0, 0.0, 0.0, 0.0, 0.0));
    let after = version(counts(800.0, 400.0), region(0.0, 0.0, 0.0, 0.0, 0.0));
    let found = evaluate(&before, &after, 4, Spinning::Apart);
    near(found.parallel_fraction, 0.0);
    near(found.speedup, 1.0);
    assert_eq!(found.regions[0].load_balance, Value::Undefined(Undefined::EmptyPart));
    assert_eq!(found.regions[0].lock_contention, Value::Undefined(Undefined::EmptyPart));
    assert_eq!(without(&found, &[Group::SequentialFraction]), Value::Undefined(Undefined::NothingParallel));
    assert_eq!(found.stack, None);
}

#[test]
fn nothing_at_all() {
    let nothing = version(counts(0.0, 0.0), region(0.0, 0.0, 0.0, 0.0, 0.0));
    let found = evaluate(&nothing, &nothing, 4, Spinning::Apart);
    assert_eq!(found.speedup, Value::Undefined(Undefined::NoWork));
    assert_eq!(found.parallel_fraction, Value::Undefined(Undefined::NoWork));
}

#[test]
fn waits_that_exceed_the_time_leave_no_speedup() {
    for (lock, wall) in [(100.0, 100.0), (150.0, 100.0), (1.0, 0.0)] {
        let (before, mut after) = example();
        (after.regions[0].lock_ns, after.regions[0].wall_ns) = (of(lock), of(wall));
        let found = evaluate(&before, &after, 4, Spinning::Apart);
        assert_eq!(found.speedup, Value::Undefined(Undefined::WaitsExceedTime));
        near(without(&found, &[Group::LockContention]), 1000.0 / 650.0);
        assert_eq!(without(&found, &[Group::Cpi]), Value::Undefined(Undefined::WaitsExceedTime));
        assert_eq!(found.stack, None);
    }
}

#[test]
fn locks_that_were_not_measured_are_left_out() {
    let (before, mut after) = example();
    after.regions[0].lock_ns = None;
    let found = evaluate(&before, &after, 4, Spinning::Apart);
    assert_eq!(found.regions[0].lock_contention, Value::NotKnown(NotKnown::LockTime));
    near(found.speedup, 1000.0 / 650.0);
    assert!(found.possible.iter().all(|possible| !possible.without.contains(&Group::LockContention)));
}

#[test]
fn no_waits_need_no_wall_time() {
    let (before, mut after) = example();
    (after.regions[0].lock_ns, after.regions[0].wall_ns) = (of(0.0), None);
    near(evaluate(&before, &after, 4, Spinning::Apart).regions[0].lock_contention, 1.0);
    after.regions[0].lock_ns = of(1.0);
    let found = evaluate(&before, &after, 4, Spinning::Apart);
    assert_eq!(found.regions[0].lock_contention, Value::NotKnown(NotKnown::WallTime));
}

#[test]
fn spinning_is_apart_or_work() {
    let (before, mut after) = example();
    let region = &mut after.regions[0];
    (region.counts.spinning, region.busiest_working) = (of(200.0), of(300.0));
    region.counts.spinning_instructions = of(100.0);
    let apart = evaluate(&before, &after, 4, Spinning::Apart);
    near(apart.regions[0].part.work, 1.0);
    near(apart.regions[0].part.spinning, 0.75);
    near(apart.regions[0].load_balance, 800.0 / 1200.0);
    near(without(&apart, &[Group::Spinning]), 1000.0 / (250.0 + 300.0 / 0.9));
    near(apart.possible.last().unwrap().speedup, 4.0);
    let work = evaluate(&before, &after, 4, Spinning::Work);
    near(work.regions[0].part.work, 0.8);
    near(work.regions[0].load_balance, 0.625);
    near(work.speedup, known(apart.speedup));
    assert!(work.possible.iter().all(|possible| !possible.without.contains(&Group::Spinning)));
}

/// The sequential version waits for 10; the parallel one does, too, and idles for 50.
fn idling() -> (VersionCounts, VersionCounts) {
    let (mut before, mut after) = example();
    (before.lifetime, after.lifetime) = (of(1010.0), of(250.0 + 400.0 / 0.9 + 10.0 + 50.0));
    (before, after)
}

#[test]
fn idle_time_is_what_nothing_else_explains() {
    let (before, after) = idling();
    let found = evaluate(&before, &after, 4, Spinning::Apart);
    let working = 250.0 + 400.0 / 0.9;
    near(found.idle, working / (working + 50.0));
    near(found.speedup, 1000.0 / (working + 50.0));
    near(found.equation_11, 1000.0 / working);
    near(without(&found, &[Group::Idle]), 1000.0 / working);
    // As often as work is handed out now, it is if all of it is.
    near(without(&found, &[Group::SequentialFraction]), 1000.0 / (1000.0 * 400.0 / 0.9 / 800.0 + 50.0));
    near(without(&found, &[Group::LockContention, Group::Idle]), 1000.0 / 650.0);
    near(found.possible.last().unwrap().speedup, 4.0);
}

#[test]
fn who_ends_earlier_than_the_busiest_thread_does_not_idle() {
    let (before, mut after) = idling();
    after.lifetime = of(500.0);
    let found = evaluate(&before, &after, 4, Spinning::Apart);
    near(found.idle, 1.0);
    near(found.speedup, known(found.equation_11));
}

#[test]
fn idle_time_needs_the_lifetimes_of_both_versions_and_a_time_of_waits() {
    let (before, mut after) = idling();
    after.regions[0].lock_ns = of(100.0);
    let found = evaluate(&before, &after, 4, Spinning::Apart);
    assert_eq!(found.idle, Value::Undefined(Undefined::WaitsExceedTime));
    let (mut before, after) = idling();
    let dissertation = evaluate(&before, &after, 4, Spinning::Work);
    before.lifetime = None;
    for found in [evaluate(&before, &after, 4, Spinning::Apart), dissertation] {
        assert_eq!(found.idle, Value::NotKnown(NotKnown::WallTime));
        near(found.speedup, 1000.0 / (250.0 + 400.0 / 0.9));
        assert!(found.possible.iter().all(|possible| !possible.without.contains(&Group::Idle)));
    }
}

#[test]
fn each_region_has_its_busiest_thread() {
    let before = VersionCounts {
        sequential: counts(100.0, 50.0),
        regions: vec![region(600.0, 300.0, 600.0, 0.0, 0.0), region(300.0, 150.0, 300.0, 0.0, 0.0)],
        lifetime: None,
    };
    let after = VersionCounts {
        sequential: counts(100.0, 50.0),
        regions: vec![region(600.0, 300.0, 400.0, 0.0, 1.0), region(300.0, 150.0, 200.0, 20.0, 100.0)],
        lifetime: None,
    };
    let found = evaluate(&before, &after, 2, Spinning::Apart);
    near(found.speedup, 1000.0 / (100.0 + 400.0 + 200.0 / 0.8));
    near(without(&found, &[Group::SequentialFraction]), 900.0 / (400.0 + 200.0 / 0.8));
    near(found.possible.last().unwrap().speedup, 2.0);
}

/// Positive counts: a part's cycles and instructions.
fn part() -> impl Strategy<Value = PartCounts> {
    (1.0..1e6, 1.0..1e6).prop_map(|(cycles, instructions)| counts(cycles, instructions))
}

prop_compose! {
    fn parallel_region(threads: u32)(all in part(), share in 0.0..1.0, waits in 0.0..0.99, wall in 1.0..1e6)
        -> RegionCounts
    {
        let even = 1.0 / f64::from(threads);
        let busiest = all.cycles.unwrap().mean * (even + share * (1.0 - even));
        RegionCounts { counts: all, ..region(0.0, 0.0, busiest, waits * wall, wall) }
    }
}

prop_compose! {
    fn versions()(threads in 1_u32..64, regions in 1_usize..4)(
        outside in (part(), part()),
        before in prop::collection::vec(part(), regions),
        after in prop::collection::vec(parallel_region(threads), regions),
        lifetimes in prop::option::of((1.0..1e7, 1.0..1e7)),
        threads in Just(threads),
    ) -> (VersionCounts, VersionCounts, u32) {
        let before = before.into_iter().map(|counts| RegionCounts { counts, ..RegionCounts::default() }).collect();
        (
            VersionCounts { sequential: outside.0, regions: before, lifetime: lifetimes.and_then(|(before, _)| of(before)) },
            VersionCounts { sequential: outside.1, regions: after, lifetime: lifetimes.and_then(|(_, after)| of(after)) },
            threads,
        )
    }
}

/// Equation 11 as it is printed, for one region.
fn equation_11(found: &Evaluation, threads: u32) -> f64 {
    let (fraction, outside, region) = (known(found.parallel_fraction), &found.sequential, &found.regions[0]);
    let outside = known(outside.instructions) * known(outside.cpi);
    let inside = known(region.part.instructions) * known(region.part.cpi);
    let inside = inside * known(region.load_balance) * known(region.lock_contention) * f64::from(threads);
    1.0 / ((1.0 - fraction) / outside + fraction / inside)
}

proptest! {
    #[test]
    fn equation_11_telescopes((before, after, threads) in versions()) {
        let found = evaluate(&before, &after, threads, Spinning::Apart);
        let cycles = |counts: &PartCounts| counts.cycles.unwrap().mean;
        let total: f64 = cycles(&before.sequential) + before.regions.iter().map(|r| cycles(&r.counts)).sum::<f64>();
        let busiest = after.regions.iter().map(|r| {
            let waits = 1.0 - r.lock_ns.unwrap().mean / r.wall_ns.unwrap().mean;
            r.busiest.unwrap().mean / waits
        });
        near(found.equation_11, total / (cycles(&after.sequential) + busiest.sum::<f64>()));
        if after.regions.len() == 1 {
            near(found.equation_11, equation_11(&found, threads));
        }
    }

    #[test]
    fn losses_add_up((before, after, threads) in versions()) {
        let found = evaluate(&before, &after, threads, Spinning::Apart);
        let stack = found.stack.unwrap();
        near(Value::Known(stack.ideal), f64::from(threads));
        let losses: f64 = stack.losses.iter().map(|loss| loss.loss).sum();
        near(Value::Known(stack.speedup + losses), f64::from(threads));
        near(found.speedup, stack.speedup);
    }
}
