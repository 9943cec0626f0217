//! Matching of the methods and loops of a program with those of a changed version of it.
//!
//! With the same program map, code is told by its offsets. Otherwise a method is the one of the same name; where only
//! its descriptor has changed, the only other one of that name. The loops of a method are aligned in the order of their
//! code: a loop never matches one of another depth, and never crosses another match. Of all alignments the one with the
//! highest score counts: it prefers many matches, and among them equal offsets, lines and numbers of iterations.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use paratrace_analyzer::Report;
use paratrace_analyzer::model::Loop;
use paratrace_analyzer::names::without_descriptor;
use serde::{Deserialize, Serialize};

/// How it is known that two loops are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum MatchedBy {
    /// Both runs are of the same traced program.
    Map,
    /// Its method and offset are the same.
    Offset,
    /// Its place among the loops of its method: the code has changed.
    Order,
}

/// Loops by method and offset of the header.
type Place<'r> = (&'r str, u32);

/// From the first of two reports to the second.
pub(crate) struct Matching<'r> {
    methods: HashMap<&'r str, &'r str>,
    loops: HashMap<Place<'r>, (Place<'r>, MatchedBy)>,
}

impl<'r> Matching<'r> {
    pub(crate) fn new(before: &'r Report, after: &'r Report) -> Self {
        let methods = methods(before, after);
        let same_map = is_same_program(before, after);
        let (old, new) = (loops_by_method(before), loops_by_method(after));
        let mut loops = HashMap::new();
        for (method, old) in &old {
            let Some(other) = methods.get(method) else { continue };
            let Some(new) = new.get(other) else { continue };
            let pairs = if same_map { by_offset(old, new) } else { align(old, new) };
            for (a, b) in pairs {
                let how = match (same_map, a.header_pc == b.header_pc) {
                    (true, _) => MatchedBy::Map,
                    (false, true) => MatchedBy::Offset,
                    (false, false) => MatchedBy::Order,
                };
                loops.insert((*method, a.header_pc), ((*other, b.header_pc), how));
            }
        }
        Self { methods, loops }
    }

    /// The name of a method in the second run.
    pub(crate) fn method(&self, before: &str) -> Option<&'r str> {
        self.methods.get(before).copied()
    }

    /// The name that a method of the second run has in the first.
    pub(crate) fn method_before(&self, after: &str) -> Option<&'r str> {
        self.methods.iter().find(|(_, new)| **new == after).map(|(old, _)| *old)
    }

    /// The place of a loop in the second run.
    pub(crate) fn looped(&self, method: &str, pc: u32) -> Option<(Place<'r>, MatchedBy)> {
        self.loops.get(&(method, pc)).copied()
    }
}

/// Both reports are of the same traced program.
pub(crate) fn is_same_program(a: &Report, b: &Report) -> bool {
    a.program.map.is_some() && a.program.map == b.program.map
}

fn loops_by_method(report: &Report) -> BTreeMap<&str, Vec<&Loop>> {
    let mut all: BTreeMap<&str, Vec<&Loop>> = BTreeMap::new();
    for found in &report.loops {
        all.entry(&found.method).or_default().push(found);
    }
    all.values_mut().for_each(|loops| loops.sort_by_key(|found| found.header_pc));
    all
}

fn methods<'r>(before: &'r Report, after: &'r Report) -> HashMap<&'r str, &'r str> {
    // A report may list the loops of a method that it does not list.
    let all = |report: &'r Report| {
        let loops = report.loops.iter().map(|found| found.method.as_str());
        report.methods.iter().map(|m| m.method.as_str()).chain(loops).collect::<BTreeSet<_>>()
    };
    let (old, new) = (all(before), all(after));
    let mut matched: HashMap<&str, &str> = old.intersection(&new).map(|&method| (method, method)).collect();
    if before.left_out.methods + after.left_out.methods > 0 {
        // What one report has alone may be left out of the other one: it need not be a method that has changed.
        return matched;
    }
    let (gone, appeared) = (only_one_of_its_name(old.difference(&new)), only_one_of_its_name(new.difference(&old)));
    matched.extend(gone.iter().filter_map(|(name, &old)| Some((old, *appeared.get(name)?))));
    matched
}

