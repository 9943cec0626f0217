//! The benefit of candidates: the unlock ladder of each, and the best plans.

use super::TextOptions;
use super::advice::{kind, span, word};
use super::replayed;
use crate::canvas::{Canvas, Style, left, right};
use crate::lists::{Cut, Top, cut, more};
use crate::locations::through;
use crate::names;
use crate::numbers::{count, percent, plural, ratio};
use paratrace_analyzer::model::{
    CandidateKind, Freed, LadderRung, SimulatedKind, SimulatedRun, Simulation, Simulations, Stall, Via,
};

const RANK: usize = 3;
/// Width of a speed-up.
const SPEEDUP: usize = 9;
/// Dependences that tasks still wait for, of each candidate.
const STALLS_SHOWN: usize = 3;
/// Candidates of the summary.
const SHORT: usize = 3;

/// Everything: a table for each candidate.
pub(super) fn draw(canvas: &mut Canvas, simulated: &Simulations, top: Top) {
    heading(canvas, simulated);
    for (i, one) in simulated.simulations.iter().enumerate() {
        canvas.gap();
        candidate(canvas, i + 1, one, simulated.serial);
        table(canvas, one);
        let stalls = one.ladder.last().map(|rung| &rung.stalls[..]).unwrap_or_default();
        let Cut { shown, more: left } = cut(stalls, top, STALLS_SHOWN);
        shown.iter().for_each(|stall| canvas.indented(Style::Faint, RANK + 1, &waiting(stall)));
        more(canvas, RANK + 1, left as u64);
    }
    plans(canvas, simulated);
    replayed::draw(canvas, simulated, top);
}

/// One sentence for each of the best candidates.
pub(super) fn draw_short(canvas: &mut Canvas, simulated: &Simulations, options: &TextOptions) {
    let simulations = options.rows.ranked(&simulated.simulations, |one| one.method.as_str());
    if simulations.is_empty() && !simulated.simulations.is_empty() {
        return;
    }
    canvas.gap();
    heading(canvas, simulated);
    let Cut { shown, more: left } = cut(&simulations, options.top, SHORT);
    for &(rank, one) in shown {
        candidate(canvas, rank, one, simulated.serial);
        canvas.indented(Style::Plain, RANK + 1, &sentence(one, options.cores));
    }
    more(canvas, RANK + 1, left as u64);
}

fn heading(canvas: &mut Canvas, simulated: &Simulations) {
    if simulated.simulations.is_empty() {
        canvas.line(&[(Style::Plain, "No loop or method could gain anything on these cores.")]);
        return;
    }
    canvas.paragraph(Style::Strong, "What it would bring to run tasks in parallel, simulated");
    let cost = plural(simulated.task_cost, "instruction", "instructions");
    canvas.paragraph(
        Style::Faint,
        &format!("speed-up: of the whole run, each candidate by itself; creating a task takes {cost}; each step also does what those above it do"),
    );
}

fn candidate(canvas: &mut Canvas, rank: usize, one: &Simulation, serial: u64) {
    let (kind, tasks) = match one.kind {
        SimulatedKind::Loop => {
            (CandidateKind::Loop, plural(one.rounds.unwrap_or(one.tasks), "iteration", "iterations"))
        }
        SimulatedKind::Stream => (CandidateKind::Stream, plural(one.tasks, "element", "elements")),
        SimulatedKind::Method => (CandidateKind::Call, plural(one.tasks, "call", "calls")),
    };
    let what = names::candidate(kind, &one.method, one.file.as_deref(), one.line, one.header_pc);
    // The share of a method is left out: its calls may run beside more than they take themselves.
    let share = match one.kind {
        SimulatedKind::Loop | SimulatedKind::Stream => {
            format!(", {} of the run", percent(one.serial as f64 / serial.max(1) as f64))
        }
        SimulatedKind::Method => String::new(),
    };
    canvas.line(&[
        (Style::Plain, &right(&rank.to_string(), RANK)),
        (Style::Plain, " "),
        (Style::Strong, &what),
        (Style::Plain, &format!("  {tasks}{share}")),
    ]);
    if one.too_large {
        canvas.indented(Style::Warning, RANK + 1, "given up: its tasks touch too many locations");
    }
}

