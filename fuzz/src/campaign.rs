//! Many damaged inputs of one kind: what becomes of them, how long it takes, how much memory.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use fastrand::Rng;
use tempfile::TempDir;

use crate::{MEMORY, Seeds, mutate, targets};

/// No input may take longer.
pub const MOST_TIME: Duration = Duration::from_secs(2);

/// The kind of file that is damaged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A class file, instrumented.
    Class,
    /// A jar, instrumented.
    Jar,
    /// A program map, with which a trace is analysed.
    Map,
    /// A trace, analysed.
    Trace,
    /// A class file whose methods are tasks.
    Tasks,
    /// A trace, whose shared data is looked at.
    Shared,
    /// A platform file or statistics.
    Costs,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 7] = [Kind::Class, Kind::Jar, Kind::Map, Kind::Trace, Kind::Tasks, Kind::Shared, Kind::Costs];

    /// The most memory that an input of this size may take. An analysis needs what the program it replays had: a map may
    /// speak of frames with 65,535 locals, and each of them has a depth at every level of loops.
    fn most_memory(self, size: usize) -> usize {
        let base =
            if matches!(self, Kind::Class | Kind::Jar | Kind::Tasks | Kind::Costs) { 64 << 20 } else { 512 << 20 };
        base + 8 * size
    }
}

/// Inputs by number: the same seed and number give the same input.
#[derive(Debug, Clone, Copy)]
pub struct Campaign {
    /// The kind of file that is damaged.
    pub kind: Kind,
    /// The seed of the random generator.
    pub seed: u64,
    /// The first input.
    pub first: u64,
    /// Number of inputs.
    pub cases: u64,
}

/// The results of all inputs.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Inputs.
    pub cases: u64,
    /// Inputs that were taken for sound.
    pub accepted: u64,
    /// The longest time, and the input that took it.
    pub slowest: (Duration, u64),
    /// The most memory, and the input that took it.
    pub largest: (usize, u64),
    /// The inputs that broke a promise.
    pub findings: Vec<Finding>,
}

/// Something to be repaired.
#[derive(Debug)]
pub struct Finding {
    /// The input's number.
    pub case: u64,
    /// The broken promise.
    pub what: String,
    /// The file with the input.
    pub file: PathBuf,
}

/// A damaged input, with what belongs to it.
pub(crate) struct Damaged {
    pub(crate) data: Vec<u8>,
    /// The map of a trace, the trace of a map.
    pub(crate) partner: Vec<u8>,
}

impl Damaged {
    /// Gives the input to the tool; returns whether it was taken for sound.
    pub(crate) fn run(&self, kind: Kind, scratch: &Path) -> anyhow::Result<bool> {
        let Damaged { data, partner } = self;
        match kind {
            Kind::Class => targets::class(data, scratch),
            Kind::Jar => targets::jar(data, scratch),
            Kind::Map => targets::map(data, partner, scratch),
            Kind::Trace => targets::trace(data, partner, scratch),
            Kind::Tasks => targets::tasks(data, scratch),
            Kind::Shared => targets::shared_data(data, partner, scratch),
            Kind::Costs => targets::costs(data),
        }
    }
}

impl Campaign {
    /// Runs all inputs; findings are saved to `save`. `before` is told each input's number and bytes.
    ///
    /// # Errors
    /// Fails if scratch files cannot be written.
    pub fn run(&self, seeds: &Seeds, save: &Path, before: &mut dyn FnMut(u64, &[u8])) -> anyhow::Result<Outcome> {
        let mut outcome = Outcome::default();
        let root = scratch_root()?;
        for case in self.first..self.first + self.cases {
            let damaged = self.damaged(seeds, case)?;
            before(case, &damaged.data);
            let mut tried = self.tried(&damaged, &root)?;
            // A machine that has other things to do is no finding: it must be slow twice.
            if tried.time > MOST_TIME {
                tried.time = self.tried(&damaged, &root)?.time.min(tried.time);
            }
            outcome.add(case, &tried);
            if let Some(what) = tried.finding(self.kind.most_memory(damaged.data.len())) {
                let file = save.join(format!("{:?}-{}-{case}", self.kind, self.seed).to_lowercase());
                fs::create_dir_all(save)?;
                fs::write(&file, &damaged.data)?;
                outcome.findings.push(Finding { case, what, file });
            }
        }
        Ok(outcome)
    }

    fn damaged(&self, seeds: &Seeds, case: u64) -> anyhow::Result<Damaged> {
        let mut rng = Rng::with_seed(self.seed ^ case.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let pick = |rng: &mut Rng, all: &[Vec<u8>]| all[rng.usize(0..all.len())].clone();
        let trace = &seeds.traces[rng.usize(0..seeds.traces.len())];
        let (data, partner) = match self.kind {
            Kind::Class | Kind::Tasks => (mutate::class(pick(&mut rng, &seeds.classes), &mut rng), Vec::new()),
            Kind::Jar => (mutate::jar(pick(&mut rng, &seeds.jars), &mut rng), Vec::new()),
            Kind::Map => {
                let map = mutate::map(trace.map.clone(), &mut rng);
                let segment = mutate::belonging_to(&trace.segment, &map);
                (map, segment)
            }
            Kind::Costs => {
                let texts = [targets::PLATFORM, targets::STATISTICS].map(|text| text.as_bytes().to_vec());
                (mutate::text(pick(&mut rng, &texts), &mut rng), Vec::new())
            }
            Kind::Trace | Kind::Shared if rng.bool() => {
                (mutate::events(&trace.events, &trace.map, &mut rng)?, trace.map.clone())
            }
            Kind::Trace | Kind::Shared => (mutate::segment(trace.segment.clone(), &mut rng), trace.map.clone()),
        };
        Ok(Damaged { data, partner })
    }

    fn tried(&self, damaged: &Damaged, root: &TempDir) -> anyhow::Result<Tried> {
        let scratch = tempfile::tempdir_in(root)?;
        MEMORY.reset_peak_usage();
        let (memory, begin) = (MEMORY.current_usage(), Instant::now());
        let end = catch_unwind(AssertUnwindSafe(|| damaged.run(self.kind, scratch.path())));
        let time = begin.elapsed();
        let memory = MEMORY.peak_usage().saturating_sub(memory);
        let accepted = match end {
            Ok(accepted) => Ok(accepted?),
            Err(panic) => Err(message(&*panic)),
        };
        Ok(Tried { time, memory, accepted })
    }
}

/// In memory, if the system has such a directory: files are written and removed all the time.
pub(crate) fn scratch_root() -> std::io::Result<TempDir> {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir())
}

fn message(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".to_owned())
}

/// One input.
struct Tried {
    time: Duration,
    memory: usize,
    accepted: Result<bool, String>,
}

impl Tried {
    fn finding(&self, most_memory: usize) -> Option<String> {
        match &self.accepted {
            Err(panic) => Some(panic.clone()),
            Ok(_) if self.time > MOST_TIME => Some(format!("it took {:?}", self.time)),
            Ok(_) if self.memory > most_memory => Some(format!("it took {} bytes", self.memory)),
            Ok(_) => None,
        }
    }
}

impl Outcome {
    fn add(&mut self, case: u64, tried: &Tried) {
        self.cases += 1;
        self.accepted += u64::from(tried.accepted == Ok(true));
        self.slowest = self.slowest.max((tried.time, case));
        self.largest = self.largest.max((tried.memory, case));
    }
}
