//! A `java` of ours: first on the path and in `JAVA_HOME` of a command that `run` starts, it traces the programs that the
//! command starts. Whatever it does not understand or cannot do, it leaves to the real `java`.

mod gradle;
mod home;
mod name;
mod session;
mod tools;

pub(crate) use home::{Home, java_of, offer};
pub(crate) use session::{Jvm, Passed, Session, TRACES};

use crate::cache::Cache;
use crate::java::command::{self, JavaCommand};
use crate::jdk::{Jdk, TracedJdk, options_of_patched};
use crate::program::Start;
use crate::stage::Guard;
use crate::terminal::Progress;
use std::env;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::{Command, ExitCode};
use tools::Role;

/// Does what `java` does, if something below `run` started this process as `java`.
pub(crate) fn invoked() -> Option<ExitCode> {
    let mut words = env::args_os();
    let name = words.next()?;
    if Path::new(&name).file_stem()? != "java" {
        return None;
    }
    let home = Home::of(&name)?;
    Some(launch(&home, &words.collect::<Vec<_>>()))
}

fn launch(home: &Home, words: &[OsString]) -> ExitCode {
    let planned = plan(home, words);
    let mut command = Command::new(&planned.jvm);
    command.args(&planned.words).envs(planned.environment.iter().cloned());
    become_it(command, Path::new(&planned.jvm))
}

/// How the real `java` is started.
struct Plan {
    jvm: OsString,
    words: Vec<OsString>,
    environment: Vec<(OsString, OsString)>,
    /// Keeps the files until the JVM itself names them on its command line.
    _guard: Option<(Guard, Jdk)>,
}

impl Plan {
    fn unchanged(jvm: impl Into<OsString>, words: &[OsString]) -> Plan {
        Plan { jvm: jvm.into(), words: words.to_vec(), environment: Vec::new(), _guard: None }
    }
}

fn plan(home: &Home, words: &[OsString]) -> Plan {
    let variable = env::var_os("JDK_JAVA_OPTIONS");
    let Some(command) = command::parse(words, variable.as_deref()) else {
        return Plan::unchanged(&home.real, words);
    };
    // Nobody below `run` reads the settings any more, or they are damaged: then nothing can be traced.
    let Ok(session) = Session::read(&home.session) else { return Plan::unchanged(&home.real, words) };
    let main = name::main_class(&command);
    match tools::role(&main) {
        Role::Tool(tool) => {
            session.pass(&Passed::tool(&main));
            Plan::unchanged(&home.real, &tool.words(words, home, &session))
        }
        // What was rewritten for a traced JDK runs on that.
        Role::Tests | Role::Program if session.is_ours(&command.paths) => {
            let java = env::var_os(session::JAVA).unwrap_or_else(|| home.real.clone().into());
            let patch = env::var_os(session::PATCH).filter(|patch| !patch.is_empty());
            let options = patch.iter().flat_map(|patch| options_of_patched(Path::new(&java), Path::new(patch)));
            let words: Vec<OsString> = options.chain(words.iter().cloned()).collect();
            Plan::unchanged(java, &words)
        }
        role => trace(home, &session, &command, (&main, role)).unwrap_or_else(|why| {
            session.pass(&Passed { main, why });
            Plan::unchanged(&home.real, words)
        }),
    }
}

/// Makes traced copies, unless something is in the way.
fn trace(home: &Home, session: &Session, command: &JavaCommand, (main, role): (&str, Role)) -> Result<Plan, String> {
    Progress::silence();
    let claimed = session.claim(&name::label(session, main, role)).map_err(|error| error.to_string())?;
    let trace = session.traces.join(&claimed.name);
    let selection = session.selection(tools::INFRASTRUCTURE);
    let cache = session.cache.clone().and_then(|directory| Cache::in_folder(directory).ok());
    let start = Start::new(
        (home.real.as_os_str(), command),
        (&claimed.directory, cache.as_ref()),
        (&selection, &session.wish),
        &trace,
    )
    .map_err(|failure| {
        claimed.give_up();
        failure.summary()
    })?;
    let jvm = Jvm {
        name: claimed.name.clone(),
        program: name::program(&claimed.name, &start.named, role),
        notes: start.made.notes.iter().chain(&start.notes).cloned().collect(),
        inputs: start.inputs.iter().filter_map(|path| std::path::absolute(path).ok()).collect(),
        told_before: if start.kept { start.made.notes.len() } else { 0 },
        unmatched: tools::of_the_user(start.made.unmatched.clone()),
        untraced_jdk: start.jdk.why_not().map(str::to_owned),
    };
    claimed.record(&jvm).map_err(|error| error.to_string())?;
    // Farms stay until the cache is swept if this fails.
    let _ = start.guard.hand_on(&claimed.farms());
    let mut words: Vec<OsString> =
        session.max_size.iter().map(|size| format!("-Dparatrace.max-size={size}").into()).collect();
    words.extend(start.words);
    let mut environment = start.environment;
    environment.push((session::JAVA.into(), start.jvm.clone()));
    let patch = start.jdk.traced().and_then(TracedJdk::patch).unwrap_or_default();
    environment.push((session::PATCH.into(), patch.into()));
    Ok(Plan { jvm: start.jvm, words, environment, _guard: Some((start.guard, start.jdk)) })
}

/// The real `java` takes the place of this process: the same number, streams, signals.
#[cfg(unix)]
fn become_it(mut command: Command, java: &Path) -> ExitCode {
    let error = std::os::unix::process::CommandExt::exec(&mut command);
    cannot(java, &error)
}

#[cfg(not(unix))]
fn become_it(mut command: Command, java: &Path) -> ExitCode {
    match command.status() {
        Ok(status) => ExitCode::from(crate::child::code(status)),
        Err(error) => cannot(java, &error),
    }
}

fn cannot(java: &Path, error: &std::io::Error) -> ExitCode {
    crate::failure::Failure::usage(format!("cannot run {}: {error}", java.display())).print();
    ExitCode::from(crate::exit::CANNOT_EXECUTE)
}

/// An absolute path, also of what is not there.
fn absolute(path: &OsStr) -> std::path::PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.into())
}
