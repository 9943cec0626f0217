//! The critical path: which lines, methods and instructions it consists of, and the way it takes.

use super::{TextOptions, doubts, meetings};
use crate::canvas;
use crate::canvas::{Canvas, Style, bar, left, left_name, right};
use crate::lists::{Cut, Top, cut, more};
use crate::locations::variable;
use crate::names;
use crate::numbers::{count, percent, plural, ratio};
use paratrace_analyzer::model::{
    ChainEdge, ChainLink, ChainPlace, ChainThread, CriticalPath, LinkKind, OrderedPath, OrderedWhy, Stretch, Way, Why,
};

pub(super) const NODES: usize = 15;
pub(super) const SHARE: usize = 9;
const BAR: usize = 10;
/// Rows of each table.
pub(super) const SHOWN: usize = 10;
/// Lines of the way that are shown of its beginning, and of its end.
const WAY_SHOWN: usize = 20;

/// A critical path, ending with a line break.
pub fn critical_path(path: &CriticalPath, options: &TextOptions) -> String {
    let mut canvas = super::new_canvas(options);
    doubts::draw(&mut canvas, "the trace", &path.completeness, options.top);
    let Some(thread) = &path.thread else {
        canvas.line(&[(Style::Plain, "Nothing was executed.")]);
        return canvas.finish();
    };
    // Before it went from thread to thread, it was that of one.
    let nodes = if path.threads.is_empty() { thread.nodes } else { path.nodes };
    let (length, all) = (count(thread.critical_path), plural(nodes, "instruction", "instructions"));
    let parallelism = ratio(nodes as f64 / thread.critical_path as f64);
    canvas.paragraph(Style::Strong, &format!("The critical path: {length} of {all}, {}", where_it_runs(path, thread)));
    canvas.paragraph(
        Style::Faint,
        &format!("each waits for the one before; parallelism {parallelism}; of several such paths, this is one"),
    );
    if path.threads.len() > 1 {
        let row = |thread: &ChainThread| (format!("{} ({})", thread.name, thread.id), thread.critical_path);
        let parts: Vec<(String, u64)> = path.threads.iter().map(row).collect();
        table(&mut canvas, "thread", options, &parts, |(name, nodes)| Row {
            name: name.clone(),
            nodes: *nodes,
            share: *nodes as f64 / thread.critical_path as f64,
            place: None,
        });
    }
    let row = |name: String, nodes, share| Row { name, nodes, share, place: None };
    table(&mut canvas, "line", options, &path.lines, |line| Row {
        place: Some(&line.place),
        ..row(at(&line.place), line.nodes, line.share)
    });
    table(&mut canvas, "method", options, &path.methods, |m| row(names::short(&m.method).into(), m.nodes, m.share));
    table(&mut canvas, "instruction", options, &path.instructions, |i| row(i.instruction.clone(), i.nodes, i.share));
    way(&mut canvas, &path.way, "The way it takes", options.top);
    meetings::draw(&mut canvas, path, options);
    canvas.finish()
}

/// In which threads it runs, and how often it goes from one to another.
fn where_it_runs(path: &CriticalPath, last: &ChainThread) -> String {
    let moves: u64 = path.edges.iter().map(|edge| edge.between_threads).sum();
    match path.threads.as_slice() {
        [] | [_] => format!("all in thread {} ({})", last.id, last.name),
        several => {
            let times = plural(moves, "time", "times");
            format!("in {} threads; {times} one thread waits for a value of another", count(several.len() as u64))
        }
    }
}

