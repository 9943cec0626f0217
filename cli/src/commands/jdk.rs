//! `paratrace jdk`: traced copies of JDKs.

use crate::cache::{Cache, JdkSet};
use crate::exit;
use crate::failure::Failure;
use crate::jdk::{self, TracedJdk};
use crate::show::{JsonOption, print, write_json};
use crate::terminal::{Stream, tell};
use paratrace_report::numbers::{count, percent};
use paratrace_traceformat::plain::line;
use serde::Serialize;
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  paratrace jdk
  paratrace jdk /usr/lib/jvm/java-17-openjdk-amd64
  paratrace jdk --list

Real programs keep their data in java.util. A traced copy of the JDK writes what
they do in java.base, too, so that collections and streams are seen through.
paratrace run makes and uses it, unless --app-only is given.
The original stays as it is. The copy lies in the cache (see paratrace cache)
and is made once for each JDK, in less than a minute. Left untraced are strings
and boxes, method handles, and what the JVM or its compilers replace or call.
Without jlink, as in a JDK 8, there is no copy, but a patch of java.base, with
which the JDK's own java starts: somewhat later than a copy.
By hand: paratrace instrument --jdk HOME, and start the program with the copy's
java, which this command names.";

/// Make a traced copy of a JDK, which shows what programs do in its classes
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::help(EXAMPLES))]
pub(crate) struct Options {
    /// Home of the JDK [default: that of JAVA_HOME, else of the java on PATH]
    #[arg(value_name = "JAVA_HOME", conflicts_with_all = ["list", "remove"])]
    home: Option<PathBuf>,
    /// Show the copies that there are
    #[arg(long)]
    list: bool,
    /// Remove the copies that no run uses
    #[arg(long, conflicts_with = "list")]
    remove: bool,
    #[command(flatten)]
    json: JsonOption,
}

/// Makes one, lists them or removes them; then shows what there is.
pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let cache = Cache::find()?.ok_or_else(jdk::no_cache)?;
    let fail = |doing: &'static str| {
        let directory = &cache.directory;
        move |cause| Failure::io(doing, directory, cause)
    };
    if options.remove {
        let (gone, left) = cache.remove_jdks().map_err(fail("remove from"))?;
        tell(&format!("paratrace: {gone} removed, {left} in use\n"));
    }
    let made = if options.list || options.remove { None } else { Some(TracedJdk::of(&options.home()?, &cache)?) };
    let sets = match &made {
        Some(_) => Vec::new(),
        None => cache.list_jdks().map_err(fail("read"))?,
    };
    let all = made.iter().map(TracedJdk::set).chain(&sets);
    let found = Jdks { schema: SCHEMA, jdks: all.map(Jdk::of).collect() };
    if write_json(&options.json, &found)? {
        return Ok(());
    }
    print(&found.text(), Stream::Out)
}

impl Options {
    fn home(&self) -> Result<PathBuf, Failure> {
        let set = env::var_os("JAVA_HOME").filter(|home| !home.is_empty()).map(PathBuf::from);
        match self.home.clone().or(set) {
            Some(home) => Ok(home),
            None => jdk::home_of(OsStr::new("java")),
        }
    }
}

/// Schema of [`Jdks`].
const SCHEMA: &str = "paratrace.jdks/1";

/// Traced copies of JDKs.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Jdks<'j> {
    /// Name and version of the JSON form.
    #[cfg_attr(test, schemars(extend("const" = SCHEMA)))]
    schema: &'static str,
    /// The copies.
    jdks: Vec<Jdk<'j>>,
}

/// A traced copy of a JDK.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Jdk<'j> {
    /// The JDK that it is a copy of, or that is patched.
    original: &'j Path,
    /// The home whose bin/java runs traced programs: that of the copy.
    home: PathBuf,
    /// Options that this java needs: those of a patch; none if it is a copy.
    options: Vec<String>,
    /// Methods of java.base.
    methods: usize,
    /// Those of them that are traced.
    traced: usize,
    /// Bytes of its files.
    bytes: u64,
    /// Seconds that it took to make.
    seconds: u64,
    /// Time when it was made, in seconds since 1970.
    made: u64,
}

impl<'j> Jdk<'j> {
    fn of(set: &'j JdkSet) -> Self {
        let record = &set.record;
        Jdk {
            original: &record.home,
            home: set.home(),
            options: set.options().iter().map(|word| word.to_string_lossy().into_owned()).collect(),
            methods: record.methods,
            traced: record.traced,
            bytes: record.bytes,
            seconds: record.seconds,
            made: record.made,
        }
    }

    /// Its home, or the words that start a patched one.
    fn started(&self) -> String {
        let home = self.home.display().to_string();
        match self.options.is_empty() {
            true => line(&home).into_owned(),
            false => line(&format!("{home}/bin/java {}", self.options.join(" "))).into_owned(),
        }
    }

    fn text(&self) -> String {
        let shown = |path: &Path| line(&path.display().to_string()).into_owned();
        let share = percent(self.traced as f64 / self.methods.max(1) as f64);
        format!(
            "{}\n  traced: {} ({} MiB, made in {} s)\n  {} of {} methods of java.base ({share})\n",
            shown(self.original),
            self.started(),
            self.bytes >> 20,
            self.seconds,
            count(self.traced as u64),
            count(self.methods as u64),
        )
    }
}

impl Jdks<'_> {
    fn text(&self) -> String {
        if self.jdks.is_empty() {
            return "no traced JDK\n".to_owned();
        }
        self.jdks.iter().map(Jdk::text).collect()
    }
}
