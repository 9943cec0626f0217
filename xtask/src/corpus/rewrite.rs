//! Rewrites one input in a process of its own, and measures that.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use paratrace_classfile::{ClassEditor, ClassFile, CodeEditor, Error};
use paratrace_instrumenter::{Options, Output, instrument};
use paratrace_verifier::FIXED_LAYOUT;
use serde::{Deserialize, Serialize};

use super::classes;

/// An input that takes longer is taken to hang.
const TIME_LIMIT: Duration = Duration::from_secs(3600);

/// The task of a child process.
#[derive(clap::Args)]
pub(crate) struct OneInput {
    #[arg(long, hide = true, num_args = 2, value_names = ["INPUT", "OUTPUT"])]
    rewrite: Vec<PathBuf>,
    #[arg(long, hide = true)]
    platform: bool,
}

/// The result and the cost of a rewriting.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct Rewritten {
    /// Class files found, those of nested jars included.
    pub(crate) found: usize,
    /// Class files that the instrumenter has read.
    pub(crate) classes: usize,
    pub(crate) class_bytes: usize,
    pub(crate) methods: usize,
    pub(crate) traced: usize,
    /// Number of untraced methods, by reason.
    pub(crate) untraced: BTreeMap<String, usize>,
    pub(crate) notes: Vec<String>,
    /// Classes that change by a rewriting without probes.
    pub(crate) not_identical: Vec<String>,
    pub(crate) cpu_seconds: f64,
    pub(crate) peak_bytes: u64,
}

/// Rewrites `input` into the directory `output`, on one thread.
pub(crate) fn in_own_process(input: &Path, output: &Path, platform: bool) -> Result<Rewritten> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["corpus", "--rewrite"]).arg(input).arg(output);
    command.args(platform.then_some("--platform"));
    let mut child = command.spawn()?;
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if start.elapsed() > TIME_LIMIT {
            child.kill()?;
            bail!("not rewritten within {} s", TIME_LIMIT.as_secs());
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    ensure!(status.success(), "rewriting failed: {status}");
    Ok(serde_json::from_reader(fs::File::open(result_file(output))?)?)
}

/// The file in which the child writes its result.
fn result_file(output: &Path) -> PathBuf {
    output.with_extension("json")
}

impl Rewritten {
    /// Methods left as they were for one of the reasons.
    pub(crate) fn count(&self, is_wanted: impl Fn(&str) -> bool) -> usize {
        self.untraced.iter().filter(|(reason, _)| is_wanted(reason)).map(|(_, n)| n).sum()
    }

    /// Counts another input as well.
    pub(crate) fn add(&mut self, other: &Rewritten) {
        self.found += other.found;
        self.classes += other.classes;
        self.class_bytes += other.class_bytes;
        self.methods += other.methods;
        self.traced += other.traced;
        for (reason, count) in &other.untraced {
            *self.untraced.entry(reason.clone()).or_default() += count;
        }
        self.not_identical.extend_from_slice(&other.not_identical);
        self.cpu_seconds += other.cpu_seconds;
        self.peak_bytes = self.peak_bytes.max(other.peak_bytes);
    }

    /// Methods that could be traced.
    pub(crate) fn with_code(&self) -> usize {
        self.methods - self.count(|reason| NO_CODE.contains(&reason))
    }

    /// Methods with code that are left as they were, though they are the program's.
    pub(crate) fn left(&self) -> usize {
        self.count(|reason| !NO_CODE.contains(&reason) && reason != PLATFORM)
    }
}

/// Reasons of methods without code.
pub(crate) const NO_CODE: [&str; 2] = ["abstract", "native"];

/// The reason of classes that belong to the platform: the JVM takes its own instead.
pub(crate) const PLATFORM: &str = "runtime";

impl OneInput {
    pub(crate) fn is_given(&self) -> bool {
        !self.rewrite.is_empty()
    }

    /// Does the task.
    pub(crate) fn run(&self) -> Result<()> {
        let [input, output] = self.rewrite.as_slice() else { bail!("an input and an output are needed") };
        let trace_except = if self.platform { FIXED_LAYOUT.map(str::to_owned).to_vec() } else { Vec::new() };
        let options = Options { platform: self.platform, trace_except, threads: 1, ..Options::default() };
        let before = cpu_seconds();
        let summary =
            instrument(std::slice::from_ref(input), &Output::Directory(output.clone()), None, &options, &|_, _| {})?;
        let mut result = Rewritten {
            found: 0,
            classes: summary.classes,
            class_bytes: 0,
            methods: summary.methods,
            traced: summary.traced,
            untraced: summary.untraced.iter().map(|(reason, &n)| ((*reason).to_owned(), n)).collect(),
            notes: summary.notes,
            not_identical: Vec::new(),
            cpu_seconds: cpu_seconds() - before,
            peak_bytes: peak_bytes(),
        };
        classes::visit(input, &mut |place, bytes| {
            result.found += 1;
            result.class_bytes += bytes.len();
            if !is_identical(bytes).unwrap_or(true) {
                result.not_identical.push(place.to_owned());
            }
            Ok(())
        })?;
        Ok(serde_json::to_writer(fs::File::create(result_file(output))?, &result)?)
    }
}

/// True if reading and writing a class without a change gives its bytes; an error if it is no class.
fn is_identical(bytes: &[u8]) -> Result<bool, Error> {
    let class = ClassFile::parse(bytes)?;
    let mut editor = ClassEditor::new(&class);
    for index in 0..class.methods.len() {
        match CodeEditor::new(&class, index).and_then(|code| code.finish(editor.pool())) {
            Ok(body) => editor.set_code(index, body)?,
            Err(Error::NoCode { .. } | Error::JsrRet { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(editor.finish()? == bytes)
}

/// User and system time of this process (proc(5), `stat`: in hundredths of a second); 0 where there is no `/proc`.
fn cpu_seconds() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    fields.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// The most memory that this process had at once (proc(5), `VmHWM`); 0 where there is no `/proc`.
fn peak_bytes() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}
