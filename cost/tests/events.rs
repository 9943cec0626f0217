//! Trace events: what viewers of the format need to hold.
#![allow(clippy::unwrap_used, clippy::panic)]

use paratrace_cost::{Platform, Strand, Timeline, timeline, trace_events};
use proptest::prelude::*;
use serde_json::Value;
use std::collections::HashMap;

/// Time never runs backwards on a track, slices are balanced, names are there, flows have one begin and one end, which lie
/// within slices.
fn check(text: &str) -> usize {
    let events: Value = serde_json::from_str(text).unwrap();
    assert_eq!(events["displayTimeUnit"], "ns");
    let mut tracks: HashMap<u64, (f64, usize)> = HashMap::new();
    let mut flows: HashMap<(String, u64), (usize, usize)> = HashMap::new();
    let events = events["traceEvents"].as_array().unwrap();
    for event in events {
        let phase = event["ph"].as_str().unwrap();
        assert!(event["pid"].is_u64());
        if phase == "M" {
            assert!(event["args"]["name"].is_string());
            continue;
        }
        let (time, depth) = tracks.entry(event["tid"].as_u64().unwrap()).or_insert((0.0, 0));
        let now = event["ts"].as_f64().unwrap();
        assert!(now >= *time, "{event} after {time}");
        *time = now;
        match phase {
            "B" => *depth += 1,
            "E" => *depth = depth.checked_sub(1).unwrap(),
            "C" => assert!(event["args"]["accesses"].is_u64()),
            "s" | "f" => {
                assert!(*depth > 0, "{event} is in no slice");
                let key = (event["name"].as_str().unwrap().to_owned(), event["id"].as_u64().unwrap());
                let flow = flows.entry(key).or_default();
                *(if phase == "s" { &mut flow.0 } else { &mut flow.1 }) += 1;
            }
            _ => panic!("{event}"),
        }
        assert!(phase == "E" || event["name"].is_string());
    }
    assert!(tracks.values().all(|(_, depth)| *depth == 0));
    assert!(flows.iter().all(|((name, _), flow)| flow.0 == 1 && (name == "join" || flow.1 == 1) && flow.1 > 0));
    events.len()
}

fn strand(name: &str, nodes: u64, starts: &[(u64, usize)], awaits: &[(u64, usize)]) -> Strand {
    let (starts, awaits) = (starts.to_vec(), awaits.to_vec());
    let (name, accesses) = (name.to_owned(), nodes / 10);
    let communication_ns = accesses as f64 * 8.0;
    Strand {
        name,
        worker: true,
        nodes,
        accesses,
        communication_ns,
        starts,
        awaits,
        samples: Vec::new(),
        orders: Vec::new(),
    }
}

fn played(strands: &[Strand]) -> Timeline {
    timeline(strands, &Platform::default(), 1.0)
}

#[test]
fn two_workers() {
    let main = strand("main", 1000, &[(10, 1), (20, 2)], &[(900, 1), (900, 2)]);
    let strands = [main, strand("a \"quoted\"", 5_000_000, &[], &[]), strand("b", 200, &[], &[])];
    let text = trace_events(&played(&strands), 3).to_string();
    assert!(check(&text) > 20);
    // Both are created; `b` has ended long before `main` asks for it.
    assert_eq!(text.matches("\"ph\":\"s\"").count(), 3);
    assert_eq!(text.matches("create b").count(), 1);
}

#[test]
fn the_check_notices() {
    let good = trace_events(&played(&[strand("main", 10, &[], &[])]), 1).to_string();
    check(&good);
    for (from, to) in [("\"ph\":\"E\"", "\"ph\":\"B\""), ("\"ts\":0.0", "\"ts\":7.0"), ("\"ph\":\"B\"", "\"ph\":\"X\"")]
    {
        let bad = good.replacen(from, to, 1);
        assert_ne!(good, bad);
        assert!(std::panic::catch_unwind(|| check(&bad)).is_err(), "{from} → {to}");
    }
}

proptest! {
    #[test]
    fn any_strands(
        lengths in proptest::collection::vec(0u64..2000, 1..12),
        edges in proptest::collection::vec((0usize..12, 0u64..2000, 0usize..12, any::<bool>()), 0..30),
        own in 0usize..4,
    ) {
        let mut strands: Vec<Strand> =
            lengths.iter().enumerate().map(|(i, &nodes)| strand(&format!("s{i}"), nodes, &[], &[])).collect();
        let mut started = vec![false; strands.len()];
        started[0] = true;
        for (from, at, to, start) in edges {
            let (from, to) = (from % strands.len(), to % strands.len());
            let at = at.min(strands[from].nodes);
            if !start {
                strands[from].awaits.push((at, to));
            } else if !std::mem::replace(&mut started[to], true) {
                strands[from].starts.push((at, to));
            }
        }
        for strand in &mut strands {
            strand.starts.sort();
            strand.awaits.sort();
        }
        let found = played(&strands);
        for (times, strand) in found.strands.iter().zip(&strands) {
            let sum = times.creation_ns + times.execution_ns + times.communication_ns + times.idleness_ns;
            prop_assert!((times.end_ns - times.begin_ns - sum).abs() < 1e-3, "every moment is spent on something");
            prop_assert!((times.execution_ns - strand.nodes as f64).abs() < 1e-3);
            prop_assert!((times.communication_ns - strand.communication_ns).abs() < 1e-3);
        }
        check(&trace_events(&found, own).to_string());
    }
}
