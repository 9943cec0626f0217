//! A timeline of one simulated run: what strands do, and on which cores they run.

use std::cmp::Reverse;

use paratrace_traceformat::map::InstructionId;

use super::assemble::{Assembler, kind};
use super::machine::Blocked;
use super::movement::{Move, Moved};
use super::observer::{By, Observer};
use super::program::{Do, Program};
use super::steps::Why;
use super::tracks::Tracks;
use crate::limits;
use crate::model::{
    HandingKind, Point, ReplayTimeline, TimelineDoes, TimelineDone, TimelineFlow, TimelineInstant, TimelineMove,
    TimelineRun, TimelineSlice, WaitKind,
};

/// What a strand does from one time to another.
#[derive(Debug, Clone)]
struct Stretch {
    strand: u32,
    from: u64,
    to: u64,
    does: Does,
    at: InstructionId,
}

#[derive(Debug, Clone, Copy)]
enum Does {
    Executes(u32),
    Waits(WaitKind),
    NoCore,
    /// So many lines, with this number, for a write.
    Moves(u64, u32, bool),
}

/// Returns what a strand does, and where.
fn told(one: &Stretch, names: &Assembler<'_>) -> (TimelineDoes, Option<Point>) {
    let does = match one.does {
        Does::Waits(kind) => TimelineDoes::Waits(kind),
        Does::NoCore => TimelineDoes::NoCore,
        Does::Moves(lines, line, write) => {
            let address = names.recording.moves.addresses[line as usize];
            TimelineDoes::Moves(TimelineMove { lines, address, write })
        }
        Does::Executes(activation) => {
            let construct = names.recording.activations[activation as usize].construct;
            let named = names.named(construct);
            let (kind, at, calls) =
                named.map_or((HandingKind::Method, None, None), |(kind, at, calls)| (kind, Some(at), calls));
            return (TimelineDoes::Executes(kind, calls), at);
        }
    };
    (does, names.point(one.at))
}

/// A strand at a moment.
type Moment = (u32, u64);

/// Takes down what a machine tells.
pub(super) struct Notes<'p> {
    program: &'p Program,
    /// Shorter stretches are left out.
    least: u64,
    stretches: Vec<Stretch>,
    instants: Vec<(Moment, TimelineDone, InstructionId)>,
    flows: Vec<(Moment, Moment, Option<WaitKind>)>,
    /// Core, strand and times.
    runs: Vec<(u32, u32, u64, u64)>,
    left_out: u64,
    /// When each strand began, and ended.
    lives: Vec<Option<(u64, u64)>>,
    /// The core that each strand has, and since when.
    running: Vec<(u32, u64)>,
    /// When each mark was reached, and each activation began.
    reached: Vec<u64>,
    opened: Vec<u64>,
}

impl<'p> Notes<'p> {
    /// `time` is about that of the run.
    pub(super) fn new(program: &'p Program, activations: usize, time: u64) -> Self {
        let strands = program.lines.len();
        Self {
            program,
            least: time / limits::SEEN_IN_TIMELINE,
            stretches: Vec::new(),
            instants: Vec::new(),
            flows: Vec::new(),
            runs: Vec::new(),
            left_out: 0,
            lives: vec![None; strands],
            running: vec![(0, 0); strands],
            reached: vec![0; program.marks.len()],
            opened: vec![0; activations],
        }
    }

    fn has_room(&mut self) -> bool {
        let has_room = self.stretches.len() + self.instants.len() + self.runs.len() < limits::TIMELINE_EVENTS;
        self.left_out += u64::from(!has_room);
        has_room
    }

    fn stretch(&mut self, stretch: Stretch) {
        if stretch.to - stretch.from <= self.least {
            self.left_out += u64::from(stretch.to > stretch.from);
        } else if self.has_room() {
            self.stretches.push(stretch);
        }
    }

    fn lives_at(&mut self, strand: u32, at: u64) {
        let life = self.lives[strand as usize].get_or_insert((at, at));
        life.1 = life.1.max(at);
    }

    fn instant(&mut self, moment: Moment, does: TimelineDone, insn: InstructionId) {
        if self.has_room() {
            self.instants.push((moment, does, insn));
        }
    }

