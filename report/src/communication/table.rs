//! The graph on a terminal: edges by weight, partners by computation, calls of untraced code, placement.

use paratrace_analyzer::model::{FlowEdge, Granularity};

use super::graph::Graph;
use super::names::{plural, short, short_partner};
use super::place::Placement;
use crate::canvas::{Canvas, Style, bar, clip_apart, clip_middle, columns, right};
use crate::lists::{Cut, Top, cut, more, more_by, more_text};
use crate::numbers::{count, percent, plural as counted};
use crate::text::doubts;

/// Rows of each list.
const SHOWN: usize = 20;
const SHARE: usize = 8;
const INTERVAL: usize = 10;
const BAR: usize = 8;
const NUMBER: usize = 15;
/// Width of the space before two names and between them, in columns.
const ARROW: usize = 5;
/// Least width of each of two names beside numbers, in columns; where there is less, they have a line of their own.
const NAME: usize = 12;

/// How to show it.
#[derive(Debug, Clone, Copy)]
pub struct TableOptions {
    /// Rows of every list; each has its own number where none is asked for.
    pub top: Top,
    /// Use colours.
    pub color: bool,
    /// Draw with characters beyond ASCII.
    pub unicode: bool,
    /// Columns of the terminal.
    pub width: usize,
}

/// The table, ending with a line break.
pub fn table(graph: &Graph, options: &TableOptions) -> String {
    let mut canvas = Canvas::new(options.width.clamp(60, 200), options.color, options.unicode);
    doubts::draw(&mut canvas, "the trace", &graph.completeness, options.top);
    heading(&mut canvas, graph);
    edges(&mut canvas, graph, options);
    partners(&mut canvas, graph, options);
    if !graph.opaque_calls.is_empty() {
        opaque(&mut canvas, graph, options);
    }
    if let Some(placement) = &graph.placement {
        placed(&mut canvas, graph.granularity, placement, options);
    }
    canvas.finish()
}

fn heading(canvas: &mut Canvas, graph: &Graph) {
    let t = &graph.totals;
    canvas.paragraph(Style::Strong, &format!("Communication between {}", plural(graph.granularity)));
    let produced = t.reads.saturating_sub(t.unwritten_reads);
    canvas.paragraph(
        Style::Plain,
        &format!(
            "{} read from fields, statics and arrays ({}): {} written by traced code before; {} that no traced code \
             wrote: default values, and what untraced code stored.",
            counted(t.reads, "value", "values"),
            counted(t.read_bytes, "byte", "bytes"),
            count(produced),
            count(t.unwritten_reads)
        ),
    );
    if t.unsized_reads > 0 {
        let text = format!(
            "{} copied between arrays of unknown type count 0 bytes.",
            counted(t.unsized_reads, "value", "values")
        );
        canvas.paragraph(Style::Faint, &text);
    }
    if let Some(sample) = &t.sample {
        let text = format!(
            "Estimated from {} sampled, {} of them with a producer; seed {}; intervals cover the true share with probability {}.",
            counted(sample.size, "read", "reads"),
            count(sample.produced),
            sample.seed,
            percent(sample.confidence)
        );
        canvas.paragraph(Style::Faint, &text);
    }
}

fn edges(canvas: &mut Canvas, graph: &Graph, options: &TableOptions) {
    canvas.gap();
    if graph.edges.is_empty() {
        return canvas.line(&[(Style::Plain, "No edge to show.")]);
    }
    let sampled = graph.totals.sample.is_some();
    let interval = if sampled { right("±", INTERVAL) } else { String::new() };
    let heading = right("share", SHARE)
        + &interval
        + &" ".repeat(1 + BAR)
        + &right("bytes", NUMBER)
        + &right("values", NUMBER)
        + "  producer → consumer";
    canvas.line(&[(Style::Faint, &heading)]);
    let Cut { shown, .. } = cut(&graph.edges, options.top, SHOWN);
    shown.iter().for_each(|edge| row(canvas, graph, edge, sampled));
    let hidden = graph.edges.iter().skip(shown.len());
    let (lost, bytes) = hidden.fold((graph.left_out.edges, graph.left_out.bytes), |(n, b), e| (n + 1, b + e.bytes));
    let with = format!(" with {}", counted(bytes, "byte", "bytes"));
    if let Some(text) = more_by(lost, &with, "--top, --min-share and --edges show") {
        canvas.line(&[(Style::Faint, &format!("  {text}"))]);
    }
}

fn row(canvas: &mut Canvas, graph: &Graph, edge: &FlowEdge, sampled: bool) {
    let share = edge.share.map_or_else(|| graph.share(edge), |found| found.estimate);
    let interval = match &edge.share {
        Some(found) if sampled => right(&percent((found.high - found.low) / 2.0), INTERVAL),
        _ if sampled => right("", INTERVAL),
        _ => String::new(),
    };
    let numbers = right(&count(edge.bytes), NUMBER) + &right(&count(edge.values), NUMBER);
    let (number, drawn) = (right(&percent(share), SHARE), format!(" {}", bar(share, BAR)));
    let mut pieces =
        vec![(Style::Plain, &*number), (Style::Faint, &interval), (Style::Bar, &drawn), (Style::Plain, &numbers)];
    let used: usize = pieces.iter().map(|(_, text)| columns(text)).sum();
    let left = canvas.width.saturating_sub(used);
    let beside = left >= ARROW + 2 * NAME;
    let ends = ends(graph.granularity, edge, if beside { left } else { canvas.width });
    if !beside {
        canvas.line(&pieces);
        pieces.clear();
    }
    pieces.push((Style::Strong, &ends));
    canvas.line(&pieces);
}

