//! `paratrace cache`: what rewritten programs are kept, and how many.

use crate::cache::{Cache, Listed};
use crate::exit;
use crate::failure::{Failure, Kind};
use crate::show::{JsonOption, print, write_json};
use crate::size::Size;
use crate::terminal::Stream;
use paratrace_report::numbers::plural;
use paratrace_traceformat::plain::line;
use serde::Serialize;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

const EXAMPLES: &str = "\
Examples:
  paratrace cache
  paratrace cache --limit 500M
  paratrace cache --clear

What paratrace run has rewritten is kept, by the contents of all jars and
classes, and the next run of the same program starts at once. What was not
used for the longest time goes when there is more than the limit: 2 GiB, or a
fifth of the free disk if that is less. It lies in PARATRACE_CACHE, else in
paratrace in XDG_CACHE_HOME or ~/.cache; only you can read it. Everything in
it can be made again.";

/// Show or clear what paratrace run keeps of rewritten programs
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, after_long_help = exit::help(EXAMPLES))]
pub(crate) struct Options {
    /// Remove everything that no run uses
    #[arg(long, conflicts_with = "limit")]
    clear: bool,
    /// From now on keep no more than this, such as 500M or 2G
    #[arg(long, value_name = "SIZE")]
    limit: Option<Size>,
    #[command(flatten)]
    json: JsonOption,
}

/// Makes the changes that are asked for, and shows the contents of the cache afterwards.
pub(crate) fn run(options: &Options) -> Result<(), Failure> {
    let cache = Cache::find()?.ok_or_else(|| {
        Failure::new(Kind::Io, "there is no folder for the cache").advise("Name one in PARATRACE_CACHE.")
    })?;
    let fail = |doing: &'static str| {
        let directory = &cache.directory;
        move |cause| Failure::io(doing, directory, cause)
    };
    if let Some(Size(limit)) = options.limit {
        cache.set_limit(limit).map_err(fail("write to"))?;
        cache.shrink_to(limit);
    }
    if options.clear {
        cache.clear();
    }
    let sets = cache.list().map_err(fail("read"))?;
    let found = Contents::new(&cache, &sets);
    if write_json(&options.json, &found)? {
        return Ok(());
    }
    print(&found.text(), Stream::Out)
}

/// Schema of [`Contents`].
const SCHEMA: &str = "paratrace.cache/1";

/// The cache: what `paratrace run` keeps of rewritten programs.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Contents<'c> {
    /// Name and version of the JSON form.
    #[cfg_attr(test, schemars(extend("const" = SCHEMA)))]
    schema: &'static str,
    /// Directory of the cache.
    directory: &'c Path,
    /// Greatest size, in bytes.
    limit: u64,
    /// Bytes of all sets.
    bytes: u64,
    /// Rewritten programs.
    sets: Vec<Set<'c>>,
}

/// A rewritten program.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Set<'c> {
    /// Name of its directory: a hash of everything that it was made of.
    key: &'c str,
    /// The class path that it was first made for; empty if the set is damaged.
    class_path: &'c [String],
    /// Bytes of its files.
    bytes: u64,
    /// Time of the last use, in seconds since 1970.
    used: u64,
}

impl<'c> Contents<'c> {
    fn new(cache: &'c Cache, sets: &'c [Listed]) -> Contents<'c> {
        let seconds = |time: SystemTime| time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        let set =
            |set: &'c Listed| Set { key: &set.key, class_path: &set.what, bytes: set.bytes, used: seconds(set.used) };
        Contents {
            schema: SCHEMA,
            directory: &cache.directory,
            limit: cache.limit(),
            bytes: sets.iter().map(|set| set.bytes).sum(),
            sets: sets.iter().map(set).collect(),
        }
    }

    fn text(&self) -> String {
        let (bytes, limit) = (size(self.bytes), size(self.limit));
        let programs = plural(self.sets.len() as u64, "program", "programs");
        let mut text =
            format!("{}: {programs}, {bytes} of at most {limit}\n", line(&self.directory.display().to_string()));
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        for set in &self.sets {
            let larger =
                if set.bytes > self.limit { ": more than the limit, goes when the next one comes" } else { "" };
            let used = age(now.saturating_sub(set.used));
            text += &format!("{:>10}  {:>12}  {}{larger}\n", size(set.bytes), used, set.what());
        }
        text
    }
}

impl Set<'_> {
    fn what(&self) -> String {
        match self.class_path {
            [] => "damaged".to_owned(),
            [one] => line(one).into_owned(),
            [first, rest @ ..] => format!("{} and {} more", line(first), rest.len()),
        }
    }
}

fn size(bytes: u64) -> String {
    match bytes {
        0..0x400 => format!("{bytes} B"),
        0x400..0x10_0000 => format!("{} KiB", bytes >> 10),
        0x10_0000..0x4000_0000 => format!("{} MiB", bytes >> 20),
        _ => format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30)),
    }
}

fn age(seconds: u64) -> String {
    match seconds {
        0..60 => "just now".to_owned(),
        60..3600 => format!("{} min ago", seconds / 60),
        3600..86400 => format!("{} h ago", seconds / 3600),
        _ => format!("{} d ago", seconds / 86400),
    }
}
