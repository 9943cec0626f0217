//! Many programs in few JVMs: each program is a class with a static method `run()`, and runs in a thread of its own that has
//! the class's name, so what differs between replay and JVM belongs to one program.

use crate::compare::{Comparison, compare_order, pauses};
use crate::{bytecode, java, library};
use anyhow::{Context, bail};
use paratrace_instrumenter::{Options, Output, instrument};
use paratrace_traceformat::map::ProgramMap;
use paratrace_traceformat::trace::TraceDir;
use paratrace_witness::Record;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const MAIN: &str = r#"
/** Runs programs one after another, each in a thread of its name. */
public class Programs {
    public static void main(String[] names) throws InterruptedException {
        for (String name : names) {
            Thread thread = new Thread(null, () -> run(name), name, 1 << 24);
            thread.start();
            thread.join();
        }
    }

    private static void run(String name) {
        try {
            Class.forName(name).getMethod("run").invoke(null);
        } catch (java.lang.reflect.InvocationTargetException e) {
            System.out.println(name + " " + e.getCause().getClass());
        } catch (ReflectiveOperationException | LinkageError e) {
            System.out.println(name + " " + e.getClass());
        }
    }
}
"#;

/// Programs in a folder, compiled.
#[derive(Debug)]
pub struct Batch {
    pub(crate) dir: PathBuf,
    pub(crate) names: Vec<String>,
}

/// The result of a batch.
#[derive(Debug)]
pub struct Outcome {
    /// Programs in the batch.
    pub programs: usize,
    /// Their instructions.
    pub comparison: Comparison,
    /// Lines of output that differ, plain and traced.
    pub output: Vec<(String, String)>,
    /// The traced run's trace.
    pub trace: PathBuf,
}

impl Batch {
    /// Puts the random programs of some seeds into a new folder: of each seed one of Java source, and one of bytecode.
    ///
    /// # Errors
    /// Fails if they do not compile.
    pub fn random(dir: &Path, seeds: std::ops::Range<u64>) -> anyhow::Result<Self> {
        Self::random_by(dir, seeds, &["javac", "--release", "17"].map(OsString::from), java::MODERN)
    }

    /// The same for another release, compiled by this command: a `javac` and options of its own.
    ///
    /// # Errors
    /// As [`Batch::random`].
    pub fn random_by(
        dir: &Path,
        seeds: std::ops::Range<u64>,
        javac: &[OsString],
        release: u32,
    ) -> anyhow::Result<Self> {
        let mut names = Vec::new();
        let mut sources =
            vec![("Programs".to_owned(), MAIN.to_owned()), ("Support".to_owned(), bytecode::SUPPORT.to_owned())];
        let mut classes = Vec::new();
        for seed in seeds {
            let (java, assembled) = (format!("P{seed}"), format!("B{seed}"));
            sources.push((java.clone(), java::program(&java, seed, release)));
            classes.extend(bytecode::program(&assembled, seed));
            names.extend([java, assembled]);
        }
        let batch = Self { dir: dir.to_owned(), names };
        batch.compile(&sources, javac)?;
        for (name, bytes) in classes {
            fs::write(batch.classes().join(format!("{name}.class")), bytes)?;
        }
        Ok(batch)
    }

    /// Puts the random programs of some seeds that use the library, for a release, into a new folder.
    ///
    /// # Errors
    /// As [`Batch::random`].
    pub fn of_library(dir: &Path, seeds: std::ops::Range<u64>, release: u32) -> anyhow::Result<Self> {
        let named = seeds.map(|seed| (format!("L{seed}"), seed));
        let mut sources: Vec<_> =
            named.map(|(name, seed)| (name.clone(), library::program(&name, seed, release))).collect();
        let batch = Self { dir: dir.to_owned(), names: sources.iter().map(|(name, _)| name.clone()).collect() };
        sources.push(("Programs".to_owned(), MAIN.to_owned()));
        batch.compile(&sources, &["javac", "--release", &release.to_string()].map(OsString::from))?;
        Ok(batch)
    }

