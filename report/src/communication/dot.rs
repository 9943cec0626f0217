//! The graph for Graphviz: communication solid, calls dotted, as in the paper's figure 1.

use std::collections::BTreeSet;
use std::fmt::Write;

use paratrace_analyzer::plain::{escape, is_plain};

use super::graph::Graph;
use super::names::short_partner;
use crate::numbers::{count, percent, plural};

/// The graph in the DOT language. Partners without an edge that is shown are left out.
pub fn dot(graph: &Graph) -> String {
    let mut out = String::from("digraph communication {\n  node [shape=box, fontname=\"sans-serif\"];\n");
    let ends: BTreeSet<&str> = graph.edges.iter().flat_map(|e| [e.producer.as_str(), e.consumer.as_str()]).collect();
    for partner in graph.partners.iter().filter(|partner| ends.contains(partner.name.as_str())) {
        let label =
            format!("{}\n{}", short_partner(graph.granularity, &partner.name), plural(partner.nodes, "node", "nodes"));
        let _ =
            writeln!(out, "  {} [label={}, tooltip={}];", quoted(&partner.name), quoted(&label), quoted(&partner.name));
    }
    for edge in &graph.edges {
        let share = graph.share(edge);
        let label = format!("{} ({})", count(edge.values), percent(share));
        let (from, to) = (quoted(&edge.producer), quoted(&edge.consumer));
        let _ = writeln!(out, "  {from} -> {to} [label={}, penwidth={:.2}];", quoted(&label), 1.0 + 6.0 * share);
    }
    let shown = |name: &str| ends.contains(name);
    for call in graph.calls.iter().filter(|call| shown(&call.caller) && shown(&call.callee)) {
        let (from, to) = (quoted(&call.caller), quoted(&call.callee));
        let _ = writeln!(out, "  {from} -> {to} [style=dotted, label={}];", quoted(&count(call.count)));
    }
    out += "}\n";
    out
}

/// A string of the DOT language.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out += "\\\"",
            '\\' => out += "\\\\",
            '\n' => out += "\\n",
            c if is_plain(c) => out.push(c),
            c => {
                // A backslash that Graphviz shows.
                out.push('\\');
                escape(c, &mut out);
            }
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_leave_their_quotes() {
        assert_eq!(quoted("a\"];\\\n\u{1}"), r#""a\"];\\\n\\u0001""#);
    }
}
