//! Strands as the machine executes them: marks are steps, too.

use paratrace_traceformat::map::InstructionId;
use rustc_hash::{FxHashMap, FxHashSet};

use super::steps::{END, Mark, Recording, Scheduled, Step, Why};

/// One step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Do {
    Work(u64),
    Enter {
        monitor: u32,
        turn: u32,
        at: InstructionId,
    },
    Leave {
        monitor: u32,
    },
    /// It gets a line of memory.
    Move(u32),
    Wait {
        mark: u32,
        why: Why,
        at: InstructionId,
    },
    /// Others wait for this.
    Reach {
        mark: u32,
    },
    /// An instance begins, or ends.
    Begin {
        instance: u32,
    },
    End {
        instance: u32,
    },
    /// An activation that a timeline shows begins, or ends.
    Opens(u32),
    Closes(u32),
}

/// A strand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    pub(super) actor: u32,
    pub(super) scheduled: Scheduled,
    /// The number of tasks that began before.
    pub(super) turn: u32,
    pub(super) steps: Vec<Do>,
}

/// Where a mark is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reached {
    /// The strand that reaches it.
    pub(super) strand: u32,
    pub(super) at: InstructionId,
    /// Whether it is the strand's end.
    pub(super) is_end: bool,
}

/// All strands.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Program {
    pub(super) lines: Vec<Line>,
    pub(super) marks: Vec<Reached>,
    pub(super) monitors: usize,
    /// Numbers of workers of the pools.
    pub(super) pools: Vec<u32>,
    pub(super) actors: usize,
    /// Number of instances in which work was handed out.
    pub(super) instances: usize,
}

impl Program {
    /// Makes a program of what was recorded.
    pub(super) fn of(recording: &Recording, costs: Costs) -> Self {
        let Marks { numbers, known, wanted } = Marks::of(recording, costs.thread);
        let mut noted = wanted;
        for (instance, one) in (0..).zip(&recording.instances) {
            // What begins comes behind all that its strand waited for until then.
            noted[one.strand as usize].push((one.begin.saturating_add(1), Do::Begin { instance }));
            noted[one.strand as usize].push((one.end, Do::End { instance }));
        }
        for (number, one) in (0..).zip(&recording.activations) {
            noted[one.strand as usize].push((one.begin.saturating_add(1), Do::Opens(number)));
            noted[one.strand as usize].push((one.end, Do::Closes(number)));
        }
        let lines = recording.strands.iter().zip(noted).map(|(strand, mut noted)| {
            // What begins is at the work before.
            noted.sort_by_key(|&(at, note)| (at, !begins(note)));
            Line {
                actor: strand.actor,
                scheduled: strand.scheduled,
                turn: strand.turn,
                steps: with_notes(&strand.steps, &noted, costs.lock, &numbers),
            }
        });
        Self {
            lines: lines.collect(),
            marks: known,
            monitors: recording.monitors as usize,
            pools: recording.pools.clone(),
            actors: recording.actors.len(),
            instances: recording.instances.len(),
        }
    }

    /// The same program with a worker for each task.
    pub(super) fn with_workers(&self) -> Self {
        let mut program = self.clone();
        for line in &mut program.lines {
            if matches!(line.scheduled, Scheduled::ByPool(_) | Scheduled::Forked(_)) {
                line.scheduled = Scheduled::Freely;
            }
        }
        program
    }

    /// Returns the work of all strands.
    pub(super) fn work(&self) -> u64 {
        let work = |step: &Do| if let Do::Work(work) = *step { work } else { 0 };
        self.lines.iter().flat_map(|line| &line.steps).map(work).sum()
    }
}

/// What things cost that are no instructions.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Costs {
    /// Entering a monitor.
    pub(super) lock: u64,
    /// Creating a thread.
    pub(super) thread: u64,
}

/// The marks that strands wait for.
#[derive(Default)]
struct Marks {
    numbers: FxHashMap<Mark, u32>,
    known: Vec<Reached>,
    /// What each strand does to reach its own, by the work before.
    wanted: Vec<Vec<(u64, Do)>>,
}

impl Marks {
    /// Finds the marks of a recorded run, in which creating a thread costs something.
    fn of(recording: &Recording, creation: u64) -> Self {
        let mut marks = Self { wanted: vec![Vec::new(); recording.strands.len()], ..Self::default() };
        let mut places: Vec<Vec<(u64, u32)>> = marks.wanted.iter().map(|_| Vec::new()).collect();
        let mut creates = FxHashSet::default();
        for strand in &recording.strands {
            for step in &strand.steps {
                let Step::Wait { mark, why, .. } = *step else { continue };
                let number = *marks.numbers.entry(mark).or_insert_with(|| {
                    let end = recording.strands[mark.strand as usize].ends.get(mark.epoch as usize);
                    let (work, at) = end.map_or((u64::MAX, InstructionId::NONE), |end| (end.work, end.at));
                    let number = marks.known.len() as u32;
                    let is_end = mark.epoch == END;
                    places[mark.strand as usize].push((if is_end { u64::MAX } else { work }, number));
                    marks.known.push(Reached { strand: mark.strand, at, is_end });
                    number
                });
                let is_started = why == Why::Start && mark.epoch != END && strand.scheduled == Scheduled::Freely;
                if is_started && creation > 0 {
                    creates.insert(number);
                }
            }
        }
        for (wanted, mut places) in marks.wanted.iter_mut().zip(places) {
            places.sort_unstable();
            for (at, mark) in places {
                let creation = creates.contains(&mark).then_some((at, Do::Work(creation)));
                wanted.extend(creation.into_iter().chain([(at, Do::Reach { mark })]));
            }
        }
        marks
    }
}

/// Returns whether something begins, which is noted with one more than the work before.
fn begins(note: Do) -> bool {
    matches!(note, Do::Begin { .. } | Do::Opens(_))
}

/// Merges the steps of a strand with its marks and instances, by the work before them.
fn with_notes(steps: &[Step], noted: &[(u64, Do)], lock_cost: u64, numbers: &FxHashMap<Mark, u32>) -> Vec<Do> {
    let (mut found, mut left, mut work) = (Vec::with_capacity(steps.len() + noted.len()), noted, 0);
    for step in steps {
        // Data that a strand gets where an epoch ends belong to this epoch.
        if !matches!(step, Step::Move(_)) {
            let done = left.partition_point(|&(at, _)| at <= work);
            found.extend(left[..done].iter().map(|&(_, note)| note));
            left = &left[done..];
        }
        match *step {
            Step::Work(amount) => {
                let end = work + amount;
                while let Some((&(at, note), rest)) = left.split_first()
                    // A beginning is noted before the first work behind it, and takes none itself.
                    && let until = at - u64::from(begins(note))
                    && until < end
                {
                    if until > work {
                        found.push(Do::Work(until - work));
                        work = until;
                    }
                    found.push(note);
                    left = rest;
                }
                if end > work {
                    found.push(Do::Work(end - work));
                    work = end;
                }
            }
            Step::Enter { monitor, turn, at } => {
                found.push(Do::Enter { monitor, turn, at });
                if lock_cost > 0 {
                    found.push(Do::Work(lock_cost));
                }
            }
            Step::Leave { monitor } => found.push(Do::Leave { monitor }),
            Step::Move(number) => found.push(Do::Move(number)),
            Step::Wait { mark, why, at } => {
                if let Some(&mark) = numbers.get(&mark) {
                    found.push(Do::Wait { mark, why, at });
                }
            }
        }
    }
    found.extend(left.iter().map(|&(_, note)| note));
    found
}
