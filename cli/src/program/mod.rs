//! From a `java` command line to one that starts a traced copy of its program.

mod agent;
mod archives;
mod image;
mod long;
mod source;
mod stack;
mod unfit;
mod words;

pub(crate) use words::no_part_of_a_path;

use crate::backend::Selection;
use crate::cache::Cache;
use crate::failure::Failure;
use crate::java::class_path::{self, Entry, Kind};
use crate::java::command::{JavaCommand, Target};
use crate::java::compile_commands;
use crate::java::manifest::{self, Manifest};
use crate::jdk::{Jdk, TracedJdk, Why, Wish};
use crate::room;
use crate::stage::{Guard, Places, Staged, stage};
use crate::terminal;
use paratrace_analyzer::model::Program as Named;
use paratrace_instrumenter::Summary;
use paratrace_traceformat::files;
use source::Compiled;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use unfit::unfit;

/// A traced program that is ready to start.
pub(crate) struct Start {
    /// The `java` to start: that of a traced JDK, or the one that was named.
    pub(crate) jvm: OsString,
    /// The JDK that it belongs to.
    pub(crate) jdk: Jdk,
    /// The words after it.
    pub(crate) words: Vec<OsString>,
    /// Variables whose value is another one than ours.
    pub(crate) environment: Vec<(OsString, OsString)>,
    /// A copy of the program map.
    pub(crate) map: PathBuf,
    /// How the report calls the program.
    pub(crate) named: Named,
    /// The result of the rewriting.
    pub(crate) made: Summary,
    /// True if the program was rewritten by an earlier run, which told the notes.
    pub(crate) kept: bool,
    /// Messages to the user about unexpected things.
    pub(crate) notes: Vec<String>,
    /// The originals.
    pub(crate) inputs: Vec<PathBuf>,
    /// Keeps the traced copies.
    pub(crate) guard: Guard,
}

impl Start {
    /// Makes traced copies in the cache, else in `below`, and the command line with which `jvm` runs them and writes the trace to `trace`.
    pub(crate) fn new(
        (jvm, java): (&OsStr, &JavaCommand),
        (below, cache): (&Path, Option<&Cache>),
        (selection, wish): (&Selection, &Wish),
        trace: &Path,
    ) -> Result<Start, Failure> {
        let program = Program::find(jvm, java, below)?;
        if cache.is_none() {
            room::refuse_full(below, program.bytes())?;
        }
        let selection = &selection.leaving(blackholes(java));
        let jdk = wish.jdk(jvm, || unfit(&program, java));
        let jdk = if program.places.modules.is_empty() { jdk } else { jdk.for_modules() };
        let (staged, jdk) = staged_on(jdk, &|jdk| stage(&program.places, below, (selection, jdk), cache))?;
        if staged.made.traced == 0 {
            return Err(nothing_traced(&staged.made));
        }
        let mut notes = program.notes(java);
        let environment = archives::environment(&mut notes);
        let words = words::words((jvm, java), &program, &staged, (trace, below), &mut notes)?;
        let words = jdk.options().into_iter().chain(selection.option_to_follow_jdk()).chain(words).collect();
        let Staged { map, made, kept, guard, .. } = staged;
        let inputs = program.places.paths();
        let jvm = jdk.traced().map_or_else(|| jvm.to_owned(), |jdk| jdk.java().into());
        Ok(Start { jvm, jdk, words, environment, map, named: named(java), made, kept, notes, inputs, guard })
    }
}

/// Makes the copies for a JDK; if that fails, for the JDK as it is.
fn staged_on(
    jdk: Jdk,
    stage: &dyn Fn(Option<&TracedJdk>) -> Result<Staged, Failure>,
) -> Result<(Staged, Jdk), Failure> {
    match stage(jdk.traced()) {
        Err(failure) if jdk.traced().is_some() => Ok((stage(None)?, Jdk::AsItIs(Why::failed(&failure)))),
        staged => Ok((staged?, jdk)),
    }
}

/// The methods of JMH that the JIT compilers are told to take as they are, in the JVMs that it starts.
const BLACKHOLES_OF_JMH: &str = "org.openjdk.jmh.infra.Blackhole.consumeCompiler";

/// The methods that the JIT compilers are told to take as they are, by the command line or the environment.
fn blackholes(java: &JavaCommand) -> Vec<String> {
    let variables: Vec<OsString> = archives::VARIABLES.iter().filter_map(env::var_os).collect();
    let words = variables.iter().filter_map(|variable| variable.to_str()).flat_map(str::split_whitespace);
    let options = java.inherited.iter().chain(&java.options).map(OsString::as_os_str);
    let mut named = compile_commands::blackholes(words.map(OsStr::new).chain(options));
    named.push(BLACKHOLES_OF_JMH.to_owned());
    named
}

