//! Keys of maps and elements of sets: the library asks them for their hash, and compares them.

use paratrace_traceformat::map::{InstructionId, MethodId, Op, ProgramMap};
use rustc_hash::FxHashSet;

use super::context::Context;
use crate::dependences::Key;

/// Methods by which the library compares objects.
const COMPARING: [&str; 4] = ["equals", "hashCode", "compareTo", "compare"];

impl Context<'_> {
    /// Returns whether a dependence only shows what the library looks at when it compares an object with those that a map or a set has got:
    /// its constructor wrote that before anybody had the object, so it comes with the object. How the object itself got there is another
    /// dependence, through the map.
    pub(super) fn comes_with_key(&self, key: &Key) -> bool {
        let points = self.points;
        points.op(key.head) == Op::PutField
            && points.op(key.tail) == Op::GetField
            && points.is_constant_field(points.map.insns.arg[key.tail.index()])
            && self.only_compare().contains(&points.method_of(key.tail))
    }

    /// Returns the methods that tasks only run because the library compares objects.
    fn only_compare(&self) -> &FxHashSet<MethodId> {
        self.only_compare.get_or_init(|| {
            let points = self.points;
            if !self.reached().methods().any(|method| compares(points.map, method)) {
                return FxHashSet::default();
            }
            let mut otherwise: FxHashSet<MethodId> = self.code.iter().map(|&insn| points.method_of(insn)).collect();
            otherwise.extend(self.reach.reached_without_comparing(self.code.clone()).methods());
            self.reached().methods().filter(|method| !otherwise.contains(method)).collect()
        })
    }
}

/// Returns whether it is the library that runs a method for a call, to compare objects: the call names another one.
pub(super) fn is_comparison(map: &ProgramMap, call: InstructionId, method: MethodId) -> bool {
    let described = &map.methods[method.index()];
    let names_it = map.call_at(call).is_some_and(|site| site.name == described.name && site.desc == described.desc);
    compares(map, method) && !names_it
}

fn compares(map: &ProgramMap, method: MethodId) -> bool {
    COMPARING.contains(&&*map.methods[method.index()].name)
}
