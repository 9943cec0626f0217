//! `cargo xtask modes`: the test programs on traced JDKs in every way in which a JVM executes code and collects garbage: they do what
//! they do plain, and their traces replay to the end.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::slice;

use anyhow::{Context, Result, ensure};
use paratrace_compilers::{artefacts, java_sources, main_class};
use paratrace_exact::programs::ABRUPT;
use paratrace_verifier::Jdk;

use crate::programs::command;

/// Options.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only programs whose name contains this text
    #[arg(long)]
    only: Option<String>,
    /// Only modes whose options contain this text: Xcomp, ZGC, jacoco
    #[arg(long)]
    mode: Option<String>,
    /// Only the JDK of this version
    #[arg(long)]
    feature: Option<u32>,
    /// Where classes and traces are kept; a new folder
    #[arg(long, default_value = "target/modes")]
    dir: PathBuf,
}

/// Options of the JVM, one way of running each.
const MODES: [&[&str]; 5] = [
    &["-Xint"],
    &["-XX:+UseParallelGC"],
    &["-XX:+UseZGC"],
    &["-Xverify:all", "-XX:-OptimizeStringConcat"],
    // Exceptions that compiled code throws often have no message without this option.
    &["-Xcomp", "-XX:-OmitStackTraceInFastThrow"],
];

/// The agent that measures which code tests cover.
const JACOCO: &str = "org.jacoco:org.jacoco.agent:0.8.14";

/// Runs the check.
///
/// # Errors
/// When a traced program does something else than the plain one, or its trace is not replayed to the end.
pub(crate) fn run(options: &Options) -> Result<()> {
    ensure!(!options.dir.exists(), "{} exists", options.dir.display());
    let paratrace = command()?;
    let mut modes: Vec<Vec<String>> =
        MODES.iter().map(|mode| mode.iter().map(|&word| word.to_owned()).collect()).collect();
    // The slowest comes last.
    let last = modes.len() - 1;
    modes.splice(last..last, jacoco(&options.dir)?.map(|agent| vec![agent]));
    modes.retain(|mode| options.mode.as_ref().is_none_or(|only| mode.iter().any(|word| named(word).contains(only))));
    let mut wrong = 0;
    for jdk in Jdk::installed()? {
        let feature = jdk.feature()?;
        if options.feature.is_some_and(|only| only != feature) {
            continue;
        }
        let dir = options.dir.join(feature.to_string());
        let programs = compiled(&jdk, &dir.join("plain"), options.only.as_deref())?;
        for mode in modes.iter().filter(|mode| has_mode(&jdk, mode)) {
            let check = Check { java: jdk.home().join("bin/java"), paratrace: &paratrace, mode, dir: &dir };
            let mut found = 0;
            for (at, program) in programs.iter().enumerate() {
                eprintln!("JDK {feature}, {}: {program}, {at} of {}, {found} wrong", mode.join(" "), programs.len());
                if let Some(why) = check.problem(program)? {
                    println!("{program} on JDK {feature} with {}: {why}", mode.join(" "));
                    found += 1;
                }
            }
            println!("JDK {feature}, {}: {} programs, {found} wrong", mode.join(" "), programs.len());
            wrong += found;
        }
    }
    ensure!(wrong == 0, "{wrong} runs are wrong; what they left is in {}", options.dir.display());
    fs::remove_dir_all(&options.dir).or_else(|_| Ok(()))
}

/// An option of the JVM without the values in it: paths could contain the text that is looked for.
fn named(option: &str) -> &str {
    if option.starts_with("-javaagent:") { "jacoco" } else { option }
}

/// Whether a JVM of the JDK starts with these options.
fn has_mode(jdk: &Jdk, mode: &[String]) -> bool {
    jdk.tool("java").args(mode).arg("-version").output().is_ok_and(|output| output.status.success())
}

/// The release that all test programs can be compiled for.
const RELEASE: u32 = 17;

