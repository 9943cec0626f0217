//! Beginning and end of tasks: iterations of a loop, calls of a method.

use paratrace_traceformat::map::InstructionId;

use super::divisions::{Division, UNLIMITED};
use super::record::TaskId;
use super::rules::{NeededBy, Rung};
use super::sites::{REST, Sites};
use super::subject::{Subject, Tasks};
use super::writes::Stretches;
use crate::limits;

/// Iterations as tasks.
///
/// A task is a chunk of successive iterations: as many as the grain of the lane says. The thread that runs the loop creates
/// them in order: it waits until a core is free, the creation takes its cost on both, then the chunk runs on that core. The
/// loop ends when all of them have ended. To begin and to end costs as much as some tasks.
#[derive(Debug, Default)]
pub(super) struct Iterations {
    /// Serial time at which the instance began; all clocks start there.
    begin: u64,
    /// Per lane, the time at which the last creation ended.
    created: Vec<u64>,
    /// Per lane, the time at which the last task to end has ended.
    ended: Vec<u64>,
    /// Per lane, the times at which the cores become free, ascending.
    cores: Vec<Vec<u64>>,
    /// Per lane, the iterations of the current chunk that have ended.
    done: Vec<u64>,
}

/// Calls as tasks.
///
/// A call gets a core if one is free, which costs the caller the creation, and the caller goes on at once. If none is
/// free, the caller runs the call itself. Cores are given in program order. Of a recursion, only calls up to the depth that
/// the grain of the lane says are tasks.
#[derive(Debug, Default)]
pub(super) struct Calls {
    /// Whether the outermost call of a recursion is no task: its caller waits for it, and has a core to work on it.
    recursive: bool,
    /// Serial time of the first call. The instance begins there and lasts until the thread ends.
    begin: Option<u64>,
    ended: Vec<u64>,
    /// Per lane, the times at which unused cores became free; the thread itself has one more core.
    cores: Vec<Vec<u64>>,
    open: Vec<Call>,
    next: TaskId,
    /// For each call, and each lane, the time at which it ended; 0 while it is open.
    ends: Vec<u64>,
    lanes: usize,
    /// Serial time and clocks at the end of the last call.
    last: (u64, Vec<u64>),
    /// Where calls have to be waited for, on each rung that says so.
    pub(super) joins: Vec<RungJoins>,
}

/// Where calls have to be waited for on a rung.
#[derive(Debug)]
pub(super) struct RungJoins {
    pub(super) rung: usize,
    pub(super) sites: Sites,
}

impl Iterations {
    /// Ends the chunk that runs in a lane. It ran on the core that was free first.
    fn end_chunk(&mut self, lane: usize, end: u64) {
        self.done[lane] = 0;
        self.ended[lane] = self.ended[lane].max(end);
        let cores = &mut self.cores[lane];
        if !cores.is_empty() {
            let at = cores.partition_point(|&free| free < end).max(1);
            // That core now takes its place in ascending order.
            cores[..at].rotate_left(1);
            cores[at - 1] = end;
        }
    }
}

impl Calls {
    /// Creates the tasks of a method, which may call itself.
    pub(super) fn new(recursive: bool, rungs: &[Rung]) -> Self {
        let waiting = rungs.iter().enumerate().filter(|(_, rung)| rung.waits_for_all.is_some());
        let joins = waiting.map(|(rung, _)| RungJoins { rung, sites: Sites::default() }).collect();
        Self { recursive, joins, ..Self::default() }
    }

    /// Returns whether a call may have to be waited for on any rung.
    #[inline]
    pub(super) fn is_pending(&self, call: TaskId) -> bool {
        self.joins.iter().any(|join| join.sites.is_pending(call))
    }

    /// Returns what needs something of a task, if another one runs.
    pub(super) fn needed_by(&self, task: TaskId, running: TaskId) -> NeededBy {
        // Tasks begin and end alike on all rungs.
        let scope = self.joins.first().filter(|_| task != REST).map(|join| join.sites.scope(task));
        match scope {
            Some(scope) if scope == running && scope != task => {
                if running == REST {
                    NeededBy::Rest
                } else {
                    NeededBy::Task
                }
            }
            _ => NeededBy::Sibling,
        }
    }

