//! Call sites in words: which calls to start as tasks, and where to wait for them.

use crate::names::point_at;
use crate::numbers::{count, ordinal, plural};
use paratrace_analyzer::model::{Advice, Blocker, CallSite, Candidate, Gain, JoinPlace, Remedy};

/// Greatest number of places to wait at that are told.
const PLACES_SHOWN: usize = 3;

/// Says of each call site whether its calls become tasks, those first that do.
pub(super) fn told(c: &Candidate) -> Vec<String> {
    let (forked, left): (Vec<_>, Vec<_>) = c.sites.iter().partition(|site| site.fork);
    // If no call becomes a task, there is nothing to do at any of them.
    let left = if forked.is_empty() { Vec::new() } else { left };
    let fork = |site| format!("· start {} as {}{}{}", calls(c, site), task(site), down_to(c), join(site));
    let leave = |site| format!("· leave {} as {}: {}", calls(c, site), it(site), reason(c, site));
    forked.into_iter().map(fork).chain(left.into_iter().map(leave)).collect()
}

/// The calls of a site, and its place.
fn calls(c: &Candidate, site: &CallSite) -> String {
    let calls = if site.calls == 1 { "the call".to_owned() } else { plural(site.calls, "call", "calls") };
    format!("{calls} at {}{}", point_at(&site.call), place_in_line(c, site))
}

/// Which of the calls of a line it is, if there are several.
fn place_in_line(c: &Candidate, site: &CallSite) -> String {
    let is_there = |other: &&CallSite| (&other.call.method, other.call.line) == (&site.call.method, site.call.line);
    let before = c.sites.iter().filter(is_there).filter(|other| other.call.pc < site.call.pc).count();
    match c.sites.iter().filter(is_there).count() {
        2.. if site.call.line > 0 => format!(" ({} in the line)", ordinal(before as u64 + 1)),
        _ => String::new(),
    }
}

fn task(site: &CallSite) -> &'static str {
    if site.calls == 1 { "a task" } else { "tasks" }
}

fn it(site: &CallSite) -> &'static str {
    if site.calls == 1 { "it is" } else { "they are" }
}

/// Why the calls of a site stay as they are.
fn reason(c: &Candidate, site: &CallSite) -> &'static str {
    let decides = |blocker: &Blocker| {
        blocker.advice == Advice::Remedy(Remedy::NoneForNextCall) && Some(&blocker.tail) == site.join.as_ref()
    };
    match c.blockers.iter().any(decides) {
        true if site.calls == 1 => "its result decides what the next call is given, or whether there is one",
        true => "each result decides what the next call is given, or whether there is one",
        false => "needed at once",
    }
}

/// How deep a recursion starts tasks, on each number of cores.
fn down_to(c: &Candidate) -> String {
    let is_recursive = |gain: &Gain| gain.grain > 1 || c.sites.iter().any(|site| site.call.method == c.method);
    let useful: Vec<&Gain> = c.gains.iter().filter(|gain| gain.is_worthwhile() && is_recursive(gain)).collect();
    let depth = |gain: &&Gain| format!("{} on {}", count(gain.grain), plural(gain.cores.into(), "core", "cores"));
    match useful.as_slice() {
        [] => String::new(),
        [first, others @ ..] if others.iter().all(|other| other.grain == first.grain) => {
            format!(", down to depth {}", count(first.grain))
        }
        several => format!(", down to depth {}", several.iter().map(depth).collect::<Vec<_>>().join(", ")),
    }
}

/// Where the calls of a site have to be waited for.
fn join(site: &CallSite) -> String {
    let place = |for_result: bool, join: &JoinPlace| {
        let is_meant = join.for_result == for_result;
        let (method, line) = (&join.before.method, join.before.line);
        is_meant.then(|| {
            if method == &site.call.method && line > 0 { format!("line {line}") } else { point_at(&join.before) }
        })
    };
    let places = |for_result| {
        let mut places: Vec<String> = Vec::new();
        for place in site.joins.iter().filter_map(|join| place(for_result, join)) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        listed(places)
    };
    let is_one = site.calls == 1;
    let all = places(false).map(|places| format!("{} before {places}", if is_one { "it" } else { "all of them" }));
    let results =
        places(true).map(|places| format!("{} at {places}", if is_one { "its result" } else { "each result" }));
    let waits: Vec<String> = [all, results].into_iter().flatten().collect();
    if waits.is_empty() { ", join at the end".to_owned() } else { format!(", wait for {}", waits.join(", and for ")) }
}

