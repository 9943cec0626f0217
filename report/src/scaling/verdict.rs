//! The verdict: how fast, what limits it, where to look.

use super::words::{amount, counted, label, method, short, subject, threads, value};
use crate::numbers::{ratio, whole_percent};
use paratrace_scaling::model::{Limit, Places, Point, Scaling};
use paratrace_scaling::{Undefined, Value};

/// What matters in a few sentences.
#[must_use]
pub fn verdict(scaling: &Scaling) -> String {
    let Some(point) = scaling.points.last() else { return "No run of the parallel version.".to_owned() };
    let measured = format!("{} {}", speed(point), limits(scaling, point));
    match from_traces(scaling) {
        Some(traces) => format!("{measured} {traces}"),
        None => measured,
    }
}

/// What traces alone say, beside what was measured.
fn from_traces(scaling: &Scaling) -> Option<String> {
    let traces = scaling.from_traces.as_ref()?;
    let speedup = traces.speedup.known()?;
    let most = match traces.limits.first() {
        Some(first) if first.matters => {
            format!(", limited most by {} (without: {})", label(first.group), value(first.possible))
        }
        _ => ", which nothing limits".to_owned(),
    };
    Some(format!("Traces alone, simulated, say {} times as fast{most}.", ratio(speedup)))
}

fn speed(point: &Point) -> String {
    let threads = if point.threads == 1 { "thread" } else { "threads" };
    let on = format!("On {} {threads}", point.threads);
    let calculated = point.calculated();
    match (point.real, calculated) {
        (Some(real), Value::Known(calculated)) => {
            format!("{on} {} (calculated {}).", as_fast(real.mean), ratio(calculated))
        }
        (Some(real), _) => format!("{on} {} (calculated: {}).", as_fast(real.mean), value(calculated)),
        (None, Value::Known(calculated)) => {
            format!("{on} {} by calculation; its real speed-up was not measured.", as_fast(calculated))
        }
        (None, _) => format!("{on} it is not known how fast the program is."),
    }
}

fn as_fast(speedup: f64) -> String {
    let slower = if speedup < 1.0 { "only " } else { "" };
    format!("{slower}{} times as fast", ratio(speedup))
}

fn limits(scaling: &Scaling, point: &Point) -> String {
    match (point.calculated(), scaling.limits.first()) {
        (Value::NotKnown(_), _) | (_, None) => {
            "What limits it is not known: neither cycles nor time on a processor was measured in both versions.".into()
        }
        (Value::Undefined(Undefined::NoWork), _) => {
            "What limits it is not known: no sample of the program was taken.".into()
        }
        (_, Some(first)) if first.matters => most(scaling, first),
        _ => nothing(scaling, point),
    }
}

fn most(scaling: &Scaling, limit: &Limit) -> String {
    let mut told = format!("{} limits it most: without it {}.", subject(limit.group), value(limit.possible));
    if let Some(place) = place(limit) {
        told = format!("{told} {place}");
    }
    if let Some(second) = scaling.limits.get(1).filter(|second| second.matters) {
        told = format!("{told} Next comes {}: without it {}.", label(second.group), value(second.possible));
    }
    told
}

/// No single limitation matters; perhaps two do.
fn nothing(scaling: &Scaling, point: &Point) -> String {
    let least = whole_percent(scaling.settings.least_gain);
    let pairs = point.evaluation.possible.iter().filter(|possible| possible.without.len() == 2);
    let best = pairs.max_by(|a, b| known(a.speedup).total_cmp(&known(b.speedup)));
    let now = known(point.calculated());
    match best.filter(|best| known(best.speedup) >= now * (1.0 + scaling.settings.least_gain)) {
        Some(best) => format!(
            "No single limitation takes {least} of its speed; without {} it would be {}.",
            best.without.iter().map(|&group| label(group)).collect::<Vec<_>>().join(" and "),
            value(best.speedup)
        ),
        None => format!("Nothing limits it: the end of no limitation would bring {least}."),
    }
}

fn known(value: Value) -> f64 {
    value.known().unwrap_or(f64::NEG_INFINITY)
}

/// Where to look, in one sentence.
pub(super) fn place(limit: &Limit) -> Option<String> {
    match &limit.places {
        Places::Methods { first, .. } => {
            let first = first.as_ref()?;
            let name = method(&first.method, first.within.as_deref());
            Some(format!("Look at {name}: {} of it.", whole_percent(first.share)))
        }
        Places::Threads { busiest, idlest, .. } => Some(format!(
            "The busiest thread ({}) has {} times the work of the average, the least busy ({}) {} times.",
            threads(&busiest.names),
            ratio(busiest.of_mean),
            threads(&idlest.names),
            ratio(idlest.of_mean)
        )),
        Places::Growth { metric, innermost, .. } => {
            let first = innermost.first()?;
            let before = match (first.before, &first.before_method) {
                (before, Some(name)) => format!("{} of {}", amount(*metric, before), short(name)),
                (0.0, None) => "none of that name".to_owned(),
                (before, None) => amount(*metric, before),
            };
            Some(format!(
                "Look at {}: {} {}, in the sequential version {before}.",
                method(&first.method, first.within.as_deref()),
                amount(*metric, first.after),
                of(counted(*metric)),
            ))
        }
        Places::Locks { locks } => {
            let first = locks.first()?;
            let name = short(&first.method);
            let lock = &first.lock;
            Some(format!("Look at {name}, which waits for {lock}: {} of all waits.", whole_percent(first.share)))
        }
        Places::Waits { thread, methods, working } => {
            let first = methods.first()?;
            let name = method(&first.method, first.within.as_deref());
            let share = whole_percent(first.share);
            let advice = match *working > 0.5 {
                true => "it has work, and no processor. Does something else use them?",
                false => "larger pieces of work wait less often.",
            };
            Some(format!("Thread {thread} waits in {name} ({share} of its waits): {advice}"))
        }
        Places::NotKnown => None,
    }
}

/// Times have their unit already.
fn of(counted: &str) -> &str {
    if counted.contains("time") { "on a processor" } else { counted }
}