    /// Returns the timeline, with the names that the program has for things.
    pub(super) fn timeline(self, names: &Assembler<'_>, cores: u32, time: u64) -> ReplayTimeline {
        let Tracks { of, names: tracks } = Tracks::new(names, &self.lives);
        let track = |strand: u32| of[strand as usize];
        let lives = (0..).zip(&self.lives).filter_map(|(strand, life)| {
            let (from, to) = (*life)?;
            Some(TimelineSlice { track: track(strand)?, from, to, does: TimelineDoes::Lives, at: None })
        });
        let stretches = self.stretches.iter().filter_map(|one| {
            let (does, at) = told(one, names);
            Some(TimelineSlice { track: track(one.strand)?, from: one.from, to: one.to, does, at })
        });
        let mut slices: Vec<TimelineSlice> = lives.chain(stretches).collect();
        slices.sort_by_key(|slice| (slice.track, slice.from, Reverse(slice.to)));
        let instants = self.instants.iter().filter_map(|&((strand, time), does, at)| {
            Some(TimelineInstant { track: track(strand)?, time, does, at: names.point(at) })
        });
        let mut instants: Vec<TimelineInstant> = instants.collect();
        instants.sort_by_key(|instant| (instant.track, instant.time));
        let moment = |(strand, time): Moment| Some((track(strand)?, time));
        let flows = self.flows.iter();
        let flows =
            flows.filter_map(|&(from, to, kind)| Some(TimelineFlow { from: moment(from)?, to: moment(to)?, kind }));
        let runs = self.runs.iter();
        let runs =
            runs.filter_map(|&(core, strand, from, to)| Some(TimelineRun { core, track: track(strand)?, from, to }));
        let (flows, runs) = (flows.collect(), runs.collect());
        ReplayTimeline { cores, time, tracks, slices, instants, flows, runs, left_out: self.left_out }
    }
}

impl Observer for Notes<'_> {
    fn starts(&mut self, by: By, core: u32, at: u64) {
        self.running[by.strand as usize] = (core, at);
        // Who waits for its start does not live yet.
        let waits_for_start = |step: &Do| matches!(step, Do::Wait { why: Why::Start, .. });
        let first = self.program.lines[by.strand as usize].steps.first();
        if at > 0 || !first.is_some_and(waits_for_start) {
            self.lives_at(by.strand, at);
        }
    }

    fn stops(&mut self, by: By, at: u64) {
        let (core, from) = self.running[by.strand as usize];
        if at > from {
            self.lives_at(by.strand, at);
            if self.has_room() {
                self.runs.push((core, by.strand, from, at));
            }
        }
    }

    fn readied(&mut self, by: By, since: u64, at: u64) {
        if self.lives[by.strand as usize].is_some() {
            self.stretch(Stretch {
                strand: by.strand,
                from: since,
                to: at,
                does: Does::NoCore,
                at: InstructionId::NONE,
            });
        }
    }

    fn waited(&mut self, by: By, blocked: Blocked, since: u64, at: u64) {
        let (why, insn) = match blocked {
            Blocked::Mark(mark, why, insn) => {
                let by_mark = (self.program.marks[mark as usize].strand, self.reached[mark as usize]);
                if at > since {
                    self.flows.push((by_mark, (by.strand, at), kind(why)));
                }
                (why, insn)
            }
            Blocked::Monitor(_, insn) => (Why::Lock, insn),
        };
        if let Some(kind) = kind(why) {
            self.stretch(Stretch { strand: by.strand, from: since, to: at, does: Does::Waits(kind), at: insn });
        }
    }

    fn moved(&mut self, by: By, to: &Move, moved: Moved, at: u64) {
        let does = Does::Moves(moved.lines, to.line, to.write);
        self.stretch(Stretch { strand: by.strand, from: at, to: at + moved.time, does, at: to.at });
    }

    fn reached(&mut self, mark: u32, at: u64) {
        self.reached[mark as usize] = at;
    }

    fn entered(&mut self, strand: u32, monitor: u32, insn: InstructionId, at: u64) {
        self.instant((strand, at), TimelineDone::Enters(monitor), insn);
    }

    fn left(&mut self, strand: u32, monitor: u32, at: u64) {
        self.instant((strand, at), TimelineDone::Leaves(monitor), InstructionId::NONE);
    }

    fn opens(&mut self, activation: u32, at: u64) {
        self.opened[activation as usize] = at;
    }

    fn closes(&mut self, strand: u32, activation: u32, at: u64) {
        let (from, does) = (self.opened[activation as usize], Does::Executes(activation));
        self.stretch(Stretch { strand, from, to: at, does, at: InstructionId::NONE });
    }

    fn ended(&mut self, strand: u32, at: u64) {
        self.lives_at(strand, at);
    }
}
