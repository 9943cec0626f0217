//! A run that is traced: it counts executed bytecodes exactly.

use super::line::Line;
use super::measure::{Measured, nanoseconds};
use super::process;
use crate::backend::{self, Selection};
use crate::cache::Cache;
use crate::failure::Failure;
use crate::java::command::parse;
use crate::jdk::Wish;
use crate::launcher::TRACES;
use crate::program::Start;
use paratrace_scaling::profiles::Tables;
use std::env;
use std::ffi::OsString;
use std::path::Path;

/// Runs a traced copy of the program on the JDK as it is, and counts what the trace says.
pub(super) fn measure(
    line: &Line,
    words: &[OsString],
    directory: &Path,
    tables: &mut Tables,
) -> Result<Measured, Failure> {
    let Some(command) = parse(words, env::var_os("JDK_JAVA_OPTIONS").as_deref()) else {
        return Ok(Measured::Refused("java starts no program".to_owned()));
    };
    let trace = directory.join("trace");
    let (selection, wish) = (Selection::default(), Wish::AsItIs("only the program is counted".to_owned()));
    let cache = Cache::find();
    let start = Start::new((line.program(), &command), (directory, cache.as_ref()), (&selection, &wish), &trace)?;
    let mut environment = start.environment.clone();
    environment.push((TRACES.into(), directory.join("children").into()));
    let ran = process::run((&start.jvm, &start.words), &environment, directory)?;
    Ok(match backend::read_bytecodes(&trace, tables)? {
        Ok(threads) => Measured::Run(nanoseconds(&ran), threads),
        Err(reason) => Measured::Refused(reason),
    })
}
