//! What the program did by itself, without the JDK that it ran on.
//!
//! A traced JDK shows how its collections are made. What they are for, and what may be done about them, is what their documentation
//! says. So advice looks at the program as if the JDK were not traced.

use paratrace_replay::base::error::AnalyzeError;
use paratrace_replay::program::Index;
use paratrace_replay::stream::TracedJdk;
use paratrace_traceformat::map::ProgramMap;

use super::pipeline::{Alone, Plan};
use super::{Keep, facts_of, follow};
use crate::budget::Budget;
use crate::input::Input;
use crate::options::Options;
use crate::report::{Gathered, OfProgram};

/// Finds the dependences of a program that ran on a traced JDK, and keeps the operations of some threads. `alone` is the map of the
/// program without that JDK. Nothing if there is none, if dependences are not asked for, or if there is not enough memory.
///
/// # Errors
/// As [`crate::analyze`].
pub(crate) fn of_program<'p>(
    input: Input<'_>,
    alone: Option<&'p ProgramMap>,
    options: &Options<'_>,
) -> Result<Option<(OfProgram<'p>, Keep)>, AnalyzeError> {
    let Some(map) = alone.filter(|_| options.distances) else { return Ok(None) };
    let index = Index::new(input.map, input.class_name);
    let options = Options { regions: false, communication: None, ..*options };
    let budget = Budget::new(&options);
    let facts = facts_of(&input.threads, map);
    let jdk = TracedJdk::new(input.map);
    let alone = Alone { map, jdk: &jdk };
    let plan = Plan { program: Some(alone), ..Plan::new(&index, &facts, &options, &budget) };
    let gathered = Gathered::new(&index, input.completeness, &options);
    let (gathered, keep) = follow(&plan, (input.threads, gathered, Keep::some(&options)), None)?;
    let is_whole = budget.left_out().is_empty();
    let Gathered { dependences, stats, .. } = gathered;
    Ok(is_whole.then_some((OfProgram { map, dependences: dependences.finish(), stats }, keep)))
}
