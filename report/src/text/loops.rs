//! The loops by gain, one row of figures and one of source text each.
//!
//! Columns, with what goes first when the terminal is narrow: iterations, then the bar.

use super::TextOptions;
use crate::canvas::{Canvas, Style, bar, columns, left, left_name, right};
use crate::lists::{Cut, cut, more};
use crate::loops::{around, at, by_gain, class, line, location, short_method};
use crate::mine::Mine;
use crate::numbers::{count, percent, plural, ratio};
use paratrace_analyzer::Report;
use paratrace_analyzer::model::Loop;

/// Loops shown.
const SHOWN: usize = 10;

const RANK: usize = 3;
const INFLUENCE: usize = 9;
const BAR: usize = 10;
const PARALLELISM: usize = 11;
const SPEEDUP: usize = 9;
const ITERATIONS: usize = 15;

/// Below this many columns there are no iterations.
const FOR_ITERATIONS: usize = 84;
/// Below this many columns there is no bar.
const FOR_BAR: usize = 68;

pub(super) fn draw(canvas: &mut Canvas, report: &Report, options: &TextOptions) {
    let loops = by_gain(report);
    if loops.is_empty() {
        return alone(canvas, Style::Plain, "No loop was executed.");
    }
    let mine = Mine::of(report, &options.mine);
    let (own, others): (Vec<&Loop>, Vec<&Loop>) = loops.into_iter().partition(|l| mine.has(&l.method));
    let others = others.iter().filter(|l| options.rows.shows(&l.method));
    let others: Vec<(&str, f64)> = others.map(|l| (l.method.as_str(), l.influence)).collect();
    let libraries = mine.hidden(["more loop", "more loops"], &others, options.top);
    if own.is_empty() {
        alone(canvas, Style::Plain, "No loop of own code was executed.");
        return libraries.iter().for_each(|text| canvas.paragraph(Style::Faint, text));
    }
    let loops = options.rows.ranked(own, |l| l.method.as_str());
    if loops.is_empty() {
        return libraries.iter().for_each(|text| alone(canvas, Style::Faint, text));
    }
    canvas.gap();
    table(canvas, &loops, report, options);
    libraries.iter().for_each(|text| canvas.indented(Style::Faint, RANK + 1, text));
}

/// Says something in the place of the table.
fn alone(canvas: &mut Canvas, style: Style, text: &str) {
    canvas.gap();
    canvas.paragraph(style, text);
}

/// The loops with their ranks.
fn table(canvas: &mut Canvas, loops: &[(usize, &Loop)], report: &Report, options: &TextOptions) {
    let Cut { shown, more: left } = cut(loops, options.top, SHOWN);
    heading(canvas, shown.len(), loops.len(), options);
    columns_heading(canvas);
    for &(rank, l) in shown {
        figures(canvas, rank, l);
        place(canvas, l, report, options);
    }
    more(canvas, RANK + 1, left as u64);
}

fn heading(canvas: &mut Canvas, shown: usize, all: usize, options: &TextOptions) {
    let what = match shown {
        _ if shown == all => "Loops".into(),
        1 => format!("The loop of {}", count(all as u64)),
        _ => format!("The {} loops of {}", count(shown as u64), count(all as u64)),
    };
    let cores = plural(options.cores as u64, "core", "cores");
    canvas.paragraph(Style::Strong, &format!("{what} that would gain most from running in parallel"));
    canvas.paragraph(
        Style::Faint,
        &format!("speed-up: of the whole run, if only this loop ran in parallel, at most, on {cores}"),
    );
}

fn columns_heading(canvas: &mut Canvas) {
    let mut line = right("#", RANK) + " " + &left("loop", loop_width(canvas)) + &right("of run", INFLUENCE);
    if canvas.width >= FOR_BAR {
        line += &" ".repeat(1 + BAR);
    }
    line += &(right("parallelism", PARALLELISM + 1) + &right("speed-up", SPEEDUP));
    if canvas.width >= FOR_ITERATIONS {
        line += &right("iterations", ITERATIONS);
    }
    canvas.line(&[(Style::Faint, &line)]);
}

fn figures(canvas: &mut Canvas, rank: usize, l: &Loop) {
    let name = left_name(&location(l), loop_width(canvas));
    let share = right(&percent(l.influence), INFLUENCE);
    let drawn = if canvas.width >= FOR_BAR { format!(" {}", bar(l.influence, BAR)) } else { String::new() };
    let speed = format!("{}×", ratio(l.amdahl));
    let mut numbers = right(&ratio(l.parallelism), PARALLELISM + 1) + &right(&speed, SPEEDUP);
    if canvas.width >= FOR_ITERATIONS {
        numbers += &right(&count(l.rounds.unwrap_or(l.iterations)), ITERATIONS);
    }
    canvas.line(&[
        (Style::Plain, &right(&rank.to_string(), RANK)),
        (Style::Plain, " "),
        (Style::Strong, &name),
        (Style::Plain, &share),
        (Style::Bar, &drawn),
        (Style::Plain, &numbers),
    ]);
}

/// Second row: method, the loop around it, and the source line.
fn place(canvas: &mut Canvas, l: &Loop, report: &Report, options: &TextOptions) {
    let indent = " ".repeat(RANK + 1);
    let mut about = format!("{indent}in {}", short_method(l));
    if let Some(outer) = around(report, l) {
        about += &format!(", inside the loop at {}", at(outer));
    }
    let source = source(l, options);
    let fits = columns(&about) + 2 + source.as_deref().map_or(0, columns) <= canvas.width;
    match source {
        None => canvas.line(&[(Style::Faint, &about)]),
        Some(text) if fits => canvas.line(&[(Style::Faint, &about), (Style::Plain, &format!("  {text}"))]),
        Some(text) => {
            canvas.line(&[(Style::Faint, &about)]);
            canvas.line(&[(Style::Plain, &format!("{indent}{text}"))]);
        }
    }
}

fn source(l: &Loop, options: &TextOptions) -> Option<String> {
    options.sources.line(class(l), l.file.as_deref()?, line(l)?)
}

/// The width that is left for the loop's name.
fn loop_width(canvas: &Canvas) -> usize {
    let mut used = RANK + 1 + INFLUENCE + PARALLELISM + 1 + SPEEDUP;
    if canvas.width >= FOR_BAR {
        used += 1 + BAR;
    }
    if canvas.width >= FOR_ITERATIONS {
        used += ITERATIONS;
    }
    canvas.width.saturating_sub(used).max(6)
}
