//! Which profiler there is: async-profiler, else `perf` if it has hardware counters, else the flight recorder of the JDK, else none.

use super::line::Line;
use super::perf::{self, Perf};
use super::{flight, metric, unpack};
use crate::failure::Failure;
use crate::search_path::on_path;
use paratrace_scaling::measurements::Metric;
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Names the profiler where the option does not.
pub(super) const VARIABLE: &str = "PARATRACE_PROFILER";

/// The event that tells whether there are hardware counters.
const HARDWARE: &str = "cycles";

const GET_IT: &str = "docs/scaling.md says where async-profiler comes from";

/// What the user wants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Choice {
    /// The first that is found.
    Any,
    /// async-profiler, here.
    At(PathBuf),
    /// `perf`.
    Perf,
    /// The flight recorder.
    Flight,
    /// Elapsed times only.
    Nothing,
}

impl Choice {
    /// The value of `--profiler`, else of the variable.
    pub(crate) fn of(option: Option<&OsStr>) -> Choice {
        let variable = env::var_os(VARIABLE).filter(|value| !value.is_empty());
        match option.map(OsStr::to_owned).or(variable) {
            None => Choice::Any,
            Some(word) if word == "perf" => Choice::Perf,
            Some(word) if word == "jfr" => Choice::Flight,
            Some(word) if word == "none" => Choice::Nothing,
            Some(word) => Choice::At(word.into()),
        }
    }
}

/// What takes the samples.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Profiler {
    /// async-profiler.
    Async {
        /// Its native library, an agent of the JVM.
        library: PathBuf,
        /// Its name, with its version if a file name has it.
        name: String,
        /// The tool that prints recordings, if they are to tell when samples were taken.
        jfr: Option<PathBuf>,
    },
    /// `perf`, with the flight recorder for what it does not measure.
    Perf {
        /// The tool.
        perf: Perf,
        /// The tool that prints recordings, if there is one.
        jfr: Option<PathBuf>,
    },
    /// The flight recorder of the JDK.
    Flight {
        /// The tool that prints recordings.
        jfr: PathBuf,
    },
    /// Nothing does.
    Nothing {
        /// Why.
        why: String,
    },
}

impl Profiler {
    /// Finds the profiler for commands.
    pub(crate) fn find(choice: &Choice, lines: [&Line; 2]) -> Result<Profiler, Failure> {
        match choice {
            Choice::At(path) => Profiler::at(path),
            Choice::Nothing => Ok(Profiler::Nothing { why: "no profiler was wanted".to_owned() }),
            Choice::Perf => Profiler::perf(lines).map_err(Failure::input),
            Choice::Flight => jfr(lines).map(|jfr| Profiler::Flight { jfr }).map_err(Failure::input),
            Choice::Any => match installed() {
                Some(library) => Profiler::library(&library),
                None => Ok(Profiler::of_system(lines)),
            },
        }
    }

    /// What the system or the JDK has. The flight recorder names more than `perf`, which only hardware counters make up for.
    fn of_system(lines: [&Line; 2]) -> Profiler {
        let (perf, jfr) = (Perf::find(lines), jfr(lines));
        match (perf, jfr) {
            (Ok(perf), jfr) if jfr.is_err() || perf.counts(HARDWARE).is_ok() => Profiler::Perf { perf, jfr: jfr.ok() },
            (_, Ok(jfr)) => Profiler::Flight { jfr },
            (perf, Err(no_jfr)) => {
                let no_perf = perf.err().unwrap_or_default();
                let why =
                    format!("there is no async-profiler, perf ({no_perf}) or flight recorder ({no_jfr}); {GET_IT}");
                Profiler::Nothing { why }
            }
        }
    }

    /// The same, to record when samples are taken.
    pub(crate) fn with_times(self, lines: [&Line; 2]) -> Result<Profiler, Failure> {
        match self {
            Profiler::Async { library, name, .. } => {
                let no_tool = |why| Failure::input(format!("async-profiler's recordings cannot be printed: {why}"));
                Ok(Profiler::Async { library, name, jfr: Some(jfr(lines).map_err(no_tool)?) })
            }
            Profiler::Nothing { .. } => Err(Failure::usage("without a profiler there are no samples that have times")),
            other => Ok(other),
        }
    }

    fn perf(lines: [&Line; 2]) -> Result<Profiler, String> {
        Ok(Profiler::Perf { perf: Perf::find(lines)?, jfr: jfr(lines).ok() })
    }

    /// A path may be that of the library, of the artefact's jar, of `asprof`, or of a folder.
    fn at(path: &Path) -> Result<Profiler, Failure> {
        if path.extension().is_some_and(|extension| extension == "jar") {
            let library = unpack::unpacked(path)?;
            return Profiler::named(&library, path.file_stem().unwrap_or_default());
        }
        let library = if path.is_dir() {
            let names = ["lib/libasyncProfiler.so", "lib/libasyncProfiler.dylib", "libasyncProfiler.so"];
            names.into_iter().chain(unpack::inside()).map(|name| path.join(name)).find(|file| file.is_file())
        } else {
            beside_asprof(path).or_else(|| (path.is_file() && is_library(path)).then(|| path.to_owned()))
        };
        match library {
            Some(library) => Profiler::library(&library),
            None => Err(Failure::input(format!("{} is no async-profiler", path.display()))
                .advise("Name libasyncProfiler.so, its folder, asprof, or the jar of tools.profiler:async-profiler.")),
        }
    }

