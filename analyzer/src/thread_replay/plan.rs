//! Plans: what a path does to the order of threads, with the cost of the nodes before it.

use paratrace_replay::paths::Program;
use paratrace_replay::paths::accesses::{Event, Through, What};
use paratrace_traceformat::map::{Access, Effect, InstructionId, ProgramMap};

use super::CostOf;
use super::calls::Call;
use super::known::{Known, Role, notifies};
use super::movement::Shape;
use super::virtual_threads::Life;
use crate::heap::At;

/// How a location is accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum How {
    Reads,
    /// It may read a value that an update then replaces.
    ReadsVolatile,
    Writes,
    /// It reads and writes at once.
    Updates,
}

/// What an operation does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Does {
    Accesses(How, At),
    /// A virtual thread is made, started, or begins.
    Lives(Life, At),
    /// A task is put into a queue of a fork-join pool, or an update may take one out.
    PutsTask(At),
    ExchangesTask(At, bool),
    /// A worker gets its next task from a field, or a task is put there.
    PassesTask(How, At),
    /// The same of the state of a lock, if it is one.
    AccessesState(How, At),
    /// A lock gets an owner, or loses it.
    Owns(At),
    /// The next group of element copies.
    Copies,
    Enters(At),
    Leaves(At),
    /// It lets others see what the thread did. At a monitor that the thread holds it waits.
    Releases(Option<At>),
    Wakes(At),
    Notifies,
    Begins(At),
    Acquires(Acquires),
    /// The same when the call at the end of the path returns.
    Awaits(Acquires),
    Gives,
    /// It gives tasks to other threads, but it is not known how many.
    GivesSome,
    Puts(At),
    Arrives(At),
    /// It may get a line of memory from another core.
    Touches {
        at: At,
        shape: Shape,
        write: bool,
    },
}

/// What a thread may have to wait for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Acquires {
    /// The monitor that it has given back to wait.
    Again(At),
    Own,
    EndOf(At),
    Lock(At),
    Value(At),
    Takes(At),
    Meets(At),
    Results,
}

/// One operation.
#[derive(Debug, Clone, Copy)]
pub(super) struct Op {
    /// Cost of the nodes of the path before it.
    pub(super) before: u64,
    pub(super) insn: InstructionId,
    pub(super) does: Does,
}

/// What a path does.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) ops: Box<[Op]>,
    pub(super) cost: u64,
    /// Number of slots before the element copies.
    pub(super) slots: u32,
    /// Number of region levels that it leaves.
    pub(super) left: u32,
    /// The last instruction, if the method is one of the program.
    pub(super) own: Option<InstructionId>,
    pub(super) is_own: bool,
    /// The first instruction of the method.
    pub(super) first: u32,
}

