//! Programs without instructions, by which streams show what no instruction does.

use paratrace_traceformat::map::{MethodId, ProgramMap};

use super::accesses::{Place, Script, Through, What};
use super::flow::Flow;
use super::program::{Micro, Micros, Program};

/// What happens in a path without instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Alone {
    /// The thread begins. The state of its `java.lang.Thread` is the only slot.
    Begins,
    /// An activation that ends leaves a monitor, its only slot.
    Leaves(MethodId),
    /// A class initialiser has ended.
    Initialised(MethodId),
}

impl Alone {
    pub(super) fn program(self, map: &ProgramMap) -> Program {
        let place = Place::Resolved(0);
        let (method, slots, what) = match self {
            Self::Begins => (MethodId::NONE, 1, What::Begins { place }),
            Self::Leaves(method) => (method, 1, What::Leave { place }),
            Self::Initialised(method) => {
                (method, 0, What::Releases { through: Through::Class(map.methods[method.index()].class) })
            }
        };
        let (ops, flow) = match self {
            Self::Begins => Default::default(),
            _ => (vec![Micro::Release], Flow::of_release()),
        };
        let script = Script::without_instructions(method, what);
        Program { slots, micros: Micros { ops, temps: 1 }, flow, script, ..Program::default() }
    }
}
