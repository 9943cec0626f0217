//! `paratrace run`: rewrite, run, analyse, report, in one go.

use super::instrument;
use crate::backend::{self, Live, Selection};
use crate::child;
use crate::exit;
use crate::failure::{Failure, Kind};
use crate::java::class_path;
use crate::java::command::{self, JavaCommand, Target};
use crate::java::manifest::{self, Manifest};
use crate::show::{Named, ShowOptions, show, show_report};
use crate::signals::Signals;
use crate::stage::{MAP, Places, Staged, stage};
use crate::terminal::{self, Stream};
use paratrace_analyzer::Report;
use paratrace_traceformat::plain::line;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, ExitStatus};
use std::thread;
use tempfile::TempDir;

const EXAMPLES: &str = "\
Examples:
  paratrace run -- java -jar app.jar input.txt
  paratrace run --json report.json -- java -Xmx2g -cp 'classes:lib/*' acme.Main
  paratrace run --out app.trace --include com.acme -- java -jar app.jar

Every jar and directory of the class path is rewritten into a temporary
directory and run from there; the originals stay as they are. The program has
the terminal to itself; the summary goes to standard error after it ends.";

/// Rewrite a program, run it, and report what could run in parallel
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::run_help(EXAMPLES), arg_required_else_help = true)]
pub(crate) struct Options {
    /// Keep the trace in this directory, which must be new or empty
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Keep the trace and the traced jars, and say where they are
    #[arg(long)]
    keep: bool,
    /// Analyse while the program runs: critical path, parallelism, loops, methods. The trace goes as it is read, unless it
    /// is kept (--out, --keep); what has to look back over all of it is left out: dependences, advice, communication
    #[arg(long, conflicts_with = "simulate")]
    live: bool,
    /// Show how far the analysis is while the program runs, if standard error is a terminal
    #[arg(long, requires = "live")]
    progress: bool,
    #[command(flatten)]
    selection: Selection,
    #[command(flatten)]
    show: ShowOptions,
    /// java, its options, and the program with its arguments
    #[arg(last = true, required = true, value_name = "java …")]
    command: Vec<OsString>,
}

/// Runs; the program's exit status becomes ours.
pub(crate) fn run(options: &Options) -> ExitCode {
    let prepared = match prepare(options) {
        Ok(prepared) => prepared,
        Err(failure) => return failed(&failure, exit::RUN_FAILED),
    };
    let (ended, analysed) = if options.live { run_live(&prepared, options) } else { (run_alone(&prepared), None) };
    let status = match ended {
        Ok(status) => child::code(status),
        Err(error) => return not_started(&prepared.java, error),
    };
    match report(&prepared, options, analysed) {
        Ok(()) => ExitCode::from(status),
        Err(failure) => failed(&failure, if status == 0 { exit::RUN_FAILED } else { status }),
    }
}

fn run_alone(prepared: &Prepared) -> io::Result<ExitStatus> {
    child::run(&mut prepared.command(), &prepared.signals)
}

/// The program, and beside it the analysis of what it writes. What fails there does not concern the program.
fn run_live(prepared: &Prepared, options: &Options) -> (io::Result<ExitStatus>, Option<Result<Report, Failure>>) {
    let remove = !options.keep && options.out.is_none();
    let live = match Live::new(&prepared.trace, &prepared.map, remove, options.progress) {
        Ok(live) => live,
        Err(failure) => return (run_alone(prepared), Some(Err(failure))),
    };
    thread::scope(|scope| {
        let running = live.start(scope);
        let ended = run_alone(prepared);
        live.end();
        let unable = |cause| Failure::new(Kind::Io, "cannot start a thread").because(cause);
        (ended, Some(running.map_err(unable).and_then(backend::found)))
    })
}

fn failed(failure: &Failure, status: u8) -> ExitCode {
    failure.print();
    ExitCode::from(status)
}

fn not_started(java: &OsStr, error: io::Error) -> ExitCode {
    let status = if error.kind() == io::ErrorKind::NotFound { exit::NOT_FOUND } else { exit::CANNOT_EXECUTE };
    failed(&Failure::io("run", Path::new(java), error), status)
}

