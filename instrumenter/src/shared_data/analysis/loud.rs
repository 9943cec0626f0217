//! Results: code that may run library code of which nothing is known, and fields that may change.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::shared_data::flow::{Event, FieldName};
use crate::shared_data::objects::MethodId;

use super::{Analysis, Site, declared};

impl Analysis<'_> {
    /// Calls that may run library code of which nothing is known, themselves or through others.
    pub(crate) fn loud_calls(&self) -> FxHashSet<(MethodId, usize)> {
        let loud = self.loud_methods();
        let is_loud = |site: &&Site| site.open || site.targets.iter().any(|target| loud.contains(target));
        self.sites.iter().filter(is_loud).map(|site| (site.caller, site.call.at)).collect()
    }

    /// Fields that methods reached may write, but for constructors.
    pub(crate) fn written_fields(&self) -> FxHashSet<FieldName> {
        let mut written = FxHashSet::default();
        for (&id, reached) in &self.methods {
            let (class, index) = self.world.method_at(id);
            let (name, _) = self.world.names.member(self.world.classes[class].methods[index].signature);
            if name != "<init>" {
                written.extend(reached.flow.events.iter().filter_map(|event| match event {
                    Event::Store { field, .. } => Some(declared(self.world, field)),
                    _ => None,
                }));
            }
        }
        written
    }

    /// Methods that may run library code of which nothing is known, themselves or through others.
    fn loud_methods(&self) -> FxHashSet<MethodId> {
        let mut callers: FxHashMap<MethodId, Vec<MethodId>> = FxHashMap::default();
        for (&id, reached) in &self.methods {
            reached.callees.iter().for_each(|&callee| callers.entry(callee).or_default().push(id));
        }
        let mut todo: Vec<_> = self.methods.iter().filter(|(_, reached)| reached.open).map(|(&id, _)| id).collect();
        let mut loud: FxHashSet<MethodId> = todo.iter().copied().collect();
        while let Some(id) = todo.pop() {
            for &caller in callers.get(&id).into_iter().flatten() {
                if loud.insert(caller) {
                    todo.push(caller);
                }
            }
        }
        loud
    }
}