fn nothing_traced(made: &Summary) -> Failure {
    let what = match made.classes {
        0 => "there is no class file on the class path or the module path",
        _ => "no method of the program is to be traced",
    };
    Failure::input(what).advise(
        "Check the class path, and the patterns of --trace-only and --trace-except: com.acme, com.acme.Foo, com.acme.Foo.bar.",
    )
}

/// How the report calls the program.
pub(crate) fn named(java: &JavaCommand) -> Named {
    let text = |word: &OsStr| word.to_string_lossy().into_owned();
    let main = match &java.target {
        Target::Jar(file) | Target::Source(file, _) => text(file.as_os_str()),
        Target::Main(main) | Target::Module(main) => text(main),
    };
    Named { main: Some(main), args: java.args.iter().map(|word| text(word)).collect(), map: None }
}

/// The program that a command line starts, and the places of its classes.
#[derive(Default)]
struct Program {
    /// The words that start it.
    start: Vec<OsString>,
    /// The class path, and behind it what patches modules; the modules that replace others, and behind them the rest.
    places: Places,
    /// How many of the modules replace others.
    upgrades: usize,
    /// It was part of the runtime image that it runs on.
    in_image: bool,
    /// The modules that are patched, and how many places each patch has.
    patches: Vec<(String, usize)>,
    manifest: Manifest,
    /// A jar that starts an agent of its own.
    with_agent: Option<PathBuf>,
}

impl Program {
    fn find(jvm: &OsStr, java: &JavaCommand, below: &Path) -> Result<Program, Failure> {
        let given = || java.paths.class_path.clone().or_else(class_path_variable);
        let entries = |path: Option<OsString>| path.map(|path| class_path::entries(&path)).unwrap_or_default();
        let (start, class_path, manifest) = match &java.target {
            Target::Jar(jar) => {
                let (main, manifest) = main_of_jar(jar)?;
                (vec![main], class_path::entries(jar.as_os_str()), manifest)
            }
            Target::Main(main) => {
                (vec![main.clone()], entries(given().or_else(|| Some(".".into()))), Manifest::default())
            }
            Target::Module(module) => (vec!["-m".into(), module.clone()], entries(given()), Manifest::default()),
            Target::Source(file, version) => {
                let compiled = source::compile(jvm, java, (file, version.as_deref()), below)?;
                return Ok(Program::of_source(compiled, java, entries(given())));
            }
        };
        let mut program = Program { start, manifest, ..Program::default() };
        program.places.class_path = class_path;
        if let (Target::Jar(jar), Some(_)) = (&java.target, &program.manifest.launcher_agent) {
            program.with_agent = Some(jar.clone());
        }
        program.add_modules(java);
        if let Target::Module(module) = &java.target {
            program.add_image(image::modules(jvm, module, below)?);
        }
        if program.places.is_empty() {
            return Err(Failure::usage("there is no jar and no directory on the class path or the module path")
                .advise("Check the paths after -cp, -p or -jar; they are relative to the working directory."));
        }
        Ok(program)
    }

    /// The classes of a source file come first on the path of the program.
    fn of_source(compiled: Compiled, java: &JavaCommand, class_path: Vec<Entry>) -> Program {
        terminal::tell(&compiled.warnings);
        let (main, module) = (OsString::from(&compiled.main), compiled.is_module());
        let own = Entry { path: compiled.classes, kind: Kind::Directory };
        let start = if module { vec!["-m".into(), main] } else { vec![main] };
        let mut program = Program { start, ..Program::default() };
        program.places.class_path = class_path;
        program.add_modules(java);
        match module {
            true => program.places.modules.insert(program.upgrades, own),
            false => program.places.class_path.insert(0, own),
        }
        program
    }

    fn add_modules(&mut self, java: &JavaCommand) {
        let modules = |path: &Option<OsString>| path.as_deref().map(class_path::modules).unwrap_or_default();
        self.places.modules = modules(&java.paths.upgrades);
        self.upgrades = self.places.modules.len();
        self.places.modules.extend(modules(&java.paths.module_path));
        for (module, path) in &java.paths.patches {
            if self.places.modules.is_empty() || of_the_jdk(module) {
                // Its classes could not see the runtime.
                let patch = joined(&format!("{module}="), path.clone());
                self.start.splice(0..0, ["--patch-module".into(), patch]);
                continue;
            }
            let places: Vec<Entry> = class_path::places(path);
            self.patches.push((module.clone(), places.len()));
            self.places.class_path.extend(places);
        }
    }

