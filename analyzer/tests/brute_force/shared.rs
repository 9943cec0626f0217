//! Shared data of tasks against brute force, on random programs and executions of several threads in random turns.

use paratrace_analyzer::listing::replay_merged_nodes;
use paratrace_analyzer::model::{Completeness, SharedData};
use paratrace_analyzer::shared_data::{SharedOptions, TaskSelection, shared_input};
use paratrace_analyzer::{Input, ThreadInput, VecSource};
use paratrace_oracle::execute::Execution;
use paratrace_oracle::program::{Program, random_program};
use paratrace_oracle::random::Random;
use paratrace_oracle::shared::{Log, Teller, difference, shared};
use paratrace_oracle::sites::class_name;
use paratrace_oracle::stamps::stamps;
use paratrace_traceformat::map::MethodId;
use paratrace_traceformat::trace::Stamp;

/// Executions with stamps at random places; all different.
struct Threads<'p> {
    executions: Vec<Execution<'p>>,
    stamps: Vec<Vec<Stamp>>,
}

impl<'p> Threads<'p> {
    fn random(random: &mut Random, program: &'p Program, budget: i64) -> Self {
        let executions: Vec<Execution<'_>> =
            (0..random.between(1, 3)).map(|_| Execution::new(program, random.next(), budget).run()).collect();
        let stamps = stamps(random, &executions);
        Self { executions, stamps }
    }

    fn inputs(&self) -> Vec<ThreadInput<'static>> {
        let input = |(number, (execution, stamps)): (usize, (&Execution<'_>, &Vec<Stamp>))| {
            let events = VecSource::new(execution.control.clone(), execution.data.clone()).with_stamps(stamps.clone());
            let (id, name) = (number as u64 + 1, "t".to_owned());
            ThreadInput { id, name, hash: 0, ended: execution.ended, events: Box::new(events) }
        };
        self.executions.iter().zip(&self.stamps).enumerate().map(input).collect()
    }

    fn found(&self, program: &Program, tasks: TaskSelection) -> SharedData {
        let options = SharedOptions { tasks, arrays: usize::MAX, ..SharedOptions::default() };
        let input = || {
            let (threads, again) = (self.inputs(), Vec::new());
            Input { map: &program.map, class_name: &class_name, threads, again, completeness: Completeness::default() }
        };
        shared_input(&input, &options, None).unwrap()
    }
}

/// One random case; how many shared accesses it had.
fn check(seed: u64, budget: i64) -> u64 {
    let mut random = Random(seed);
    let Some(program) = (0..20).find_map(|_| random_program(&mut random)) else { return 0 };
    let threads = Threads::random(&mut random, &program, budget);
    let log = Log::default();
    let teller = |thread| Teller { thread, log: Log::clone(&log) };
    let ends = replay_merged_nodes(&program.map, &class_name, threads.inputs(), teller).unwrap();
    assert!(ends.iter().all(|(_, desync)| desync.is_none()), "seed {seed}");
    drop(ends);
    let log = log.take();

    let name = |method: MethodId| program.map.method_name(method);
    let traced: Vec<String> = MethodId::all()
        .take(program.map.methods.len())
        .filter(|&method| !program.map.methods[method.index()].insns.is_empty())
        .map(name)
        .collect();
    let mut chosen: Vec<String> = traced.iter().filter(|_| random.chance(40)).cloned().collect();
    chosen.dedup();
    let mut sum = 0;
    for (by_thread, methods) in [(true, Vec::new()), (false, chosen.clone()), (true, chosen)] {
        let mut names = methods.clone();
        names.extend(by_thread.then(|| "threads".to_owned()));
        let found = threads.found(&program, TaskSelection::Named(names));
        let of_thread = |thread: usize| by_thread.then(|| format!("t ({})", thread + 1));
        let of_method = |method: MethodId| Some(name(method)).filter(|name| methods.contains(name));
        let expected = shared(&program.map, &log, &of_thread, &of_method);
        assert_eq!(difference(&expected, &found), None, "seed {seed}, threads {by_thread}, methods {methods:?}");
        sum += expected
            .values()
            .map(|row| row.arrays.values().map(|array| array.reads + array.writes).sum::<u64>())
            .sum::<u64>();
    }
    sum
}

#[test]
fn random_programs() {
    let accesses: u64 = (0..1000).map(|seed| check(seed, (seed % 97) as i64)).sum();
    assert!(accesses > 10_000, "only {accesses} accesses to shared arrays");
}
