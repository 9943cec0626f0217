//! Producers against consumers, as text and as a heat map.

use std::collections::BTreeMap;
use std::fmt::Write;

use paratrace_analyzer::plain;

use super::graph::Graph;
use super::graphml::escaped;
use super::names::short_partner;
use crate::canvas::{left, right};
use crate::lists::{Cut, Top, cut, more_text};
use crate::numbers::{count, percent, plural};

/// Partners in a matrix: those with most bytes.
const MOST: usize = 40;
/// Side of a cell of the heat map, in pixels.
const CELL: usize = 18;
/// Space for names beside the heat map, in pixels.
const NAMES: usize = 320;

/// Partners by bytes produced and consumed, and bytes by (row, column).
struct Cells<'g> {
    names: Vec<&'g str>,
    bytes: BTreeMap<(usize, usize), u64>,
    left_out: usize,
}

impl<'g> Cells<'g> {
    fn new(graph: &'g Graph, top: Top) -> Self {
        let mut weights: BTreeMap<&str, u64> = BTreeMap::new();
        for edge in &graph.edges {
            *weights.entry(&edge.producer).or_insert(0) += edge.bytes;
            *weights.entry(&edge.consumer).or_insert(0) += edge.bytes;
        }
        let mut all: Vec<(&str, u64)> = weights.into_iter().collect();
        all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        let Cut { shown, more: left_out } = cut(&all, top, MOST);
        let names: Vec<&str> = shown.iter().map(|&(name, _)| name).collect();
        let number = |name: &str| names.iter().position(|known| *known == name);
        let mut bytes = BTreeMap::new();
        for edge in &graph.edges {
            if let (Some(producer), Some(consumer)) = (number(&edge.producer), number(&edge.consumer)) {
                *bytes.entry((producer, consumer)).or_insert(0) += edge.bytes;
            }
        }
        Self { names, bytes, left_out }
    }

    fn at(&self, producer: usize, consumer: usize) -> u64 {
        self.bytes.get(&(producer, consumer)).copied().unwrap_or(0)
    }
}

/// Rows produce, columns consume; cells are bytes.
pub fn matrix(graph: &Graph, top: Top) -> String {
    let cells = Cells::new(graph, top);
    let mut out = String::from("rows produce, columns consume; bytes\n");
    for (number, name) in cells.names.iter().enumerate() {
        let _ = writeln!(
            out,
            "{} {}",
            right(&(number + 1).to_string(), 4),
            plain::line(&short_partner(graph.granularity, name))
        );
    }
    let widest = cells.bytes.values().copied().max().unwrap_or(0);
    let width = count(widest).chars().count().max(3) + 1;
    out += &left("", 4);
    (0..cells.names.len()).for_each(|number| out += &right(&(number + 1).to_string(), width));
    out.push('\n');
    for producer in 0..cells.names.len() {
        out += &right(&(producer + 1).to_string(), 4);
        for consumer in 0..cells.names.len() {
            let bytes = cells.at(producer, consumer);
            out += &right(&if bytes == 0 { "·".to_owned() } else { count(bytes) }, width);
        }
        out.push('\n');
    }
    if let Some(text) = more_text(cells.left_out as u64) {
        let _ = writeln!(out, "{text}");
    }
    out
}

/// The same as an SVG picture: the darker, the more bytes, on a logarithmic scale. Every cell says what it is.
pub fn svg(graph: &Graph, top: Top) -> String {
    let cells = Cells::new(graph, top);
    let side = NAMES + CELL * cells.names.len() + CELL;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{side}\" height=\"{side}\" font-family=\"sans-serif\" \
         font-size=\"11\">\n<title>Communication: rows produce, columns consume</title>\n"
    );
    for (number, name) in cells.names.iter().enumerate() {
        let (at, shown) = (NAMES + CELL * number + CELL - 5, escaped(&short_partner(graph.granularity, name)));
        let end = NAMES - 6;
        let _ = writeln!(out, "<text x=\"{end}\" y=\"{at}\" text-anchor=\"end\">{shown}</text>");
        let _ = writeln!(out, "<text transform=\"translate({at} {end}) rotate(-90)\">{shown}</text>");
    }
    let most = cells.bytes.values().copied().max().unwrap_or(1);
    for (&(producer, consumer), &bytes) in &cells.bytes {
        let (x, y) = (NAMES + CELL * consumer, NAMES + CELL * producer);
        let strength = ((1 + bytes) as f64).ln() / ((1 + most) as f64).ln();
        let share = if graph.bytes == 0 { 0.0 } else { bytes as f64 / graph.bytes as f64 };
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#123a6b\" fill-opacity=\"{strength:.3}\">\
             <title>{} → {}: {}, {}</title></rect>",
            escaped(cells.names[producer]),
            escaped(cells.names[consumer]),
            plural(bytes, "byte", "bytes"),
            percent(share)
        );
    }
    let size = CELL * cells.names.len();
    let _ = writeln!(
        out,
        "<rect x=\"{NAMES}\" y=\"{NAMES}\" width=\"{size}\" height=\"{size}\" fill=\"none\" stroke=\"#999\"/>"
    );
    out + "</svg>\n"
}