/// Compiles the test programs that a JDK understands, and lists their main classes.
fn compiled(jdk: &Jdk, out: &Path, only: Option<&str>) -> Result<Vec<String>> {
    let mut names = Vec::new();
    fs::create_dir_all(out)?;
    for open in [true, false] {
        let mut sources = java_sources(open)?;
        if jdk.feature()? < RELEASE {
            sources.retain(|source| jdk.javac(&["-nowarn"], slice::from_ref(source), out).is_ok());
        } else {
            jdk.javac(&["-nowarn"], &sources, out)?;
        }
        names.extend(sources.iter().map(|source| main_class(source)));
    }
    names.retain(|name| only.is_none_or(|only| name.contains(only)));
    Ok(names)
}

/// The option that starts `JaCoCo`, if it can be had.
fn jacoco(dir: &Path) -> Result<Option<String>> {
    let Some(jars) = artefacts(JACOCO) else { return Ok(None) };
    let Some(outer) = jars.first() else { return Ok(None) };
    let mut archive = zip::ZipArchive::new(fs::File::open(outer)?)?;
    let mut agent = archive.by_name("jacocoagent.jar")?;
    fs::create_dir_all(dir)?;
    let dir = dir.canonicalize()?;
    std::io::copy(&mut agent, &mut fs::File::create(dir.join("jacocoagent.jar"))?)?;
    Ok(Some(format!("-javaagent:{0}/jacocoagent.jar=destfile={0}/jacoco.exec", dir.display())))
}

/// What a report says of the trace that it is made of.
#[derive(serde::Deserialize)]
struct Report {
    completeness: Completeness,
}

#[derive(Debug, serde::Deserialize)]
struct Completeness {
    complete: bool,
    unexpected_entries: u64,
    unread_events: u64,
}

impl Completeness {
    fn problem(&self) -> Option<String> {
        let is_wrong = !self.complete || self.unexpected_entries > 0 || self.unread_events > 0;
        is_wrong.then(|| format!("{self:#?}"))
    }
}

/// What a run did: exit status, standard output and standard error.
struct Outcome {
    status: Option<i32>,
    text: String,
    /// Not compared, as a traced run has its report there.
    errors: String,
}

/// One way of running programs.
struct Check<'a> {
    java: PathBuf,
    paratrace: &'a Path,
    mode: &'a [String],
    dir: &'a Path,
}

impl Check<'_> {
    /// What a program does otherwise when it is traced, or what is wrong with its trace.
    fn problem(&self, program: &str) -> Result<Option<String>> {
        let report = self.dir.join("report.json");
        let plain = self.run(&mut Command::new(&self.java), program)?;
        let mut run = Command::new(self.paratrace);
        run.args(["run", "--no-distances", "--no-communication", "--json"]).arg(&report);
        let traced = self.run(run.arg("--").arg(&self.java), program)?;
        if (plain.status, &plain.text) != (traced.status, &traced.text) {
            let told = |outcome: &Outcome| format!("{:?}\n{}{}", outcome.status, outcome.text, outcome.errors);
            return Ok(Some(format!("plain: {}\ntraced: {}", told(&plain), told(&traced))));
        }
        if ABRUPT.contains(&program) {
            return Ok(None);
        }
        let text = fs::read(&report).with_context(|| report.display().to_string())?;
        fs::remove_file(&report)?;
        let found: Report = serde_json::from_slice(&text)?;
        Ok(found.completeness.problem())
    }

    fn run(&self, command: &mut Command, program: &str) -> Result<Outcome> {
        command.args(["-Xss512k"]).args(self.mode).arg("-cp").arg(self.dir.join("plain")).arg(program);
        let output = command.stdin(Stdio::null()).output().context(program.to_owned())?;
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ok(Outcome { status: output.status.code(), text: text(&output.stdout), errors: text(&output.stderr) })
    }
}
