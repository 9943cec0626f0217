//! The flat profile of the busiest thread over numbers of threads.

use crate::Classes;
use crate::measurements::{Measurements, Metric, Version};
use crate::model::{FlatMethod, FlatProfile};
use crate::profile::{PartSelection, Profile, Selection, ThreadSelection, innermost};
use std::collections::BTreeMap;

/// The flat profile, of the sequential version and with each number of threads.
pub(super) fn flat_profile(
    measured: &Measurements,
    classes: &Classes,
    metric: Metric,
    points: &[u32],
    listed: usize,
) -> FlatProfile {
    let threads: Vec<u32> = std::iter::once(0).chain(points.iter().copied()).collect();
    let mut methods: BTreeMap<&str, FlatMethod> = BTreeMap::new();
    for (index, &number) in threads.iter().enumerate() {
        for (profile, parallel) in profiles(measured, classes, metric, number) {
            for method in innermost(&profile) {
                let row = methods.entry(method.name).or_insert_with(|| empty(method.name, threads.len()));
                let column = if parallel { &mut row.parallel } else { &mut row.sequential };
                column[index] += method.count;
            }
        }
    }
    let mut methods: Vec<FlatMethod> = methods.into_values().collect();
    methods.sort_by(|a, b| most(b).total_cmp(&most(a)).then_with(|| a.method.cmp(&b.method)));
    let rest = methods.split_off(listed.min(methods.len()));
    let others = rest.iter().fold(empty("", threads.len()), sum);
    FlatProfile { threads, methods, others }
}

/// The sequential part, and of each region the busiest thread.
fn profiles<'m>(
    measured: &'m Measurements,
    classes: &Classes,
    metric: Metric,
    threads: u32,
) -> impl Iterator<Item = (Profile<'m>, bool)> {
    let version = if threads == 0 { Version::Sequential } else { Version::Parallel };
    let of = move |part, of| {
        let selection = Selection { version, threads, metric, part, of };
        Profile::of(measured, classes, &selection)
    };
    let sequential = of(PartSelection::Sequential, ThreadSelection::All).map(|profile| (profile, false));
    let region =
        move |region| of(PartSelection::Region(region), ThreadSelection::Busiest).map(|profile| (profile, true));
    sequential.into_iter().chain((0..measured.regions.len()).filter_map(region))
}

fn empty(method: &str, columns: usize) -> FlatMethod {
    FlatMethod { method: method.to_owned(), sequential: vec![0.0; columns], parallel: vec![0.0; columns] }
}

fn most(method: &FlatMethod) -> f64 {
    let columns = method.sequential.iter().zip(&method.parallel);
    columns.map(|(sequential, parallel)| sequential + parallel).fold(0.0, f64::max)
}

fn sum(mut all: FlatMethod, method: &FlatMethod) -> FlatMethod {
    let add = |to: &mut Vec<f64>, from: &[f64]| to.iter_mut().zip(from).for_each(|(to, from)| *to += from);
    add(&mut all.sequential, &method.sequential);
    add(&mut all.parallel, &method.parallel);
    all
}