fn only_one_of_its_name<'a, 'r: 'a>(methods: impl Iterator<Item = &'a &'r str>) -> HashMap<&'r str, &'r str> {
    let mut all: HashMap<&str, Vec<&str>> = HashMap::new();
    methods.for_each(|&method| all.entry(without_descriptor(method)).or_default().push(method));
    all.into_iter().filter_map(|(name, methods)| <[&str; 1]>::try_from(methods).ok().map(|[one]| (name, one))).collect()
}

fn by_offset<'r>(old: &[&'r Loop], new: &[&'r Loop]) -> Vec<(&'r Loop, &'r Loop)> {
    let same = |a: &Loop| new.iter().copied().find(|b| b.header_pc == a.header_pc);
    old.iter().filter_map(|&a| Some((a, same(a)?))).collect()
}

/// How well two loops go together; 0: not at all.
fn score(a: &Loop, b: &Loop) -> u32 {
    if a.depth != b.depth {
        return 0;
    }
    let per_instance = |l: &Loop| l.iterations / l.instances.max(1);
    8 + 8 * u32::from(a.header_pc == b.header_pc)
        + 2 * u32::from(a.line == b.line)
        + u32::from(per_instance(a) == per_instance(b))
}

/// The best alignment of two sequences (Needleman and Wunsch, gaps are free).
fn align<'r>(old: &[&'r Loop], new: &[&'r Loop]) -> Vec<(&'r Loop, &'r Loop)> {
    let width = new.len() + 1;
    let mut best = vec![0u32; (old.len() + 1) * width];
    for (i, a) in old.iter().enumerate() {
        for (j, b) in new.iter().enumerate() {
            let own = score(a, b);
            let paired = if own > 0 { best[i * width + j] + own } else { 0 };
            best[(i + 1) * width + j + 1] = paired.max(best[i * width + j + 1]).max(best[(i + 1) * width + j]);
        }
    }
    let (mut i, mut j, mut pairs) = (old.len(), new.len(), Vec::new());
    while i > 0 && j > 0 {
        let here = best[i * width + j];
        if here == best[(i - 1) * width + j] {
            i -= 1;
        } else if here == best[i * width + j - 1] {
            j -= 1;
        } else {
            (i, j) = (i - 1, j - 1);
            pairs.push((old[i], new[j]));
        }
    }
    pairs.reverse();
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looped(header_pc: u32, depth: u32, iterations: u64) -> Loop {
        Loop {
            method: "A.f()V".into(),
            header_pc,
            file: None,
            line: -1,
            depth,
            reducible: true,
            instances: 1,
            iterations,
            rounds: Some(iterations),
            nodes: 0,
            critical_path: 0,
            parallelism: 0.0,
            influence: 0.0,
            gain: 0.0,
            amdahl: 0.0,
            self_parallelism: 0.0,
        }
    }

    fn aligned(old: &[(u32, u32, u64)], new: &[(u32, u32, u64)]) -> Vec<(u32, u32)> {
        let all = |rows: &[(u32, u32, u64)]| rows.iter().map(|&(pc, d, n)| looped(pc, d, n)).collect::<Vec<_>>();
        let (old, new) = (all(old), all(new));
        let pairs = align(&old.iter().collect::<Vec<_>>(), &new.iter().collect::<Vec<_>>());
        pairs.into_iter().map(|(a, b)| (a.header_pc, b.header_pc)).collect()
    }

    #[test]
    fn equal_loops_match_by_offset_even_if_some_did_not_run() {
        assert_eq!(aligned(&[(10, 0, 5), (50, 0, 5)], &[(50, 0, 5)]), [(50, 50)]);
        assert_eq!(aligned(&[(10, 0, 5)], &[(4, 0, 5), (10, 0, 9)]), [(10, 10)]);
    }

    #[test]
    fn moved_loops_match_in_order_and_by_depth() {
        let old = [(10, 0, 5), (20, 1, 50), (40, 0, 5)];
        assert_eq!(aligned(&old, &[(12, 0, 5), (25, 1, 50), (48, 0, 5)]), [(10, 12), (20, 25), (40, 48)]);
        // The nested loop went into a method of its own.
        assert_eq!(aligned(&old, &[(12, 0, 5), (44, 0, 5)]), [(10, 12), (40, 44)]);
    }

    #[test]
    fn of_two_the_one_with_as_many_iterations_matches() {
        assert_eq!(aligned(&[(10, 0, 3), (30, 0, 700)], &[(13, 0, 700)]), [(30, 13)]);
    }
}
