//! A run that is traced: it counts executed bytecodes exactly, and is simulated.

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
use paratrace_cost::Platform;
use paratrace_scaling::profiles::Tables;
use std::env;
use std::ffi::OsString;
use std::path::Path;

/// Most room of a trace: without it, a long program would fill the disk before it is known that its trace is too large.
const MAX_SIZE: &str = "-Dparatrace.max-size=4G";

/// Runs a traced copy of the program on the JDK as it is, and counts what the trace says. What fails here concerns this
/// metric alone: the program itself has run before.
pub(super) fn measure(
    line: (&Line, &[OsString]),
    platform: &Platform,
    directory: &Path,
    tables: &mut Tables,
) -> Measured {
    counted(line, platform, directory, tables)
        .unwrap_or_else(|failure| Measured::Refused(format!("it cannot be traced: {}", failure.summary())))
}

fn counted(
    (line, words): (&Line, &[OsString]),
    platform: &Platform,
    directory: &Path,
    tables: &mut Tables,
) -> Result<Measured, Failure> {
    let Some(command) = parse(words, env::var_os("JDK_JAVA_OPTIONS").as_deref()) else {
        return Ok(Measured::Refused("java starts no program".to_owned()));
    };
    let trace = directory.join("trace");
    let (selection, wish) = (Selection::default(), Wish::AsItIs("only the program is counted".to_owned()));
    let cache = Cache::find_or_tell();
    let java = (line.program(), &command);
    let start = Start::new(java, (directory, cache.as_ref()), (&selection, &wish), &trace)?;
    let mut environment = start.environment.clone();
    environment.push((TRACES.into(), directory.join("children").into()));
    let words: Vec<OsString> = std::iter::once(MAX_SIZE.into()).chain(start.words.iter().cloned()).collect();
    let ran = process::run((&start.jvm, &words), &environment, directory)?;
    Ok(match backend::read_traced(&trace, platform, tables)? {
        Ok(profiles) => Measured::Traced(nanoseconds(&ran), profiles),
        Err(reason) => Measured::Refused(reason),
    })
}
