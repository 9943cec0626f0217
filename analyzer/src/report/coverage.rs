//! Coverage: the methods that were traced, and those that were not.

use paratrace_traceformat::map::{MethodId, ProgramMap};

use crate::model::{Coverage, JdkCoverage, Untraced};

/// Returns the coverage of a map, and of a run that has counted so many nodes without following them.
pub(crate) fn coverage(map: &ProgramMap, counted_nodes: u64) -> Coverage {
    let classes = map.classes.iter().filter(|class| !class.is_of_jdk()).count() as u64;
    let mut coverage = Coverage { classes, jdk: of_jdk(map, counted_nodes), ..Coverage::default() };
    let all = map.methods.iter().zip(MethodId::all());
    for (method, number) in all.filter(|(method, _)| !map.is_of_jdk(method)) {
        coverage.methods += 1;
        match method.untraced {
            None => coverage.traced += 1,
            Some(reason) => {
                let reason = reason.name().to_owned();
                *coverage.untraced_by_reason.entry(reason.clone()).or_insert(0) += 1;
                coverage.untraced.push(Untraced { method: map.method_name(number), reason });
            }
        }
    }
    coverage.untraced.sort_by(|a, b| a.method.cmp(&b.method));
    coverage
}

/// Counts the methods of a traced JDK. What of one stays untraced is the same for all programs.
fn of_jdk(map: &ProgramMap, counted_nodes: u64) -> JdkCoverage {
    let methods = || map.methods.iter().filter(|method| map.is_of_jdk(method));
    JdkCoverage {
        traced: map.has_jdk(),
        methods: methods().count() as u64,
        traced_methods: methods().filter(|method| method.untraced.is_none()).count() as u64,
        counted_nodes,
        why_not: None,
    }
}
