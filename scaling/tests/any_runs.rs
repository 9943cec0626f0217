//! Whatever a file of measured runs says, analysis and exports end with a result or an error, and all figures are finite.
#![allow(clippy::unwrap_used)]

use paratrace_scaling::export::{PartSelection, Selection, ThreadSelection, collapsed, profiles, speedscope};
use paratrace_scaling::measurements::{
    Machine, Measurements, Metric, RegionPattern, Run, Sample, Stack, ThreadKind, ThreadProfile, Version,
};
use paratrace_scaling::{Classes, Settings, analyze};
use proptest::prelude::*;
use proptest::sample::select;

const FRAMES: [&str; 6] = ["a.Main.main", "a.Main.work", "java.lang.Thread.yield", "b.Lock", "", "os::work"];
const METRICS: [Metric; 8] = [
    Metric::Elapsed,
    Metric::Cycles,
    Metric::Instructions,
    Metric::CacheMisses,
    Metric::CpuTime,
    Metric::WallTime,
    Metric::LockTime,
    Metric::Bytecodes,
];
const KINDS: [ThreadKind; 4] =
    [ThreadKind::Application, ThreadKind::Application, ThreadKind::Collector, ThreadKind::Jvm];

fn profile() -> impl Strategy<Value = ThreadProfile> {
    let sample = (0_u32..8, prop_oneof![Just(0.0), 0.0..1e12_f64]);
    let samples = prop::collection::vec(sample, 0..4);
    (select(vec!["", "main", "w-0", "w-1"]), select(KINDS.to_vec()), samples).prop_map(|(name, kind, samples)| {
        let samples = samples.into_iter().map(|(stack, value)| Sample { stack, value, time: None }).collect();
        ThreadProfile { name: name.to_owned(), id: 0, kind, samples }
    })
}

fn run() -> impl Strategy<Value = Run> {
    let version = (select(vec![Version::Sequential, Version::Parallel]), 0_u32..3);
    let profiles = prop::collection::vec(profile(), 0..6);
    (version, select(METRICS.to_vec()), 1_u32..4, 0_u64..1_000_000, profiles).prop_map(
        |((version, iteration), metric, threads, elapsed_ns, profiles)| Run {
            version,
            threads,
            iteration,
            metric,
            elapsed_ns,
            profiles,
        },
    )
}

prop_compose! {
    fn measured()(
        runs in prop::collection::vec(run(), 0..24),
        stacks in prop::collection::vec(prop::collection::vec(0_u32..6, 0..5), 8),
        patterns in prop::collection::vec(select(vec!["work$", "Main", "^$", "nothing"]), 0..3),
    ) -> Measurements {
        let region = |(index, pattern): (usize, &str)| RegionPattern {
            name: format!("r{index}"),
            sequential: pattern.to_owned(),
            parallel: pattern.to_owned(),
        };
        Measurements {
            machine: Machine { processors: 2, ..Machine::default() },
            regions: patterns.into_iter().enumerate().map(region).collect(),
            frames: FRAMES.map(str::to_owned).into(),
            stacks: stacks.into_iter().map(|frames| Stack { frames }).collect(),
            runs,
            ..Measurements::default()
        }
    }
}

/// JSON has no number that is not finite: it becomes `null`, and nothing else in a result is.
fn has_null(value: &serde_json::Value) -> bool {
    match value {
        serde_json::Value::Null => true,
        serde_json::Value::Array(values) => values.iter().any(has_null),
        serde_json::Value::Object(fields) => fields.values().any(has_null),
        _ => false,
    }
}

proptest! {
    #[test]
    fn figures_are_finite(measured in measured()) {
        if let Ok(found) = analyze(&measured, &Settings::default()) {
            let json = serde_json::to_value(&found).unwrap();
            prop_assert!(!has_null(&json), "{json}");
            prop_assert_eq!(serde_json::from_value::<paratrace_scaling::model::Scaling>(json).unwrap().points.len(), found.points.len());
            for point in &found.points {
                if let Some(stack) = &point.evaluation.stack {
                    let sum = stack.speedup + stack.losses.iter().map(|loss| loss.loss).sum::<f64>();
                    prop_assert!((sum - stack.ideal).abs() <= 1e-6 * sum.abs().max(stack.ideal).max(1.0));
                }
            }
        }
    }

    #[test]
    fn exports_take_anything(measured in measured(), busiest in any::<bool>(), region in 0_usize..4) {
        let classes = Classes::of(&measured, &Settings::default()).unwrap();
        let of = if busiest { ThreadSelection::Busiest } else { ThreadSelection::All };
        let part = PartSelection::Region(region);
        let selection = Selection { version: Version::Parallel, threads: 2, metric: Metric::Cycles, part, of };
        let lines = collapsed(&measured, &classes, &selection);
        prop_assert!(lines.lines().all(|line| line.rsplit_once(' ').unwrap().1.parse::<f64>().is_ok()));
        prop_assert!(speedscope(&measured, &classes, &selection, "")["profiles"].is_array());
        prop_assert_eq!(profiles(&measured, &classes).stacks.len(), measured.stacks.len());
    }
}