/// Both ends of an edge in so many columns. What two partners are called is never the same.
fn ends(granularity: Granularity, edge: &FlowEdge, width: usize) -> String {
    let (producer, consumer) = (&*edge.producer, &*edge.consumer);
    let short = [short_partner(granularity, producer), short_partner(granularity, consumer)];
    let names = if short[0] == short[1] { [producer, consumer] } else { [&*short[0], &*short[1]] };
    let all = width.saturating_sub(ARROW);
    let needed: usize = names.iter().map(|name| columns(name)).sum();
    let [producer, consumer] = if needed <= all { names.map(str::to_owned) } else { clip_apart(names, all / 2) };
    format!("  {producer} → {consumer}")
}

fn partners(canvas: &mut Canvas, graph: &Graph, options: &TableOptions) {
    let mut partners: Vec<_> = graph.partners.iter().collect();
    partners.sort_by(|a, b| b.nodes.cmp(&a.nodes).then(a.name.cmp(&b.name)));
    let total: u64 = partners.iter().map(|partner| partner.nodes).sum();
    canvas.gap();
    let heading = right("of nodes", SHARE + 1)
        + &right("nodes", NUMBER)
        + &right("bytes read", NUMBER)
        + &right("unwritten", NUMBER)
        + "  "
        + plural(graph.granularity);
    canvas.line(&[(Style::Faint, &heading)]);
    let Cut { shown, more: left } = cut(&partners, options.top, SHOWN);
    for partner in shown {
        let share = partner.nodes as f64 / total.max(1) as f64;
        let numbers = right(&percent(share), SHARE + 1)
            + &right(&count(partner.nodes), NUMBER)
            + &right(&count(partner.read_bytes), NUMBER)
            + &right(&count(partner.unwritten_bytes), NUMBER);
        let left = canvas.width.saturating_sub(columns(&numbers) + 2);
        let name = clip_middle(&short_partner(graph.granularity, &partner.name), left);
        canvas.line(&[(Style::Plain, &numbers), (Style::Strong, &format!("  {name}"))]);
    }
    more(canvas, 2, left as u64);
}

fn opaque(canvas: &mut Canvas, graph: &Graph, options: &TableOptions) {
    let mut calls: Vec<_> = graph.opaque_calls.iter().collect();
    calls.sort_by(|a, b| b.count.cmp(&a.count).then(a.cmp(b)));
    canvas.gap();
    canvas.paragraph(
        Style::Faint,
        "Calls of code that is not traced: what it reads is not counted, and what it writes still counts for whoever wrote \
         there before.",
    );
    let Cut { shown, more: left } = cut(&calls, options.top, SHOWN);
    for call in shown {
        let text = format!("  {} → {}", short(&call.caller), short(&call.callee));
        canvas.line(&[(Style::Plain, &right(&count(call.count), NUMBER)), (Style::Plain, &text)]);
    }
    more(canvas, 2, left as u64);
}

fn placed(canvas: &mut Canvas, granularity: Granularity, placement: &Placement, options: &TableOptions) {
    canvas.gap();
    let cores = placement.cores.len();
    let text = format!(
        "On {}: {} between cores; {} if placed by load alone.",
        counted(cores as u64, "core", "cores"),
        counted(placement.cut_bytes, "byte", "bytes"),
        count(placement.cut_bytes_before)
    );
    canvas.paragraph(Style::Strong, &text);
    for (number, core) in placement.cores.iter().enumerate() {
        let Cut { shown, more } = cut(&core.partners, options.top, SHOWN);
        let names: Vec<String> = shown.iter().map(|name| short_partner(granularity, name)).collect();
        let more = more_text(more as u64).map_or_else(String::new, |text| format!(" {text}"));
        let nodes = counted(core.nodes, "node", "nodes");
        let text = format!("core {}: {nodes}: {}{more}", number + 1, names.join(", "));
        canvas.paragraph(Style::Plain, &text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(producer: &str, consumer: &str) -> FlowEdge {
        FlowEdge { producer: producer.to_owned(), consumer: consumer.to_owned(), values: 1, bytes: 8, share: None }
    }

    #[test]
    fn different_names_stay_different() {
        let names =
            ["acme/some/Package$Inner.aMethodWithALongName(I)V", "acme/some/Package$Inner.aMethodWithALongName(J)V"];
        for width in [29, 40, 60, 100] {
            let shown = ends(Granularity::Method, &edge(names[0], names[1]), width);
            let shown_apart = shown.trim().split_once(" → ").is_some_and(|(producer, consumer)| producer != consumer);
            assert!(shown_apart && columns(&shown) <= width, "{shown}");
        }
        assert_eq!(ends(Granularity::Thread, &edge("main", "main"), 20), "  main → main");
    }
}
