//! The analysis against brute force, on thousands of random programs and executions: the figures computed from what an
//! execution did, from the nodes that a replay of its events finds, and by the engines must be the same.

use paratrace_traceformat::map::InstructionId;
use std::collections::BTreeMap;

use paratrace_analyzer::listing::replay_nodes;
use paratrace_analyzer::model::{Call, Completeness, Report};
use paratrace_analyzer::{
    CommunicationOptions, EventSource, Input, Listed, Options, ThreadInput, VecSource, analyze_input,
};
use paratrace_oracle::chain::{chain_of, slack_differs, sums_differ, wrong};
use paratrace_oracle::communication::{Flows, communication};
use paratrace_oracle::dependences::{Dependences, dependences};
use paratrace_oracle::execute::{Calls, Execution};
use paratrace_oracle::figures::{Brute, Summary};
use paratrace_oracle::program::{Program, random_program};
use paratrace_oracle::random::Random;
use paratrace_oracle::report::summary;
use paratrace_oracle::sites::class_name;
use paratrace_traceformat::trace::Stamp;
use proptest::prelude::*;

/// Events in chunks of a few values, the columns cut at different places.
struct Pieces(Vec<u32>, Vec<u32>, Random);

impl EventSource for Pieces {
    fn next_chunk(
        &mut self,
        control: &mut Vec<u32>,
        data: &mut Vec<u32>,
        _: Option<&mut Vec<Stamp>>,
    ) -> Result<bool, paratrace_analyzer::AnalyzeError> {
        if self.0.is_empty() && self.1.is_empty() {
            return Ok(false);
        }
        // Data come before the path id that they belong to, so they may come earlier, too.
        let ids = self.2.below(4).min(self.0.len() as u32) as usize;
        control.extend(self.0.drain(..ids));
        let values = if self.0.is_empty() { self.1.len() } else { (self.2.below(9) as usize).min(self.1.len()) };
        data.extend(self.1.drain(..values));
        Ok(true)
    }
}

fn thread<'a>(execution: &Execution<'_>, pieces: Option<u64>) -> ThreadInput<'a> {
    let (control, data) = (execution.control.clone(), execution.data.clone());
    let events: Box<dyn EventSource + Send> = match pieces {
        Some(seed) => Box::new(Pieces(control, data, Random(seed))),
        None => Box::new(VecSource::new(control, data)),
    };
    ThreadInput { id: 1, name: "t".to_owned(), hash: 0, ended: execution.ended, events }
}

