//! Threads that `Thread.stop` strikes between a path's event and the next path: the number comes once more, and fits.

use crate::brute::execute::Execution;
use crate::brute::figures::Brute;
use crate::brute::program::random_program;
use crate::brute::random::Random;
use crate::brute::sites::class_name;
use paratrace_analyzer::listing::replay_nodes;
use paratrace_analyzer::{ThreadInput, VecSource};
use paratrace_traceformat::trace::INTERRUPTED;

/// Random executions, each stopped somewhere. How many of them wrote the last number again.
fn stopped(seed: u64) -> u32 {
    let mut random = Random(seed);
    let Some(program) = (0..20).find_map(|_| random_program(&mut random)) else { return 0 };
    let mut repeated = 0;
    for budget in 1..40 {
        let execution = Execution::new(&program, seed, budget).run();
        let (Some(&last), true) = (execution.control.last(), execution.at_event && !execution.ended) else { continue };
        let (mut control, data) = (execution.control.clone(), execution.data.clone());
        control.extend([INTERRUPTED, data.len() as u32, 0, last]);
        let events = Box::new(VecSource::new(control, data));
        let input = ThreadInput { id: 1, name: "t".to_owned(), ended: true, events };
        let (_, desync) = replay_nodes(&program.map, &class_name, input, Brute::new(&program.map)).unwrap();
        assert_eq!(desync, None, "seed {seed}, budget {budget}");
        repeated += 1;
    }
    repeated
}

#[test]
fn stopped_threads() {
    let repeated: u32 = (0..200).map(stopped).sum();
    assert!(repeated > 1_000, "{repeated}");
}
