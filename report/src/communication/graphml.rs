//! The graph as GraphML (<http://graphml.graphdrawing.org>), for yEd, Gephi, NetworkX and others.

use std::collections::BTreeMap;
use std::fmt::Write;

use paratrace_analyzer::plain::{REPLACEMENT, is_plain};

use super::graph::Graph;

const HEAD: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="name" for="node" attr.name="name" attr.type="string"/>
  <key id="nodes" for="node" attr.name="nodes" attr.type="long"/>
  <key id="reads" for="node" attr.name="reads" attr.type="long"/>
  <key id="unwritten" for="node" attr.name="unwritten_reads" attr.type="long"/>
  <key id="writes" for="node" attr.name="writes" attr.type="long"/>
  <key id="kind" for="edge" attr.name="kind" attr.type="string"/>
  <key id="values" for="edge" attr.name="values" attr.type="long"/>
  <key id="bytes" for="edge" attr.name="bytes" attr.type="long"/>
  <key id="count" for="edge" attr.name="count" attr.type="long"/>
  <graph id="communication" edgedefault="directed">
"#;

/// The graph; edges are of kind `communication` or `call`.
pub fn graphml(graph: &Graph) -> String {
    let mut out = String::from(HEAD);
    let mut ids: BTreeMap<&str, usize> = BTreeMap::new();
    for (id, partner) in graph.partners.iter().enumerate() {
        ids.insert(&partner.name, id);
        let _ = writeln!(
            out,
            "    <node id=\"n{id}\">{}{}{}{}{}</node>",
            data("name", escaped(&partner.name)),
            data("nodes", partner.nodes),
            data("reads", partner.reads),
            data("unwritten", partner.unwritten_reads),
            data("writes", partner.writes)
        );
    }
    let mut edge = |from: &str, to: &str, data: String| {
        if let (Some(from), Some(to)) = (ids.get(from), ids.get(to)) {
            let _ = writeln!(out, "    <edge source=\"n{from}\" target=\"n{to}\">{data}</edge>");
        }
    };
    for flow in &graph.edges {
        let sums = data("values", flow.values) + &data("bytes", flow.bytes);
        edge(&flow.producer, &flow.consumer, data("kind", "communication") + &sums);
    }
    for call in &graph.calls {
        edge(&call.caller, &call.callee, data("kind", "call") + &data("count", call.count));
    }
    out + "  </graph>\n</graphml>\n"
}

fn data(key: &str, value: impl std::fmt::Display) -> String {
    format!("<data key=\"{key}\">{value}</data>")
}

/// Text of an XML document. Characters that a terminal would obey become references; those that XML cannot hold are replaced.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '&' => out += "&amp;",
            '"' => out += "&quot;",
            '\u{fffe}' | '\u{ffff}' => out.push(REPLACEMENT),
            c if is_plain(c) => out.push(c),
            '\u{0}'..'\u{20}' if !matches!(c, '\t' | '\n' | '\r') => out.push(REPLACEMENT),
            c => {
                let _ = write!(out, "&#x{:x};", u32::from(c));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_text() {
        assert_eq!(escaped("<init>(\"a&b\")\u{0}"), "&lt;init&gt;(&quot;a&amp;b&quot;)\u{fffd}");
        assert_eq!(escaped("a\u{202e}\u{9b}\n\u{1b}"), "a&#x202e;&#x9b;&#xa;\u{fffd}");
    }
}
