//! `run mvn test`, `run ./start.sh`: a command that starts Java programs. A `java` of ours traces each.

use super::temporary::Temporary;
use super::{Options, before, failed, no_signals, not_started, several};
use crate::child;
use crate::exit::{self, Outcome};
use crate::failure::Failure;
use crate::java::class_path::separates;
use crate::jdk::{Jdk, Wish};
use crate::launcher::{self, Session, TRACES};
use crate::program::no_part_of_a_path;
use crate::room::refuse_full;
use crate::signals::Signals;
use crate::terminal::tell;
use std::collections::BTreeSet;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// Runs a command; its exit status becomes ours.
pub(super) fn run(command: &OsStr, words: &[OsString], options: &Options) -> ExitCode {
    let prepared = match prepare(command, options) {
        Ok(prepared) => prepared,
        Err(failure) => return failed(&failure, exit::RUN_FAILED),
    };
    let mut running = Command::new(&prepared.command);
    running.args(words).envs(prepared.environment.iter().cloned());
    let status = match child::run(&mut running, &prepared.signals) {
        Ok(status) => child::code(status),
        Err(error) => return not_started(command, error),
    };
    prepared.session.end_farms();
    if options.keep {
        super::tell_kept(&prepared.temporary);
    }
    match several::report(&prepared.session, &options.command, status, &options.show) {
        Ok(Outcome::Incomplete) if status == 0 => ExitCode::from(exit::RUN_INCOMPLETE),
        Ok(_) => ExitCode::from(status),
        Err(failure) => failed(&failure, if status == 0 { exit::RUN_FAILED } else { status }),
    }
}

struct Prepared {
    signals: Signals,
    /// Removed at the end, unless `--keep`.
    temporary: Temporary,
    session: Session,
    command: OsString,
    environment: Vec<(OsString, OsString)>,
}

fn prepare(command: &OsStr, options: &Options) -> Result<Prepared, Failure> {
    if options.live {
        return Err(Failure::usage("--live analyses one program, started by a java command")
            .advise("Leave --live out, or name the java command itself."));
    }
    before::refuse_outputs(options)?;
    let signals = Signals::start().map_err(no_signals)?;
    let temporary = Temporary::new(options.keep)?;
    if !options.keep {
        signals.removing(temporary.path());
    }
    refuse_full(temporary.path(), 0)?;
    if separates(temporary.path()) {
        return Err(no_part_of_a_path(std::iter::once(&temporary.path().to_owned())));
    }
    let mut session = session(temporary.path(), options)?;
    let homes = temporary.path().join("java");
    let unable = |cause| Failure::io("create", &homes, cause);
    let own = launcher::java_of(command);
    let offer = launcher::offer(&homes, temporary.path(), own).map_err(unable)?;
    if offer.environment.is_empty() && offer.own.is_none() {
        return Err(Failure::usage("no java was found on PATH or in JAVA_HOME"));
    }
    if options.as_it_is().is_none() {
        session.wish = made(session.wish, &offer.javas);
    }
    session.write().map_err(|cause| Failure::io("write to", temporary.path(), cause))?;
    let mut environment = offer.environment;
    environment.push((TRACES.into(), session.traces.clone().into()));
    let command = match (offer.own, Path::new(command).file_name()) {
        (Some(mirror), Some(name)) => mirror.join("bin").join(name).into(),
        _ => command.to_owned(),
    };
    Ok(Prepared { signals, temporary, session, command, environment })
}

/// Makes the traced copies of the JDKs that the command finds, before it has the terminal to itself. If there is none, no JVM need
/// look for one.
fn made(wish: Wish, javas: &[PathBuf]) -> Wish {
    let jdks: Vec<Jdk> = javas.iter().map(|java| wish.jdk(java.as_os_str(), || None)).collect();
    let told: BTreeSet<String> = jdks.iter().filter_map(Jdk::told).collect();
    told.iter().for_each(|told| tell(told));
    let why = jdks.iter().all(|jdk| jdk.traced().is_none()).then(|| jdks.first()?.why_not());
    why.flatten().map_or(wish, |why| Wish::AsItIs(why.to_owned()))
}

fn session(directory: &Path, options: &Options) -> Result<Session, Failure> {
    let absolute = |path: &Path| std::path::absolute(path).map_err(|cause| Failure::io("find", path, cause));
    let traces = options.out.as_deref().map_or_else(|| Ok(directory.join("traces")), absolute)?;
    let session = Session {
        directory: directory.to_owned(),
        traces,
        start: env::current_dir().unwrap_or_default(),
        selection: options.selection.clone(),
        max_size: options.max_size.clone(),
        cache: options.cache().map(|cache| cache.directory),
        wish: options.wish(),
    };
    Ok(session)
}
