//! Simulations against brute force, on random programs and executions: every loop and method, every rung of the ladder.

use paratrace_analyzer::model::{Completeness, SimulatedKind, SimulatedRun, Simulations};
use paratrace_analyzer::simulation::{Selection, SimulationOptions, simulate_input};
use paratrace_analyzer::{Input, ThreadInput, VecSource};
use paratrace_oracle::execute::Execution;
use paratrace_oracle::program::{Program, random_program};
use paratrace_oracle::random::Random;
use paratrace_oracle::simulation::difference;
use paratrace_oracle::sites::class_name;
use proptest::prelude::*;

fn simulations(program: &Program, executions: &[Execution<'_>], task_cost: u64) -> Simulations {
    let input = || {
        let threads = executions.iter().map(|execution| {
            let events = VecSource::new(execution.control.clone(), execution.data.clone());
            ThreadInput { id: 1, name: "t".to_owned(), hash: 0, ended: execution.ended, events: Box::new(events) }
        });
        let completeness = Completeness { complete: true, ..Completeness::default() };
        Input {
            map: &program.map,
            class_name: &class_name,
            threads: threads.collect(),
            again: Vec::new(),
            completeness,
        }
    };
    let options = SimulationOptions {
        selection: Selection::All,
        cores: vec![1, 2, 3, 8],
        unlimited: true,
        task_cost,
        ladder: 3,
        ..SimulationOptions::default()
    };
    simulate_input(&input, None, &options).unwrap()
}

/// Checks properties that every simulation has, whatever the program.
fn check_laws(seed: u64, found: &Simulations) {
    for one in &found.simulations {
        let mut before: Option<&[_]> = None;
        for rung in &one.ladder {
            let place = format!("seed {seed}: {:?} {} {}, {:?}", one.kind, one.method, one.header_pc, rung.frees);
            for run in &rung.runs {
                if let Some(cores) = run.cores {
                    assert!(run.time * u64::from(cores) >= one.serial, "{place}: faster than {cores} cores");
                }
                if found.task_cost == 0 && run.cores == Some(1) && rung.stage == 0 {
                    assert_eq!(run.time, one.serial * rung.passes, "{place}: one core");
                }
            }
            if one.kind == SimulatedKind::Loop {
                let slower = |pair: &[SimulatedRun]| pair[0].grain == pair[1].grain && pair[0].time < pair[1].time;
                assert!(!rung.runs.windows(2).any(slower), "{place}: slower with more cores");
                let freer = before.is_none_or(|runs: &[SimulatedRun]| {
                    runs.iter().zip(&rung.runs).all(|(before, run)| before.time >= run.time)
                });
                assert!(freer || rung.passes > 1 || rung.stage > 0, "{place}: slower with fewer dependences");
                before = Some(&rung.runs);
            }
        }
    }
}

/// One random case; how many simulations ran and how many of them gained something.
fn check(seed: u64, budget: i64) -> (u64, u64) {
    let mut random = Random(seed);
    let Some(program) = (0..20).find_map(|_| random_program(&mut random)) else { return (0, 0) };
    let executions: Vec<Execution<'_>> =
        (0..random.between(1, 2)).map(|_| Execution::new(&program, random.next(), budget).run()).collect();
    let found = simulations(&program, &executions, u64::from(random.below(4)));
    let steps: Vec<_> = executions.iter().map(|execution| &execution.truth.steps[..]).collect();
    assert_eq!(difference(&program.map, &steps, &found), None, "seed {seed}");
    check_laws(seed, &found);
    let runs = || found.simulations.iter().flat_map(|one| &one.ladder).flat_map(|rung| &rung.runs);
    (runs().count() as u64, runs().filter(|run| run.speedup > 1.0).count() as u64)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.max(200), max_shrink_iters: 0, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs(seed in any::<u64>(), budget in 0i64..150) {
        check(seed, budget);
    }
}

#[test]
fn fixed_programs() {
    let (mut runs, mut gains) = (0, 0);
    for seed in 0..400 {
        let (more, faster) = check(seed, (seed % 97) as i64);
        (runs, gains) = (runs + more, gains + faster);
    }
    assert!(runs > 20_000 && gains > runs / 20, "{gains} of {runs} simulations gained something");
}

#[test]
fn tasks_of_vector_code_cost_more_of_its_instructions() {
    check(1_584_181_240_481_803_787, 93);
}
