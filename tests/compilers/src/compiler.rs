//! Compilers: those of the JDKs at hand, and those that Maven can fetch.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use paratrace_verifier::Jdk;

use crate::artefacts::{artefacts, class_path};

/// The newest release that there are programs for.
pub const NEWEST: u32 = 25;

/// Releases that compilers may be asked for.
const RELEASES: std::ops::RangeInclusive<u32> = 8..=NEWEST;

/// A compiler with the release that it compiles for.
#[derive(Debug, Clone)]
pub struct Compiler {
    /// Its name and the release.
    pub name: String,
    /// How sources of its language end.
    pub language: &'static str,
    /// The command that runs it, with options, but for the class path, the output directory and the sources.
    command: Vec<OsString>,
    /// The library of its language.
    pub library: Vec<PathBuf>,
    /// Class files of that release run on JVMs from this one on.
    pub release: u32,
    /// The `java` that runs its classes.
    pub java: PathBuf,
}

/// A compiler that is a Java program: artefact, main class, options, and which of its jars programs need.
struct Published {
    name: &'static str,
    language: &'static str,
    artefact: &'static str,
    main: &'static str,
    options: &'static [&'static str],
    library: &'static [&'static str],
}

const PUBLISHED: [Published; 5] = [
    Published {
        name: "ecj",
        language: "java",
        artefact: "org.eclipse.jdt:ecj:3.40.0",
        main: "org.eclipse.jdt.internal.compiler.batch.Main",
        options: &["-g", "-nowarn", "-proc:none", "--release", "17"],
        library: &[],
    },
    Published {
        name: "kotlinc",
        language: "kt",
        artefact: "org.jetbrains.kotlin:kotlin-compiler-embeddable:2.2.20",
        main: "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
        options: &["-no-stdlib", "-no-reflect", "-nowarn", "-jvm-target", "17"],
        library: &["kotlin-stdlib-2", "kotlinx-coroutines-core-jvm", "annotations-"],
    },
    Published {
        name: "scalac 2",
        language: "scala",
        artefact: "org.scala-lang:scala-compiler:2.13.16",
        main: "scala.tools.nsc.Main",
        options: &["-nowarn", "-release", "17"],
        library: &["scala-library"],
    },
    Published {
        name: "scalac 3",
        language: "scala",
        artefact: "org.scala-lang:scala3-compiler_3:3.3.6",
        main: "dotty.tools.dotc.Main",
        options: &["-nowarn", "-release", "17"],
        library: &["scala-library", "scala3-library"],
    },
    Published {
        name: "groovyc",
        language: "groovy",
        artefact: "org.apache.groovy:groovy:4.0.28",
        main: "org.codehaus.groovy.tools.FileSystemCompiler",
        options: &["-Dgroovy.target.bytecode=17"],
        library: &["groovy-"],
    },
];

/// The `javac` of each JDK at hand, for each release that it compiles for.
///
/// # Errors
/// Fails if there is no JDK.
pub fn javacs() -> Result<Vec<Compiler>> {
    let mut all = Vec::new();
    for jdk in Jdk::installed()? {
        let feature = jdk.feature()?;
        for release in RELEASES.filter(|&release| release <= feature) {
            let mut command: Vec<OsString> = vec![jdk.home().join("bin/javac").into()];
            command.extend(["-Xlint:-options", "--release", &release.to_string()].map(OsString::from));
            command.extend(["-J-XX:TieredStopAtLevel=1", "-g", "-nowarn", "-proc:none"].map(OsString::from));
            let name = format!("javac {feature} --release {release}");
            let java = jdk.home().join("bin/java");
            all.push(Compiler { name, language: "java", command, library: Vec::new(), release, java });
        }
    }
    Ok(all)
}

/// All compilers at hand; what cannot be had is named on standard output.
///
/// # Errors
/// Fails if there is no JDK.
pub fn compilers() -> Result<Vec<Compiler>> {
    let mut all = javacs()?;
    all.extend(PUBLISHED.iter().filter_map(published));
    Ok(all)
}

fn published(compiler: &Published) -> Option<Compiler> {
    let jars = artefacts(compiler.artefact)?;
    let file = |jar: &Path| jar.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let wanted = |jar: &&PathBuf| compiler.library.iter().any(|start| file(jar).starts_with(start));
    let mut command: Vec<OsString> = ["java", "-XX:TieredStopAtLevel=1", "-Xss8m", "-cp"].map(OsString::from).into();
    command.push(class_path(&jars));
    let (system, own): (Vec<&str>, Vec<&str>) = compiler.options.iter().partition(|option| option.starts_with("-D"));
    command.extend(system.into_iter().map(OsString::from));
    command.push(compiler.main.into());
    command.extend(own.into_iter().map(OsString::from));
    let library = jars.iter().filter(wanted).cloned().collect();
    let (name, language, java) = (compiler.name.to_owned(), compiler.language, "java".into());
    Some(Compiler { name, language, command, library, release: 17, java })
}

impl Compiler {
    /// The command, without options that every `javac` gets.
    pub(crate) fn javac(&self) -> Option<&[OsString]> {
        self.command.get(..4).filter(|_| self.name.starts_with("javac"))
    }

    /// Compiles sources into a folder; those that it does not understand are left out. The ones that it compiled.
    ///
    /// # Errors
    /// Fails if the compiler fails without naming a source.
    pub fn compile(&self, sources: &[PathBuf], out: &Path) -> Result<Vec<PathBuf>> {
        let mut left: Vec<PathBuf> = sources.to_vec();
        while !left.is_empty() {
            if out.exists() {
                fs::remove_dir_all(out)?;
            }
            fs::create_dir_all(out)?;
            let Some(complaints) = self.attempt(&left, out)? else { break };
            let blamed = |source: &PathBuf| complaints.contains(&*source.to_string_lossy());
            let before = left.len();
            left.retain(|source| !blamed(source));
            if left.len() == before {
                bail!("{}: {complaints}", self.name);
            }
        }
        Ok(left)
    }

    /// The message of the compiler if it fails.
    fn attempt(&self, sources: &[PathBuf], out: &Path) -> Result<Option<String>> {
        let [program, options @ ..] = &self.command[..] else { bail!("{}: no command", self.name) };
        let mut command = Command::new(program);
        command.args(options).arg("-d").arg(out);
        if !self.library.is_empty() {
            let flag = if self.language == "groovy" { "--classpath" } else { "-classpath" };
            command.arg(flag).arg(class_path(&self.library));
        }
        let output = command.args(sources).output().with_context(|| self.name.clone())?;
        let said = [output.stdout, output.stderr].concat();
        Ok((!output.status.success()).then(|| String::from_utf8_lossy(&said).into_owned()))
    }
}
