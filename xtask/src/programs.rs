//! `cargo xtask programs`: real programs with all their libraries traced, on every JDK at hand: they do what they do
//! plain, and their traces replay to the end. One of them also as an executable jar, under load.

mod load;

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use paratrace_compilers::{Compiler, artefacts, class_path, compilers, javacs, replay_problem};
use paratrace_instrumenter::{Output, instrument};
use paratrace_verifier::Jdk;

/// Options.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only programs whose name contains this text
    #[arg(long)]
    only: Option<String>,
    /// Where classes and traces are kept; a new folder
    #[arg(long, default_value = "target/programs")]
    dir: PathBuf,
}

/// A program: one source, the libraries that it needs, and how it is started.
struct Program {
    name: &'static str,
    source: &'static str,
    /// The compiler; for Java any.
    compiler: &'static str,
    libraries: &'static [&'static str],
    main: &'static str,
    words: &'static [&'static str],
}

const PROGRAMS: [Program; 5] = [
    Program {
        name: "Spring Boot",
        source: "xtask/src/programs/Shop.java",
        compiler: "javac",
        libraries: &["org.springframework.boot:spring-boot-starter-web:3.3.5"],
        main: "shop.Shop",
        words: &["--server.port=0", "--logging.level.root=warn", "--spring.main.banner-mode=off"],
    },
    Program {
        name: "JUnit Platform",
        source: "xtask/src/programs/KindsTest.java",
        compiler: "javac",
        libraries: &["org.junit.platform:junit-platform-console-standalone:1.11.4"],
        main: "org.junit.platform.console.ConsoleLauncher",
        words: &["execute", "--select-class=KindsTest", "--disable-banner", "--details=tree", "--disable-ansi-colors"],
    },
    Program {
        name: "Proxies and mocks",
        source: "xtask/src/programs/Proxied.java",
        compiler: "javac",
        libraries: &[
            "org.mockito:mockito-core:5.14.2",
            "org.springframework:spring-core:6.2.1",
            "org.javassist:javassist:3.30.2-GA",
        ],
        main: "Proxied",
        words: &[],
    },
    Program {
        name: "Kotlin coroutines",
        source: "xtask/src/programs/Workers.kt",
        compiler: "kotlinc",
        libraries: &["org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm:1.10.2"],
        main: "WorkersKt",
        words: &[],
    },
    Program {
        name: "Scala collections",
        source: "tests/programs/languages/Collections.scala",
        compiler: "scalac 2",
        libraries: &["org.scala-lang:scala-library:2.13.16"],
        main: "Collections",
        words: &[],
    },
];

/// The first of them as an executable jar.
const UNDER_LOAD: &str = "Spring Boot jar under load";

/// Runs the check.
///
/// # Errors
/// When a traced program does something else than the plain one, or its trace is not replayed to the end.
pub(crate) fn run(options: &Options) -> Result<()> {
    ensure!(!options.dir.exists(), "{} exists", options.dir.display());
    let compilers = compilers()?;
    let mut wrong = 0;
    for program in PROGRAMS.iter().filter(|p| options.only.as_ref().is_none_or(|only| p.name.contains(only))) {
        let dir = options.dir.join(program.main);
        let Some(classes) = program.prepare(&compilers, &dir)? else { continue };
        for jdk in Jdk::installed()? {
            let (feature, begun) = (jdk.feature()?, Instant::now());
            let found = program.differs(&jdk.home().join("bin/java"), &classes, &dir)?;
            wrong += usize::from(found.is_some());
            let what = found.unwrap_or_else(|| "complete, and as plain".to_owned());
            println!("{} on JDK {feature}: {what} ({:.0} s)", program.name, begun.elapsed().as_secs_f64());
        }
    }
    if options.only.as_ref().is_none_or(|only| UNDER_LOAD.contains(only)) {
        wrong += under_load(&compilers, &options.dir.join("load"))?;
    }
    if wrong > 0 {
        bail!("{wrong} programs are wrong; traces are in {}", options.dir.display());
    }
    fs::remove_dir_all(&options.dir).or_else(|_| Ok(()))
}

/// Number of JDKs on which the traced jar behaves differently under load from the plain one.
fn under_load(compilers: &[Compiler], dir: &Path) -> Result<usize> {
    let Some(entries) = PROGRAMS[0].compiled(compilers, dir)? else { return Ok(0) };
    let classes = fs::read_dir(dir.join("plain/shop"))?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    let jar = dir.join("shop.jar");
    let Some(()) = load::pack(&entries[1..], &classes, &jar)? else { return Ok(0) };
    let paratrace = command()?;
    let mut wrong = 0;
    for jdk in Jdk::installed()? {
        let found = load::check(&jdk.home().join("bin/java"), &paratrace, &jar, dir)?;
        wrong += usize::from(found.is_err());
        println!("{UNDER_LOAD} on JDK {}: {}", jdk.feature()?, found.unwrap_or_else(|wrong| wrong));
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
    /// Fetches, compiles and rewrites everything: the class path. `None` if something of it cannot be had.
    fn prepare(&self, compilers: &[Compiler], dir: &Path) -> Result<Option<Vec<PathBuf>>> {
        let Some(entries) = self.compiled(compilers, dir)? else { return Ok(None) };
        instrument(&entries, &Output::Directory(dir.join("traced")), None, &Default::default(), &|_, _| {})?;
        Ok(Some(entries))
    }

    /// Fetches and compiles everything.
    fn compiled(&self, compilers: &[Compiler], dir: &Path) -> Result<Option<Vec<PathBuf>>> {
        let mut entries = vec![dir.join("plain")];
        for library in self.libraries {
            let Some(jars) = artefacts(library) else { return Ok(None) };
            entries.extend(jars);
        }
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(self.source).canonicalize()?;
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

    fn differs(&self, java: &Path, plain: &[PathBuf], dir: &Path) -> Result<Option<String>> {
        let traced: Vec<PathBuf> =
            plain.iter().filter_map(|entry| Some(dir.join("traced").join(entry.file_name()?))).collect();
        let trace = dir.join("trace");
        let mut place = OsString::from("-Dparatrace.dir=");
        place.push(&trace);
        let (expected, found) = (self.start(java, plain, &[])?, self.start(java, &traced, &[place])?);
        if expected != found {
            return Ok(Some(format!("plain {expected:#?}\ntraced {found:#?}")));
        }
        let problem = replay_problem(&trace)?;
        if problem.is_none() {
            fs::remove_dir_all(&trace)?;
        }
        Ok(problem)
    }

    /// Exit status and standard output.
    fn start(&self, java: &Path, entries: &[PathBuf], options: &[OsString]) -> Result<(Option<i32>, String)> {
        let mut command = Command::new(java);
        command.args(options).arg("-cp").arg(class_path(entries)).arg(self.main).args(self.words);
        let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
        let output = output.with_context(|| java.display().to_string())?;
        Ok((output.status.code(), without_times(&String::from_utf8_lossy(&output.stdout))))
    }
}

/// Output without the lines that say how long something took.
fn without_times(text: &str) -> String {
    text.lines().filter(|line| !line.ends_with(" ms")).map(|line| format!("{line}\n")).collect()
}
