//! Plans: the accesses of one path to values of primitive types, and its thread starts and joins.

use paratrace_replay::paths::Program;
use paratrace_replay::paths::accesses::{Place, What};
use paratrace_traceformat::map::{InstructionId, Op as MapOp, ProgramMap};

use super::entities::{Kind, is_primitive};

/// An event at a node that concerns shared data. `node` counts from the beginning of the path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Op {
    /// Access to an element of a primitive type; `slot` is an index into the path's slots.
    Element { slot: u32, kind: Kind, write: bool, node: u32 },
    /// Access to an element of a reference type, which reveals the array's type.
    Reference { slot: u32 },
    /// Access to a field of a primitive type; `slot` is an index into the path's slots.
    Field { slot: u32, write: bool, bytes: u8, node: u32 },
    /// Access to a static field of a primitive type; `slot` is its slot.
    Static { slot: u32, write: bool, bytes: u8, node: u32 },
    /// A copy of array elements.
    Copy { node: u32 },
    /// A call of `Thread.start`.
    Start { node: u32 },
    /// A call of `Thread.join`.
    Join { node: u32 },
}

/// The plan of one path.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) ops: Vec<Op>,
    /// Number of slots before the element copies.
    pub(super) slots: usize,
    /// Number of loop levels that are left within the path.
    pub(super) exits: u32,
    pub(super) nodes: u32,
    /// First instruction of the path, or `NONE`.
    pub(super) first: InstructionId,
}

/// Returns the bytes of a value of a primitive type.
pub(super) fn width(kind: Kind) -> u8 {
    match kind {
        b'Z' | b'B' => 1,
        b'C' | b'S' => 2,
        b'J' | b'D' => 8,
        _ => 4,
    }
}

/// Plans a path.
pub(super) fn plan(map: &ProgramMap, calls: &Calls, program: &Program) -> Plan {
    let mut ops = Vec::new();
    for event in &program.script.events {
        let node = event.node;
        match event.what {
            What::Read(place) => ops.extend(access(map, place, event.insn, node, false)),
            What::Write(place) => ops.extend(access(map, place, event.insn, node, true)),
            What::Copy => ops.push(Op::Copy { node }),
            _ => {}
        }
    }
    for (insn, node) in program.script.insns().zip(0..) {
        if MapOp::from_byte(map.insns.op[insn.index()]) == Some(MapOp::Invoke) {
            match calls.of(map.insns.arg[insn.index()]) {
                Call::Start => ops.push(Op::Start { node }),
                Call::Join => ops.push(Op::Join { node }),
                Call::Other => {}
            }
        }
    }
    Plan {
        ops,
        slots: program.slots as usize,
        exits: program.exits.iter().map(|exit| exit.levels).sum(),
        nodes: program.nodes,
        first: program.script.insns().next().unwrap_or(InstructionId::NONE),
    }
}

fn access(map: &ProgramMap, place: Place, insn: InstructionId, node: u32, write: bool) -> Option<Op> {
    let (op, arg) = (MapOp::from_byte(map.insns.op[insn.index()])?, map.insns.arg[insn.index()]);
    let field = || {
        let kind = map.fields[arg as usize].desc.bytes().next().unwrap_or(b'L');
        is_primitive(kind).then(|| width(kind))
    };
    match (op, place) {
        (MapOp::ArrayLoad | MapOp::ArrayStore, Place::Resolved(slot)) => Some(match arg as u8 {
            kind if is_primitive(kind) => Op::Element { slot, kind, write, node },
            _ => Op::Reference { slot },
        }),
        (MapOp::GetField | MapOp::PutField, Place::Resolved(slot)) => {
            field().map(|bytes| Op::Field { slot, write, bytes, node })
        }
        (MapOp::GetStatic | MapOp::PutStatic, Place::Static(slot)) => {
            field().map(|bytes| Op::Static { slot, write, bytes, node })
        }
        _ => None,
    }
}

/// The effect of a call on threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Call {
    Start,
    Join,
    Other,
}

/// The effects of all call sites: which of them start or join threads.
#[derive(Debug)]
pub(super) struct Calls {
    sites: Vec<Call>,
}

const THREAD: &str = "java/lang/Thread";

impl Calls {
    pub(super) fn new(map: &ProgramMap) -> Self {
        let is_thread = |class: &str| {
            let mut at = class;
            // A chain of super classes is no longer than the list of classes, unless the map is damaged.
            for _ in 0..=map.classes.len() {
                match map.classes.iter().find(|known| known.name == at) {
                    _ if at == THREAD => return true,
                    Some(class) => at = class.super_name.as_deref().unwrap_or_default(),
                    None => return false,
                }
            }
            false
        };
        let sites = map.sites.iter().map(|site| match (site.name.as_str(), site.desc.as_str()) {
            ("start", "()V") if is_thread(&site.class) => Call::Start,
            ("join", "()V") if is_thread(&site.class) => Call::Join,
            _ => Call::Other,
        });
        Self { sites: sites.collect() }
    }

    fn of(&self, site: u32) -> Call {
        self.sites.get(site as usize).copied().unwrap_or(Call::Other)
    }
}
