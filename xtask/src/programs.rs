//! `cargo xtask programs`: real programs with all their libraries traced, on every JDK at hand, as that is and traced: they do what they
//! do plain, their traces replay to the end, and loops that a comment gives an answer (`// advice: serial via x`) get that one. One of them also as an
//! executable jar, under load.

mod list;
mod load;
mod ways;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use paratrace_advice::Expectation;
use paratrace_analyzer::{Options as Analysis, analyze};
use paratrace_compilers::{Compiler, artefacts, class_path, compilers, javacs};
use paratrace_instrumenter::{Options as Rewriting, Output, instrument};
use paratrace_traceformat::trace::TraceDir;
use paratrace_verifier::Jdk;

use list::{PROGRAMS, Program};
use ways::Way;

/// Options.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only programs whose name contains this text
    #[arg(long)]
    only: Option<String>,
    /// Only the JDK of this version
    #[arg(long)]
    feature: Option<u32>,
    /// Only JDKs as they are, no traced copies of them
    #[arg(long)]
    app_only: bool,
    /// Where classes and traces are kept; a new folder
    #[arg(long, default_value = "target/programs")]
    dir: PathBuf,
}

/// The first of them as an executable jar.
const UNDER_LOAD: &str = "Spring Boot jar under load";

/// Runs the check.
///
/// # Errors
/// When a traced program does something else than the plain one, its trace is not replayed to the end, or a loop gets another answer than its
/// comment says.
pub(crate) fn run(options: &Options) -> Result<()> {
    ensure!(!options.dir.exists(), "{} exists", options.dir.display());
    fs::create_dir_all(&options.dir)?;
    let dir = options.dir.canonicalize()?;
    let (compilers, paratrace) = (compilers()?, command()?);
    let jdks = jdks(options)?;
    let mut wrong = 0;
    for (number, program) in PROGRAMS.iter().enumerate() {
        if options.only.as_ref().is_some_and(|only| !program.name.contains(only)) {
            continue;
        }
        let dir = dir.join(number.to_string());
        let Some(entries) = program.compiled(&compilers, &dir)? else { continue };
        let suited = jdks.iter().filter(|(feature, _)| program.features.contains(feature));
        for (_, jdk) in suited {
            wrong += program.check(jdk, &entries, &dir, (!options.app_only).then_some(&*paratrace))?;
        }
    }
    if options.only.as_ref().is_none_or(|only| UNDER_LOAD.contains(only)) {
        wrong += under_load(&compilers, &jdks, &dir.join("load"))?;
    }
    if wrong > 0 {
        bail!("{wrong} programs are wrong; traces are in {}", dir.display());
    }
    fs::remove_dir_all(&dir).or_else(|_| Ok(()))
}

/// The JDKs at hand that are asked for, and their versions.
fn jdks(options: &Options) -> Result<Vec<(u32, Jdk)>> {
    let mut jdks = Vec::new();
    for jdk in Jdk::installed()? {
        let feature = jdk.feature()?;
        if options.feature.is_none_or(|only| only == feature) {
            jdks.push((feature, jdk));
        }
    }
    Ok(jdks)
}

/// Number of JDKs on which the traced jar behaves differently under load from the plain one.
fn under_load(compilers: &[Compiler], jdks: &[(u32, Jdk)], dir: &Path) -> Result<usize> {
    let Some(entries) = PROGRAMS[0].compiled(compilers, dir)? else { return Ok(0) };
    let classes = fs::read_dir(dir.join("plain/shop"))?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    let jar = dir.join("shop.jar");
    let Some(()) = load::pack(&entries[1..], &classes, &jar)? else { return Ok(0) };
    let paratrace = command()?;
    let mut wrong = 0;
    for (feature, jdk) in jdks {
        let found = load::check(&jdk.home().join("bin/java"), &paratrace, &jar, dir)?;
        wrong += usize::from(found.is_err());
        println!("{UNDER_LOAD} on JDK {feature}: {}", found.unwrap_or_else(|wrong| wrong));
    }
    Ok(wrong)
}

/// The command beside this one, built.
pub(crate) fn command() -> Result<PathBuf> {
    let path = std::env::current_exe()?.with_file_name("paratrace");
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "-q", "-p", "paratrace"]);
    let profile = path.parent().and_then(Path::file_name).filter(|&folder| folder != "debug");
    cargo.args(profile.map(|_| "--profile")).args(profile);
    ensure!(cargo.status()?.success(), "paratrace cannot be built");
    Ok(path)
}

