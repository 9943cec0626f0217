//! The tools of a JDK that take one apart and put one together.

use crate::failure::Failure;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs a tool of a JDK to its end.
pub(super) fn run<W: AsRef<OsStr>>(home: &Path, name: &str, words: impl IntoIterator<Item = W>) -> Result<(), Failure> {
    refuse_without(home, name)?;
    let tool = tool(home, name);
    // Options of the user's programs are none of these tools.
    let mut command = Command::new(&tool);
    command.args(words).env_remove("JDK_JAVA_OPTIONS").env_remove("JAVA_TOOL_OPTIONS").env_remove("_JAVA_OPTIONS");
    let output = command.output().map_err(|cause| Failure::io("run", &tool, cause))?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said)
        .lines()
        .filter(|line| !line.trim().is_empty())
        .take(3)
        .map(str::to_owned)
        .collect();
    Err(Failure::input(format!("{name} of {} fails", home.display())).with_causes(said))
}

/// There must be such a tool.
pub(super) fn refuse_without(home: &Path, name: &str) -> Result<(), Failure> {
    if tool(home, name).is_file() {
        return Ok(());
    }
    Err(Failure::input(format!("{} has no {name}", home.display()))
        .advise("Name the home of a JDK, the folder that has bin/java in it."))
}

fn tool(home: &Path, name: &str) -> PathBuf {
    home.join("bin").join(if cfg!(windows) { format!("{name}.exe") } else { name.to_owned() })
}