/// Everything that is needed to start the program.
struct Prepared {
    signals: Signals,
    /// Removed at the end, unless `--keep`.
    temporary: Temporary,
    trace: PathBuf,
    map: PathBuf,
    java: OsString,
    words: Vec<OsString>,
    program: Named,
}

impl Prepared {
    fn command(&self) -> Command {
        let mut command = Command::new(&self.java);
        command.args(&self.words);
        command
    }
}

fn prepare(options: &Options) -> Result<Prepared, Failure> {
    let java = command::parse(&options.command)
        .map_err(|refusal| Failure::usage(refusal.to_string()).advise("See paratrace run --help for examples."))?;
    if let Some(out) = &options.out {
        refuse_used(out)?;
    }
    let program = Program::find(&java)?;
    let signals = Signals::start().map_err(|cause| Failure::new(Kind::Io, "cannot handle signals").because(cause))?;
    let temporary = Temporary::new(options.keep)?;
    if !options.keep {
        signals.removing(temporary.path());
    }
    let staged = stage(&program.places, temporary.path(), &options.selection)?;
    tell(&staged);
    let trace = options.out.clone().unwrap_or_else(|| temporary.path().join("trace"));
    let words = words(&java, &program, &staged, &trace)?;
    let program = named(&java);
    Ok(Prepared { signals, temporary, trace, map: staged.map, java: java.java, words, program })
}

/// How the report calls the program.
fn named(java: &JavaCommand) -> Named {
    let text = |word: &OsStr| word.to_string_lossy().into_owned();
    let main = match &java.target {
        Target::Jar(jar) => text(jar.as_os_str()),
        Target::Main(main) | Target::Module(main) => text(main),
    };
    Named { main: Some(main), args: java.args.iter().map(|word| text(word)).collect(), map: None }
}

/// One run, one directory: a trace is never written over.
fn refuse_used(out: &Path) -> Result<(), Failure> {
    match fs::read_dir(out).map(|mut files| files.next().is_none()) {
        Ok(true) => Ok(()),
        Ok(false) => Err(Failure::usage(format!("{} is not empty", out.display()))
            .advise("Every run needs a directory of its own: name another one, or remove this one.")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Failure::io("write to", out, error)),
    }
}

/// What is not as the user may expect; a full account is in the report.
fn tell(staged: &Staged) {
    if !staged.made.notes.is_empty() {
        terminal::tell(&instrument::text(&staged.made));
    }
}

/// What the command line starts, and from where.
struct Program {
    /// The words that start it.
    start: Vec<OsString>,
    places: Places,
    manifest: Manifest,
}

impl Program {
    fn find(java: &JavaCommand) -> Result<Program, Failure> {
        let given = || java.class_path.clone().or_else(|| env::var_os("CLASSPATH").filter(|path| !path.is_empty()));
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
        };
        let modules = java.module_path.as_deref().map(class_path::modules).unwrap_or_default();
        let places = Places { class_path, modules };
        if places.is_empty() {
            return Err(Failure::usage("there is no jar and no directory on the class path or the module path")
                .advise("Check the paths after -cp, -p or -jar; they are relative to the working directory."));
        }
        Ok(Program { start, places, manifest })
    }
}

/// The main class that a jar names, and its manifest.
fn main_of_jar(jar: &Path) -> Result<(OsString, Manifest), Failure> {
    if let Err(cause) = fs::File::open(jar) {
        return Err(Failure::io("read", jar, cause));
    }
    let manifest = manifest::read(jar)
        .map_err(|cause| Failure::input(format!("{} is not a readable jar", jar.display())).because(cause))?;
    if let Some(agent) = &manifest.launcher_agent {
        return Err(Failure::input(format!("{} starts the agent {agent} by itself", jar.display()))
            .advise("Start its main class with -cp, and the agent with -javaagent."));
    }
    let Some(main) = manifest.main_class.clone() else {
        return Err(Failure::input(format!("{} names no Main-Class in its manifest", jar.display()))
            .advise("Start it with -cp and the name of its main class."));
    };
    Ok((main.into(), manifest))
}