    /// Modules that take the place of those in the runtime image.
    fn add_image(&mut self, modules: Vec<Entry>) {
        let named = |entry: &Entry| entry.path.file_name().map(OsStr::to_os_string);
        let given: Vec<_> = self.places.modules[..self.upgrades].iter().filter_map(named).collect();
        let new: Vec<Entry> =
            modules.into_iter().filter(|module| named(module).is_none_or(|name| !given.contains(&name))).collect();
        let at = self.upgrades;
        self.upgrades += new.len();
        self.in_image |= !new.is_empty();
        self.places.modules.splice(at..at, new);
    }

    /// The size of all jars, in bytes.
    fn bytes(&self) -> u64 {
        let jars =
            self.places.class_path.iter().chain(&self.places.modules).filter(|entry| entry.kind == Kind::Archive);
        jars.filter_map(|jar| fs::metadata(&jar.path).ok()).map(|metadata| metadata.len()).sum()
    }

    /// Returns whether the program is JMH, with its benchmarks.
    fn is_benchmark(&self) -> bool {
        let is_of_jmh =
            |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("jmh-core"));
        self.start.iter().any(|word| word.to_string_lossy().starts_with("org.openjdk.jmh."))
            || self.places.paths().iter().any(|path| is_of_jmh(path))
    }

    fn notes(&self, java: &JavaCommand) -> Vec<String> {
        let boot = java.paths.boot.iter().map(|path| {
            format!(
                "not traced: the classes of -Xbootclasspath/a:{}, which are loaded before all others",
                path.display()
            )
        });
        let denied = java.options.iter().filter(|option| is_stock_security_manager(option)).map(denied);
        let measures = if self.is_benchmark() { Some(TIMES_OF_TRACED.to_owned()) } else { None };
        boot.chain(denied).chain(measures).collect()
    }
}

/// What is to be known of a harness of benchmarks.
const TIMES_OF_TRACED: &str = "JMH measures the traced program: its times are not those of the plain one";

/// Returns whether an option starts the JDK's own security manager, whose policy grants a class path nothing by default.
fn is_stock_security_manager(option: &OsStr) -> bool {
    ["", "=", "=default"].iter().any(|value| option.to_str() == Some(&format!("-Djava.security.manager{value}")))
}

fn denied(option: &OsString) -> String {
    format!(
        "{}: there is no trace if the policy keeps files and threads from the program; trace it without this option",
        option.display()
    )
}

fn of_the_jdk(module: &str) -> bool {
    module.starts_with("java.") || module.starts_with("jdk.")
}

/// Text and a path in one word.
fn joined(first: &str, rest: OsString) -> OsString {
    let mut whole = OsString::from(first);
    whole.push(rest);
    whole
}

fn class_path_variable() -> Option<OsString> {
    env::var_os("CLASSPATH").filter(|path| !path.is_empty())
}

/// The main class that a jar names, and its manifest.
fn main_of_jar(jar: &Path) -> Result<(OsString, Manifest), Failure> {
    if let Err(cause) = files::open(jar) {
        return Err(Failure::io("read", jar, cause));
    }
    let manifest = manifest::read(jar)
        .map_err(|cause| Failure::input(format!("{} is not a readable jar", jar.display())).because(cause))?;
    let Some(main) = manifest.main_class.clone() else {
        return Err(Failure::input(format!("{} names no Main-Class in its manifest", jar.display()))
            .advise("Start it with -cp and the name of its main class."));
    };
    Ok((main.into(), manifest))
}

/// The parts of what was staged that `java` takes by different options.
struct Parts<'s> {
    class_path: &'s [PathBuf],
    patches: Vec<(&'s str, &'s [PathBuf])>,
    upgrades: &'s [PathBuf],
    modules: &'s [PathBuf],
}

impl<'s> Parts<'s> {
    fn of(program: &'s Program, staged: &'s Staged) -> Parts<'s> {
        let patched: usize = program.patches.iter().map(|(_, places)| places).sum();
        let (class_path, mut rest) = staged.class_path.split_at(staged.class_path.len() - patched);
        let (upgrades, modules) = staged.module_path.split_at(program.upgrades);
        let mut patches = Vec::new();
        for (module, places) in &program.patches {
            let (own, others) = rest.split_at(*places);
            patches.push((module.as_str(), own));
            rest = others;
        }
        Parts { class_path, patches, upgrades, modules }
    }
}
