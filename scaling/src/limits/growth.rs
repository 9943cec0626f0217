//! Methods that count more than in the sequential version.

use super::Evidence;
use crate::measurements::{Metric, Version};
use crate::model::{MethodGrowth, Places, Point};
use crate::profile::{
    Method, PartSelection, Profile, Selection, ThreadSelection, inclusive, inclusive_of_all, innermost,
};
use std::collections::BTreeMap;

/// Methods from the one that grew most. A method that the sequential version has under another name grew from nothing.
pub(super) fn growth(evidence: Evidence, point: &Point, metric: Option<Metric>) -> Option<Places> {
    let metric = metric?;
    let profile = |version| {
        let selection = Selection {
            version,
            threads: point.threads,
            metric,
            part: PartSelection::Working,
            of: ThreadSelection::All,
        };
        Profile::of(evidence.measured, evidence.classes, &selection)
    };
    let (before, after) = (profile(Version::Sequential)?, profile(Version::Parallel)?);
    let listed = evidence.settings.listed;
    let innermost = grown(innermost(&before), innermost(&after), listed);
    let inclusive = grown(inclusive_of_all(&before), inclusive(&after), listed);
    Some(Places::Growth { metric, innermost, inclusive })
}

fn grown(before: Vec<Method>, after: Vec<Method>, listed: usize) -> Vec<MethodGrowth> {
    let before: BTreeMap<&str, f64> = before.into_iter().map(|method| (method.name, method.count)).collect();
    let growth = |method: Method| MethodGrowth {
        method: method.name.to_owned(),
        before: before.get(method.name).copied().unwrap_or_default(),
        after: method.count,
        within: method.within.map(str::to_owned),
    };
    let more = |method: &MethodGrowth| method.after - method.before;
    let mut methods: Vec<_> = after.into_iter().map(growth).filter(|method| more(method) > 0.0).collect();
    methods.sort_by(|a, b| more(b).total_cmp(&more(a)));
    methods.truncate(listed);
    methods
}
