//! What orders the threads of a run, thread by thread: for simulations with times of their own, as those of what communication costs.

use std::collections::BTreeSet;

use super::program::{Costs, Do, Line, Program};
use super::steps::{Recording, Scheduled};
use crate::model::Order;

/// What a thread does to others, or waits for, each with the number of its nodes before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct ThreadOrders {
    pub(crate) orders: Vec<(u64, Order)>,
    /// Ends of threads that it waits for.
    pub(crate) ends: Vec<(u64, usize)>,
}

/// Returns what orders each thread. Every node of the recorded run cost 1.
pub(super) fn of_threads(recording: &Recording, threads: usize) -> Vec<ThreadOrders> {
    let program = Program::of(recording, Costs::default());
    let ends = Ends::of(recording, &program);
    let mut found = vec![ThreadOrders::default(); threads];
    for (strand, line) in recording.strands.iter().zip(&program.lines) {
        let Some(thread) = found.get_mut(strand.thread as usize).filter(|_| line.scheduled != Scheduled::Apart) else {
            continue;
        };
        let (mut work, mut before) = (0, 0);
        for step in &line.steps {
            // What a strand does when it goes on behind another one of its thread is behind that, but for what it has reached before.
            let at = strand.nodes_before(work, matches!(step, Do::Reach { .. })).max(before);
            before = at;
            match *step {
                Do::Work(amount) => work += amount,
                Do::Enter { monitor, .. } => thread.orders.push((at, Order::Enters(monitor))),
                Do::Leave { monitor } => thread.orders.push((at, Order::Leaves(monitor))),
                Do::Reach { mark } => thread.orders.push((at, Order::Reaches(mark))),
                Do::Wait { mark, .. } => ends.awaited(mark, &mut |awaited| match awaited {
                    Awaited::End(other) => thread.ends.push((at, other)),
                    Awaited::Mark(mark) => thread.orders.push((at, Order::Awaits(mark))),
                }),
                Do::Move(_) | Do::Begin { .. } | Do::End { .. } | Do::Opens(_) | Do::Closes(_) => {}
            }
        }
    }
    for thread in &mut found {
        thread.orders.sort_by_key(|&(at, _)| at);
        thread.ends.sort_unstable();
    }
    found
}

/// What a thread waits for.
enum Awaited {
    /// The end of a thread.
    End(usize),
    Mark(u32),
}

/// The marks that a strand waits for.
fn waits(line: &Line) -> Vec<u32> {
    line.steps.iter().filter_map(|step| if let Do::Wait { mark, .. } = *step { Some(mark) } else { None }).collect()
}

/// What the marks of a program stand for.
struct Ends {
    /// Of each mark that is the end of a thread, that thread.
    of_threads: Vec<Option<usize>>,
    /// Of each mark of a strand that only waits, the marks that it waits for.
    joined: Vec<Vec<u32>>,
}

impl Ends {
    fn of(recording: &Recording, program: &Program) -> Self {
        let mut last = vec![0; recording.actors.len().max(recording.strands.len())];
        for (number, strand) in (0_u32..).zip(&recording.strands) {
            if let Some(last) = last.get_mut(strand.thread as usize) {
                *last = number;
            }
        }
        let is_last = |strand: u32| last.get(recording.strands[strand as usize].thread as usize) == Some(&strand);
        let of_threads = program.marks.iter().map(|mark| {
            let is_end = mark.is_end && is_last(mark.strand);
            is_end.then_some(recording.strands[mark.strand as usize].thread as usize)
        });
        let joined = program.marks.iter().map(|mark| {
            let line = &program.lines[mark.strand as usize];
            if line.scheduled == Scheduled::Apart { waits(line) } else { Vec::new() }
        });
        Self { of_threads: of_threads.collect(), joined: joined.collect() }
    }

    /// Tells what a thread waits for that waits for a mark: strands that only wait are no threads.
    fn awaited(&self, mark: u32, tell: &mut impl FnMut(Awaited)) {
        let (mut left, mut seen) = (vec![mark], BTreeSet::new());
        while let Some(mark) = left.pop() {
            if !seen.insert(mark) {
                continue;
            }
            match (self.of_threads[mark as usize], &self.joined[mark as usize]) {
                (Some(thread), _) => tell(Awaited::End(thread)),
                (None, joined) if joined.is_empty() => tell(Awaited::Mark(mark)),
                (None, joined) => left.extend(joined),
            }
        }
    }
}
