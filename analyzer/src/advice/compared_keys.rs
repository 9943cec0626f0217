//! Keys of maps and elements of sets: the library asks them for their hash, and compares them.

use paratrace_traceformat::map::{InstructionId, MethodId, Op};
use rustc_hash::FxHashSet;

use super::blockers::Context;
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
            if !self.reached().methods().any(|method| self.compares(method)) {
                return FxHashSet::default();
            }
            let otherwise = self.run_otherwise();
            self.reached().methods().filter(|method| !otherwise.contains(method)).collect()
        })
    }

    /// Returns the methods that tasks run even if the library compares nothing, and those of which the tasks are.
    fn run_otherwise(&self) -> FxHashSet<MethodId> {
        let (points, map) = (self.points, self.points.map);
        let mut found: FxHashSet<MethodId> = self.code.iter().map(|&insn| points.method_of(insn)).collect();
        let mut open: Vec<InstructionId> = self.code.clone();
        while let Some(insn) = open.pop() {
            for callee in self.reach.callees_of(insn) {
                let is_compared = self.compares(callee) && !self.names(insn, callee);
                if !is_compared && found.insert(callee) {
                    open.extend(map.methods[callee.index()].instructions());
                }
            }
        }
        found
    }

    fn compares(&self, method: MethodId) -> bool {
        COMPARING.contains(&&*self.points.map.methods[method.index()].name)
    }

    /// Returns whether a call names a method, or one that it overrides: then it is not the library that calls it.
    fn names(&self, insn: InstructionId, callee: MethodId) -> bool {
        let callee = &self.points.map.methods[callee.index()];
        self.points.call(insn).is_some_and(|site| site.name == callee.name && site.desc == callee.desc)
    }
}
