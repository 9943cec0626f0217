//! Coverage: the methods that were traced, and those that were not.

use paratrace_traceformat::map::{MethodId, ProgramMap};

use crate::model::{Coverage, Untraced};

/// Returns the coverage of a map.
pub(crate) fn coverage(map: &ProgramMap) -> Coverage {
    let mut coverage =
        Coverage { classes: map.classes.len() as u64, methods: map.methods.len() as u64, ..Coverage::default() };
    for (method, number) in map.methods.iter().zip(MethodId::all()) {
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
