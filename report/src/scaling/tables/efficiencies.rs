//! Efficiencies by number of threads.

use super::{columns, heading, room, row};
use crate::canvas::{Canvas, Style};
use crate::numbers::ratio;
use crate::scaling::words::{value, with_interval};
use paratrace_scaling::Value;
use paratrace_scaling::model::{Evaluation, PartEfficiencies, Point, RegionEfficiencies, Scaling};

/// Efficiencies: of the whole, of the sequential part, of each region.
pub(in crate::scaling) fn efficiencies(canvas: &mut Canvas, scaling: &Scaling) {
    let points = columns(scaling, room(canvas));
    let Some(last) = points.last().filter(|_| scaling.work_metric.is_some()) else { return };
    let spins = last.spinning_as_work.is_some();
    heading(canvas, "Efficiency (1: no loss)", None, &points);
    let cells =
        |of: &dyn Fn(&Evaluation) -> Value| points.iter().map(|point| with_interval(point, of)).collect::<Vec<_>>();
    row(canvas, Style::Plain, "parallel fraction", &cells(&|of| of.parallel_fraction));
    if points.iter().any(|point| point.evaluation.idle.known().is_some()) {
        row(canvas, Style::Plain, "time that is not idle", &cells(&|of| of.idle));
    }
    row(canvas, Style::Faint, "sequential part", &[]);
    for (label, of) in part_rows(scaling, spins) {
        row(canvas, Style::Plain, &format!("  {label}"), &cells(&|all| of(&all.sequential)));
    }
    for (index, name) in scaling.regions.iter().enumerate() {
        row(canvas, Style::Faint, &format!("region {name}"), &[]);
        let region = |all: &Evaluation, of: &dyn Fn(&RegionEfficiencies) -> Value| {
            all.regions.get(index).map_or(Value::NotKnown(paratrace_scaling::NotKnown::Cycles), of)
        };
        for (label, of) in part_rows(scaling, spins) {
            let cells = cells(&|all| region(all, &|region| of(&region.part)));
            row(canvas, Style::Plain, &format!("  {label}"), &cells);
        }
        row(canvas, Style::Plain, "  load balance", &cells(&|all| region(all, &|region| region.load_balance)));
        split(canvas, &points, index);
        with_spinning(canvas, &points, index);
        let locks = cells(&|all| region(all, &|region| region.lock_contention));
        row(canvas, Style::Plain, "  lock contention", &locks);
    }
}

/// What the dissertation has, to which spinning is work.
fn with_spinning(canvas: &mut Canvas, points: &[&Point], region: usize) {
    let of = |point: &Point| point.spinning_as_work.as_ref()?.regions.get(region).cloned();
    if points.iter().all(|point| of(point).is_none()) {
        return;
    }
    let cells = |pick: fn(&RegionEfficiencies) -> Value| {
        points.iter().map(|point| of(point).map_or(String::new(), |region| value(pick(&region)))).collect::<Vec<_>>()
    };
    row(canvas, Style::Faint, "  spinning as work: work", &cells(|region| region.part.work));
    row(canvas, Style::Faint, "  spinning as work: balance", &cells(|region| region.load_balance));
}

type PartRow = (&'static str, fn(&PartEfficiencies) -> Value);

/// What is shown of each part.
fn part_rows(scaling: &Scaling, spins: bool) -> Vec<PartRow> {
    let mut rows: Vec<PartRow> = match scaling.instruction_metric {
        Some(_) => vec![("instructions", |part| part.instructions), ("cycles per instruction", |part| part.cpi)],
        None => vec![("work", |part| part.work)],
    };
    if spins {
        rows.push(("spinning", |part| part.spinning));
    }
    rows
}

/// Whether busiest threads have more to do, or do it more slowly.
fn split(canvas: &mut Canvas, points: &[&Point], region: usize) {
    let of = |point: &Point| point.evaluation.regions.get(region).and_then(|region| region.imbalance);
    if points.iter().all(|point| of(point).is_none()) {
        return;
    }
    let cells = |number: fn(paratrace_scaling::model::ImbalanceSplit) -> f64| {
        let cell = |point: &&Point| of(point).map_or("not known".to_owned(), |split| ratio(number(split)));
        points.iter().map(cell).collect::<Vec<_>>()
    };
    row(canvas, Style::Faint, "    of instructions", &cells(|split| split.instructions));
    row(canvas, Style::Faint, "    of their speed", &cells(|split| split.cpi));
}
