//! The analysis of a whole trace: all passes, and the report of their results.

mod all_threads;
mod flows;
mod keep;
mod live;
mod passes;
mod pipeline;
mod program;

pub(crate) use keep::Keep;
pub use live::Running;
pub(crate) use live::analyze_live_then;
pub(crate) use program::of_program;

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::events::{Events, ThreadInput};
use paratrace_replay::program::Index;
use paratrace_traceformat::map::ProgramMap;

use crate::budget::Budget;
use crate::communication::Communication;
use crate::dependences::Facts;
use crate::input::Input;
use crate::model::{Part, Report};
use crate::options::Options;
use crate::report::{Gathered, OfProgram, add_flows, add_handovers, add_locks, add_races, assemble, set_joined};
use all_threads::{AllThreads, Measured};
use pipeline::Plan;

/// Analyses events from any source. Gains of candidates are not simulated.
///
/// # Errors
/// As [`crate::analyze`].
pub fn analyze_input(input: Input<'_>, options: &Options<'_>) -> Result<Report, AnalyzeError> {
    analyze_then(input, None, options, Keep::none(), |_, _| Ok(()))
}

/// Returns the facts of a map by which these threads are analysed.
fn facts_of<'m>(threads: &[ThreadInput<'_>], map: &'m ProgramMap) -> Facts<'m> {
    if threads.len() > 1 { Facts::of_threads(map) } else { Facts::new(map) }
}

/// Analyses events from any source like [`analyze_input`]. If the JDK was traced, advice comes from what is known of the program.
/// `then` adds to the report, and gets the operations that were kept.
pub(crate) fn analyze_then(
    input: Input<'_>,
    program: Option<&OfProgram<'_>>,
    options: &Options<'_>,
    keep: Keep,
    then: impl FnOnce(&mut Report, &Keep) -> Result<(), AnalyzeError>,
) -> Result<Report, AnalyzeError> {
    let index = Index::new(input.map, input.class_name);
    let gathered = Gathered::new(&index, input.completeness, options);
    let budget = Budget::new(options);
    let facts = facts_of(&input.threads, input.map);
    let plan = Plan::new(&index, &facts, options, &budget);
    let finish = |gathered: Gathered<'_>, keep: &Keep| {
        let mut report = assemble(&index, gathered, program, options, budget.left_out());
        then(&mut report, keep).map(|()| report)
    };
    let threads = (input.threads, gathered, keep);
    let may_meet = threads.0.len() > 1 && !input.again.is_empty();
    let communication = options.communication.map(|options| Communication::new(input.map, &options));
    let (mut report, communication) = match communication {
        // What goes from thread to thread needs a pass of its own, over all of them in one order.
        communication if may_meet && (options.across_threads || communication.is_some()) => {
            let all = AllThreads::new(communication, &plan, threads.0.len());
            let (mut report, all) = flows::apart(plan, threads, (input.again, all), finish)?;
            let Measured { communication, path, handovers, races, locks } =
                all.map(AllThreads::finish).unwrap_or_default();
            path.into_iter().for_each(|path| set_joined(&mut report, path));
            add_handovers(&mut report, &index, &handovers);
            races.iter().for_each(|races| add_races(&mut report, &index, races));
            locks.into_iter().for_each(|locks| add_locks(&mut report, locks));
            (report, communication)
        }
        Some(communication) if flows::may_wait(options, &threads.0, &threads.2) => {
            flows::from_kept(plan, threads, communication, finish)?
        }
        // Everything is one pass.
        mut communication => {
            let (gathered, keep) = follow(&plan, threads, communication.as_mut())?;
            let report = finish(gathered, &keep)?;
            (Report { across_threads: !may_meet, ..report }, communication)
        }
    };
    report.left_out_for_memory = budget.left_out().to_vec();
    if let Some(communication) = communication.filter(|_| !budget.left_out().contains(&Part::Communication)) {
        add_flows(&mut report, &index, &communication.finish(), options);
    }
    Ok(report)
}

/// All threads, what was gathered of others, and what is kept.
type Threads<'t, 'm> = (Vec<ThreadInput<'t>>, Gathered<'m>, Keep);

/// Analyses all threads, one after the other.
fn follow<'m>(
    plan: &Plan<'_, 'm>,
    (threads, mut gathered, mut keep): Threads<'_, 'm>,
    mut communication: Option<&mut Communication>,
) -> Result<(Gathered<'m>, Keep), AnalyzeError> {
    for (number, thread) in threads.into_iter().enumerate() {
        let recorded = thread.events.recorded();
        let events = Events::new(thread.events);
        let mut result = plan.run(number, events, thread.ended, communication.as_deref_mut())?;
        keep.add(number, result.stream.take(), recorded)?;
        gathered.add((thread.id, thread.name), result);
        if let Some(communication) = &mut communication {
            communication.close(number);
        }
    }
    Ok((gathered, keep))
}
