//! Methods that count more than in the sequential version.

use super::Evidence;
use crate::measurements::{Metric, Version};
use crate::model::{MethodGrowth, Places, Point};
use crate::profile::{
    Method, PartSelection, Profile, Selection, ThreadSelection, inclusive, inclusive_of_all, innermost,
};
use std::collections::BTreeMap;

/// Methods from the one that grew most. A method that the sequential version has under another name grew from nothing, unless regions tell
/// which one it was.
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
    let innermost = grown(evidence, &innermost(&before), innermost(&after));
    let inclusive = grown(evidence, &inclusive_of_all(&before), inclusive(&after));
    Some(Places::Growth { metric, innermost, inclusive })
}

fn grown(evidence: Evidence, before: &[Method], after: Vec<Method>) -> Vec<MethodGrowth> {
    let renamed = renamed(evidence, before, &after);
    let counts: BTreeMap<&str, f64> = before.iter().map(|method| (method.name, method.count)).collect();
    let count = |name: &str| counts.get(name).copied();
    let growth = |method: Method| {
        let other = renamed.get(method.name).copied();
        MethodGrowth {
            method: method.name.to_owned(),
            before: count(other.unwrap_or(method.name)).unwrap_or_default(),
            after: method.count,
            before_method: other.map(str::to_owned),
            within: method.within.map(str::to_owned),
        }
    };
    let more = |method: &MethodGrowth| method.after - method.before;
    let mut methods: Vec<_> = after.into_iter().map(growth).filter(|method| more(method) > 0.0).collect();
    methods.sort_by(|a, b| more(b).total_cmp(&more(a)));
    methods.truncate(evidence.settings.listed);
    methods
}

/// Methods of the parallel version with those that they were: of a region, each version has exactly one whose name the region is named by,
/// and that the other version does not have.
fn renamed<'m>(evidence: Evidence, before: &[Method<'m>], after: &[Method<'m>]) -> BTreeMap<&'m str, &'m str> {
    let only = |version, methods: &[Method<'m>], others: &[Method<'m>]| {
        let mut of_region: BTreeMap<usize, Vec<&'m str>> = BTreeMap::new();
        for method in methods.iter().filter(|method| others.iter().all(|other| other.name != method.name)) {
            if let Some(region) = evidence.classes.named(version, method.frame) {
                of_region.entry(region).or_default().push(method.name);
            }
        }
        of_region
    };
    let (before, after) = (only(Version::Sequential, before, after), only(Version::Parallel, after, before));
    let pair = |(region, now): (&usize, &Vec<&'m str>)| match (&now[..], &before.get(region)?[..]) {
        (&[now], &[was]) => Some((now, was)),
        _ => None,
    };
    after.iter().filter_map(pair).collect()
}
