//! A witness of execution that knows nothing of tracing: a JVMTI agent writes down every instruction that the JVM is about
//! to execute in classes that the boot loader did not define, thread by thread, and this library reads that back.
//!
//! ```text
//! java -agentpath:libparatrace_witness.so=FILE -cp classes Main
//! ```
//!
//! The JVM reports an instruction before it executes it, so one that throws is reported as well. It does not report an
//! instruction that directly follows itself: a recursion whose first instruction is its own call counts once. Frequent
//! pairs of instructions must not be rewritten into one, which [`options`] takes care of.

mod agent;
mod jvmti;
mod record;

pub use record::{Event, Log, MethodName, Record, Step, Thread};

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};

/// The built agent. Cargo puts it beside tests that link this library, and for other executables one folder below: what
/// lies beside those can be older.
///
/// # Errors
/// Fails if the agent is not there.
pub fn agent_path() -> io::Result<PathBuf> {
    let name = format!("{}paratrace_witness{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let executable = std::env::current_exe()?;
    let folder = executable.parent().unwrap_or(Path::new("."));
    let places = [folder.join("deps").join(&name), folder.join(&name)];
    let found = places.into_iter().find(|place| place.is_file());
    found.ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, format!("{name} beside {}", executable.display())))
}

/// The JVM's options that load the agent, which writes its record to a file. The record says where the activations of
/// methods in `pauses` begin and end.
///
/// # Errors
/// Fails if the agent is not built.
pub fn options(record: &Path, pauses: &[MethodName]) -> io::Result<[OsString; 2]> {
    loading(record, "", pauses)
}

/// The same for a record that has the instructions of all classes, those of the boot loader from the first class of the program on.
/// It says where all class initialisers begin and end that it has seen: some run where the JVM reports no single steps.
///
/// # Errors
/// As [`options`].
pub fn options_with_platform(record: &Path, pauses: &[MethodName]) -> io::Result<[OsString; 2]> {
    loading(record, &format!("\n{}", agent::PLATFORM), pauses)
}

fn loading(record: &Path, scope: &str, pauses: &[MethodName]) -> io::Result<[OsString; 2]> {
    let mut agent = OsString::from("-agentpath:");
    agent.push(agent_path()?);
    agent.push("=");
    agent.push(record);
    agent.push(scope);
    for MethodName { class, name, descriptor } in pauses {
        agent.push(format!("\n{class} {name} {descriptor}"));
    }
    Ok(["-XX:-RewriteFrequentPairs".into(), agent])
}
