//! Random threads that take stamps as the runtime does; the merged order is compared with vector clocks.

use std::collections::HashMap;

use proptest::prelude::*;

use super::order::Turns;

const THREADS: usize = 4;
const LOCKS: usize = 3;

type Clock = [usize; THREADS];

/// The next action of a thread: it releases or acquires something, or neither.
#[derive(Debug, Clone, Copy)]
enum Action {
    Release(usize),
    Acquire(usize),
    Work,
}

/// An event with the number of events of each thread that happened before it.
#[derive(Debug, Clone)]
struct Event {
    thread: usize,
    number: usize,
    before: Clock,
}

#[derive(Default)]
struct Thread {
    /// `None` before its first event.
    stamp: Option<u64>,
    clock: Clock,
    units: Vec<(u64, Vec<Event>)>,
}

/// All threads, with the counter of the runtime and the clock that each lock has released.
#[derive(Default)]
struct Model {
    threads: [Thread; THREADS],
    last: u64,
    begun: bool,
    released: HashMap<usize, Clock>,
}

impl Model {
    fn act(&mut self, thread: usize, action: Action) {
        if let Action::Acquire(lock) = action
            && let Some(seen) = self.released.get(&lock)
        {
            let clock = &mut self.threads[thread].clock;
            clock.iter_mut().zip(seen).for_each(|(mine, &seen)| *mine = (*mine).max(seen));
        }
        let first = self.threads[thread].stamp.is_none();
        if first || matches!(action, Action::Acquire(_)) {
            self.stamp(thread);
        }
        self.event(thread);
        if let Action::Release(lock) = action {
            let clock = self.threads[thread].clock;
            let released = self.released.entry(lock).or_default();
            released.iter_mut().zip(clock).for_each(|(all, mine)| *all = (*all).max(mine));
        }
    }

    /// Takes a stamp as `Probe.acquired` does: none while the counter stands at the thread's own. The first thread of
    /// all begins with 0.
    fn stamp(&mut self, thread: usize) {
        let stamp = match self.threads[thread].stamp {
            Some(own) if own == self.last => return,
            None if !std::mem::replace(&mut self.begun, true) => 0,
            _ => self.last + 1,
        };
        self.last = self.last.max(stamp);
        self.threads[thread].stamp = Some(stamp);
        self.threads[thread].units.push((stamp, Vec::new()));
    }

    fn event(&mut self, number: usize) {
        let thread = &mut self.threads[number];
        thread.clock[number] += 1;
        let event = Event { thread: number, number: thread.clock[number], before: thread.clock };
        thread.units.last_mut().unwrap().1.push(event);
    }

    /// Lists the events by the turns of the threads.
    fn merged(mut self) -> Vec<Event> {
        let mut units: Vec<_> =
            self.threads.iter_mut().map(|t| std::mem::take(&mut t.units).into_iter().peekable()).collect();
        let firsts: Vec<u64> = units.iter_mut().map(|u| u.peek().map_or(0, |unit| unit.0)).collect();
        let mut turns = Turns::new(firsts.into_iter());
        let mut all = Vec::new();
        while let Some(thread) = turns.next() {
            while let Some((_, events)) = units[thread].next() {
                all.extend(events);
                if let Some(next) = units[thread].peek()
                    && !turns.stays(thread, next.0)
                {
                    break;
                }
            }
        }
        all
    }
}

fn action() -> impl Strategy<Value = (usize, Action)> {
    let action =
        prop_oneof![(0..LOCKS).prop_map(Action::Release), (0..LOCKS).prop_map(Action::Acquire), Just(Action::Work),];
    (0..THREADS, action)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_order_respects_happens_before(actions in prop::collection::vec(action(), 1..120)) {
        let mut model = Model::default();
        actions.iter().for_each(|&(thread, action)| model.act(thread, action));
        let merged = model.merged();
        prop_assert_eq!(merged.len(), actions.len());
        let mut done = [0; THREADS];
        for event in merged {
            done[event.thread] += 1;
            prop_assert_eq!(done[event.thread], event.number);
            prop_assert!(event.before.iter().zip(&done).all(|(before, done)| before <= done), "{:?} at {:?}", event, done);
        }
    }
}
