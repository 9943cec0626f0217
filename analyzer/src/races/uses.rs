//! Uses of one object by two threads that nothing orders, by the calls of the program that they belong to.

use std::cmp::Reverse;

use paratrace_traceformat::map::{InstructionId, MethodId};
use rustc_hash::FxHashMap;

use super::unguarded::{Certainty, ClassUsed, ObjectPart, Unguarded};
use crate::handovers::{End, Ends};

/// Two calls of the program that use an object of a class; the first one is that of the lower number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RacingCalls<'m> {
    pub(crate) class: &'m str,
    pub(crate) calls: [InstructionId; 2],
}

/// How often two calls race.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct RaceCounts {
    /// Pairs of accesses of a field.
    pub(crate) fields: u64,
    /// Pairs of accesses of an element.
    pub(crate) elements: u64,
    /// The threads of all of them, in the order of the calls; `None` if they are not always the same.
    pub(crate) threads: Option<[u32; 2]>,
}

/// How an object was used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// The call has entered this method.
    Enters(MethodId),
    /// The call is not traced, and its object has this class.
    Touches(&'static str),
}

/// What was found so far.
#[derive(Debug, Default)]
pub(super) struct Uses {
    /// By number of the call.
    uses: FxHashMap<u32, Use>,
    /// By the numbers of the calls, the earlier one first.
    pairs: FxHashMap<(u32, u32), RaceCounts>,
    /// The methods in which calls were seen to race.
    inside: FxHashMap<(u32, u32), MethodId>,
}

impl Uses {
    /// A call uses an object.
    pub(super) fn add(&mut self, accessor: u32, one: Use) {
        self.uses.insert(accessor, one);
    }

    /// Returns whether a number is that of a call which has used an object.
    pub(super) fn has(&self, accessor: u32) -> bool {
        self.uses.contains_key(&accessor)
    }

    /// Counts pairs of accesses by two calls, the later ones inside of a method.
    pub(super) fn count(&mut self, calls: (u32, u32), part: ObjectPart, times: u64, inside: MethodId) {
        self.inside.entry(calls).or_insert(inside);
        let counts = self.pairs.entry(calls).or_default();
        match part {
            ObjectPart::Field => counts.fields += times,
            ObjectPart::Element => counts.elements += times,
        }
    }

    /// Lists what races, the most frequent first.
    pub(super) fn finish<'m>(self, ends: &Ends, known: &Unguarded<'m>) -> Vec<(RacingCalls<'m>, RaceCounts)> {
        let mut found: FxHashMap<RacingCalls<'m>, RaceCounts> = FxHashMap::default();
        for (&(first, second), counts) in &self.pairs {
            let (Some(one), Some(other)) = (ends.get(first), ends.get(second)) else { continue };
            let [one_uses, other_uses] =
                [(first, one), (second, other)].map(|(number, end)| self.class_used(number, end, known));
            let mut used = if one_uses.certainty >= other_uses.certainty { one_uses } else { other_uses };
            if used.certainty == Certainty::Unknown {
                used.name = self.inside.get(&(first, second)).map_or(used.name, |inside| known.class_of(*inside));
            }
            let mut by = [one, other];
            by.sort_unstable_by_key(|end| (end.insn, end.thread));
            let key = RacingCalls { class: used.name, calls: by.map(|end| end.insn) };
            let threads = Some(by.map(|end| end.thread));
            let sum = found.entry(key).or_insert(RaceCounts { threads, ..RaceCounts::default() });
            sum.fields += counts.fields;
            sum.elements += counts.elements;
            sum.threads = sum.threads.filter(|_| sum.threads == threads);
        }
        let mut rows: Vec<_> = found.into_iter().collect();
        rows.sort_unstable_by_key(|&(calls, counts)| (Reverse(counts.fields + counts.elements), calls));
        rows
    }

    fn class_used<'m>(&self, accessor: u32, end: End, known: &Unguarded<'m>) -> ClassUsed<'m> {
        match self.uses.get(&accessor) {
            Some(&Use::Touches(name)) => ClassUsed { name, certainty: Certainty::Object },
            Some(&Use::Enters(method)) => known.class_used(end.insn, method),
            None => known.class_used(end.insn, MethodId::NONE),
        }
    }
}