    /// Names the library after the nearest folder that tells its version.
    fn library(library: &Path) -> Result<Profiler, Failure> {
        let real = library.canonicalize().map_err(|cause| Failure::io("read", library, cause))?;
        let folder = real.ancestors().filter_map(Path::file_name).find(|name| {
            let name = name.to_string_lossy();
            name.starts_with("async-profiler-")
        });
        Profiler::named(&real, folder.unwrap_or(OsStr::new("async-profiler")))
    }

    fn named(library: &Path, name: &OsStr) -> Result<Profiler, Failure> {
        let library = std::path::absolute(library).map_err(|cause| Failure::io("read", library, cause))?;
        // The JVM parts an agent's path from its options at the first of these.
        if library.to_string_lossy().contains('=') {
            return Err(Failure::input(format!("{}: an agent's path cannot have a `=`", library.display())));
        }
        Ok(Profiler::Async { library, name: name.to_string_lossy().into_owned(), jfr: None })
    }

    /// Metrics that it surely cannot measure, each with the reason.
    pub(super) fn lacks(&self) -> Vec<(Metric, String)> {
        let of_profilers = metric::ALL.into_iter().filter(|&metric| metric::event(metric).is_some());
        of_profilers.filter_map(|metric| Some((metric, self.refuses(metric)?))).collect()
    }

    fn refuses(&self, metric: Metric) -> Option<String> {
        let recorded = flight::taken(metric).is_some();
        match self {
            Profiler::Async { .. } => None,
            Profiler::Perf { perf, jfr } => match perf::event(metric) {
                Some((event, _)) => perf.counts(event).err().map(|why| format!("perf says: {why}")),
                None if recorded && jfr.is_some() => None,
                None => Some(format!("perf does not measure it; {GET_IT}")),
            },
            Profiler::Flight { .. } if recorded => None,
            Profiler::Flight { .. } => Some(format!("the flight recorder of the JDK does not measure it; {GET_IT}")),
            Profiler::Nothing { why } => Some(why.clone()),
        }
    }

    /// What somebody who waits for samples should know before.
    pub(super) fn caveat(&self) -> Option<String> {
        matches!(self, Profiler::Perf { .. }).then(|| format!("perf takes the samples: {}", perf::CAVEAT))
    }

    /// What the file of measurements says took the samples.
    pub(super) fn told(&self) -> String {
        match self {
            Profiler::Async { name, .. } => name.clone(),
            Profiler::Perf { perf, .. } => perf.told(),
            Profiler::Flight { .. } => "JDK Flight Recorder: Java code only, ready threads count as running".to_owned(),
            Profiler::Nothing { .. } => String::new(),
        }
    }
}

fn is_library(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "so" || extension == "dylib")
}

/// async-profiler on the path.
fn installed() -> Option<PathBuf> {
    beside_asprof(&on_path(OsStr::new("asprof"))?)
}

/// The library of an installation, by its command `bin/asprof`.
fn beside_asprof(command: &Path) -> Option<PathBuf> {
    let real = command.canonicalize().ok().filter(|real| real.file_name().is_some_and(|name| name == "asprof"))?;
    let lib = real.parent()?.parent()?.join("lib");
    let mut files = ["libasyncProfiler.so", "libasyncProfiler.dylib"].into_iter().map(|name| lib.join(name));
    files.find(|file| file.is_file())
}

/// The tool for the flight recorder of the JDK that runs both versions; else why there is none.
fn jfr(lines: [&Line; 2]) -> Result<PathBuf, String> {
    let mut tools = lines.iter().map(|line| match line.is_java() {
        true => jfr_of(line.program()).ok_or_else(|| format!("{} has no jfr", line.program().to_string_lossy())),
        false => Err(format!("{} is not java", line.program().to_string_lossy())),
    });
    let first = tools.try_fold(None, |first, tool| tool.map(|tool| first.or(Some(tool))))?;
    first.ok_or_else(|| "there is no command".to_owned())
}

/// `jfr` in the home of a `java`.
fn jfr_of(java: &OsStr) -> Option<PathBuf> {
    let named = Path::new(java);
    let file = if named.components().count() > 1 { named.to_owned() } else { on_path(java)? };
    let jfr = file.canonicalize().ok()?.with_file_name("jfr");
    jfr.is_file().then_some(jfr)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use std::fs;

    #[test]
    fn every_way_to_name_async_profiler() {
        let dir = tempfile::tempdir().unwrap();
        let home = dir.path().canonicalize().unwrap().join("async-profiler-4.0-linux-x64");
        fs::create_dir_all(home.join("lib")).unwrap();
        fs::create_dir_all(home.join("bin")).unwrap();
        let library = home.join("lib/libasyncProfiler.so");
        fs::write(&library, "").unwrap();
        fs::write(home.join("bin/asprof"), "").unwrap();
        let expected =
            Profiler::Async { library: library.clone(), name: "async-profiler-4.0-linux-x64".to_owned(), jfr: None };
        for path in [home.clone(), home.join("lib"), library, home.join("bin/asprof")] {
            assert_eq!(Profiler::at(&path).unwrap(), expected, "{}", path.display());
        }
        for path in [dir.path().to_owned(), home.join("bin"), dir.path().join("none")] {
            assert!(Profiler::at(&path).is_err(), "{}", path.display());
        }
    }

    #[test]
    fn words_that_are_no_paths() {
        assert_eq!(Choice::of(Some(OsStr::new("perf"))), Choice::Perf);
        assert_eq!(Choice::of(Some(OsStr::new("jfr"))), Choice::Flight);
        assert_eq!(Choice::of(Some(OsStr::new("none"))), Choice::Nothing);
        assert_eq!(Choice::of(Some(OsStr::new("x.so"))), Choice::At("x.so".into()));
    }
}