fn report(program: &Program, executions: &[Execution<'_>], pieces: Option<u64>, options: &Options<'_>) -> Report {
    let threads = executions.iter().map(|e| thread(e, pieces)).collect();
    let completeness = Completeness { complete: true, ..Completeness::default() };
    analyze_input(
        Input { map: &program.map, class_name: &class_name, threads, again: Vec::new(), completeness },
        options,
    )
    .unwrap()
}

fn calls(program: &Program, all: impl Iterator<Item = Calls>) -> Vec<Call> {
    let mut sums: BTreeMap<(String, String), u64> = BTreeMap::new();
    for ((caller, callee), count) in all.flatten() {
        *sums.entry((program.map.method_name(caller), callee)).or_insert(0) += count;
    }
    sums.into_iter().map(|((caller, callee), count)| Call { caller, callee, count }).collect()
}

/// The critical path, node by node.
fn check_chain(seed: u64, program: &Program, execution: &Execution<'_>) {
    let (threads, completeness) = (vec![thread(execution, Some(seed))], Completeness::default());
    let (found, chain) =
        chain_of(Input { map: &program.map, class_name: &class_name, threads, again: Vec::new(), completeness });
    let length = execution.truth.clone().summary().critical_path;
    let chain: Vec<(u64, InstructionId)> = chain.into_iter().map(|(_, time, insn)| (time, insn)).collect();
    assert_eq!(found.thread.as_ref().unwrap().critical_path, length, "seed {seed}: length of the chain");
    assert_eq!(wrong(&execution.truth, &chain, length), None, "seed {seed}: chain");
    assert_eq!(sums_differ(&found, length), None, "seed {seed}: chain");
    assert_eq!(slack_differs(&execution.truth, &program.map, &found, length), None, "seed {seed}: slack");
    let reversed: Vec<(u64, InstructionId)> = chain.iter().rev().copied().collect();
    assert!(length < 2 || wrong(&execution.truth, &reversed, length).is_some(), "seed {seed}: any chain would do");
}

/// One random case; how many nodes it had.
fn check(seed: u64, budget: i64) -> u64 {
    let mut random = Random(seed);
    let Some(program) = (0..20).find_map(|_| random_program(&mut random)) else { return 0 };
    let executions: Vec<Execution<'_>> =
        (0..random.between(1, 2)).map(|_| Execution::new(&program, random.next(), budget).counting().run()).collect();
    let mut truths = Vec::new();
    for execution in &executions {
        let input = thread(execution, None);
        let sink = Brute::new(&program.map);
        let (nodes, desync) = replay_nodes(&program.map, &class_name, input, sink).unwrap();
        assert_eq!(desync, None, "seed {seed}");
        let (truth, nodes) = (&execution.truth, nodes);
        let end = truth.log.len();
        assert!(nodes.log.len() >= end, "seed {seed}: the listing is too short");
        for (i, (a, b)) in truth.log.iter().zip(&nodes.log).enumerate() {
            assert_eq!(a, b, "seed {seed}, entry {i}");
        }
        assert!(nodes.log[end..].iter().all(|entry| entry == "exit"), "seed {seed}: the listing is too long");
        check_chain(seed, &program, execution);
        truths.push((execution.truth.clone().summary(), nodes.summary()));
    }
    let from_truth = Summary::join(&truths.iter().map(|t| t.0.clone()).collect::<Vec<_>>());
    let from_nodes = Summary::join(&truths.iter().map(|t| t.1.clone()).collect::<Vec<_>>());
    assert_eq!(from_truth, from_nodes, "seed {seed}: nodes");
    let long_names = Some(CommunicationOptions { path_bytes: usize::MAX, ..CommunicationOptions::default() });
    let whole = Options {
        edges: Listed::ALL,
        communication: long_names,
        unit_times: 1 + random.below(3),
        ..Options::default()
    };
    let plain = report(&program, &executions, None, &whole);
    assert_eq!(plain.completeness.unread_events, 0, "seed {seed}: {:?}", plain.completeness);
    let found = summary(&program.map, &plain);
    for (key, figures) in &from_truth.regions {
        assert_eq!(Some(figures), found.regions.get(key), "seed {seed}: {key:?}");
    }
    assert_eq!(from_truth, found, "seed {seed}: report");
    let all: Vec<_> = executions.iter().map(|e| dependences(&program.map, &e.truth.steps)).collect();
    let difference = Dependences::join(&all).difference(&Dependences::reported(&program.map, &plain));
    assert_eq!(difference, None, "seed {seed}: dependences");
    let told = executions.iter().enumerate();
    let steps = told.flat_map(|(thread, e)| e.truth.steps.iter().map(move |step| (thread, step.clone()))).collect();
    let names = vec!["t (1)".to_owned(); executions.len()];
    let difference = communication(&program.map, &names, &steps, false).difference(&Flows::reported(&plain));
    assert_eq!(difference, None, "seed {seed}: communication");
    let all_ended = executions.iter().all(|e| e.ended);
    assert_eq!(plain.completeness.complete, all_ended, "seed {seed}: {:?}", plain.completeness);
    if all_ended {
        assert_eq!(plain.calls, calls(&program, executions.iter().map(|e| e.calls.clone())), "seed {seed}: calls");
        let expected = calls(&program, executions.iter().map(|e| e.callbacks.clone()));
        assert_eq!(plain.callbacks, expected, "seed {seed}: call-backs");
        let expected = calls(&program, executions.iter().map(|e| e.opaque.clone()));
        assert_eq!(plain.opaque_calls, expected, "seed {seed}: opaque calls");
    }
    let unit_times = Options::default().unit_times;
    let threads = Options { threads: 3, renumber_at: 5 + random.below(60), unit_times, ..whole };
    assert_eq!(plain, report(&program, &executions, Some(seed), &threads), "seed {seed}: with threads and in pieces");
    from_truth.nodes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.max(400), max_shrink_iters: 0, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs(seed in any::<u64>(), budget in 0i64..150) {
        check(seed, budget);
    }
}

/// Damages events: whatever comes of it, it is a report.
fn check_garbage(seed: u64) {
    let mut random = Random(seed);
    let Some(program) = (0..20).find_map(|_| random_program(&mut random)) else { return };
    let mut execution = Execution::new(&program, random.next(), 60).run();
    for _ in 0..random.between(1, 4) {
        let column = if random.chance(60) { &mut execution.control } else { &mut execution.data };
        let at = random.below(column.len() as u32) as usize;
        match random.below(4) {
            0 => drop(column.splice(at.., [])),
            1 => drop(column.splice(at..(at + 2).min(column.len()), [])),
            2 => column.insert(at, random.below(200)),
            _ if at < column.len() => column[at] = random.next() as u32,
            _ => {}
        }
    }
    let options = Options { renumber_at: 40, max_windows: 1, unit_times: 1, ..Options::default() };
    let found = report(&program, std::slice::from_ref(&execution), None, &options);
    assert!(found.critical_path <= found.nodes, "seed {seed}");
    let (threads, completeness) = (vec![thread(&execution, None)], Completeness::default());
    let (path, chain) =
        chain_of(Input { map: &program.map, class_name: &class_name, threads, again: Vec::new(), completeness });
    assert_eq!((path.nodes, chain.len() as u64), (found.nodes, found.critical_path), "seed {seed}");
    let (nodes, _) =
        replay_nodes(&program.map, &class_name, thread(&execution, None), Brute::new(&program.map)).unwrap();
    assert_eq!(nodes.insns.len() as u64, found.nodes, "seed {seed}");
}

#[test]
fn damaged_events() {
    (0..2_000).for_each(check_garbage);
}

#[test]
fn fixed_programs() {
    // Ends inside code that runs where none is expected.
    check(3_934_647_779_878_903_694, 137);
    // An opaque call runs class initialisers directly before an instruction that might, but does not.
    check(15_082_760_053_209_797_226, 113);
    // Ends where a lambda begins its method.
    check(6_786_409_977_465_034_188, 7);
    // The same, where two places make such lambdas.
    check(4_833_279_488_747_094_058, 0);
    // A call accesses a static field by reflection between two instructions of its path that name the field.
    check(12_092_563_603_837_603_199, 44);
    // An array is an element of itself, on the stack, from one iteration to the next.
    check(15_991_221_922_540_628_820, 19);
    let nodes: u64 = (0..500).map(|seed| check(seed, (seed % 97) as i64)).sum();
    assert!(nodes > 30_000, "only {nodes} nodes");
}