    pub(crate) fn compile(&self, sources: &[(String, String)], javac: &[OsString]) -> anyhow::Result<()> {
        let [program, options @ ..] = javac else { bail!("no compiler") };
        fs::create_dir_all(self.dir.join("sources"))?;
        let mut javac = Command::new(program);
        // Short work needs no optimising compiler.
        javac.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-J-Xss16m"]);
        javac.args(options).args(["-g", "-nowarn", "-proc:none", "-d"]).arg(self.classes());
        for (name, source) in sources {
            let file = self.dir.join("sources").join(format!("{name}.java"));
            fs::write(&file, source)?;
            javac.arg(file);
        }
        run(&mut javac).map(drop)
    }

    /// The directory of its classes.
    #[must_use]
    pub fn classes(&self) -> PathBuf {
        self.dir.join("classes")
    }

    /// Runs all programs plain under the witness, and traced, and compares.
    ///
    /// # Errors
    /// Fails if something of that cannot be done at all.
    pub fn run(&self, java: &Path) -> anyhow::Result<Outcome> {
        self.run_with(java, |_| Ok(Vec::new()))
    }

    /// The same, with more options for the JVM of the traced run, which may depend on the traced classes.
    ///
    /// # Errors
    /// As [`Batch::run`].
    pub fn run_with(
        &self,
        java: &Path,
        options: impl FnOnce(&Path) -> anyhow::Result<Vec<OsString>>,
    ) -> anyhow::Result<Outcome> {
        let (record, trace) = (self.dir.join("record"), self.dir.join("trace"));
        let traced = Output::Directory(self.dir.join("traced"));
        let map = self.dir.join("map");
        instrument(&[self.classes()], &traced, Some(&map), &Options::default(), &|_, _| {})?;
        let pauses = pauses(&ProgramMap::read(map)?.0);
        let plain = self.java(java, &self.classes(), paratrace_witness::options(&record, &pauses)?.into())?;
        let classes = self.dir.join("traced/classes");
        let mut more = options(&classes)?;
        more.push(place(&trace));
        let traced = self.java(java, &classes, more)?;
        let comparison = compare_order(&TraceDir::open(&trace)?, &Record::read(&record)?)?;
        self.outcome(&plain, &traced, comparison, trace)
    }

    /// The result of both runs, which have printed this.
    pub(crate) fn outcome(
        &self,
        plain: &str,
        traced: &str,
        comparison: Comparison,
        trace: PathBuf,
    ) -> anyhow::Result<Outcome> {
        if plain.lines().count() != traced.lines().count() {
            bail!("plain {} lines, traced {}", plain.lines().count(), traced.lines().count());
        }
        let output = plain.lines().zip(traced.lines()).filter(|(plain, traced)| plain != traced);
        let output = output.map(|(plain, traced)| (plain.to_owned(), traced.to_owned())).collect();
        Ok(Outcome { programs: self.names.len(), comparison, output, trace })
    }

    pub(crate) fn java(&self, java: &Path, classes: &Path, options: Vec<OsString>) -> anyhow::Result<String> {
        let mut command = Command::new(java);
        command.args(["-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]).args(options);
        run(command.arg("-cp").arg(classes).arg("Programs").args(&self.names))
    }
}

/// The option that says where the trace goes.
pub(crate) fn place(trace: &Path) -> OsString {
    let mut place = OsString::from("-Dparatrace.dir=");
    place.push(trace);
    place
}

impl Outcome {
    /// The differences, a line each.
    #[must_use]
    pub fn differences(&self) -> Vec<String> {
        let order = self.comparison.differences.iter().map(ToString::to_string);
        order.chain(self.output.iter().map(|(plain, traced)| format!("plain {plain}, traced {traced}"))).collect()
    }
}

/// Standard output of a command that must end well.
fn run(command: &mut Command) -> anyhow::Result<String> {
    let output = command.output().with_context(|| format!("{:?}", command.get_program()))?;
    if !output.status.success() {
        let program = command.get_program().to_owned();
        bail!("{program:?}: {}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
