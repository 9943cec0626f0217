//! Damaged classes, jars, maps, traces, platforms and statistics for the whole tool.

use std::path::{Path, PathBuf};
use std::process::exit;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::ensure;
use clap::ValueEnum;
use paratrace_fuzz::{Campaign, Kind, Outcome, Seeds, guided};

/// An input that takes longer than this is taken for endless.
const ENDLESS: Duration = Duration::from_secs(60);

/// Options.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// A million inputs of each kind
    #[arg(long)]
    full: bool,
    /// Only this kind
    #[arg(long)]
    kind: Option<Name>,
    /// Another seed gives other inputs
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of the first input
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Inputs of each kind
    #[arg(long, default_value_t = 10_000, conflicts_with = "full")]
    cases: u64,
    /// Where inputs go that do harm
    #[arg(long, default_value = "target/fuzz")]
    save: PathBuf,
    /// Only write undamaged inputs of every kind there, for fuzzers guided by coverage
    #[arg(long, value_name = "DIRECTORY")]
    seeds: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum Name {
    Class,
    Jar,
    Map,
    Trace,
    Tasks,
    Shared,
    Costs,
}

/// Runs the check.
///
/// # Errors
/// When an input did harm.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    let seeds = Seeds::make()?;
    if let Some(dir) = &options.seeds {
        return Ok(guided::save(&seeds, dir)?);
    }
    let cases = if options.full { 1_000_000 } else { options.cases };
    let mut findings = 0;
    for kind in Kind::ALL.into_iter().filter(|kind| options.kind.is_none_or(|name| name.is(*kind))) {
        let begin = Instant::now();
        let campaign = Campaign { kind, seed: options.seed, first: options.first, cases };
        let watch = Watch::start(options.save.join("endless"));
        let outcome = campaign.run(&seeds, &options.save, &mut |case, bytes| watch.next(case, bytes))?;
        watch.end();
        println!("{}", line(kind, &outcome, begin.elapsed()));
        for finding in &outcome.findings {
            println!("  {} (case {}): {}", finding.file.display(), finding.case, finding.what);
        }
        findings += outcome.findings.len();
    }
    ensure!(findings == 0, "{findings} inputs did harm");
    Ok(())
}

impl Name {
    fn is(self, kind: Kind) -> bool {
        let named = match self {
            Name::Class => Kind::Class,
            Name::Jar => Kind::Jar,
            Name::Map => Kind::Map,
            Name::Trace => Kind::Trace,
            Name::Tasks => Kind::Tasks,
            Name::Shared => Kind::Shared,
            Name::Costs => Kind::Costs,
        };
        named == kind
    }
}

fn line(kind: Kind, outcome: &Outcome, time: Duration) -> String {
    let Outcome { cases, accepted, slowest, largest, findings } = outcome;
    format!(
        "{kind:?}: {cases} inputs, {accepted} taken for sound, {} findings, slowest {:.0?} (case {}), most memory \
         {:.1} MiB (case {}), {time:.0?}",
        findings.len(),
        slowest.0,
        slowest.1,
        largest.0 as f64 / f64::from(1 << 20),
        largest.1,
    )
}

/// Ends the process when one input takes too long.
struct Watch(Arc<Mutex<Option<Current>>>);

struct Current {
    case: u64,
    bytes: Vec<u8>,
    since: Instant,
}

impl Current {
    fn give_up(&self, save: &Path) -> ! {
        let saved =
            save.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| std::fs::write(save, &self.bytes));
        println!("case {} does not end: {} {saved:?}", self.case, save.display());
        exit(1)
    }
}

impl Watch {
    fn start(save: PathBuf) -> Watch {
        let current = Arc::new(Mutex::new(Some(Current { case: 0, bytes: Vec::new(), since: Instant::now() })));
        let watched = Arc::clone(&current);
        thread::spawn(move || {
            loop {
                match &*watched.lock().unwrap_or_else(PoisonError::into_inner) {
                    None => return,
                    Some(current) if current.since.elapsed() > ENDLESS => current.give_up(&save),
                    Some(_) => {}
                }
                thread::sleep(Duration::from_millis(100));
            }
        });
        Watch(current)
    }

    fn set(&self, current: Option<Current>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = current;
    }

    fn next(&self, case: u64, bytes: &[u8]) {
        self.set(Some(Current { case, bytes: bytes.to_vec(), since: Instant::now() }));
    }

    fn end(&self) {
        self.set(None);
    }
}
