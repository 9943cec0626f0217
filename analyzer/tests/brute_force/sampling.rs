//! Communication estimated from samples against what is exact, and lists with a limit against whole ones.

use std::collections::{BTreeMap, BTreeSet};

use paratrace_analyzer::model::{Communication, Completeness, Granularity, Report};
use paratrace_analyzer::{CommunicationOptions, Input, Options, Sampling, ThreadInput, VecSource, analyze_input};
use paratrace_oracle::execute::Execution;
use paratrace_oracle::program::{Program, random_program};
use paratrace_oracle::random::Random;
use paratrace_oracle::sites::class_name;

const EXACT: CommunicationOptions = CommunicationOptions { edges: usize::MAX, path_bytes: usize::MAX, sampling: None };

/// A program whose execution reads a lot from several producers, and that execution's columns.
pub(super) fn case(seed: u64) -> Option<(Program, Vec<u32>, Vec<u32>)> {
    let mut random = Random(seed);
    let program = random_program(&mut random)?;
    let execution = Execution::new(&program, random.next(), 6_000).run();
    let (control, data) = (execution.control.clone(), execution.data.clone());
    drop(execution);
    Some((program, control, data))
}

fn measure(
    (program, control, data): &(Program, Vec<u32>, Vec<u32>),
    how: CommunicationOptions,
    threads: usize,
) -> Report {
    let input = |id| {
        let events = Box::new(VecSource::new(control.clone(), data.clone()));
        ThreadInput { id, name: "t".to_owned(), hash: 0, ended: true, events }
    };
    let completeness = Completeness { complete: true, ..Completeness::default() };
    let input = Input {
        map: &program.map,
        class_name: &class_name,
        threads: vec![input(1), input(2)],
        again: Vec::new(),
        completeness,
    };
    let options = Options { distances: false, max_windows: 0, communication: Some(how), threads, ..Options::default() };
    analyze_input(input, &options).unwrap()
}

fn graph(report: &Report, granularity: Granularity) -> &Communication {
    report.communication.iter().find(|graph| graph.granularity == granularity).unwrap()
}

/// Shares of the edges in the values with a producer.
fn shares(graph: &Communication) -> BTreeMap<(String, String), f64> {
    let total: u64 = graph.edges.iter().map(|edge| edge.values).sum();
    let edges = graph.edges.iter();
    edges.map(|e| ((e.producer.clone(), e.consumer.clone()), e.values as f64 / total as f64)).collect()
}

/// Cases with enough to sample from.
fn cases() -> Vec<(Program, Vec<u32>, Vec<u32>)> {
    let large = |case: &(Program, Vec<u32>, Vec<u32>)| {
        let report = measure(case, EXACT, 1);
        let totals = &report.communication_totals;
        let methods = graph(&report, Granularity::Method);
        // Intervals are those of large samples: one edge is neither rare nor nearly all.
        let is_common = |share: &f64| (0.1..=0.9).contains(share);
        totals.reads - totals.unwritten_reads > 1_000
            && methods.edges.len() >= 4
            && shares(methods).values().any(is_common)
    };
    let found: Vec<_> = (0..4_000).filter_map(case).filter(large).take(3).collect();
    assert_eq!(found.len(), 3);
    found
}

/// The mean estimate over many seeds is the true share, and intervals cover it as often as they promise.
#[test]
fn estimates_are_unbiased() {
    const ROUNDS: u64 = 300;
    let (mut covered, mut intervals) = (0, 0);
    for case in cases() {
        let exact = shares(graph(&measure(&case, EXACT, 1), Granularity::Method));
        let mut means: BTreeMap<(String, String), f64> = BTreeMap::new();
        let mut sampled = 0;
        for seed in 0..ROUNDS {
            let how = CommunicationOptions { sampling: Some(Sampling { size: 200, seed, confidence: 0.95 }), ..EXACT };
            let report = measure(&case, how, 1);
            let sample = report.communication_totals.sample.unwrap();
            assert_eq!((sample.size, sample.seed), (200, seed));
            sampled += sample.produced;
            for edge in &graph(&report, Granularity::Method).edges {
                let (share, key) = (edge.share.unwrap(), (edge.producer.clone(), edge.consumer.clone()));
                assert_eq!(share.estimate, share.sampled as f64 / sample.produced as f64);
                let truth = exact[&key];
                *means.entry(key).or_insert(0.0) += share.estimate / ROUNDS as f64;
                // The interval is that of large samples.
                if truth.min(1.0 - truth) * sample.produced as f64 >= 10.0 {
                    intervals += 1;
                    covered += u64::from(share.low <= truth && truth <= share.high);
                }
            }
        }
        for (key, truth) in &exact {
            let deviation = (truth * (1.0 - truth) / sampled as f64).sqrt();
            let mean = means.get(key).copied().unwrap_or(0.0);
            assert!((mean - truth).abs() < 4.5 * deviation, "{key:?}: {mean} instead of {truth} ± {deviation}");
        }
    }
    assert!(intervals >= ROUNDS && covered * 100 >= intervals * 92, "{covered} of {intervals} intervals");
}