/// The words after `java`: as given, but for class path and module path. A jar is started by its main class, with what
/// its manifest opens to it.
fn words(java: &JavaCommand, program: &Program, staged: &Staged, trace: &Path) -> Result<Vec<OsString>, Failure> {
    let trace = std::path::absolute(trace).map_err(|cause| Failure::io("find", trace, cause))?;
    let mut place = OsString::from("-Dparatrace.dir=");
    place.push(trace);
    let mut words = vec![place];
    words.extend(opened(&program.manifest));
    words.extend(java.options.iter().cloned());
    if !staged.class_path.is_empty() {
        words.extend(["-cp".into(), joined(&staged.class_path)?]);
    }
    if !staged.module_path.is_empty() {
        // Modules without descriptor read the runtime's module without requiring it.
        words.extend(["-p".into(), joined(&staged.module_path)?, "--add-modules".into(), "paratrace.rt".into()]);
    }
    words.extend(program.start.iter().cloned());
    words.extend(java.args.iter().cloned());
    Ok(words)
}

fn joined(paths: &[PathBuf]) -> Result<OsString, Failure> {
    env::join_paths(paths)
        .map_err(|cause| Failure::usage("a path of the class path or module path cannot be part of one").because(cause))
}

/// `Add-Opens` and `Add-Exports` count only with `-jar`. Java 8 knows neither: it must not stumble over them.
fn opened(manifest: &Manifest) -> Vec<OsString> {
    let option = |name: &'static str| move |what: &String| OsString::from(format!("--add-{name}={what}=ALL-UNNAMED"));
    let opens = manifest.add_opens.iter().map(option("opens"));
    let mut all: Vec<OsString> = opens.chain(manifest.add_exports.iter().map(option("exports"))).collect();
    if !all.is_empty() {
        all.insert(0, "-XX:+IgnoreUnrecognizedVMOptions".into());
    }
    all
}

fn report(prepared: &Prepared, options: &Options, analysed: Option<Result<Report, Failure>>) -> Result<(), Failure> {
    if options.keep {
        terminal::tell(&format!("paratrace: kept {}\n", line(&prepared.temporary.path().display().to_string())));
    }
    // A live analysis may have removed what it has read.
    let wrote = match analysed {
        Some(_) => prepared.trace.exists(),
        None => prepared.trace.join("segment-00000.trace").exists(),
    };
    if !wrote {
        return Err(Failure::input("the program wrote no trace").advise(
            "It may have failed before its main class started, or was over before the first events were written, or no \
             traced code ran (see --include).",
        ));
    }
    complete_map(prepared)?;
    let program = Some(prepared.program.clone());
    match analysed {
        Some(analysed) => show_report(analysed?, program, &options.show, Stream::Err),
        None => show(&prepared.trace, program, &options.show, Stream::Err),
    }
}

/// A program that ends at once may not have had the time to copy its map.
fn complete_map(prepared: &Prepared) -> Result<(), Failure> {
    let copied = prepared.trace.join(MAP);
    let length = |path: &Path| fs::metadata(path).map(|metadata| metadata.len()).ok();
    if length(&copied) == length(&prepared.map) {
        return Ok(());
    }
    fs::copy(&prepared.map, &copied).map(drop).map_err(|cause| Failure::io("write", &copied, cause))
}

/// A directory for traced jars and the trace.
enum Temporary {
    Removed(TempDir),
    Kept(PathBuf),
}

impl Temporary {
    fn new(keep: bool) -> Result<Temporary, Failure> {
        let mut builder = tempfile::Builder::new();
        builder.prefix("paratrace-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let created = builder.tempdir();
        let dir = created.map_err(|cause| Failure::io("create a directory in", &env::temp_dir(), cause))?;
        Ok(if keep { Temporary::Kept(dir.keep()) } else { Temporary::Removed(dir) })
    }

    fn path(&self) -> &Path {
        match self {
            Temporary::Removed(dir) => dir.path(),
            Temporary::Kept(path) => path,
        }
    }
}
