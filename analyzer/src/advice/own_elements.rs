//! Lists of which each iteration only uses the element with its own number.

use paratrace_jvm::library::{self, MethodFact, Nature as Use};
use paratrace_traceformat::map::{InstructionId, Op};

use super::context::Context;
use super::functions::Arguments;
use super::rounds::may_pass_again;
use crate::dependences::{Key, Kind};

impl Context<'_> {
    /// Returns whether both ends of a dependence are calls by which iterations read or set the element of a list that has their own number,
    /// and they do nothing else with the list but ask for its size.
    pub(super) fn are_of_own_elements(&self, key: &Key) -> bool {
        if key.kind != Kind::State || self.body.is_none() {
            return false;
        }
        let ends = [key.head, key.tail];
        let Some(counter) = ends.into_iter().find_map(|call| self.own_number(call)) else { return false };
        let is_own = |call: InstructionId| self.own_number(call) == Some(counter) || self.asks_size(call);
        ends.into_iter().all(is_own) && self.uses_around(ends.into_iter()).into_iter().all(is_own)
    }

    /// Returns the counter of the loop by which a call names an element of a list, if it does, before the counter moves.
    fn own_number(&self, call: InstructionId) -> Option<u32> {
        let body = self.body.as_ref()?;
        let site = self.points.call(call)?;
        let is_list = library::nature(&site.class, &site.name, &site.desc) == Some(Use::Collection);
        let index = match &*site.name {
            "get" | "elementAt" if is_list && site.args == 2 => 0,
            "set" if is_list && site.args == 3 => 1,
            "setElementAt" if is_list && site.args == 3 => 0,
            _ => return None,
        };
        let load = self.points.producer_by_all_ways(call, index)?;
        let counter = self.points.map.insns.arg[load.index()];
        let is_counter = self.points.op(load) == Op::Load && body.counted.contains(&counter);
        let (store, step) = body.only_step(counter)?;
        let is_apart = is_counter
            && step != 0
            && self.points.method_of(call) == body.method
            && !may_pass_again(self.points, body.looped, store, &[load]);
        if is_apart { Some(counter) } else { None }
    }

    fn asks_size(&self, call: InstructionId) -> bool {
        let is_size = |name: &str| ["size", "isEmpty"].contains(&name);
        self.points.call(call).is_some_and(|site| is_size(&site.name))
            && Arguments { points: self.points }.is(call, MethodFact::Looks)
    }
}
