//! Blind spots: the values that calls pass to untraced code whose effect nobody knows.

use std::collections::BTreeMap;

use paratrace_jvm::library::{self, ClassFact, MethodFact};
use paratrace_replay::program::{Index, parameter_slots};
use paratrace_replay::replay::ReplayStats;
use paratrace_traceformat::map::{Effect, MethodId, ProgramMap, Site};

use super::callees::{opaque_callee, owner};
use crate::limits;
use crate::model::{Blind, BlindCallee};
use crate::ratios::ratio;

/// Counts the values that calls pass, and lists the callees that get most of those whose effect is not known.
pub(crate) fn blind(index: &Index<'_>, stats: &ReplayStats) -> Blind {
    let mut blind = Blind::default();
    let mut callees: BTreeMap<String, (u64, u64)> = BTreeMap::new();
    blind.passed = stats.calls.iter().map(|(&(_, callee), &calls)| calls * passed_to(index.map, callee)).sum();
    for (&(_, site, class), &calls) in &stats.opaque {
        let site = &index.map.sites[site as usize];
        let values = calls * passed_by(site);
        blind.passed += values;
        if !is_known(site, &owner(index, site, class)) {
            blind.values += values;
            let callee = callees.entry(opaque_callee(index, site, class)).or_default();
            (callee.0, callee.1) = (callee.0 + calls, callee.1 + values);
        }
    }
    blind.share = ratio(blind.values, blind.passed);
    let listed = callees.into_iter().map(|(callee, (calls, values))| BlindCallee { callee, calls, values });
    blind.callees = listed.collect();
    blind.callees.sort_by(|a, b| b.values.cmp(&a.values).then_with(|| a.callee.cmp(&b.callee)));
    blind.callees.truncate(limits::LISTED_BLIND);
    blind
}

/// Returns the number of values that a call of a traced method passes: its arguments, the receiver included, and its result.
fn passed_to(map: &ProgramMap, callee: MethodId) -> u64 {
    let method = &map.methods[callee.index()];
    parameter_slots(method).len() as u64 + u64::from(!method.desc.ends_with(")V"))
}

/// Returns the same of a call of untraced code.
fn passed_by(site: &Site) -> u64 {
    u64::from(site.args) + u64::from(site.has_result)
}

/// Returns whether the table of the library says what a call does to state, by the class that the call names or by `owner`, the
/// one that has the method.
fn is_known(site: &Site, owner: &str) -> bool {
    site.effect != Effect::State || [&*site.class, owner].iter().any(|class| is_listed(class, site))
}

fn is_listed(class: &str, site: &Site) -> bool {
    const FACTS: [MethodFact; 7] = [
        MethodFact::Looks,
        MethodFact::LooksMostly,
        MethodFact::NewArray,
        MethodFact::ReturnsArgument,
        MethodFact::Forgets,
        MethodFact::View,
        MethodFact::FillsArgument,
    ];
    let method = library::method(class, &site.name, &site.desc);
    let says = method.is_some_and(|method| FACTS.iter().any(|&fact| method.is(fact)));
    let has_nature = library::nature(class, &site.name, &site.desc).is_some();
    (says || has_nature) && !library::is(class, ClassFact::NamesFields)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dependences::effects::tests::call;

    #[test]
    fn the_table_knows_by_the_named_class_or_the_owner() {
        let get = call("my/List", "get", "(I)Ljava/lang/Object;");
        assert!(!is_known(&get, "my/List"));
        assert!(is_known(&get, "java/util/List"));
        assert!(is_known(&call("java/util/ArrayList", "replaceAll", "(I)V"), "java/util/ArrayList"), "a collection");
        assert!(!is_known(&call("java/util/Calendar", "get", "(I)I"), "java/util/Calendar"));
        let add = call("java/util/concurrent/atomic/AtomicIntegerFieldUpdater", "addAndGet", "(Ljava/lang/Object;I)I");
        assert!(!is_known(&add, &add.class), "it stands for a field");
        assert_eq!(passed_by(&get), 2);
    }
}