/// The critical path at a line, in words that end with a line break.
pub fn why(why: &Why, options: &TextOptions) -> String {
    let mut canvas = super::new_canvas(options);
    doubts::draw(&mut canvas, "the trace", &why.completeness, options.top);
    for line in &why.lines {
        let executed = plural(line.executed, "instruction was", "instructions were");
        let part = match line.nodes {
            0 => "none of them is on the critical path".to_owned(),
            nodes => {
                let verb = if nodes == 1 { "is" } else { "are" };
                format!("{} {verb} on the critical path, {} of it", count(nodes), percent(line.share))
            }
        };
        canvas.paragraph(Style::Strong, &format!("{}: {executed} executed, {part}", at(&line.place)));
        source(&mut canvas, &line.place, options);
    }
    let is_on_it = why.lines.iter().any(|line| line.nodes > 0);
    if !is_on_it {
        canvas.paragraph(
            Style::Plain,
            &format!(
                "Nothing on the critical path waits for this line: making it faster alone does not shorten the critical \
                 path. {}",
                slack(why)
            ),
        );
    } else {
        edges(&mut canvas, "It waits for", &why.waits_for, options, |edge| &edge.head);
        edges(&mut canvas, "What waits for it", &why.waited_for_by, options, |edge| &edge.tail);
    }
    meetings::draw_why(&mut canvas, why, options);
    canvas.finish()
}

/// Draws the lines of a path with synchronisation, and the way it takes.
pub(super) fn ordered_lines(canvas: &mut Canvas, path: &OrderedPath, options: &TextOptions) {
    table(canvas, "line", options, &path.lines, |line| Row {
        name: at(&line.place),
        nodes: line.nodes,
        share: line.share,
        place: Some(&line.place),
    });
    way(canvas, &path.way, "The way it takes with locks and joins", options.top);
}

/// Draws what lines on a path with synchronisation wait for, and what waits for them.
pub(super) fn ordered_edges(canvas: &mut Canvas, why: &OrderedWhy, options: &TextOptions) {
    edges(canvas, "With these, it waits for", &why.waits_for, options, |edge| &edge.head);
    edges(canvas, "With these, what waits for it", &why.waited_for_by, options, |edge| &edge.tail);
}

/// How much later the lines could come.
fn slack(why: &Why) -> String {
    match why.lines.iter().map(|line| line.slack).min().flatten() {
        Some(0) => "But another one, just as long, has it: no delay is without effect.".to_owned(),
        Some(slack) => {
            let slack = plural(slack, "instruction", "instructions");
            format!("It could come up to {slack} later, each time, without making it longer.")
        }
        None => "How much later it could come without making it longer is not known.".to_owned(),
    }
}

/// `File.java:12 in Class.method`.
pub(super) fn at(place: &ChainPlace) -> String {
    match (place.file.as_deref(), names::line(place.line)) {
        (Some(file), Some(line)) => format!("{file}:{line} in {}", names::short(&place.method)),
        _ => names::short(&place.method).to_owned(),
    }
}

fn source(canvas: &mut Canvas, place: &ChainPlace, options: &TextOptions) {
    let (Some(file), Some(line)) = (place.file.as_deref(), names::line(place.line)) else { return };
    if let Some(text) = options.sources.line(names::class(&place.method), file, line) {
        canvas.line(&[(Style::Faint, &format!("  {text}"))]);
    }
}

/// A row of a table.
struct Row<'p> {
    name: String,
    nodes: u64,
    share: f64,
    /// Its line of source is shown below.
    place: Option<&'p ChainPlace>,
}

fn table<'p, T>(canvas: &mut Canvas, what: &str, options: &TextOptions, rows: &'p [T], row: impl Fn(&'p T) -> Row<'p>) {
    let width = canvas.width.saturating_sub(NODES + SHARE + 1 + BAR).max(8);
    canvas.gap();
    canvas.line(&[(Style::Faint, &(left(what, width) + &right("instructions", NODES) + &right("share", SHARE)))]);
    let Cut { shown, more: hidden } = cut(rows, options.top, SHOWN);
    for Row { name, nodes, share, place } in shown.iter().map(row) {
        canvas.line(&[
            (Style::Strong, &left_name(&name, width)),
            (Style::Plain, &right(&count(nodes), NODES)),
            (Style::Plain, &right(&percent(share), SHARE)),
            (Style::Bar, &format!(" {}", bar(share, BAR))),
        ]);
        if let Some(place) = place {
            source(canvas, place, options);
        }
    }
    more(canvas, 0, hidden as u64);
}