impl Program {
    /// Checks it on one JDK in all ways; with traced copies of the JDK if a command can make them. The number of ways that are wrong.
    fn check(&self, jdk: &Jdk, entries: &[PathBuf], dir: &Path, paratrace: Option<&Path>) -> Result<usize> {
        let mut ways = vec![Way::as_it_is(jdk)?];
        if let Some(paratrace) = paratrace.filter(|_| self.on_traced_jdks) {
            ways.push(Way::traced(jdk, paratrace)?);
        }
        let mut wrong = 0;
        for way in &ways {
            let begun = Instant::now();
            let found = self.differs(jdk, way, entries, dir)?;
            wrong += usize::from(found.is_err());
            let what = found.unwrap_or_else(|wrong| wrong);
            println!("{} on {}: {what} ({:.0} s)", self.name, way.name, begun.elapsed().as_secs_f64());
        }
        Ok(wrong)
    }

    /// Fetches and compiles everything.
    fn compiled(&self, compilers: &[Compiler], dir: &Path) -> Result<Option<Vec<PathBuf>>> {
        let mut entries = vec![dir.join("plain")];
        for library in self.libraries {
            let Some(jars) = artefacts(library) else { return Ok(None) };
            entries.extend(jars);
        }
        let source = self.source()?;
        let javacs = javacs()?;
        let compiler = match self.compiler {
            "javac" => javacs.iter().rfind(|javac| javac.release == 17),
            name => compilers.iter().find(|compiler| compiler.name == name),
        };
        let Some(compiler) = compiler else {
            println!("skipped: {} without {}", self.name, self.compiler);
            return Ok(None);
        };
        let mut compiler = compiler.clone();
        compiler.library = entries[1..].to_vec();
        let done = compiler.compile(std::slice::from_ref(&source), &dir.join("plain"))?;
        ensure!(!done.is_empty(), "{} does not compile {}", compiler.name, source.display());
        Ok(Some(entries))
    }

    fn source(&self) -> Result<PathBuf> {
        Ok(Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(self.source).canonicalize()?)
    }

    /// Runs it plain and traced; what is wrong, or what was seen.
    fn differs(&self, jdk: &Jdk, way: &Way, plain: &[PathBuf], dir: &Path) -> Result<Result<String, String>> {
        let (place, trace) = (dir.join(&way.folder), dir.join("trace"));
        let rewriting = Rewriting { jdk: way.original_classes.clone(), ..Rewriting::default() };
        instrument(plain, &Output::Directory(place.clone()), None, &rewriting, &|_, _| {})?;
        let traced: Vec<PathBuf> = plain.iter().filter_map(|entry| Some(place.join(entry.file_name()?))).collect();
        let expected = self.start(Command::new(jdk.home().join("bin/java")), plain, dir)?;
        let found = self.start(way.java(&trace), &traced, dir)?;
        fs::remove_dir_all(&place)?;
        if expected != found {
            return Ok(Err(format!("plain {expected:#?}\ntraced {found:#?}")));
        }
        let judged = self.judged(&trace)?;
        if judged.is_ok() {
            fs::remove_dir_all(&trace)?;
        }
        Ok(judged)
    }

    /// What is wrong with a trace or the answers that it gives, or what was seen.
    fn judged(&self, trace: &Path) -> Result<Result<String, String>> {
        let options = Analysis { communication: None, threads: 2, distances: !self.is_large, ..Analysis::default() };
        let report = analyze(&TraceDir::open(trace)?, &options)?;
        let known = &report.completeness;
        let are_unexpected = known.unexpected_entries > 0 && !self.changes_classes;
        if !known.complete || are_unexpected || known.unread_events > 0 {
            return Ok(Err(format!("{known:#?}")));
        }
        let source = self.source()?;
        let file = source.file_name().unwrap_or_default().to_string_lossy();
        let answers = Expectation::all(&file, &fs::read_to_string(&source)?)?;
        let wrong = answers
            .iter()
            .filter_map(|answer| answer.wrong(&report.candidates).or_else(|| answer.unfounded(&report.candidates)));
        let wrong: Vec<String> = wrong.collect();
        if !wrong.is_empty() {
            return Ok(Err(wrong.join("\n")));
        }
        let nodes = report.nodes;
        Ok(Ok(format!("as plain, complete, {} answers as expected, {nodes} instructions", answers.len())))
    }

    /// Exit status and standard output. JVMs that it starts leave what they write in the folder.
    fn start(&self, mut java: Command, entries: &[PathBuf], dir: &Path) -> Result<(Option<i32>, String)> {
        java.args(self.options).arg("-cp").arg(class_path(entries)).arg(self.main).args(self.words).current_dir(dir);
        let output = java.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
        let output = output.with_context(|| java.get_program().to_string_lossy().into_owned())?;
        Ok((output.status.code(), without_times(&String::from_utf8_lossy(&output.stdout))))
    }
}

/// Output without the lines that say how long something took.
fn without_times(text: &str) -> String {
    text.lines().filter(|line| !line.ends_with(" ms")).map(|line| format!("{line}\n")).collect()
}
