//! Dependences of two reports. Offsets change with the code: those of one kind, between the same methods and through the
//! same location, are taken together.

use std::collections::BTreeMap;

use paratrace_analyzer::Report;
use paratrace_analyzer::model::{Construct, ConstructKind, Edge, EdgeKind, Via, ViaKind};

use super::silence::Silence;
use super::{ConstructPlace, DependencePair, SeenDependence};
use crate::matching::Matching;

/// Construct, kind, methods of head and tail, location: with the names of the second run.
type Key = (ConstructPlace, EdgeKind, String, String, Via);

/// The location of a dependence, independent of where the compiler put it.
pub(super) fn comparable(via: &Via) -> Via {
    match (&via.kind, &via.variable) {
        (ViaKind::Local | ViaKind::Parameter, Some(name)) => Via { name: name.clone(), ..via.clone() },
        _ => via.clone(),
    }
}

pub(super) fn pairs(before: &Report, after: &Report, matching: &Matching<'_>) -> Vec<DependencePair> {
    let mut known: BTreeMap<Key, [Option<SeenDependence>; 2]> = BTreeMap::new();
    let mut silence = [before, after].map(Silence::of);
    // The line that the second run knows counts for both.
    let lines: BTreeMap<(&str, u32), i32> =
        after.constructs.iter().map(|c| ((c.method.as_str(), c.head_pc), c.line)).collect();
    for construct in before.constructs.iter().filter(|c| is_compared(c)) {
        let place = renamed(construct, matching, &lines);
        silence[0].add(&place, construct);
        let method = |name: &str| matching.method(name).unwrap_or(name).to_owned();
        for edge in &construct.edges {
            let key = key(place.clone(), edge, method(&edge.head.method), method(&edge.tail.method), matching);
            add(&mut known.entry(key).or_default()[0], edge);
        }
    }
    for construct in after.constructs.iter().filter(|c| is_compared(c)) {
        let place = place(construct);
        silence[1].add(&place, construct);
        for edge in &construct.edges {
            let key =
                (place.clone(), edge.kind, edge.head.method.clone(), edge.tail.method.clone(), comparable(&edge.via));
            add(&mut known.entry(key).or_default()[1], edge);
        }
    }
    let different = known.into_iter().filter(|(key, sides)| is_different((&key.0, key.1), sides, &silence));
    let mut all: Vec<DependencePair> = different.map(|(key, sides)| pair(key, sides)).collect();
    all.sort_by_key(|pair| std::cmp::Reverse(weight(pair)));
    all
}

/// Conditionals are too many, and have no names that would outlive a change.
fn is_compared(construct: &Construct) -> bool {
    construct.kind != ConstructKind::Conditional
}

fn place(construct: &Construct) -> ConstructPlace {
    let Construct { method, kind, head_pc, line, .. } = construct;
    ConstructPlace { method: method.clone(), kind: *kind, head_pc: *head_pc, line: *line }
}

/// The place of a construct of the first run in the second.
fn renamed(construct: &Construct, matching: &Matching<'_>, lines: &BTreeMap<(&str, u32), i32>) -> ConstructPlace {
    let at = match construct.kind {
        ConstructKind::Iteration => matching.looped(&construct.method, construct.head_pc).map(|(place, _)| place),
        _ => matching.method(&construct.method).map(|method| (method, construct.head_pc)),
    };
    let Some((method, head_pc)) = at else { return place(construct) };
    let line = lines.get(&(method, head_pc)).copied().unwrap_or(construct.line);
    ConstructPlace { method: method.to_owned(), kind: construct.kind, head_pc, line }
}

fn key(place: ConstructPlace, edge: &Edge, head: String, tail: String, matching: &Matching<'_>) -> Key {
    let mut via = comparable(&edge.via);
    if via.kind == ViaKind::Return
        && let Some(method) = matching.method(&via.name)
    {
        via.name = method.to_owned();
    }
    (place, edge.kind, head, tail, via)
}

fn add(seen: &mut Option<SeenDependence>, edge: &Edge) {
    let one = SeenDependence {
        count: edge.count,
        violations: edge.violations,
        min_distance: edge.min_distance,
        head_line: edge.head.line,
        tail_line: edge.tail.line,
    };
    let Some(sum) = seen else {
        *seen = Some(one);
        return;
    };
    let nearest = if one.min_distance < sum.min_distance { one } else { *sum };
    *sum = SeenDependence { count: sum.count + one.count, violations: sum.violations + one.violations, ..nearest };
}

/// A dependence that one report does not list may be left out of it.
fn is_different(
    (place, kind): (&ConstructPlace, EdgeKind),
    sides: &[Option<SeenDependence>; 2],
    silence: &[Silence; 2],
) -> bool {
    match sides {
        [Some(a), Some(b)] => (a.violations > 0) != (b.violations > 0),
        [Some(seen), None] => silence[1].means_none(place, kind, seen),
        [None, Some(seen)] => silence[0].means_none(place, kind, seen),
        [None, None] => false,
    }
}

fn pair((construct, kind, head, tail, via): Key, [before, after]: [Option<SeenDependence>; 2]) -> DependencePair {
    DependencePair { construct, kind, head, tail, via, before, after }
}

/// Violating ones first, then frequent ones.
fn weight(pair: &DependencePair) -> (u64, u64) {
    let sides = || pair.before.iter().chain(&pair.after);
    (sides().map(|seen| seen.violations).max().unwrap_or(0), sides().map(|seen| seen.count).max().unwrap_or(0))
}