fn way(canvas: &mut Canvas, way: &Way, title: &str, top: Top) {
    canvas.gap();
    canvas.paragraph(Style::Strong, title);
    let (mut lines, mut end) = (Vec::new(), Vec::new());
    stretches(&way.first, 1, &mut lines);
    stretches(&way.last, 1, &mut end);
    if way.left_out > 0 {
        lines.push(format!("  … {}", plural(way.left_out, "instruction", "instructions")));
    }
    lines.extend(end);
    let ends = top.rows(WAY_SHOWN);
    let hidden = lines.len().saturating_sub(ends.saturating_mul(2));
    for (i, line) in lines.iter().enumerate() {
        match i {
            _ if hidden > 0 && i == ends => more(canvas, 2, hidden as u64),
            _ if hidden > 0 && (ends..ends + hidden).contains(&i) => {}
            _ => canvas.line(&[(Style::Plain, line)]),
        }
    }
}

fn stretches(all: &[Stretch], depth: usize, lines: &mut Vec<String>) {
    let indent = "  ".repeat(depth);
    for stretch in all {
        match stretch {
            Stretch::Line { place, nodes } => lines.push(format!("{indent}{} ({})", at(place), count(*nodes))),
            Stretch::Repeat { times, nodes, stretches: inner } => {
                let nodes = plural(*nodes, "instruction", "instructions");
                lines.push(format!("{indent}{}, {nodes}:", plural(*times, "time", "times")));
                stretches(inner, depth + 1, lines);
            }
        }
    }
}

fn edges(
    canvas: &mut Canvas,
    title: &str,
    edges: &[ChainEdge],
    options: &TextOptions,
    end: fn(&ChainEdge) -> &ChainPlace,
) {
    canvas.gap();
    canvas.paragraph(Style::Strong, title);
    if edges.is_empty() {
        canvas.line(&[(Style::Plain, "  nothing: here the critical path begins or ends")]);
    }
    let width = canvas.width.saturating_sub(NODES + 2).max(8);
    let Cut { shown, more: left } = cut(edges, options.top, SHOWN);
    for edge in shown {
        let others = match edge.between_threads {
            0 => "",
            some if some == edge.count => ", in another thread",
            _ => ", sometimes in another thread",
        };
        let text = format!("{}, through {}{others}", at(end(edge)), through(&edge.through));
        let times = format!("{} ×", count(edge.count));
        let shown = canvas::left_name(&text, width);
        canvas.line(&[(Style::Plain, "  "), (Style::Plain, &shown), (Style::Plain, &right(&times, NODES))]);
    }
    more(canvas, 2, left as u64);
}

fn through(link: &ChainLink) -> String {
    let last = link.name.rsplit('/').next().unwrap_or_default();
    match link.kind {
        LinkKind::Stack => "the operand stack".to_owned(),
        LinkKind::Local => variable(link.variable.as_deref(), &link.name),
        LinkKind::Parameter => match link.variable.as_deref() {
            Some(name) if name == "this" || name.contains(' ') => name.to_owned(),
            name => format!("parameter {}", name.unwrap_or(&link.name)),
        },
        LinkKind::Return => format!("the result of {}", names::short(&link.name)),
        LinkKind::Field => format!("field {last}"),
        LinkKind::Static => format!("static field {last}"),
        LinkKind::Element => format!("an element of {}", link.name),
        LinkKind::State => "the state of an object of untraced code".to_owned(),
        LinkKind::Exception => "an exception".to_owned(),
        LinkKind::Meeting => meetings::through(link.meeting, &link.name),
    }
}