impl Plan {
    /// Plans a path. `moves`: with what moves data. `unknown` is told calls of which it is not known what they wait for.
    pub(super) fn of(
        known: &Known<'_>,
        (cost, moves): (CostOf<'_>, bool),
        program: &Program,
        unknown: &mut impl FnMut(InstructionId),
    ) -> Self {
        let script = &program.script;
        let mut before = vec![0];
        let mut found: Vec<(u32, u8, Op)> = Vec::new();
        for (node, insn) in (0..).zip(script.insns()) {
            let opcode = known.map.insns.opcode.get(insn.index()).copied().unwrap_or_default();
            before.push(before.last().copied().unwrap_or(0) + cost(opcode));
            if notifies(known.map, insn) {
                found.push((node, 2, Op { before: before[node as usize], insn, does: Does::Notifies }));
            }
        }
        let at = |node: usize| before.get(node).or(before.last()).copied().unwrap_or(0);
        for event in &script.events {
            // Who has to wait for what it reads waits before the data come.
            let touches = moves.then(|| touches(known.map, event)).flatten().map(|does| (1, does));
            let lives = known.lives.of(event, known.field(event.insn)).map(|(life, at)| (1, Does::Lives(life, at)));
            for (rank, does) in does(known, event, unknown).into_iter().chain(touches).chain(lives) {
                let node = event.node as usize + usize::from(rank > 1 && !event.insn.is_none());
                found.push((event.node, rank, Op { before: at(node), insn: event.insn, does }));
            }
        }
        // What an instruction releases includes what it writes.
        found.sort_by_key(|&(node, rank, _)| (node, rank));
        let is_own = known.is_own(script.method);
        Self {
            ops: found.into_iter().map(|(_, _, op)| op).collect(),
            cost: at(before.len()),
            slots: program.slots,
            left: program.exits.iter().map(|exit| exit.levels).sum(),
            own: script.insns().last().filter(|_| is_own),
            is_own,
            first: known.map.methods.get(script.method.index()).map_or(0, |method| method.insns.start),
        }
    }
}

/// Returns which location an event accesses, if it may have to move.
fn touches(map: &ProgramMap, event: &Event) -> Option<Does> {
    let (place, write) = match event.what {
        What::Read(place) => (place, false),
        What::Write(place) => (place, true),
        // An atomic variable, if its code is not traced.
        What::Touch { place, argument: 0 } => match Call::of(map, event.insn)? {
            Call::Reads => (place, false),
            Call::Updates | Call::Writes => (place, true),
            _ => return None,
        },
        _ => return None,
    };
    Some(Does::Touches { at: At::of(place)?, shape: Shape::of(map, event.insn), write })
}

/// Returns what an event does, and its rank among those of one instruction.
fn does(known: &Known<'_>, event: &Event, unknown: &mut impl FnMut(InstructionId)) -> Option<(u8, Does)> {
    let call = || Call::of(known.map, event.insn);
    let access = || match known.map.call_at(event.insn)?.effect {
        Effect::Access(access) => Some(access),
        _ => None,
    };
    let accesses = |how, place| {
        let at = At::of(place)?;
        match known.role(event.insn) {
            Role::Data if how != How::Writes && known.passes_task(event.insn) => Some(Does::PassesTask(how, at)),
            Role::Data => Some(Does::Accesses(how, at)),
            Role::State => Some(Does::AccessesState(how, at)),
            Role::Owner if how == How::Writes => Some(Does::Owns(at)),
            Role::Task => match how {
                How::Writes => Some(Does::PutsTask(at)),
                How::Updates => Some(Does::ExchangesTask(at, known.takes_for_execution(event.insn))),
                How::Reads | How::ReadsVolatile => None,
            },
            Role::Owner | Role::Machinery => None,
        }
    };
    Some(match event.what {
        What::Begins { place } => (0, Does::Begins(At::of(place)?)),
        What::Enter { place } => (0, Does::Enters(At::of(place)?)),
        What::Acquires { through } => (0, Does::Acquires(acquires(through, call(), event.insn, unknown)?)),
        What::Awaits { through } => (3, Does::Awaits(acquires(through, call(), event.insn, unknown)?)),
        What::Read(place) => match access() {
            Some(Access { writes: true, .. }) => return None,
            _ if known.is_volatile(event.insn) => (1, accesses(How::ReadsVolatile, place)?),
            _ => (1, accesses(How::Reads, place)?),
        },
        What::Write(place) => match access() {
            Some(Access { reads: true, .. }) => (1, accesses(How::Updates, place)?),
            _ => (1, accesses(How::Writes, place)?),
        },
        What::Copy => (1, Does::Copies),
        What::Leave { place } => (2, Does::Leaves(At::of(place)?)),
        What::Releases { through } => (2, releases(through, call())),
        _ => return None,
    })
}

fn releases(through: Through, call: Option<Call>) -> Does {
    let place = match through {
        Through::Place(place) => At::of(place),
        Through::Thread(place) => return At::of(place).map_or(Does::Releases(None), Does::Wakes),
        Through::Tasks if call == Some(Call::Gives) => return Does::Gives,
        Through::Tasks => return Does::GivesSome,
        _ => None,
    };
    match (call, place) {
        (Some(Call::Unlock), Some(at)) => Does::Leaves(at),
        (Some(Call::Updates), Some(at)) => Does::Accesses(How::Updates, at),
        (Some(Call::Writes), Some(at)) => Does::Accesses(How::Writes, at),
        (Some(Call::Puts), Some(at)) => Does::Puts(at),
        (Some(Call::Meets), Some(at)) => Does::Arrives(at),
        (_, at) => Does::Releases(at),
    }
}

fn acquires(
    through: Through,
    call: Option<Call>,
    insn: InstructionId,
    unknown: &mut impl FnMut(InstructionId),
) -> Option<Acquires> {
    if call == Some(Call::Unknown) {
        unknown(insn);
    }
    match (through, call) {
        (Through::Own, _) => Some(Acquires::Own),
        (Through::EndOf(place), _) => At::of(place).map(Acquires::EndOf),
        (Through::Results, Some(Call::Gets)) => Some(Acquires::Results),
        (Through::Place(place), None) => At::of(place).map(Acquires::Again),
        (Through::Place(place), Some(call)) => {
            let at = At::of(place)?;
            match call {
                Call::Lock => Some(Acquires::Lock(at)),
                Call::Reads => Some(Acquires::Value(at)),
                Call::Takes => Some(Acquires::Takes(at)),
                Call::Meets => Some(Acquires::Meets(at)),
                _ => None,
            }
        }
        _ => None,
    }
}
