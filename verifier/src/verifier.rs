//! Lets a JVM link classes.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::canary::{self, Fault};
use crate::jdk::{Jdk, run};

/// Both verifiers, for classes of every loader; spelled so that all versions from 8 on know it.
const VERIFY_ALL: [&str; 3] =
    ["-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal", "-XX:+BytecodeVerificationRemote"];

/// Nothing runs for long here.
const FRUGAL: [&str; 2] = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/// A request to link classes. Class names are those of `Class.forName`.
#[derive(Debug, Clone, Default)]
pub struct Request {
    lines: String,
}

impl Request {
    /// Defines a class loader that searches directories and jars in order, after the classes of the platform.
    pub fn loader<'p>(&mut self, name: &str, roots: impl IntoIterator<Item = &'p Path>) {
        self.lines.push_str(&format!("loader\t{name}"));
        for root in roots {
            self.lines.push_str(&format!("\t{}", root.display()));
        }
        self.lines.push('\n');
    }

    /// Links a class by a loader defined before.
    pub fn link(&mut self, loader: &str, class: &str) {
        self.lines.push_str(&format!("link\t{loader}\t{class}\n"));
    }

    /// Links a class that the JVM finds by itself.
    pub fn link_system(&mut self, class: &str) {
        self.link("-", class);
    }

    /// Links a class that the JVM finds by itself and that must be rejected.
    pub fn reject_system(&mut self, class: &str) {
        self.lines.push_str(&format!("reject\t-\t{class}\n"));
    }
}

/// The result of linking. Classes that did not link are named, with the reason.
#[derive(Debug, Default)]
pub struct Verdict {
    /// Linked, hence verified.
    pub linked: usize,
    /// The verifier, or another check of the class itself, says no.
    pub rejected: BTreeMap<String, String>,
    /// A class that they need is missing, or is another version.
    pub unresolved: BTreeMap<String, String>,
    /// Classes of a class file version that is too new for the JVM.
    pub unsupported: BTreeMap<String, String>,
    /// The platform has a class of that name: the one that was asked for can never be loaded.
    pub elsewhere: BTreeMap<String, String>,
}

/// The judging program, compiled, with its canaries.
#[derive(Debug)]
pub struct Verifier {
    directory: tempfile::TempDir,
    canary: Vec<u8>,
}

impl Verifier {
    /// Compiles the program.
    pub fn new(jdk: &Jdk) -> Result<Verifier> {
        let directory = tempfile::tempdir()?;
        let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("java");
        let sources = ["Verify.java", "ParatraceCanary.java"].map(|name| sources.join(name));
        let out = directory.path().join("classes");
        jdk.javac(&["--release", "8"], &sources, &out)?;
        let canary = fs::read(out.join("ParatraceCanary.class"))?;
        Ok(Verifier { directory, canary })
    }

    /// A class `ParatraceCanary` of a package (`a/b/`, or empty) that every verifier must reject.
    pub fn canary(&self, fault: Fault, package: &str) -> Result<Vec<u8>> {
        canary::broken(&self.canary, fault, package)
    }

    /// Lets a JVM link what is asked for, after the canaries.
    pub fn link(&self, jdk: &Jdk, request: &Request, options: &[String]) -> Result<Verdict> {
        let work = tempfile::tempdir_in(self.directory.path())?;
        let (canaries, count) = self.canaries(work.path())?;
        let lines = canaries + &request.lines;
        let file = work.path().join("request");
        fs::write(&file, &lines)?;
        let mut java = jdk.tool("java");
        if jdk.feature()? > 8 {
            java.args(["--add-opens", "java.base/java.lang=ALL-UNNAMED"]);
        }
        java.args(VERIFY_ALL).args(FRUGAL).args(options).arg("-cp").arg(self.directory.path().join("classes"));
        let text = run(java.arg("Verify").arg(&file))?;
        let expected = count + lines.lines().filter(|line| line.starts_with("reject\t-")).count();
        parse(&text, expected)
    }

    fn canaries(&self, work: &Path) -> Result<(String, usize)> {
        let mut lines = String::new();
        let faults = [Fault::Frame, Fault::Stack, Fault::Inference];
        for fault in faults {
            let root: PathBuf = work.join(format!("{fault:?}"));
            fs::create_dir_all(&root)?;
            fs::write(root.join("ParatraceCanary.class"), self.canary(fault, "")?)?;
            writeln!(lines, "loader\t{fault:?}\t{}\nreject\t{fault:?}\tParatraceCanary", root.display())?;
        }
        Ok((lines, faults.len()))
    }
}

fn parse(text: &str, canaries: usize) -> Result<Verdict> {
    let mut verdict = Verdict::default();
    let mut rejected_canaries = None;
    for line in text.lines() {
        let mut words = line.splitn(3, '\t');
        let (outcome, class) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let why = words.next().unwrap_or_default().to_owned();
        let place = match outcome {
            "linked" => {
                verdict.linked = class.parse()?;
                rejected_canaries = Some(why.parse::<usize>()?);
                continue;
            }
            "rejected" => &mut verdict.rejected,
            "unresolved" => &mut verdict.unresolved,
            "unsupported" => &mut verdict.unsupported,
            "elsewhere" => &mut verdict.elsewhere,
            _ => bail!("the JVM says {line:?}"),
        };
        place.insert(class.to_owned(), why);
    }
    let rejected_canaries = rejected_canaries.context("the JVM ended early")?;
    anyhow::ensure!(rejected_canaries == canaries, "{rejected_canaries} of {canaries} canaries were rejected");
    Ok(verdict)
}
