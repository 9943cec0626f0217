//! Walks through code that have been done: candidates share methods, and each is walked through once for all of them.

use std::sync::OnceLock;

use paratrace_traceformat::map::{InstructionId, MethodId, ProgramMap};
use rustc_hash::{FxHashMap, FxHashSet};

use super::value::Number;
use super::{Address, Algebra, Code, Proved};
use crate::dependences::Points;
use crate::model::Operation;

/// Most locations of a loop for which its code is walked through: the time grows with their number.
const MAX_LOCATIONS: usize = 64;

/// The walks through whole methods.
pub(in crate::advice) struct Walks(Vec<OnceLock<Walk>>);

impl Walks {
    /// Creates it for the methods of a map.
    pub(in crate::advice) fn new(map: &ProgramMap) -> Self {
        Self(map.methods.iter().map(|_| OnceLock::new()).collect())
    }

    /// Returns the walk through all code of a method.
    pub(super) fn through<'m>(&self, points: &Points<'m>, method: MethodId, root: impl Fn() -> Code<'m>) -> &Walk {
        self.0[method.index()].get_or_init(|| Walk::of(points, method, root()))
    }
}

/// One walk through code that shows which locations it stores to, and one more for each of these, when it is asked for.
pub(super) struct Walk {
    method: MethodId,
    /// Addresses of all stores, by activation, in that order.
    pub(super) addresses: Vec<((InstructionId, Number), Address)>,
    told: FxHashMap<Address, OnceLock<Option<Told>>>,
}

impl Walk {
    pub(super) fn of<'m>(points: &Points<'m>, method: MethodId, code: Code<'m>) -> Self {
        let found = Algebra::find(points, None, code, method).addresses;
        let told = found.values().map(|&address| (address, OnceLock::new())).collect();
        let mut addresses: Vec<_> = found.into_iter().collect();
        addresses.sort_unstable_by_key(|&(place, _)| place);
        Self { method, addresses, told }
    }

    /// Proves updates by these stores.
    pub(super) fn prove<'m>(
        &self,
        points: &Points<'m>,
        proved: &mut Proved,
        stores: &[InstructionId],
        root: impl Fn() -> Code<'m>,
    ) {
        let known = self.addresses.iter().filter(|((store, _), _)| stores.contains(store));
        let mut seen = FxHashSet::default();
        let targets = known.map(|&(_, address)| address).filter(|&address| seen.insert(address));
        for target in targets.take(MAX_LOCATIONS) {
            let walk = || Algebra::find(points, Some(target), root(), self.method).told();
            if let Some(told) = self.told[&target].get_or_init(walk) {
                told.add_to(proved);
            }
        }
    }
}

/// What a walk has shown of a location that is only updated.
pub(super) struct Told {
    pub(super) updates: Vec<Update>,
    /// Where what a load has loaded is used otherwise first.
    pub(super) escapes: FxHashMap<InstructionId, InstructionId>,
    pub(super) companions: FxHashSet<InstructionId>,
    pub(super) measuring: FxHashSet<InstructionId>,
}

/// A store of what an operation has made of loaded values.
pub(super) struct Update {
    pub(super) store: InstructionId,
    pub(super) operation: Operation,
    pub(super) loads: Vec<InstructionId>,
}

impl Told {
    fn add_to(&self, proved: &mut Proved) {
        for &Update { store, operation, ref loads } in &self.updates {
            proved.stores.insert(store, operation);
            proved.seen.entry(store).or_default().extend(self.escapes.keys());
            for &load in loads {
                proved.updated.entry(load).or_default().insert(store);
                if *proved.loads.entry(load).or_insert(operation) != operation {
                    proved.escapes.insert(load, load);
                }
            }
        }
        if self.escapes.is_empty() {
            proved.companions.extend(&self.companions);
            proved.measuring.extend(&self.measuring);
        }
        for (&load, &escape) in &self.escapes {
            let first = proved.escapes.entry(load).or_insert(escape);
            *first = escape.min(*first);
        }
    }
}