#[test]
fn a_sample_of_everything_is_exact() {
    for case in cases() {
        let exact = measure(&case, EXACT, 1);
        let how =
            CommunicationOptions { sampling: Some(Sampling { size: 1 << 20, seed: 1, confidence: 0.9 }), ..EXACT };
        let mut sampled = measure(&case, how, 1);
        let sample = sampled.communication_totals.sample.take().unwrap();
        assert_eq!(sample.size, exact.communication_totals.reads);
        for edge in sampled.communication.iter_mut().flat_map(|graph| &mut graph.edges) {
            let share = edge.share.take().unwrap();
            assert_eq!((share.low, share.high), (share.estimate, share.estimate));
        }
        assert_eq!(sampled.communication_totals, exact.communication_totals);
        for (a, b) in sampled.communication.iter().zip(&exact.communication) {
            assert_eq!(a.edges, b.edges, "{:?}", a.granularity);
            if a.granularity != Granularity::CallPath && a.granularity != Granularity::Activation {
                assert_eq!(a.partners, b.partners);
            }
        }
    }
}

#[test]
fn a_sample_depends_on_the_seed_only() {
    for case in cases() {
        let how =
            |seed| CommunicationOptions { sampling: Some(Sampling { size: 50, seed, confidence: 0.95 }), ..EXACT };
        let one = measure(&case, how(5), 1);
        assert_eq!(one, measure(&case, how(5), 3));
        assert_ne!(one.communication, measure(&case, how(6), 1).communication);
    }
}

/// The heaviest edges are listed, and the others counted.
#[test]
fn lists_with_a_limit() {
    for case in cases() {
        let whole = measure(&case, EXACT, 1);
        let limited = measure(&case, CommunicationOptions { edges: 5, ..EXACT }, 1);
        for granularity in [Granularity::Activation, Granularity::CallPath] {
            let (all, few) = (graph(&whole, granularity), graph(&limited, granularity));
            assert!(all.edges.len() > 5);
            let weight = |edges: &[paratrace_analyzer::model::FlowEdge]| {
                edges.iter().map(|edge| (edge.bytes, edge.values)).collect::<Vec<_>>()
            };
            assert_eq!(weight(&few.edges), weight(&all.edges)[..5], "{granularity:?}");
            assert!(few.edges.iter().all(|edge| all.edges.contains(edge)), "{granularity:?}");
            let rest = &all.edges[5..];
            assert_eq!(few.left_out.edges, rest.len() as u64);
            assert_eq!(few.left_out.values, rest.iter().map(|edge| edge.values).sum::<u64>());
            assert_eq!(few.left_out.bytes, rest.iter().map(|edge| edge.bytes).sum::<u64>());
        }
        assert_eq!(graph(&whole, Granularity::Loop), graph(&limited, Granularity::Loop));
    }
}

/// Without room for long names, call paths are named by their innermost methods, and names stay different.
#[test]
fn names_of_call_paths_have_a_limit() {
    let mut shorter = 0;
    for case in cases() {
        let whole = measure(&case, EXACT, 1);
        let limited = measure(&case, CommunicationOptions { path_bytes: 0, ..EXACT }, 1);
        let (long, short) = (graph(&whole, Granularity::CallPath), graph(&limited, Granularity::CallPath));
        let new_name: BTreeMap<&str, &str> = (long.edges.iter().zip(&short.edges))
            .flat_map(|(long, short)| [(&*long.producer, &*short.producer), (&*long.consumer, &*short.consumer)])
            .collect();
        let different: BTreeSet<_> = new_name.values().collect();
        assert_eq!((different.len(), short.partners.len()), (new_name.len(), long.partners.len()));
        for (long, short) in new_name {
            let methods: Vec<&str> = short.split(" > ").collect();
            let all: Vec<&str> = long.split(" > ").collect();
            if all.len() <= 2 {
                assert_eq!(long, short);
                continue;
            }
            shorter += 1;
            assert_eq!(methods.len(), 3, "{short}");
            assert!(methods[0].starts_with("… ") && methods[1..] == all[all.len() - 2..], "{long}: {short}");
        }
    }
    assert!(shorter > 20, "only {shorter} names are shorter");
}
