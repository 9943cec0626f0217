//! The ways of tracing a program: its own code and libraries on a JDK as that is, or with a traced copy of the JDK.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use paratrace_verifier::Jdk;
use serde::Deserialize;

/// How a program is traced on one JDK.
pub(super) struct Way {
    /// Its name in results.
    pub(super) name: String,
    /// Name of a folder for the rewritten program.
    pub(super) folder: String,
    /// The classes of a traced JDK as they were, which a program is rewritten together with.
    pub(super) original_classes: Option<PathBuf>,
    java: PathBuf,
    /// What a patched JDK has to be started with.
    options: Vec<String>,
}

/// What the command says of the JDKs that it has traced.
#[derive(Deserialize)]
struct Made {
    jdks: Vec<TracedJdk>,
}

#[derive(Deserialize)]
struct TracedJdk {
    home: PathBuf,
    options: Vec<String>,
}

impl Way {
    pub(super) fn as_it_is(jdk: &Jdk) -> Result<Way> {
        let feature = jdk.feature()?;
        Ok(Way {
            name: format!("JDK {feature}"),
            folder: format!("traced-{feature}"),
            original_classes: None,
            java: jdk.home().join("bin/java"),
            options: Vec::new(),
        })
    }

    /// Has the command make a traced copy of the JDK, if there is none yet.
    pub(super) fn traced(jdk: &Jdk, paratrace: &Path) -> Result<Way> {
        let feature = jdk.feature()?;
        let mut make = Command::new(paratrace);
        let output = make.arg("jdk").arg(jdk.home()).arg("--json").stderr(Stdio::inherit()).output()?;
        ensure!(output.status.success(), "JDK {feature} cannot be traced");
        let made: Made = serde_json::from_slice(&output.stdout)?;
        let traced = made.jdks.into_iter().next().context("no traced JDK")?;
        let set = traced.home.parent().context("a traced JDK lies in no folder")?;
        Ok(Way {
            name: format!("traced JDK {feature}"),
            folder: format!("traced-with-{feature}"),
            original_classes: Some(set.join("java.base.jar")),
            java: traced.home.join("bin/java"),
            options: traced.options,
        })
    }

    /// The JVM, whose trace goes to a directory.
    pub(super) fn java(&self, trace: &Path) -> Command {
        let mut place = OsString::from("-Dparatrace.dir=");
        place.push(trace);
        let mut java = Command::new(&self.java);
        java.args(&self.options).arg(place).arg("-Dparatrace.quiet");
        java
    }
}
