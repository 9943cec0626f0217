//! `paratrace communication` on the example of figure 1 in Bertels and others (2009), and on a program with copies.

use crate::common::Traced;
use serde_json::Value;

fn shown(traced: &Traced, options: &[&str]) -> String {
    traced.shown(&[&["communication", "trace"], options].concat())
}

fn graph(traced: &Traced, options: &[&str]) -> Value {
    traced.json(&[&["communication", "trace"], options].concat())
}

fn edges(graph: &Value) -> Vec<(String, String, u64, u64)> {
    let name = |value: &Value| value.as_str().unwrap().to_owned();
    let edges = graph["edges"].as_array().unwrap().iter().map(|edge| {
        let number = |field: &str| edge[field].as_u64().unwrap();
        (name(&edge["producer"]), name(&edge["consumer"]), number("values"), number("bytes"))
    });
    edges.collect()
}

const FILL: &str = "Example.fillArray([I)V";
const PRINT: &str = "Example.printArray([I)V";
const SHIFT: &str = "Example.shiftArray([I)V";

/// The paper's graph: 12 values along each of three edges between activations.
#[test]
fn example_of_figure_1() {
    let example = Traced::new("Example");
    let mut found = edges(&graph(&example, &["--by", "activation"]));
    found.sort();
    let edge = |from: &str, to: String| (format!("{from}#1"), to, 12, 48);
    let mut expected =
        vec![edge(FILL, format!("{PRINT}#1")), edge(FILL, format!("{SHIFT}#1")), edge(SHIFT, format!("{PRINT}#2"))];
    expected.sort();
    assert_eq!(found, expected);

    let methods = graph(&example, &[]);
    assert_eq!(edges(&methods).len(), 3);
    assert_eq!(methods["calls"].as_array().unwrap().len(), 3);
    assert!(
        methods["opaque_calls"]
            .as_array()
            .unwrap()
            .iter()
            .any(|call| call["callee"].as_str().unwrap().starts_with("java/io/PrintStream.print"))
    );
    let class = graph(&example, &["--by", "class"]);
    assert_eq!(edges(&class), [("Example".to_owned(), "Example".to_owned(), 36, 144)]);
    // The fields of strings and streams were not written by traced code.
    let totals = &class["totals"];
    assert_eq!(totals["reads"].as_u64().unwrap() - totals["unwritten_reads"].as_u64().unwrap(), 36);
}

#[test]
fn filters() {
    let example = Traced::new("Example");
    let focused = graph(&example, &["--focus", "shiftArray"]);
    assert_eq!(edges(&focused).len(), 2);
    assert_eq!(focused["left_out"]["values"].as_u64(), Some(12));
    assert_eq!(edges(&graph(&example, &["--min-share", "0.34"])), []);
    let collapsed = edges(&graph(&example, &["--collapse", "*Array*"]));
    assert_eq!(collapsed, [("*Array*".to_owned(), "*Array*".to_owned(), 36, 144)]);
}

#[test]
fn forms() {
    let example = Traced::new("Example");
    let dot = shown(&example, &["--dot"]);
    assert!(dot.contains(&format!("\"{FILL}\" -> \"{PRINT}\" [label=\"12 (33.3 %)\"")), "{dot}");
    let graphml = shown(&example, &["--graphml"]);
    assert_eq!(
        graphml.matches("<data key=\"kind\">communication</data><data key=\"values\">12</data>").count(),
        3,
        "{graphml}"
    );
    assert_eq!(graphml.matches("<data key=\"kind\">call</data>").count(), 3, "{graphml}");
    let matrix = shown(&example, &["--matrix"]);
    assert!(matrix.ends_with("   1   ·  48  48\n   2   ·   ·   ·\n   3   ·  48   ·\n"), "{matrix}");
    assert_eq!(shown(&example, &["--svg"]).matches("48 bytes, 33.3 %").count(), 3);
    let table = shown(&example, &[]);
    assert!(table.contains("Example.fillArray → Example.printArray"), "{table}");
}

#[test]
fn placement_and_samples() {
    let example = Traced::new("Example");
    let placement = &graph(&example, &["--cores", "2", "--imbalance", "0.5"])["placement"];
    let bytes = |field: &str| placement[field].as_u64().unwrap();
    assert!(bytes("cut_bytes") <= bytes("cut_bytes_before"));
    assert_eq!(placement["cores"].as_array().unwrap().len(), 2);
    let sampled = graph(&example, &["--sample", "1000", "--seed", "3"]);
    assert_eq!(edges(&sampled), edges(&graph(&example, &[])), "a sample that holds everything");
    let sized = graph(&example, &["--error", "0.05", "--min-share", "0.001"]);
    assert_eq!(sized["totals"]["sample"]["confidence"].as_f64(), Some(0.95));
}

/// Bytes in are bytes read, at every granularity.
#[test]
fn every_value_read_is_somewhere() {
    for program in ["Example", "ArrayCopies", "MiniInterpreter"] {
        let traced = Traced::new(program);
        for by in ["activation", "call-path", "loop", "method", "class", "package", "thread"] {
            let graph = graph(&traced, &["--by", by, "--edges", "all"]);
            let (values, bytes) = edges(&graph).iter().fold((0, 0), |(v, b), edge| (v + edge.2, b + edge.3));
            let total = |field: &str| graph["totals"][field].as_u64().unwrap();
            assert_eq!(values + total("unwritten_reads"), total("reads"), "{program}, {by}");
            assert_eq!(bytes + total("unwritten_bytes"), total("read_bytes"), "{program}, {by}");
        }
    }
}
