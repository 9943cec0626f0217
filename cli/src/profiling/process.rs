//! One run of a command, with its output kept out of ours.

use crate::failure::{Failure, Kind};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Lines of a failed program that are shown.
const SHOWN: usize = 10;
/// Bytes at the end of its output in which they are looked for.
const TAIL: u64 = 8 << 10;
/// Bytes at the beginning of an output that are kept.
const HEAD: u64 = 64 << 10;

/// A command that ended well.
pub(super) struct Ran {
    pub(super) elapsed: Duration,
    /// The beginnings of its outputs, standard output first: agents speak up before the program does.
    pub(super) beginnings: [String; 2],
}

/// Runs a command and waits for it. Its output goes to files in `directory`, of which the next run makes new ones.
pub(super) fn run(
    (program, words): (&OsStr, &[OsString]),
    environment: &[(OsString, OsString)],
    directory: &Path,
) -> Result<Ran, Failure> {
    let [out, err] = [directory.join("stdout"), directory.join("stderr")];
    let create = |path: &Path| File::create(path).map_err(|cause| Failure::io("write", path, cause));
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::null()).stdout(create(&out)?).stderr(create(&err)?);
    command.envs(environment.iter().map(|(name, value)| (name, value)));
    let start = Instant::now();
    let status = command.status().map_err(|cause| Failure::io("run", Path::new(program), cause))?;
    let elapsed = start.elapsed();
    match status.success() {
        true => Ok(Ran { elapsed, beginnings: [head(&out), head(&err)] }),
        false => Err(failed(status, &[tail(&out), tail(&err)])),
    }
}

/// Runs a tool that prints what it has read. `what` is what cannot be read if it fails.
pub(super) fn printed(tool: &mut Command, what: &str) -> Result<String, Failure> {
    let output = tool.stdin(Stdio::null()).output();
    let output = output.map_err(|cause| Failure::io("run", Path::new(tool.get_program()), cause))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).lines().map(str::to_owned).collect();
        return Err(Failure::input(format!("{what} cannot be read")).with_causes(said));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn failed(status: ExitStatus, [out, err]: &[String; 2]) -> Failure {
    let (stream, text) = if err.trim().is_empty() { ("standard output", out) } else { ("standard error", err) };
    let lines: Vec<String> = text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect();
    let failure = Failure::new(Kind::Measured, format!("the program failed: {status}"));
    if lines.is_empty() {
        return failure.with_causes(vec!["it printed nothing".to_owned()]);
    }
    let last = lines[lines.len().saturating_sub(SHOWN)..].iter().cloned();
    failure.with_causes(std::iter::once(format!("the last lines of its {stream}:")).chain(last).collect())
}

/// The end of a file.
fn tail(path: &Path) -> String {
    let length = fs::metadata(path).map_or(0, |found| found.len());
    part(path, length.saturating_sub(TAIL), TAIL)
}

fn head(path: &Path) -> String {
    part(path, 0, HEAD)
}

/// A part of a file; nothing of one that cannot be read, as it is only shown.
fn part(path: &Path, start: u64, length: u64) -> String {
    let read = || -> io::Result<Vec<u8>> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(start))?;
        let mut bytes = Vec::new();
        file.take(length).read_to_end(&mut bytes)?;
        Ok(bytes)
    };
    String::from_utf8_lossy(&read().unwrap_or_default()).into_owned()
}
