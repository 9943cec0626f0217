//! What the report calls things.

use crate::numbers::ratio;
use paratrace_scaling::Value;
use paratrace_scaling::measurements::Metric;
use paratrace_scaling::model::{Evaluation, Group, Point};

/// In a table, after "without" or alone.
pub(super) fn label(group: Group) -> &'static str {
    match group {
        Group::SequentialFraction => "sequential part",
        Group::Instructions => "more instructions",
        Group::Cpi => "slower instructions",
        Group::Work => "more work",
        Group::LoadImbalance => "load imbalance",
        Group::LockContention => "lock contention",
        Group::Spinning => "spinning",
        Group::Idle => "idle time",
    }
}

/// At the beginning of a sentence; "it" in what follows is the limitation.
pub(super) fn subject(group: Group) -> &'static str {
    match group {
        Group::SequentialFraction => "The sequential part",
        Group::Instructions => "Executing more instructions than the sequential version",
        Group::Cpi => "Slower instructions (more cycles each, mostly for waiting for the memory)",
        Group::Work => "More work than in the sequential version (more or slower instructions)",
        Group::LoadImbalance => "Load imbalance",
        Group::LockContention => "Waiting for locks",
        Group::Spinning => "Spinning",
        Group::Idle => {
            "Idle time (threads that wake up or wait for a processor, unevenly handed out rounds, pauses of the JVM)"
        }
    }
}

/// The plural of what a metric counts.
pub(super) fn counted(metric: Metric) -> &'static str {
    match metric {
        Metric::Elapsed => "elapsed time",
        Metric::Cycles => "cycles",
        Metric::Instructions => "instructions",
        Metric::CacheMisses => "cache misses",
        Metric::CpuTime => "time on a processor",
        Metric::WallTime => "wall time",
        Metric::LockTime => "waits for locks",
        Metric::Bytecodes => "bytecode instructions",
        Metric::SimulatedMisses => "misses of a simulated cache",
        Metric::SimulatedSecondMisses => "misses of the second simulated cache",
        Metric::SimulatedThirdMisses => "misses of the third simulated cache",
        Metric::SimulatedFourthMisses => "misses of the fourth simulated cache",
        Metric::SimulatedTime => "simulated time",
        Metric::SimulatedLockTime => "simulated waits for locks",
        Metric::SimulatedWallTime => "simulated wall time",
    }
}

/// A count of a metric: times with their unit, others in thousands, millions, billions.
pub(super) fn amount(metric: Metric, value: f64) -> String {
    match metric {
        Metric::Elapsed
        | Metric::CpuTime
        | Metric::WallTime
        | Metric::LockTime
        | Metric::SimulatedTime
        | Metric::SimulatedLockTime
        | Metric::SimulatedWallTime => time(value),
        _ => number(value),
    }
}

/// A time in ns.
pub(super) fn time(ns: f64) -> String {
    scaled(ns, &[(1e9, " s"), (1e6, " ms"), (1e3, " µs"), (1.0, " ns")])
}

/// A large number.
fn number(value: f64) -> String {
    scaled(value, &[(1e9, " billion"), (1e6, " million"), (1e3, " thousand"), (1.0, "")])
}

fn scaled(value: f64, units: &[(f64, &str)]) -> String {
    let unit = units.iter().find(|(unit, _)| value.abs() >= *unit).or(units.last());
    let (unit, name) = unit.copied().unwrap_or((1.0, ""));
    let scaled = value / unit;
    let digits = if scaled.abs() < 9.995 { 2 } else { usize::from(scaled.abs() < 99.95) };
    // Less than one of the smallest unit is no more exact than that.
    if value == 0.0 { format!("0{name}") } else { format!("{scaled:.digits$}{name}") }
}

/// The number, or why there is none.
pub(super) fn value(of: Value) -> String {
    match of {
        Value::Known(value) => ratio(value),
        Value::Undefined(_) => "undefined".to_owned(),
        Value::NotKnown(_) => "not known".to_owned(),
    }
}

/// A figure, with half the width of its interval if that is known and not 0 as it is shown: `1.74 ±0.08`.
pub(super) fn within(of: Value, half_width: Option<Value>) -> String {
    match half_width.and_then(Value::known).filter(|&half| half >= 0.005) {
        Some(half) => format!("{} ±{}", value(of), ratio(half)),
        None => value(of),
    }
}

/// A figure of an evaluation, with its interval.
pub(super) fn with_interval(point: &Point, of: &dyn Fn(&Evaluation) -> Value) -> String {
    within(of(&point.evaluation), point.evaluation.intervals.as_deref().map(of))
}

/// A method without its package.
pub(super) fn short(method: &str) -> &str {
    let java = !["::", "(", "[", "/", " ", ".so"].iter().any(|part| method.contains(part));
    let package = method.rmatch_indices('.').nth(1).filter(|_| java);
    package.map_or(method, |(at, _)| &method[at + 1..])
}

/// A method, and the program's method that calls it, if it is none itself.
pub(super) fn method(name: &str, within: Option<&str>) -> String {
    match within {
        Some(within) => format!("{} in {}", short(name), short(within)),
        None => short(name).to_owned(),
    }
}

/// Names of threads that had the same place in several runs.
pub(super) fn threads(names: &[String]) -> String {
    match names {
        [] => "a thread without any".to_owned(),
        [name] if name.is_empty() => "a thread without a name".to_owned(),
        [name] => name.clone(),
        [first, rest @ ..] => format!("{first}, in other runs {}", rest.join(", ")),
    }
}

/// The same for where there is little room.
pub(super) fn any_of(names: &[String]) -> String {
    if names.len() > 1 { names.join(" or ") } else { threads(names) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_three_digits() {
        let told = [0.0, 12.0, 1234.0, 99_960_000.0, 2.5e9].map(number);
        assert_eq!(told, ["0", "12.0", "1.23 thousand", "100 million", "2.50 billion"]);
        assert_eq!(time(1_234_567.0), "1.23 ms");
    }

    #[test]
    fn methods_lose_their_package() {
        assert_eq!(short("demo.k.Main.tally"), "Main.tally");
        assert_eq!(short("Main.tally"), "Main.tally");
        assert_eq!(short("os::sleep(a.b.c)"), "os::sleep(a.b.c)");
        assert_eq!(method("java.util.HashMap.get", Some("k.Main.run")), "HashMap.get in Main.run");
    }
}
