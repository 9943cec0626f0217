//! The part of a communication graph that is asked for.

use std::collections::{BTreeMap, BTreeSet};

use paratrace_analyzer::Report;
use paratrace_analyzer::model::{
    Call, Communication, CommunicationTotals, Completeness, FlowEdge, Granularity, LeftOut, Partner,
};
use paratrace_analyzer::names::without_descriptor;
use serde::Serialize;

use super::names::of_method;
use super::place::Placement;

/// Schema of a graph as JSON.
pub const SCHEMA: &str = "paratrace.communication/1";

/// A name with `*` for any characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern(String);

impl Pattern {
    /// A pattern.
    pub fn new(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// Does it describe the whole name?
    fn is(&self, name: &str) -> bool {
        let parts: Vec<&str> = self.0.split('*').collect();
        let [first, middle @ .., last] = &parts[..] else { return self.0 == name };
        let Some(mut rest) = name.strip_prefix(first).and_then(|rest| rest.strip_suffix(last)) else { return false };
        for part in middle {
            let Some(at) = rest.find(part) else { return false };
            rest = &rest[at + part.len()..];
        }
        true
    }

    /// Does it describe the name, its part before a descriptor, or, without `*`, some part of it?
    fn meets(&self, name: &str) -> bool {
        let before = without_descriptor(name);
        self.is(name) || self.is(before) || (!self.0.contains('*') && name.contains(&self.0))
    }
}

/// The partners and edges to show.
#[derive(Debug, Clone)]
pub struct Selection {
    /// The kind of the partners.
    pub granularity: Granularity,
    /// Partners described by the same pattern become one, named by it; the first pattern counts.
    pub collapse: Vec<Pattern>,
    /// Only edges from or to these partners, if there are any patterns.
    pub focus: Vec<Pattern>,
    /// Only edges with at least this share of the bytes.
    pub min_share: f64,
}

/// A communication graph with call edges beside it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Graph {
    /// [`SCHEMA`].
    #[cfg_attr(feature = "schema", schemars(extend("const" = SCHEMA)))]
    pub schema: &'static str,
    /// The completeness of the run that was read.
    pub completeness: Completeness,
    /// The kind of the partners.
    pub granularity: Granularity,
    /// Accesses of the whole run.
    pub totals: CommunicationTotals,
    /// Bytes of all edges, shown or not: shares are shares of these.
    pub bytes: u64,
    /// Values of all edges.
    pub values: u64,
    /// Partners, by name.
    pub partners: Vec<Partner>,
    /// Edges, the heaviest first.
    pub edges: Vec<FlowEdge>,
    /// Edges that are not shown.
    pub left_out: LeftOut,
    /// Calls between partners, where partners are made of methods.
    pub calls: Vec<Call>,
    /// Calls of untraced code: what it reads and writes is not known.
    pub opaque_calls: Vec<Call>,
    /// The suggested placement of the partners, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placement: Option<Placement>,
}

/// Takes from a report what is asked for; `None` if the report has no such graph.
pub fn graph(report: &Report, selection: &Selection) -> Option<Graph> {
    let whole = report.communication.iter().find(|graph| graph.granularity == selection.granularity)?;
    let (partners, mut edges) = collapsed(whole, &selection.collapse);
    let sum = |f: fn(&FlowEdge) -> u64, lost: u64| edges.iter().map(f).sum::<u64>() + lost;
    let (bytes, values) = (sum(|e| e.bytes, whole.left_out.bytes), sum(|e| e.values, whole.left_out.values));
    let mut left_out = whole.left_out;
    let focused = |edge: &FlowEdge| {
        let meets = |pattern: &Pattern| pattern.meets(&edge.producer) || pattern.meets(&edge.consumer);
        selection.focus.is_empty() || selection.focus.iter().any(meets)
    };
    edges.retain(|edge| {
        let shown = focused(edge) && edge.bytes as f64 >= selection.min_share * bytes as f64;
        if !shown {
            left_out.edges += 1;
            left_out.values += edge.values;
            left_out.bytes += edge.bytes;
        }
        shown
    });
    let mut graph = Graph {
        schema: SCHEMA,
        completeness: report.completeness.clone(),
        granularity: selection.granularity,
        totals: report.communication_totals.clone(),
        bytes,
        values,
        partners,
        edges,
        left_out,
        calls: calls(&report.calls, selection),
        opaque_calls: opaque(&report.opaque_calls, selection),
        placement: None,
    };
    graph.reduce(!selection.focus.is_empty());
    Some(graph)
}

