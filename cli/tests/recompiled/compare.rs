//! Compares the figures of code of the JDK with those of its copies. All are equal but for
//!
//! * what is executed before the program's own work begins (class initialisers) and the methods that take part in it;
//! * dependences that `Arrays.copyOf` has: an untraced JDK shows no copy of elements. So critical paths are compared where nothing is
//!   copied inside of them;
//! * names of variables, which classes of the JDK may lack.

use crate::runs::{Run, name};
use paratrace_analyzer::Report;
use paratrace_analyzer::model::{Call, Construct, Edge, EdgeKind, Loop, MethodFigures, Point, ViaKind};
use paratrace_traceformat::map::Effect;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

/// The method that copies elements, in the JDK.
const COPIES: &str = "java/util/Arrays.copyOf(";

/// What is compared: classes, numbers of equal rows, and what is not equal.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) classes: BTreeSet<String>,
    pub(crate) methods: usize,
    pub(crate) critical_paths: usize,
    pub(crate) loops: usize,
    pub(crate) constructs: usize,
    pub(crate) edges: usize,
    pub(crate) differences: Vec<String>,
}

/// Compares two runs. `before` are methods that are left out.
pub(crate) fn compare(of_jdk: &Run, recompiled: &Run, before: &BTreeSet<String>) -> Tally {
    let executed = recompiled.executed();
    let classes = executed.iter().map(|method| class(method)).collect();
    let compared = Compared { before, classes, copying: &callers(&recompiled.report), sites: &copying_sites(of_jdk) };
    let mut tally = Tally::default();
    let methods = executed.iter().filter(|method| compared.has(method));
    tally.classes = methods.map(|method| class(method).to_owned()).collect();
    for run in [of_jdk, recompiled] {
        let whole = (run.report.completeness.complete, run.report.edges_left_out);
        tally.expect("complete, dependences left out", &whole, &(true, 0));
    }
    let [jdk, own] = [of_jdk, recompiled].map(|run| &run.report);
    tally.methods = tally.rows(compared.methods(jdk), &compared.methods(own));
    tally.critical_paths = tally.rows(compared.critical_paths(jdk), &compared.critical_paths(own));
    tally.loops = tally.rows(compared.loops(jdk), &compared.loops(own));
    tally.constructs = tally.rows(compared.constructs(jdk), &compared.constructs(own));
    tally.edges = tally.rows(compared.edges(jdk), &compared.edges(own));
    tally
}

impl Tally {
    /// Compares rows by their keys; the number of those that are equal.
    fn rows<K: Ord + Debug, V: PartialEq + Debug>(&mut self, jdk: BTreeMap<K, V>, own: &BTreeMap<K, V>) -> usize {
        let only_own = own.iter().filter(|(key, _)| !jdk.contains_key(key));
        self.differences.extend(only_own.map(|(key, row)| format!("{key:?}: in the JDK none, recompiled {row:?}")));
        jdk.into_iter().filter(|(key, row)| self.expect(key, &Some(row), &own.get(key))).count()
    }

    fn expect<V: PartialEq + Debug>(&mut self, key: impl Debug, jdk: &V, own: &V) -> bool {
        if jdk != own {
            self.differences.push(format!("{key:?}: in the JDK {jdk:?}, recompiled {own:?}"));
        }
        jdk == own
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.classes.extend(other.classes);
        self.methods += other.methods;
        self.critical_paths += other.critical_paths;
        self.loops += other.loops;
        self.constructs += other.constructs;
        self.edges += other.edges;
        self.differences.extend(other.differences);
    }
}

/// What is compared of a report.
struct Compared<'r> {
    before: &'r BTreeSet<String>,
    /// Classes of the program, and those that are copied.
    classes: BTreeSet<&'r str>,
    /// Methods that copy elements, or call what does.
    copying: &'r BTreeSet<String>,
    /// Instructions that do so in a traced JDK: methods and offsets.
    sites: &'r BTreeSet<(String, u32)>,
}

