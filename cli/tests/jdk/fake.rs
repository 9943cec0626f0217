//! JDKs that lack something.

use crate::home;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A JDK of links to the one on PATH. Its `java` is that of the other one.
pub(crate) struct Fake(TempDir);

impl Fake {
    /// The JDK without these parts of it.
    pub(crate) fn without(parts: &[&str]) -> Fake {
        let (real, fake) = (home(), Fake(tempfile::tempdir().unwrap()));
        fs::create_dir(fake.home().join("bin")).unwrap();
        let all = ["release", "lib", "jmods", "bin/jmod", "bin/jlink", "bin/jimage"];
        for name in all.iter().filter(|name| !parts.contains(name) && real.join(name).exists()) {
            symlink(real.join(name), fake.home().join(name)).unwrap();
        }
        fake.script("java", &format!("exec '{}' \"$@\"", real.join("bin/java").display()));
        fake
    }

    /// A JRE has no tools, and no packed modules.
    pub(crate) fn jre() -> Fake {
        Fake::without(&["jmods", "bin/jmod", "bin/jlink", "bin/jimage"])
    }

    /// A JDK of version 8, whose jar of classes is missing. Its `java` notes what it is asked for.
    pub(crate) fn eight() -> Fake {
        let fake = Fake(tempfile::tempdir().unwrap());
        for folder in ["bin", "jre/bin", "jre/lib"] {
            fs::create_dir_all(fake.home().join(folder)).unwrap();
        }
        fake.script("../jre/bin/java", "echo \"$@\" >> \"${0%/bin/java}/tried\"");
        fake
    }

    /// The jar of classes of a JDK of version 8.
    pub(crate) fn boot_jar(&self) -> PathBuf {
        self.home().join("jre/lib/rt.jar")
    }

    /// Nothing of it can be patched.
    pub(crate) fn unpatchable(self) -> Fake {
        let java = fs::read_to_string(self.java()).unwrap();
        let line = java.lines().last().unwrap();
        self.script("java", &format!("case \"$*\" in *TakeOut*) echo asked >> \"$0.log\"; exit 1;; esac\n{line}"));
        self
    }

    /// A tool that runs these lines.
    pub(crate) fn script(&self, tool: &str, lines: &str) {
        let file = self.home().join("bin").join(tool);
        fs::write(&file, format!("#!/bin/sh\n{lines}\n")).unwrap();
        fs::set_permissions(file, Permissions::from_mode(0o755)).unwrap();
    }

    pub(crate) fn home(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn java(&self) -> String {
        self.home().join("bin/java").display().to_string()
    }

    /// How often a tool was asked that says so.
    pub(crate) fn asked(&self, tool: &str) -> usize {
        let log: PathBuf = self.home().join(format!("bin/{tool}.log"));
        fs::read_to_string(log).unwrap().lines().count()
    }
}