impl Graph {
    /// With a focus, only partners of edges stay, and calls between them.
    fn reduce(&mut self, focused: bool) {
        if !focused {
            return;
        }
        let ends = self.edges.iter().flat_map(|edge| [edge.producer.clone(), edge.consumer.clone()]);
        let ends: BTreeSet<String> = ends.collect();
        self.partners.retain(|partner| ends.contains(&partner.name));
        self.calls.retain(|call| ends.contains(&call.caller) && ends.contains(&call.callee));
        self.opaque_calls.retain(|call| ends.contains(&call.caller));
    }

    /// The share of an edge in the bytes of all.
    pub fn share(&self, edge: &FlowEdge) -> f64 {
        if self.bytes == 0 { 0.0 } else { edge.bytes as f64 / self.bytes as f64 }
    }
}

fn renamed(name: &str, patterns: &[Pattern]) -> String {
    patterns.iter().find(|pattern| pattern.is(name)).map_or_else(|| name.to_owned(), |pattern| pattern.0.clone())
}

/// Partners and edges with those of one pattern added up.
fn collapsed(whole: &Communication, patterns: &[Pattern]) -> (Vec<Partner>, Vec<FlowEdge>) {
    if patterns.is_empty() {
        return (whole.partners.clone(), whole.edges.clone());
    }
    let mut partners: BTreeMap<String, Partner> = BTreeMap::new();
    for partner in &whole.partners {
        let name = renamed(&partner.name, patterns);
        let add = |sum: &mut Partner| add_partner(sum, partner);
        let new = || Partner { name: name.clone(), ..partner.clone() };
        partners.entry(name.clone()).and_modify(add).or_insert_with(new);
    }
    let mut edges: BTreeMap<(String, String), FlowEdge> = BTreeMap::new();
    for edge in &whole.edges {
        let ends = (renamed(&edge.producer, patterns), renamed(&edge.consumer, patterns));
        let (producer, consumer) = ends.clone();
        let new = FlowEdge { producer, consumer, ..edge.clone() };
        edges.entry(ends).and_modify(|sum| add_edge(sum, edge)).or_insert(new);
    }
    let mut edges: Vec<FlowEdge> = edges.into_values().collect();
    edges.sort_by(|a, b| b.bytes.cmp(&a.bytes).then(b.values.cmp(&a.values)));
    (partners.into_values().collect(), edges)
}

fn add_partner(sum: &mut Partner, more: &Partner) {
    sum.nodes += more.nodes;
    sum.reads += more.reads;
    sum.read_bytes += more.read_bytes;
    sum.unwritten_reads += more.unwritten_reads;
    sum.unwritten_bytes += more.unwritten_bytes;
    sum.writes += more.writes;
}

/// Intervals of sums are not those of their parts: an edge that was added up has none.
fn add_edge(sum: &mut FlowEdge, more: &FlowEdge) {
    sum.values += more.values;
    sum.bytes += more.bytes;
    sum.share = None;
}

fn calls(calls: &[Call], selection: &Selection) -> Vec<Call> {
    let partner =
        |method: &str| of_method(selection.granularity, method).map(|partner| renamed(&partner, &selection.collapse));
    summed(calls.iter().filter_map(|call| Some(((partner(&call.caller)?, partner(&call.callee)?), call.count))))
}

fn opaque(calls: &[Call], selection: &Selection) -> Vec<Call> {
    let caller = |call: &Call| {
        let partner = of_method(selection.granularity, &call.caller)?;
        Some(((renamed(&partner, &selection.collapse), call.callee.clone()), call.count))
    };
    summed(calls.iter().filter_map(caller))
}

fn summed(calls: impl Iterator<Item = ((String, String), u64)>) -> Vec<Call> {
    let mut sums: BTreeMap<(String, String), u64> = BTreeMap::new();
    calls.for_each(|(key, count)| *sums.entry(key).or_insert(0) += count);
    sums.into_iter().map(|((caller, callee), count)| Call { caller, callee, count }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, name, expected) in [
            ("a/*", "a/B.c()V", true),
            ("a/*", "b/a/B", false),
            ("*/B.*", "a/B.c()V", true),
            ("a*c*d", "abcbd", true),
            ("a*a", "a", false),
            ("a/B", "a/B", true),
            ("a/B", "a/BC", false),
            ("*", "", true),
        ] {
            assert_eq!(Pattern::new(pattern).is(name), expected, "{pattern} {name}");
        }
        assert!(Pattern::new("B.c").meets("a/B.c(I)V"));
        assert!(Pattern::new("a/B.*").meets("a/B.c(I)V"));
        assert!(!Pattern::new("B.*").meets("a/B.c(I)V"));
    }
}