/// Lists places; `None` if there is none.
fn listed(mut places: Vec<String>) -> Option<String> {
    let left = places.len().saturating_sub(PLACES_SHOWN);
    places.truncate(PLACES_SHOWN);
    let more = (left > 0).then(|| plural(left as u64, "more place", "more places"));
    let last = more.or_else(|| places.pop())?;
    Some(if places.is_empty() { last } else { format!("{} and {last}", places.join(", ")) })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use serde_json::{Value, json};

    fn site(pc: u32, line: i32, calls: u64, join: Option<i32>, fork: bool) -> Value {
        let at = |pc: u32, line: i32| json!({"method": "app/Tree.sum()J", "pc": pc, "line": line});
        let joins = join.map(|line| json!({"before": at(99, line), "calls": calls, "for_result": false}));
        let joins: Vec<Value> = joins.into_iter().collect();
        let join = join.map(|line| at(99, line));
        json!({"call": at(pc, line), "calls": calls, "beside": 0.5, "join": join, "joins": joins, "fork": fork})
    }

    /// The calls of a method with these sites, on 2 and on 8 cores with tasks down to these depths.
    fn candidate(method: &str, depths: [u64; 2], sites: &[Value], blockers: &[Value]) -> Candidate {
        let candidate = json!({
            "kind": "call", "method": method, "pc": 0, "file": "Tree.java", "line": 5, "coverage": 0.9, "instances": 1,
            "tasks": 100, "duration_mean": 10.0, "parallelism": 1.0, "self_parallelism": 1.0, "violating_raw": 0,
            "verdict": "future", "speedup": 1.8, "cores": 2, "blockers": blockers, "sites": sites,
            "gains": [
                {"cores": 2, "speedup": 1.8, "grain": depths[0]}, {"cores": 8, "speedup": 5.0, "grain": depths[1]}
            ]
        });
        serde_json::from_value(candidate).unwrap()
    }

    fn told_of(method: &str, depths: [u64; 2], sites: &[Value]) -> Vec<String> {
        told(&candidate(method, depths, sites, &[]))
    }

    #[test]
    fn one_of_two_calls_of_a_line_is_started() {
        let both = [site(10, 7, 1_000, Some(8), true), site(20, 7, 1_000, Some(7), false)];
        let start = "· start 1,000 calls at Tree.sum:7 (1st in the line) as tasks, down to depth 1 on 2 cores, 4 on 8 cores, wait for all of them before line 8";
        let leave = "· leave 1,000 calls at Tree.sum:7 (2nd in the line) as they are: needed at once";
        assert_eq!(told_of("app/Tree.sum()J", [1, 4], &both), [start, leave]);
    }

    #[test]
    fn all_places_to_wait_at_are_told() {
        let mut several = site(10, 7, 1_000, Some(8), true);
        let join = |line: i32, for_result: bool| {
            let before = json!({"method": "app/Tree.sum()J", "pc": line, "line": line});
            json!({"before": before, "calls": 1, "for_result": for_result})
        };
        several["joins"] = json!([join(8, false), join(9, true), join(8, false), join(11, false)]);
        let told = told_of("app/Tree.walk()V", [1, 1], &[several.clone()]);
        let wait = "wait for all of them before line 8 and line 11, and for each result at line 9";
        assert_eq!(told, [format!("· start 1,000 calls at Tree.sum:7 as tasks, {wait}")]);
        several["joins"] = (8..14).map(|line| join(line, false)).collect();
        let told = told_of("app/Tree.walk()V", [1, 1], &[several]);
        assert!(told[0].ends_with("before line 8, line 9, line 10 and 3 more places"), "{told:?}");
    }

    #[test]
    fn calls_of_another_method_have_no_depth() {
        let start = "· start the call at Tree.sum:7 as a task, join at the end";
        assert_eq!(told_of("app/Tree.walk()V", [1, 1], &[site(10, 7, 1, None, true)]), [start]);
    }

    #[test]
    fn a_result_that_decides_whether_there_is_a_next_call_is_the_reason() {
        let sites = [site(10, 7, 40, Some(8), true), site(20, 9, 60, Some(9), false)];
        let at = |line: i32| json!({"method": "app/Tree.sum()J", "pc": 99, "line": line});
        let blocker = json!({
            "nature": "flow", "via": {"kind": "return", "name": "sum"}, "head": at(5), "tail": at(9),
            "advice": "none-for-next-call", "edges": {"RAW": 60, "WAR": 0, "WAW": 0}, "calls": 0, "min_distance": 1,
            "iterations": null, "example": null, "operation": null
        });
        let told = told(&candidate("app/Tree.sum()J", [1, 1], &sites, &[blocker]));
        let reason = "each result decides what the next call is given, or whether there is one";
        assert_eq!(told[1], format!("· leave 60 calls at Tree.sum:9 as they are: {reason}"));
    }

    #[test]
    fn where_no_call_is_started_nothing_is_told() {
        assert_eq!(told_of("app/Tree.sum()J", [1, 1], &[site(10, 7, 5, Some(7), false)]), [""; 0]);
    }
}
