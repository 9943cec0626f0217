//! The classes of a JDK, rewritten and put in front of its own by `--patch-module`.
//!
//! The JVM that verifies them starts with them: even `java.lang.String` is a rewritten one. The runtime that they call lies in
//! `java.base` and is hollow, because the real one is built on classes of the JDK that would call it again.

use std::fs;
use std::path::Path;

use anyhow::Result;

use crate::canary::Fault;
use crate::hollow;
use crate::jdk::Jdk;
use crate::verifier::{Request, Verdict, Verifier};

/// Classes of the platform that cannot have a field more, because the JVM knows their layout: to be excluded.
pub const FIXED_LAYOUT: [&str; 2] = ["java.lang.Object", "java.lang.ref.Reference"];

impl Verifier {
    /// Lets the JVM link rewritten classes of its own modules. `traced/MODULE` has those of a module, `traced/paratrace` the
    /// runtime that was added to them; the directory is changed. One canary is added to each module.
    pub fn link_platform(&self, jdk: &Jdk, traced: &Path) -> Result<Verdict> {
        let modules = modules(traced)?;
        hollow_runtime(traced)?;
        let mut request = Request::default();
        for module in &modules {
            self.add_module(&traced.join(module), &mut request)?;
        }
        self.link(jdk, &request, &options(traced, &modules))
    }

    /// Asks for every class of a module, and for a canary in one of its packages.
    fn add_module(&self, directory: &Path, request: &mut Request) -> Result<()> {
        let mut names = Vec::new();
        collect(directory, "", &mut names)?;
        names.retain(|name| name != "module-info" && !name.starts_with("paratrace/rt/"));
        if let Some((package, _)) = names.iter().find_map(|name| name.rsplit_once('/')) {
            let canary = format!("{package}/ParatraceCanary");
            fs::write(directory.join(format!("{canary}.class")), self.canary(Fault::Frame, &format!("{package}/"))?)?;
            request.reject_system(&canary.replace('/', "."));
        }
        names.iter().for_each(|name| request.link_system(&name.replace('/', ".")));
        Ok(())
    }
}

/// Names of the directories but that of the runtime.
fn modules(traced: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(traced)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.retain(|name| name != "paratrace");
    names.sort();
    Ok(names)
}

/// Adds the classes that rewritten code calls to `java.base`, without their effects.
fn hollow_runtime(traced: &Path) -> Result<()> {
    let target = traced.join("java.base/paratrace/rt");
    fs::create_dir_all(&target)?;
    for class in ["Probe.class", "Buffer.class"] {
        let bytes = fs::read(traced.join("paratrace/rt").join(class))?;
        fs::write(target.join(class), hollow::class(&bytes)?)?;
    }
    Ok(())
}

/// Internal names of the classes below a directory, in order.
fn collect(directory: &Path, package: &str, names: &mut Vec<String>) -> Result<()> {
    let mut entries: Vec<_> = fs::read_dir(directory)?.collect::<Result<_, _>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            collect(&entry.path(), &format!("{package}{name}/"), names)?;
        } else if let Some(class) = name.strip_suffix(".class") {
            names.push(format!("{package}{class}"));
        }
    }
    Ok(())
}

fn options(traced: &Path, modules: &[String]) -> Vec<String> {
    let all = modules.join(",");
    let mut options = vec!["--add-modules".to_owned(), all.clone()];
    options.extend(["--add-exports".to_owned(), format!("java.base/paratrace.rt={all},ALL-UNNAMED")]);
    for module in modules {
        options.extend(["--patch-module".to_owned(), format!("{module}={}", traced.join(module).display())]);
    }
    options
}
