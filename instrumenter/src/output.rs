//! The second look at every class: it is rewritten while its jar is written.

use std::collections::{BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use crate::archive::{Access, Additions, Changes, Input, Packed, Pending};
use crate::error::Error;
use crate::method::{Operands, Plan};
use crate::rewrite::{ClassPlan, Refusal, rewrite};
use crate::source::Sources;
use crate::survey::Members;
use crate::world::World;

/// Bytes of class files that are rewritten together, by all threads, before they are written.
const BYTES_AT_ONCE: u64 = 1 << 20;

/// Rewrites the classes of all inputs.
pub(crate) struct Rewriting<'r> {
    sources: &'r Sources<'r>,
    world: &'r World,
    members: &'r Members,
    path_bases: &'r [u32],
    /// Plans that were kept, by class, until they are used.
    plans: Vec<Mutex<Option<Vec<Plan>>>>,
    progress: &'r (dyn Fn() + Sync),
    failures: Mutex<Vec<Failure>>,
}

/// The reason why a class was not rewritten.
enum Failure {
    Refused(usize, Refusal),
    Error(Error),
}

impl<'r> Rewriting<'r> {
    pub(crate) fn new(
        sources: &'r Sources<'r>,
        world: &'r World,
        members: &'r Members,
        path_bases: &'r [u32],
        plans: Vec<Option<Vec<Plan>>>,
        progress: &'r (dyn Fn() + Sync),
    ) -> Rewriting<'r> {
        let plans = plans.into_iter().map(Mutex::new).collect();
        Rewriting { sources, world, members, path_bases, plans, progress, failures: Mutex::default() }
    }

    /// Writes outputs of all inputs from the `first` on beside their places. They are of no use if [`Rewriting::refused`] has anything to say.
    pub(crate) fn write(
        &self,
        inputs: &[Input],
        first: usize,
        outputs: &[PathBuf],
        additions: &Additions<'_>,
        access: Access,
    ) -> Result<Vec<Pending>, Error> {
        let how = (additions, access);
        write_outputs(&inputs[first..], outputs, how, &|number, _, index| self.class(first + number, index))
    }

    /// A class as it is written; `None` to leave it as it is.
    fn class(&self, number: usize, index: usize) -> Option<Packed> {
        let class = self.sources.class_at(number, index)?;
        (self.progress)();
        let plan = self.plan(class);
        let plans = self.plans[class].lock().unwrap_or_else(PoisonError::into_inner).take();
        let plans = plans.as_deref();
        let rewritten =
            self.sources.with(class, |file| rewrite(&mut Operands::new(self.world, file, class), plan, plans));
        let failures = match rewritten {
            Ok(Ok(bytes)) => return bytes.map(Packed::stored),
            Ok(Err(refused)) => refused.into_iter().map(|refusal| Failure::Refused(class, refusal)).collect(),
            Err(error) => vec![Failure::Error(error)],
        };
        self.failures.lock().unwrap_or_else(PoisonError::into_inner).extend(failures);
        None
    }

    fn plan(&self, class: usize) -> ClassPlan {
        let (world, members) = (self.world, self.members);
        let holder = world.identity_holder(class);
        // Classes of one name get the same members: which of them is loaded is not known.
        let first = world.first(class);
        ClassPlan {
            number_field: members.holders.contains(&first),
            copies: members.copies.contains(&first),
            early_numbers: holder.is_some_and(|holder| members.early.contains(&holder)),
            path_base: self.path_bases[class],
        }
    }

    /// The classes and methods that could not be rewritten after all, or the first error.
    pub(crate) fn refused(self) -> Result<Vec<(usize, Refusal)>, Error> {
        let failures = self.failures.into_inner().unwrap_or_else(PoisonError::into_inner);
        let refused = failures.into_iter().map(|failure| match failure {
            Failure::Refused(class, refusal) => Ok((class, refusal)),
            Failure::Error(error) => Err(error),
        });
        refused.collect()
    }
}

/// New bytes of a class: number of the input, the input, number of the class in it; `None` to leave it as it is.
type ClassWriter<'w> = dyn Fn(usize, &Input, usize) -> Option<Packed> + Sync + 'w;

/// Writes outputs beside their places.
pub(crate) fn write_outputs(
    inputs: &[Input],
    outputs: &[PathBuf],
    how: (&Additions<'_>, Access),
    class: &ClassWriter<'_>,
) -> Result<Vec<Pending>, Error> {
    let base_name = |path: &PathBuf| path.file_name().map(|name| name.to_string_lossy().into_owned());
    let names: BTreeSet<String> = outputs.iter().filter_map(base_name).collect();
    let jobs = inputs.iter().zip(outputs).enumerate();
    jobs.map(|(number, (input, output))| write_one((number, input), output, &names, how, class)).collect()
}

fn write_one(
    (number, input): (usize, &Input),
    output: &Path,
    outputs: &BTreeSet<String>,
    (additions, access): (&Additions<'_>, Access),
    class: &ClassWriter<'_>,
) -> Result<Pending, Error> {
    let mut ready = VecDeque::new();
    let class = &mut |index: usize| {
        if ready.is_empty() {
            let mut room = BYTES_AT_ONCE;
            let fits = |entry: &&crate::archive::ClassEntry| {
                let fits = room > 0;
                room = room.saturating_sub(entry.size);
                fits
            };
            let count = input.classes[index..].iter().take_while(fits).count();
            let some = (index..index + count).into_par_iter();
            ready.extend(some.map(|index| class(number, input, index)).collect::<Vec<_>>());
        }
        ready.pop_front().flatten()
    };
    input.write(output, &mut Changes { class, outputs, additions, touched: false, access })
}
