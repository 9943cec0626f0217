//! What the runs are run on.

use super::line::Line;
use super::profiler::Profiler;
use crate::cores::available_cores;
use paratrace_scaling::measurements::Machine;
use std::fs;
use std::process::{Command, Stdio};

/// What is known of this machine. What cannot be found out is empty.
pub(super) fn machine(line: &Line, profiler: &Profiler) -> Machine {
    Machine {
        processors: u32::try_from(available_cores()).unwrap_or(u32::MAX),
        processor: processor().unwrap_or_default(),
        jvm: line.is_java().then(|| jvm(line)).flatten().unwrap_or_default(),
        profiler: profiler.told(),
        platform: String::new(),
    }
}

fn processor() -> Option<String> {
    let text = fs::read_to_string("/proc/cpuinfo").ok()?;
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'))?;
    Some(model.1.trim().to_owned())
}

/// The last line of `java -version`: the name of the JVM and its build.
fn jvm(line: &Line) -> Option<String> {
    let asked = Command::new(line.program()).arg("-version").stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&asked.stderr).into_owned();
    text.lines().rfind(|line| !line.trim().is_empty()).map(|line| line.trim().to_owned())
}
