//! Measuring, and the file of measurements.

use super::Options;
use crate::backend;
use crate::failure::Failure;
use crate::outputs::{self, Files, refuse_unwritable, refuse_used};
use crate::profiling::{Choice, Line, Profiler, Traced, Wanted, collect, default_platform};
use crate::terminal::tell;
use paratrace_scaling::measurements::Measurements;
use paratrace_traceformat::plain::line;
use std::fs;
use std::path::PathBuf;

/// The file in the directory of the measurements.
pub(super) const NAME: &str = "measurements.json.gz";

/// Measures both versions. The file is written anew after each iteration.
pub(super) fn measure(options: &Options) -> Result<Measurements, Failure> {
    let wanted = options.wanted()?;
    let directory =
        options.out.clone().unwrap_or_else(|| PathBuf::from(format!("{}.scaling", wanted.parallel.label())));
    refuse_used(&directory)?;
    options.written().try_for_each(|file| refuse_unwritable(file))?;
    let file = directory.join(NAME);
    Files::read([&file]).read_too(&options.platform).written(options.written()).check()?;
    let mut keep = |measurements: &Measurements| {
        fs::create_dir_all(&directory).map_err(|cause| Failure::io("create", &directory, cause))?;
        outputs::write(&file, |out| measurements.write(out))
    };
    let measurements = collect(&wanted, &mut keep)?;
    tell(&format!("paratrace: wrote {}\n", line(&file.display().to_string())));
    Ok(measurements)
}

impl Options {
    fn wanted(&self) -> Result<Wanted, Failure> {
        let regions = self.regions()?;
        let sequential = Line::new("--sequential", self.sequential.as_deref().unwrap_or_default())?;
        let parallel = Line::new("--parallel", self.parallel.as_deref().unwrap_or_default())?;
        let threads = self.numbers_of_threads();
        if !parallel.has_threads() && threads.len() > 1 {
            return Err(Failure::usage("--parallel has no {threads}, so all numbers of threads are the same run")
                .advise("Write {threads} where the program is told how many threads to use, or give one number."));
        }
        let choice = Choice::of(self.profiler.as_deref());
        let (lines, times) = ([&sequential, &parallel], self.times || self.within.is_some());
        let found = Profiler::find(&choice, lines)?;
        let profiler = if times { found.with_times(lines)? } else { found };
        let traced = self.traces([&sequential, &parallel])?;
        let platform = match &self.platform {
            Some(path) => backend::read_timed_platform(path)?,
            None => default_platform(),
        };
        Ok(Wanted {
            platform,
            sequential,
            parallel,
            threads,
            iterations: self.iterations,
            regions,
            profiler,
            traced,
            times,
        })
    }

    fn traces(&self, lines: [&Line; 2]) -> Result<Traced, Failure> {
        let can = lines.iter().all(|line| line.is_java());
        match (self.traced, self.no_trace) {
            (true, _) if !can => Err(Failure::usage("--traced is for java commands only")),
            (true, _) => Ok(Traced::Always),
            (_, true) => Ok(Traced::Never),
            _ if can => Ok(Traced::InPlace),
            _ => Ok(Traced::Never),
        }
    }

    /// In their order, each once.
    fn numbers_of_threads(&self) -> Vec<u32> {
        let mut numbers = match self.threads.as_slice() {
            [] => up_to(u32::try_from(crate::cores::available_cores()).unwrap_or(u32::MAX)),
            given => given.to_vec(),
        };
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }
}

/// The powers of two, and the number itself.
fn up_to(cores: u32) -> Vec<u32> {
    let powers = std::iter::successors(Some(1u32), |power| power.checked_mul(2));
    powers.take_while(|&power| power < cores).chain([cores]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn default_numbers_of_threads() {
        assert_eq!([up_to(1), up_to(2), up_to(6)], [vec![1], vec![1, 2], vec![1, 2, 4, 6]]);
    }
}
