//! Finds JDKs and runs their tools.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

/// An installed JDK.
#[derive(Debug, Clone)]
pub struct Jdk {
    home: PathBuf,
}

impl Jdk {
    /// The JDK with this home directory.
    pub fn at(home: impl Into<PathBuf>) -> Result<Jdk> {
        let home = home.into();
        ensure!(home.join("bin/javac").exists(), "{} is no JDK: it has no bin/javac", home.display());
        Ok(Jdk { home })
    }

    /// The JDK of `JAVA_HOME`, else the one on the path.
    pub fn find() -> Result<Jdk> {
        let named = env::var_os("JAVA_HOME").map(PathBuf::from).filter(|home| home.join("bin/javac").exists());
        let home = named.or_else(|| {
            env::split_paths(&env::var_os("PATH")?)
                .find_map(|dir| Some(fs::canonicalize(dir.join("javac")).ok()?.parent()?.parent()?.to_path_buf()))
        });
        Jdk::at(home.context("no JDK: set JAVA_HOME, or put javac on the path")?)
    }

    /// The JDKs of `PARATRACE_JDKS`, separated by `:`; without it the one of [`Jdk::find`].
    pub fn all() -> Result<Vec<Jdk>> {
        match env::var_os("PARATRACE_JDKS") {
            Some(list) => env::split_paths(&list).map(Jdk::at).collect(),
            None => Ok(vec![Jdk::find()?]),
        }
    }

    /// The JDKs at hand, by ascending version, one of each: those of `PARATRACE_JDKS`, the one of [`Jdk::find`], and those
    /// in the usual place beside it.
    pub fn installed() -> Result<Vec<Jdk>> {
        let found = Jdk::find()?;
        let beside = found.home.parent().and_then(|folder| fs::read_dir(folder).ok());
        let beside = beside.into_iter().flatten().filter_map(|entry| Jdk::at(entry.ok()?.path()).ok());
        let named = env::var_os("PARATRACE_JDKS").map(|_| Jdk::all()).transpose()?.unwrap_or_default();
        let mut by_feature = BTreeMap::new();
        for jdk in [found.clone()].into_iter().chain(named).chain(beside) {
            let feature = jdk.feature()?;
            by_feature.entry(feature).or_insert(jdk);
        }
        Ok(by_feature.into_values().collect())
    }

    /// Its directory.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// Its version as the `release` file has it, such as `17.0.12`.
    pub fn version(&self) -> Result<String> {
        let file = self.home.join("release");
        let text = fs::read_to_string(&file).with_context(|| format!("cannot read {}", file.display()))?;
        let version = text.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="));
        Ok(version.with_context(|| format!("{} names no version", file.display()))?.trim_matches('"').to_owned())
    }

    /// 8, 11, 17 …
    pub fn feature(&self) -> Result<u32> {
        let version = self.version()?;
        let number = version.strip_prefix("1.").unwrap_or(&version);
        let digits = number.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        digits.parse().with_context(|| format!("{version:?} is no Java version"))
    }

    /// One of its tools, to be run.
    pub fn tool(&self, name: &str) -> Command {
        Command::new(self.home.join("bin").join(name))
    }

    /// Compiles Java sources with all debug information.
    pub fn javac(&self, options: &[&str], sources: &[PathBuf], out: &Path) -> Result<()> {
        let mut javac = self.tool("javac");
        javac.args(["-g", "-nowarn", "-Xlint:-options"]).args(options).arg("-d").arg(out).args(sources);
        run(&mut javac).map(drop)
    }

    /// Writes every `step`-th class of the given modules (none: of all) to `out/MODULE`.
    pub fn extract_modules(&self, out: &Path, step: usize, modules: &[&str]) -> Result<()> {
        self.extract("jrt", out, step, modules)
    }

    /// Writes the classes of jars to `out/NAME.jar`.
    pub fn extract_jars(&self, out: &Path, jars: &[&str]) -> Result<()> {
        self.extract("jar", out, 1, jars)
    }

    fn extract(&self, kind: &str, out: &Path, step: usize, names: &[&str]) -> Result<()> {
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/java/Extract.java");
        run(self.tool("java").arg(program).arg(kind).arg(out).arg(step.to_string()).args(names)).map(drop)
    }
}

/// Runs a command that must succeed; its standard output.
pub fn run(command: &mut Command) -> Result<String> {
    let output = command.output().with_context(|| format!("cannot run {:?}", command.get_program()))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    if !output.status.success() {
        bail!("{command:?}: {}\n{text}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
    }
    Ok(text)
}
