//! Real, calculated and possible speed-ups, and what separates them from the ideal one.

use super::{LABEL, columns, heading, room, row};
use crate::canvas::{Canvas, Style, bar, left, right};
use crate::numbers::{percent, ratio};
use crate::scaling::words::{label, with_interval, within};
use paratrace_scaling::model::{Evaluation, Group, Point, Possible, Scaling, SpeedupStack};
use paratrace_scaling::{Estimate, NotKnown, Value};

const BAR: usize = 24;
/// Columns before a bar.
const BEFORE: usize = LABEL + 9 + 9 + 2;

/// Speed-ups by number of threads.
pub(in crate::scaling) fn speedups(canvas: &mut Canvas, scaling: &Scaling) {
    let points = columns(scaling, room(canvas));
    heading(canvas, "Speed-up", None, &points);
    let cells = |of: &dyn Fn(&Point) -> String| points.iter().map(|point| of(point)).collect::<Vec<_>>();
    let real = |point: &Point| {
        let known = |real: Estimate| within(Value::Known(real.mean), real.half_width.map(Value::Known));
        point.real.map_or("not known".to_owned(), known)
    };
    row(canvas, Style::Strong, "real", &cells(&real));
    let calculated = |point: &Point| with_interval(point, &|of| of.speedup);
    row(canvas, Style::Plain, "calculated", &cells(&calculated));
    let error = |point: &Point| point.error.map_or(String::new(), |error| format!("{:+.0} %", error * 100.0));
    row(canvas, Style::Faint, "  off by", &cells(&error));
    let known = scaling.work_metric.is_some();
    for limit in scaling.limits.iter().filter(|_| known) {
        let cell = |point: &Point| with_interval(point, &|of| without(of, &[limit.group]));
        let style = if limit.matters { Style::Plain } else { Style::Faint };
        row(canvas, style, &format!("without {}", label(limit.group)), &cells(&cell));
    }
    if let Some(pair) = best_pair(scaling).filter(|_| known) {
        let names: Vec<_> = pair.iter().map(|&group| label(group)).collect();
        let cell = |point: &Point| with_interval(point, &|of| without(of, &pair));
        row(canvas, Style::Plain, "without the best two", &cells(&cell));
        canvas.indented(Style::Faint, 4, &format!("({})", names.join(" and ")));
    }
    row(canvas, Style::Faint, "ideal", &cells(&|point| ratio(f64::from(point.threads))));
    if scaling.points.iter().any(|point| point.evaluation.intervals.is_some()) {
        canvas.indented(Style::Faint, 2, "±: half of the interval that has 95 % confidence, over iterations");
    }
}

fn without(of: &Evaluation, groups: &[Group]) -> Value {
    let found = of.possible.iter().find(|possible| possible.without == groups);
    found.map_or(Value::NotKnown(NotKnown::Cycles), |possible| possible.speedup)
}

/// The two groups without which the program would be fastest with the largest number of threads.
fn best_pair(scaling: &Scaling) -> Option<Vec<Group>> {
    let pairs = scaling.points.last()?.evaluation.possible.iter().filter(|possible| possible.without.len() == 2);
    let known = |possible: &&Possible| Some((possible.speedup.known()?, possible.without.clone()));
    let best = pairs.filter_map(|possible| known(&possible)).max_by(|a, b| a.0.total_cmp(&b.0));
    best.map(|(_, groups)| groups)
}

/// What separates the calculated speed-up from the ideal one.
pub(in crate::scaling) fn stack(canvas: &mut Canvas, scaling: &Scaling) {
    let Some((point, stack)) = scaling.points.last().and_then(|point| Some((point, point.evaluation.stack.as_ref()?)))
    else {
        return;
    };
    canvas.gap();
    let title =
        format!("What separates {} from {} on {} threads", ratio(stack.speedup), ratio(stack.ideal), point.threads);
    canvas.line(&[(Style::Strong, &title)]);
    let mut losses: Vec<_> = stack.losses.iter().collect();
    losses.sort_by(|a, b| b.loss.total_cmp(&a.loss));
    piece(canvas, "speed-up", stack.speedup, stack);
    losses.into_iter().for_each(|loss| piece(canvas, label(loss.group), loss.loss, stack));
}

fn piece(canvas: &mut Canvas, label: &str, size: f64, stack: &SpeedupStack) {
    let whole = stack.ideal.max(stack.speedup);
    let share = size / whole;
    let number = right(&ratio(size), 9);
    let shown = [
        (Style::Plain, left(&format!("  {label}"), LABEL)),
        (Style::Plain, number),
        (Style::Faint, right(&percent(share), 9) + "  "),
        (Style::Bar, bar(share, BAR.min(canvas.width.saturating_sub(BEFORE)))),
    ];
    let pieces: Vec<(Style, &str)> = shown.iter().map(|(style, text)| (*style, text.as_str())).collect();
    canvas.line(&pieces);
}
