//! What runs between the calls that would be tasks, so that it sees the work of some of them only.

use paratrace_traceformat::map::{InstructionId, LoopId, MethodId};
use rustc_hash::FxHashSet;

use super::body;
use super::reach::Reach;
use crate::dependences::Points;

/// The calls of a method.
pub(super) struct BetweenCalls<'a, 'p> {
    pub(super) points: &'a Points<'p>,
    pub(super) reach: &'a Reach<'p>,
    /// Which methods have called which.
    pub(super) callers: &'a [(MethodId, MethodId)],
    pub(super) method: MethodId,
}

impl BetweenCalls<'_, '_> {
    /// Returns whether one of these instructions runs after some of the calls and before others: in the innermost loop around a call, or else
    /// in the method that makes it.
    pub(super) fn runs_any(&self, insns: &FxHashSet<InstructionId>) -> bool {
        let callers = self.callers.iter().filter(|&&(_, callee)| callee == self.method).map(|&(caller, _)| caller);
        callers.filter(|&caller| caller != self.method).any(|caller| {
            let code = self.points.map.methods[caller.index()].instructions();
            let mut regions = code.filter(|&insn| self.makes_call(insn)).map(|site| self.around(site, caller));
            regions.any(|region| self.runs_in(region, insns))
        })
    }

    fn makes_call(&self, insn: InstructionId) -> bool {
        self.reach.may_call(insn, self.method)
    }

    fn around(&self, site: InstructionId, caller: MethodId) -> Vec<InstructionId> {
        let innermost: Option<LoopId> = self.points.innermost_loop(site);
        match innermost {
            Some(looped) => body::instructions(self.points, looped).collect(),
            None => self.points.map.methods[caller.index()].instructions().collect(),
        }
    }

    fn runs_in(&self, region: Vec<InstructionId>, insns: &FxHashSet<InstructionId>) -> bool {
        let others = region.into_iter().filter(|&insn| !self.makes_call(insn));
        self.reach.reached(others).any(|insn| insns.contains(&insn))
    }
}
