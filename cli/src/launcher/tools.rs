//! Tells a build tool's own JVMs from those of programs, and has such a tool start our `java` for the programs it runs.

use super::gradle;
use super::home::Home;
use super::session::Session;
use paratrace_instrumenter::Unmatched;
use std::ffi::OsString;

/// The purpose of a JVM.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Tool(Tool),
    /// Runs the tests of a project.
    Tests,
    Program,
}

/// A build tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tool {
    Maven,
    Gradle,
    /// Asks a Java home what it is.
    Probe,
    /// A tool that needs no options.
    Other,
}

/// Packages of what test runners of build tools bring with them.
pub(super) const INFRASTRUCTURE: &[&str] =
    &["org.apache.maven.surefire", "org.apache.maven.plugin.surefire", "org.gradle", "worker.org.gradle"];

/// The patterns that the user has given.
pub(super) fn of_the_user(unmatched: Unmatched) -> Unmatched {
    let Unmatched { trace_only, mut trace_except } = unmatched;
    trace_except.retain(|pattern| !INFRASTRUCTURE.contains(&pattern.as_str()));
    Unmatched { trace_only, trace_except }
}

/// Main classes that run tests.
const TESTS: [&str; 2] =
    ["org.apache.maven.surefire.booter.ForkedBooter", "worker.org.gradle.process.internal.worker.GradleWorkerMain"];

/// Beginnings of the names of main classes that are tools.
const TOOLS: [(&str, Tool); 20] = [
    ("org.codehaus.plexus.classworlds.launcher.", Tool::Maven),
    ("org.codehaus.classworlds.", Tool::Maven),
    ("org.codehaus.plexus.languages.", Tool::Other),
    ("org.apache.maven.", Tool::Maven),
    ("org.mvndaemon.", Tool::Maven),
    ("org.gradle.wrapper.", Tool::Gradle),
    ("org.gradle.launcher.GradleMain", Tool::Gradle),
    ("org.gradle.", Tool::Other),
    ("worker.org.gradle.", Tool::Other),
    (gradle::PROBE, Tool::Probe),
    ("org.apache.tools.ant.", Tool::Other),
    ("xsbt.boot.", Tool::Other),
    ("sbt.", Tool::Other),
    ("org.jetbrains.kotlin.", Tool::Other),
    ("scala.tools.nsc.", Tool::Other),
    ("dotty.tools.", Tool::Other),
    ("bloop.", Tool::Other),
    ("coursier.", Tool::Other),
    ("com.sun.tools.", Tool::Other),
    ("sun.tools.", Tool::Other),
];

/// The purpose of the JVM with this main class, or `MODULE/CLASS`.
pub(super) fn role(main: &str) -> Role {
    if TESTS.contains(&main) {
        return Role::Tests;
    }
    if main.starts_with("jdk.") || main.starts_with("java.") {
        return Role::Tool(Tool::Other);
    }
    let found = TOOLS.iter().find(|(name, _)| main.starts_with(name));
    found.map_or(Role::Program, |(_, tool)| Role::Tool(*tool))
}

impl Tool {
    /// The words that start the tool. What the user says about the JVM of tests comes later, and wins.
    pub(super) fn words(self, words: &[OsString], home: &Home, session: &Session) -> Vec<OsString> {
        match self {
            Tool::Maven => {
                let mut jvm = OsString::from("-Djvm=");
                jvm.push(home.java());
                std::iter::once(jvm).chain(words.iter().cloned()).collect()
            }
            Tool::Gradle => match gradle::init_script(home, &session.directory) {
                Ok(script) => [words, &["--init-script".into(), script, "--no-daemon".into()]].concat(),
                Err(_) => words.to_vec(),
            },
            Tool::Probe => gradle::probe(words, home),
            Tool::Other => words.to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles() {
        assert_eq!(role("org.codehaus.plexus.classworlds.launcher.Launcher"), Role::Tool(Tool::Maven));
        assert_eq!(role("org.apache.maven.wrapper.MavenWrapperMain"), Role::Tool(Tool::Maven));
        assert_eq!(role("org.codehaus.plexus.languages.java.jpms.CmdModuleNameExtractor"), Role::Tool(Tool::Other));
        assert_eq!(role("org.apache.maven.surefire.booter.ForkedBooter"), Role::Tests);
        assert_eq!(role("worker.org.gradle.process.internal.worker.GradleWorkerMain"), Role::Tests);
        assert_eq!(role("org.gradle.launcher.daemon.bootstrap.GradleDaemon"), Role::Tool(Tool::Other));
        assert_eq!(role("jdk.compiler/com.sun.tools.javac.Main"), Role::Tool(Tool::Other));
        assert_eq!(role("acme.Main"), Role::Program);
    }
}
