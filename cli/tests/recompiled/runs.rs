//! Runs of the program on a traced JDK, and with copies of the JDK's classes on the JDK as it is.

use crate::common::{paratrace, root, succeed};
use crate::sources::{COPIED, compile, compiled, exports};
use paratrace_analyzer::Report;
use paratrace_traceformat::map::{Method, ProgramMap};
use paratrace_verifier::Jdk;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

const PROGRAM: &str = "Recompiled";

/// What a run has shown. The names of copies are those of the originals.
pub(crate) struct Run {
    pub(crate) report: Report,
    pub(crate) map: ProgramMap,
    output: String,
}

impl Run {
    /// The methods that it executed.
    pub(crate) fn executed(&self) -> BTreeSet<String> {
        self.report.methods.iter().map(|method| method.method.clone()).collect()
    }

    /// Methods that are not traced, as reports name them.
    fn untraced(&self) -> BTreeSet<String> {
        let left_out = self.map.methods.iter().filter(|method| method.untraced.is_some());
        left_out.map(|method| name(&self.map, method)).collect()
    }
}

/// Name of a method, as reports have it.
pub(crate) fn name(map: &ProgramMap, method: &Method) -> String {
    format!("{}.{}{}", map.classes[method.class.index()].name, method.name, method.desc)
}

/// The program, compiled.
pub(crate) struct Runs {
    jdk: Jdk,
    dir: TempDir,
    /// Classes that are copied, by the names of their copies.
    copies: Vec<String>,
}

impl Runs {
    pub(crate) fn new(jdk: Jdk, sources: &Path) -> Runs {
        // A traced JDK is made in it, which may be too large for the folder of temporary files.
        let dir = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let program = root().join(format!("cli/tests/recompiled/{PROGRAM}.java"));
        compile(&jdk, sources, &program, dir.path());
        let copies = compiled(&dir.path().join(COPIED));
        Runs { jdk, dir, copies }
    }

    /// Methods that are executed before the work of a group begins: initialisers, and what they call. Those of the JDK have run before
    /// anything is traced.
    pub(crate) fn executed_before(&self, group: &str) -> BTreeSet<String> {
        let before = format!("before {group}");
        let [of_jdk, recompiled] = [self.of_jdk(&before), self.recompiled(&before, &[])];
        of_jdk.executed().union(&recompiled.executed()).cloned().collect()
    }

    /// A group of the program's methods, on the traced JDK and recompiled.
    pub(crate) fn of(&self, group: &str) -> [Run; 2] {
        let of_jdk = self.of_jdk(group);
        let first = self.recompiled(group, &[]);
        let recompiled = self.recompiled(group, &left_out(&first.executed(), &of_jdk.untraced()));
        assert_eq!(of_jdk.output, recompiled.output, "{group}");
        [of_jdk, recompiled]
    }

    fn of_jdk(&self, group: &str) -> Run {
        let originals = self.copies.iter().map(|copy| copy.split_once('.').unwrap().1.to_owned()).collect();
        self.run(&["--follow-jdk"], "plain", group, originals)
    }

    fn recompiled(&self, group: &str, except: &[String]) -> Run {
        let except = except.iter().flat_map(|pattern| ["--trace-except", pattern]);
        self.run(&["--app-only"].into_iter().chain(except).collect::<Vec<_>>(), COPIED, group, self.copies.clone())
    }

    fn run(&self, options: &[&str], classes: &str, group: &str, initialised: Vec<String>) -> Run {
        let dir = tempfile::tempdir_in(self.dir.path()).unwrap();
        let (json, trace) = (dir.path().join("report"), dir.path().join("trace"));
        let mut command = paratrace();
        command.arg("run").args(options).args(["--full", "--json"]).arg(&json).arg("--out").arg(&trace);
        command.arg(self.jdk.home().join("bin/java")).args(exports());
        command.arg("-cp").arg(self.dir.path().join(classes)).args([PROGRAM, group]).args(initialised);
        let output = succeed(command.env("PARATRACE_CACHE", self.dir.path().join("cache")));
        let report = fs::read_to_string(json).unwrap().replace(&format!("{COPIED}/"), "");
        Run {
            report: serde_json::from_str(&report).unwrap(),
            map: ProgramMap::read(trace.join("program.map")).unwrap().0,
            output: String::from_utf8(output.stdout).unwrap(),
        }
    }
}

/// Patterns of the methods of copies that the JDK leaves untraced, as what they do is known: all overloads that are executed.
fn left_out(executed: &BTreeSet<String>, untraced: &BTreeSet<String>) -> Vec<String> {
    let mut overloads: BTreeMap<&str, bool> = BTreeMap::new();
    for method in executed.iter().filter(|method| !method.contains("<clinit>")) {
        let name = method.split('(').next().unwrap();
        *overloads.entry(name).or_insert(true) &= untraced.contains(method);
    }
    let all_untraced = overloads.into_iter().filter(|(_, all_untraced)| *all_untraced);
    all_untraced.map(|(name, _)| format!("{COPIED}.{}", name.replace('/', "."))).collect()
}