fn table(canvas: &mut Canvas, one: &Simulation) {
    let Some(first) = one.ladder.first().filter(|_| !one.too_large) else { return };
    let cores: Vec<String> = first.runs.iter().map(cores).collect();
    row(canvas, Style::Faint, "cores", &cores);
    for rung in &one.ladder {
        let speedups: Vec<String> = rung.runs.iter().map(|run| format!("{}×", ratio(run.speedup))).collect();
        row(canvas, Style::Plain, &step(rung), &speedups);
    }
    let best = one.ladder.last().map(|rung| &rung.runs[..]).unwrap_or_default();
    let busy: Vec<String> =
        best.iter().map(|run| if run.cores.is_some() { percent(run.utilisation) } else { String::new() }).collect();
    row(canvas, Style::Faint, "cores busy then", &busy);
}

fn row(canvas: &mut Canvas, style: Style, label: &str, figures: &[String]) {
    let width = canvas.width.saturating_sub(RANK + 1 + SPEEDUP * figures.len()).max(6);
    let figures: String = figures.iter().map(|figure| right(figure, SPEEDUP)).collect();
    canvas.line(&[(style, &" ".repeat(RANK + 1)), (style, &left(label, width)), (style, &figures)]);
}

fn cores(run: &SimulatedRun) -> String {
    run.cores.map_or_else(|| "any".to_owned(), |cores| count(cores.into()))
}

/// The words for a step of the ladder.
fn step(rung: &LadderRung) -> String {
    let all = || rung.through.iter().map(through).collect::<Vec<_>>().join(", ");
    match (rung.frees, rung.nature) {
        (Freed::AsIs, _) => "as is".to_owned(),
        (Freed::Counters, _) => "own counters and locals".to_owned(),
        (Freed::PrivateCopies, _) if rung.through.is_empty() => "private copies".to_owned(),
        (Freed::PrivateCopies, _) => format!("privatise {}", all()),
        (Freed::Advised, _) if rung.through.is_empty() => "as advised".to_owned(),
        (Freed::Advised, _) => format!("as advised: {}", all()),
        (Freed::Dependence, Some(nature)) if !nature.is_serial() => {
            format!("{} {}{}", word(nature, rung.operation), all(), ends(rung))
        }
        (Freed::Dependence, _) => format!("without {}{}", all(), ends(rung)),
    }
}

fn ends(rung: &LadderRung) -> String {
    rung.ends.as_ref().map_or_else(String::new, |(head, tail)| format!(" ({})", span(head, tail)))
}

/// "on 8 cores: as is 1.0×; …": on as many as the other speed-ups are for, else on the most simulated.
fn sentence(one: &Simulation, wanted: usize) -> String {
    let run = |rung: &'_ LadderRung| {
        let same = rung.runs.iter().position(|run| run.cores.is_some_and(|cores| cores as usize == wanted));
        same.or(rung.runs.len().checked_sub(1))
    };
    let told = one.ladder.iter().filter_map(|rung| {
        let run = &rung.runs[run(rung)?];
        Some(format!("{} {}×", step(rung), ratio(run.speedup)))
    });
    let on = one.ladder.first().and_then(|rung| rung.runs[run(rung)?].cores);
    let on = on.map_or_else(|| "any number of cores".to_owned(), |n| plural(n.into(), "core", "cores"));
    format!("on {on}: {}", told.collect::<Vec<_>>().join("; "))
}

fn waiting(stall: &Stall) -> String {
    let via: &Via = &stall.via;
    let time = plural(stall.time, "instruction", "instructions");
    format!("then waits for {} ({}, {}): {time}", through(via), kind(stall.kind), span(&stall.head, &stall.tail))
}

fn plans(canvas: &mut Canvas, simulated: &Simulations) {
    let useful: Vec<_> = simulated.plans.iter().filter(|plan| !plan.candidates.is_empty()).collect();
    if useful.is_empty() {
        return;
    }
    canvas.gap();
    canvas.paragraph(Style::Strong, "Best plans: candidates that do not nest, with private copies");
    for plan in useful {
        let ranks: Vec<String> = plan.candidates.iter().map(|at| (at + 1).to_string()).collect();
        let cores = plan.cores.map_or_else(|| "any number of cores".to_owned(), |n| plural(n.into(), "core", "cores"));
        let which = if ranks.len() == 1 { "candidate" } else { "candidates" };
        let text = format!("{cores}: {}× with {which} {}", ratio(plan.speedup), ranks.join(", "));
        canvas.indented(Style::Plain, RANK + 1, &text);
    }
}