    /// The calls that run from a number of open ones on, and their callers, wait in a lane: so much later they go on.
    pub(super) fn delay(&mut self, depth: usize, lane: usize, time: u64) {
        let callers = self.open.iter_mut().skip(depth);
        callers.filter_map(|call| call.caller_at[lane].as_mut()).for_each(|clock| *clock += time);
    }

    /// Returns the time at which a call ended; 0 if it is open, or no call.
    #[inline]
    pub(super) fn ended(&self, call: TaskId, lane: usize) -> u64 {
        let at = (call as usize).checked_sub(1).map(|call| call * self.lanes + lane);
        at.and_then(|at| self.ends.get(at)).copied().unwrap_or(0)
    }

    /// Returns the number of times stored.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }
}

/// An open call.
#[derive(Debug)]
struct Call {
    caller: u32,
    /// Per lane, the caller's clock if it went on at once.
    caller_at: Vec<Option<u64>>,
}

/// The current serial time, and the cost of creating a task.
#[derive(Debug, Clone, Copy)]
pub(super) struct Now {
    pub(super) serial: u64,
    pub(super) task_cost: u64,
    /// The number of the level that begins next.
    pub(super) level: u64,
}

impl Subject<'_> {
    /// Enters a loop: begins an instance and its first iteration.
    pub(super) fn begin_loop(&mut self, now: Now, frame: u32, stretches: &mut Stretches) {
        self.begin(frame, stretches);
        let Self { lanes, tasks: Tasks::Loop(own), .. } = self else { return };
        own.begin = now.serial;
        own.created = vec![now.serial + now.task_cost * limits::REGION_TASKS; lanes.len()];
        own.ended = vec![now.serial; lanes.len()];
        let cores = |cores: u32| if cores == UNLIMITED { Vec::new() } else { vec![now.serial; cores as usize] };
        own.cores = lanes.iter().map(|lane| cores(lane.division.cores)).collect();
        own.done = vec![0; lanes.len()];
        self.begin_iteration(now);
    }

    /// Begins an iteration.
    pub(super) fn begin_iteration(&mut self, now: Now) {
        let Self { lanes, clocks, tasks: Tasks::Loop(own), outcome, .. } = self else { return };
        outcome.tasks += 1;
        for (lane, of) in lanes.iter().enumerate() {
            if own.done[lane] > 0 {
                continue;
            }
            // The creator first goes through the chain of the whole chunk.
            let chained = own.created[lane] + of.stage * of.division.grain;
            let free = own.cores[lane].first().copied().unwrap_or(own.begin);
            own.created[lane] = chained.max(free) + now.task_cost;
            clocks.set(lane, now.serial, own.created[lane]);
        }
    }

    /// Ends an iteration.
    pub(super) fn end_iteration(&mut self, now: Now) {
        let Self { lanes, clocks, tasks: Tasks::Loop(own), task, .. } = self else { return };
        *task += 1;
        for (lane, of) in lanes.iter().enumerate() {
            own.done[lane] += 1;
            if own.done[lane] >= of.division.grain {
                own.end_chunk(lane, clocks.at(lane, now.serial));
            }
        }
    }

    /// Ends a loop: all iterations have ended.
    pub(super) fn end_loop(&mut self, now: Now) {
        let Self { clocks, tasks: Tasks::Loop(own), outcome, .. } = self else { return };
        outcome.serial += now.serial - own.begin;
        for lane in 0..own.done.len() {
            if own.done[lane] > 0 {
                own.end_chunk(lane, clocks.at(lane, now.serial));
            }
        }
        for (sum, &ended) in outcome.lanes.iter_mut().zip(&own.ended) {
            sum.time += ended - own.begin;
        }
    }

    /// Begins a call that the instruction `site` makes, if the program has one.
    pub(super) fn begin_call(&mut self, now: Now, site: InstructionId, stretches: &mut Stretches) {
        if matches!(&self.tasks, Tasks::Method(own) if own.begin.is_none()) {
            self.begin(0, stretches);
        }
        let Self { lanes, clocks, tasks: Tasks::Method(own), task, outcome, .. } = self else { return };
        if own.begin.is_none() {
            own.begin = Some(now.serial);
            own.ended = vec![now.serial; lanes.len()];
            own.last.1 = vec![now.serial; lanes.len()];
            let cores = |cores: u32| if cores == UNLIMITED { Vec::new() } else { vec![0; cores as usize - 1] };
            own.cores = lanes.iter().map(|lane| cores(lane.division.cores)).collect();
            own.lanes = lanes.len();
        }
        outcome.tasks += 1;
        let depth = own.open.len() as u64;
        let inline = own.recursive && depth == 0;
        let mut caller_at = Vec::with_capacity(lanes.len());
        for (lane, of) in lanes.iter().enumerate() {
            let clock = clocks.at(lane, now.serial);
            let begins = clock + now.task_cost;
            let Division { cores, grain } = of.division;
            let inline = inline || own.recursive && depth > grain;
            let given = !inline && (cores == UNLIMITED || take_core(&mut own.cores[lane], clock));
            caller_at.push(given.then_some(begins));
            if given {
                clocks.set(lane, now.serial, begins);
            }
        }
        let site = if inline { InstructionId::NONE } else { site };
        for join in &mut own.joins {
            join.sites.begin(site, *task, (now.serial, now.level));
        }
        own.open.push(Call { caller: *task, caller_at });
        own.next += 1;
        *task = own.next;
        own.ends.resize(own.ends.len() + lanes.len(), 0);
    }

    /// Ends a call: its caller goes on from here, or has gone on already.
    pub(super) fn end_call(&mut self, now: Now) {
        let Self { lanes, clocks, tasks: Tasks::Method(own), task, .. } = self else { return };
        let Some(call) = own.open.pop() else { return };
        own.joins.iter_mut().for_each(|join| join.sites.end(now.serial));
        let first = (*task as usize).saturating_sub(1) * own.lanes;
        *task = call.caller;
        let ran = own.last.0 != now.serial;
        own.last.0 = now.serial;
        for (lane, of) in lanes.iter().enumerate() {
            let end = clocks.at(lane, now.serial);
            own.ended[lane] = own.ended[lane].max(end);
            own.ends[first + lane] = end;
            if ran {
                own.last.1[lane] = end;
            }
            if let Some(caller) = call.caller_at[lane] {
                clocks.set(lane, now.serial, caller);
                if of.division.cores != UNLIMITED {
                    own.cores[lane].push(end);
                }
            }
        }
    }

    /// Catches an exception: the handler waits for the call that threw it.
    pub(super) fn catch(&mut self, now: Now) {
        let Self { lanes, clocks, tasks: Tasks::Method(own), outcome, .. } = self else { return };
        if own.last.0 != now.serial || own.begin.is_none() {
            return;
        }
        for lane in 0..lanes.len() {
            let (clock, thrown) = (clocks.at(lane, now.serial), own.last.1[lane]);
            if thrown > clock {
                clocks.set(lane, now.serial, thrown);
                outcome.lanes[lane].stalled += thrown - clock;
            }
        }
    }

    /// Ends the thread, and with it the instance of a method.
    pub(super) fn end_thread(&mut self, now: Now) {
        let Self { clocks, tasks: Tasks::Method(own), outcome, .. } = self else { return };
        let Some(begin) = own.begin else { return };
        outcome.serial += now.serial - begin;
        let joins = std::mem::take(&mut own.joins).into_iter();
        outcome.sites = joins.map(|join| (join.rung, join.sites.finish(now.serial))).collect();
        for (lane, sum) in outcome.lanes.iter_mut().enumerate() {
            sum.time += own.ended[lane].max(clocks.at(lane, now.serial)) - begin;
        }
    }
}

/// Takes the core that has been free for the shortest time. Returns false if none is free.
fn take_core(cores: &mut Vec<u64>, clock: u64) -> bool {
    let free = cores.iter().enumerate().filter(|(_, free)| **free <= clock);
    match free.max_by_key(|(_, free)| **free).map(|(at, _)| at) {
        Some(at) => {
            cores.swap_remove(at);
            true
        }
        None => false,
    }
}
