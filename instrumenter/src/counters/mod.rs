//! Counters only: rewrites a program so that its tasks count their reads and writes of shared data.
//!
//! Annotations come from [`crate::shared_data`]; here it is decided how each access is counted, as cheaply as may be
//! ([`tally`], [`loops`]), and how methods get the task that they count for ([`plan`]).

mod class;
mod code;
mod loops;
mod method;
mod plan;
mod reach;
mod tally;

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use self::class::{Done, rewrite};
use self::plan::Plan;
use crate::archive::{Access, Additions, Folder, Input, Packed, Pending};
use crate::error::Error;
use crate::output::write_outputs;
use crate::run::{Output, output_paths};
use crate::selection::Selection;
use crate::shared_data::{Analysis, Program, annotate, find_tasks};
use crate::source::Sources;
use crate::workers::with_workers;

/// The result of a rewrite for counters.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CountSummary {
    /// Class files read.
    pub classes: usize,
    /// Class files changed.
    pub changed: usize,
    /// Methods that count, copies included.
    pub methods: usize,
    /// The files written.
    pub outputs: Vec<PathBuf>,
    /// Messages to the user: signatures removed, files that could not be read or changed.
    pub notes: Vec<String>,
}

/// Rewrites jars or class directories so that tasks count their accesses to shared data.
///
/// The ranges of indices that loop counters tell cost next to nothing; `indices` asks for those of all arrays.
///
/// # Errors
/// Unreadable inputs, unwritable outputs, inputs that are output already, tasks that are not in them, classes that leave no
/// room in their constant pool.
///
/// ```
/// use paratrace_instrumenter::{Output, count};
///
/// # let dir = tempfile::tempdir()?;
/// # let jdk = paratrace_verifier::Jdk::find()?;
/// # jdk.javac(&[], &["../examples/sumup/SumUp.java".into()], &dir.path().join("classes"))?;
/// # let classes = dir.path().join("classes");
/// let output = Output::Directory(dir.path().join("counted"));
/// let summary = count(&[classes], &output, &["SumUp.sumTo".to_owned()], false)?;
/// assert_eq!(summary.classes, 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn count(inputs: &[PathBuf], output: &Output, tasks: &[String], indices: bool) -> Result<CountSummary, Error> {
    with_workers(0, || counted(inputs, output, tasks, indices))
}

fn counted(inputs: &[PathBuf], output: &Output, tasks: &[String], indices: bool) -> Result<CountSummary, Error> {
    let outputs = output_paths(inputs, output)?;
    let opened: Vec<Input> = inputs.iter().map(|path| Input::open(path, Some(&outputs))).collect::<Result<_, _>>()?;
    let folder =
        output.directory(inputs.len()).map(|directory| Folder::create(directory, Access::AsInput)).transpose()?;
    let mut notes: Vec<String> = opened.iter().flat_map(|input| &input.notes).cloned().collect();
    let (sources, world) = Sources::read(&opened, false, &Selection::default(), &mut notes);
    let tasks = find_tasks(&world, tasks)?;
    let program = Program::read(&world, &sources)?;
    let analysis = Analysis::run(&world, &sources, &program, &tasks)?;
    let annotations = annotate(&analysis);
    let plan = Plan::new(&world, &sources, &program, &analysis, &annotations, &tasks, indices);
    let (total, failure) = (Mutex::new(CountSummary::default()), Mutex::new(None));
    let write = |number: usize, input: &Input, index: usize| -> Option<Packed> {
        let class = sources.class_at(number, index)?;
        if !world.classes[class].rewritten() || world.classes[class].ambiguous {
            return None;
        }
        let label = || format!("{}!/{}", input.label(), input.classes[index].entry);
        let done = sources.with(class, |file| rewrite(&world, &plan, file, class));
        let done: Done = match done {
            Ok(Ok(done)) => done,
            Ok(Err(source)) => return keep(&failure, Error::Class { class: label(), source }),
            Err(error) => return keep(&failure, error),
        };
        let mut total = total.lock().unwrap_or_else(PoisonError::into_inner);
        total.methods += done.methods;
        for (method, error) in done.refused {
            total.notes.push(format!("{} is not counted: {error}", world.readable_method_name(method)));
        }
        let bytes = done.bytes?;
        total.changed += 1;
        Some(Packed::stored(bytes))
    };
    let written = write_outputs(&opened, &outputs, (&Additions::profiler()?, Access::AsInput), &write);
    if let Some(error) = failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    written?.into_iter().try_for_each(Pending::finish)?;
    drop(folder);
    let mut summary = total.into_inner().unwrap_or_else(PoisonError::into_inner);
    summary.notes.sort();
    notes.append(&mut summary.notes);
    Ok(CountSummary { classes: sources.len(), outputs, notes, ..summary })
}

/// Keeps the first failure.
fn keep(first: &Mutex<Option<Error>>, error: Error) -> Option<Packed> {
    first.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
    None
}