impl Compared<'_> {
    fn has(&self, method: &str) -> bool {
        self.classes.contains(class(method)) && !self.before.contains(method)
    }

    fn methods<'r>(&self, report: &'r Report) -> BTreeMap<&'r str, impl PartialEq + Debug> {
        let rows = report.methods.iter().filter(|row| self.has(&row.method));
        let figures = |row: &MethodFigures| (row.line, row.activations, row.nodes, row.own_nodes);
        rows.map(|row| (&*row.method, figures(row))).collect()
    }

    /// Of methods and loops: critical paths and self-parallelism.
    fn critical_paths<'r>(&self, report: &'r Report) -> BTreeMap<(&'r str, Option<u32>), (u64, f64)> {
        let of_method = |row: &'r MethodFigures| ((&*row.method, None), (row.critical_path, row.self_parallelism));
        let of_loop = |row: &'r Loop| ((&*row.method, Some(row.header_pc)), (row.critical_path, row.self_parallelism));
        let rows = report.methods.iter().map(of_method).chain(report.loops.iter().map(of_loop));
        rows.filter(|((method, _), _)| self.has(method) && !self.copying.contains(*method)).collect()
    }

    fn loops<'r>(&self, report: &'r Report) -> BTreeMap<(&'r str, u32), impl PartialEq + Debug> {
        let rows = report.loops.iter().filter(|row| self.has(&row.method));
        let figures =
            |row: &Loop| (row.line, row.depth, row.reducible, row.instances, row.iterations, row.rounds, row.nodes);
        rows.map(|row| ((&*row.method, row.header_pc), figures(row))).collect()
    }

    fn constructs<'r>(&self, report: &'r Report) -> BTreeMap<impl Ord + Debug + use<'r>, impl PartialEq + Debug> {
        let rows = report.constructs.iter().filter(|row| self.has(&row.method));
        rows.map(|row| (construct(row), (row.line, row.instances, row.duration_total))).collect()
    }

    fn edges<'r>(&self, report: &'r Report) -> BTreeMap<impl Ord + Debug + use<'r>, impl PartialEq + Debug> {
        let constructs = report.constructs.iter().filter(|row| self.has(&row.method));
        let of_row = |row: &'r Construct| row.edges.iter().map(move |edge| (construct(row), edge));
        let edges =
            constructs.flat_map(of_row).filter(|(_, edge)| !self.copies(&edge.head) && !self.copies(&edge.tail));
        edges.map(|(of, edge)| ((of, ends(edge)), (edge.count, edge.min_distance, edge.violations))).collect()
    }

    fn copies(&self, point: &Point) -> bool {
        self.sites.contains(&(point.method.clone(), point.pc))
    }
}

/// The construct of a row.
fn construct(row: &Construct) -> (&str, String, u32) {
    (&row.method, format!("{:?}", row.kind), row.head_pc)
}

/// What tells an edge from others.
fn ends(edge: &Edge) -> (EdgeKind, &Point, &Point, ViaKind, &str) {
    (edge.kind, &edge.head, &edge.tail, edge.via.kind, &edge.via.name)
}

fn class(method: &str) -> &str {
    method.split('.').next().unwrap()
}

/// Methods below which the program's copies of elements are made.
fn callers(report: &Report) -> BTreeSet<String> {
    let copying = report.opaque_calls.iter().filter(|call| call.callee.starts_with(COPIES));
    let mut todo: Vec<&str> = copying.map(|call| &*call.caller).collect();
    let mut found = BTreeSet::new();
    while let Some(method) = todo.pop() {
        if found.insert(method.to_owned()) {
            let calls = report.calls.iter().chain(&report.callbacks);
            todo.extend(calls.filter(|call: &&Call| call.callee == method).map(|call| &*call.caller));
        }
    }
    found
}

/// Instructions whose copies of elements are followed on a traced JDK.
fn copying_sites(run: &Run) -> BTreeSet<(String, u32)> {
    let map = &run.map;
    let mut sites = BTreeSet::new();
    for method in &map.methods {
        let copying = method.instructions().filter(|&insn| {
            map.call_at(insn).is_some_and(|site| site.effect == Effect::Clone && site.class == "java/util/Arrays")
        });
        sites.extend(copying.map(|insn| (name(map, method), u32::from(map.insns.pc[insn.index()]))));
    }
    sites
}
