//! Tasks that the initialiser of a class runs (JVM specification, 5.5).
//!
//! A class that is being initialised is locked. Other threads that use it, as the tasks of a parallel stream do whose lambda is in
//! the class, wait until the initialiser ends. It would wait for the tasks: both wait for ever.

use paratrace_traceformat::map::{ClassId, InstructionId, MethodId, Op};

use super::blockers::Blocked;
use super::candidates::Maker;
use super::told_by_code;
use crate::model::{Nature, Point, Remedy, Via, ViaKind};

impl Maker<'_> {
    /// Adds the blocker of tasks whose code is in these methods, if a class ran them that they use. `at` is where they begin. What
    /// forces an order on them comes before it.
    pub(super) fn add_initializing(
        &self,
        blocked: &mut Vec<Blocked>,
        methods: &[MethodId],
        code: &[InstructionId],
        at: Point,
    ) {
        let during = self.sums.during.iter().filter(|(method, _)| methods.contains(method));
        let classes = during.map(|&(_, class)| class).filter(|&class| self.use_class(methods, code, class));
        let Some(class) = classes.min() else { return };
        let name = self.totals.map.classes[class.index()].name.clone();
        let via = Via::new(ViaKind::Class, name);
        told_by_code::add(blocked, (Nature::Initializing, Remedy::LeaveInitializer), via, at);
    }

    /// Returns whether tasks run code of a class or use its static fields. The code of a task itself becomes a lambda in its class.
    fn use_class(&self, methods: &[MethodId], code: &[InstructionId], class: ClassId) -> bool {
        let map = self.totals.map;
        let is_of_class = |method: MethodId| map.methods[method.index()].class == class;
        let uses = |insn: InstructionId| match self.points.op(insn) {
            Op::GetStatic | Op::PutStatic => {
                map.fields[map.insns.arg[insn.index()] as usize].class == map.classes[class.index()].name
            }
            _ => is_of_class(self.points.method_of(insn)),
        };
        methods.iter().any(|&method| is_of_class(method)) || self.reach.reached(code.iter().copied()).any(uses)
    }
}
