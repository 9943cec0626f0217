//! Speed and memory of an instrumentation, and that its outputs do not depend on the number of threads; prints figures.
//! `cargo bench -p paratrace-instrumenter -- JAR...`; without jars, those of the JDK's `lib` folder.
//!
//! "stored": the same classes in jars without compression, so that unpacking and packing are left out.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs)]

use std::fs::{self, File};
use std::io::copy;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use paratrace_instrumenter::{Options, Output, instrument};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

const ROUNDS: usize = 3;

fn main() {
    let arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let mut jars: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
    if jars.is_empty() {
        jars = jars_of_jdk();
    }
    let dir = tempfile::tempdir().unwrap();
    let stored = stored(&jars, &dir.path().join("stored"));
    let bytes = class_bytes(&jars);
    println!("{} jars, {:.1} MB of classes", jars.len(), bytes as f64 / 1e6);
    for threads in [1, std::thread::available_parallelism().map_or(1, Into::into)] {
        for (what, jars) in [("as they are", &jars), ("stored", &stored)] {
            let (cpu, wall, peak) = best(jars, &dir.path().join(what).join(threads.to_string()), threads);
            println!(
                "{threads} threads, {what:11}: {:5.1} MB/s of CPU time, {:5.1} MB/s of wall time, peak {peak} MB",
                bytes as f64 / 1e6 / cpu.as_secs_f64(),
                bytes as f64 / 1e6 / wall.as_secs_f64(),
            );
        }
    }
    let outputs = |threads: &Path| dir.path().join("as they are").join(threads);
    let all = std::thread::available_parallelism().map_or(1, usize::from).to_string();
    for jar in &jars {
        let read = |threads: &str| fs::read(outputs(Path::new(threads)).join(jar.file_name().unwrap())).unwrap();
        assert!(read("1") == read(&all), "{} depends on the number of threads", jar.display());
    }
}

/// CPU and wall time of the fastest round, and most memory of all.
fn best(jars: &[PathBuf], output: &Path, threads: usize) -> (Duration, Duration, u64) {
    let options = Options { threads, ..Options::default() };
    let output = Output::Directory(output.to_owned());
    // The kernel counts the peak from here.
    let _ = fs::write("/proc/self/clear_refs", "5");
    let rounds = (0..ROUNDS).map(|_| {
        let (cpu, wall) = (cpu_time(), Instant::now());
        instrument(jars, &output, None, &options, &|_, _| {}).unwrap();
        (cpu_time() - cpu, wall.elapsed())
    });
    let (cpu, wall) = rounds.reduce(|a, b| (a.0.min(b.0), a.1.min(b.1))).unwrap();
    (cpu, wall, peak_mb())
}

/// User and system time of this process: other load on the machine counts less than with a clock.
fn cpu_time() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    let ticks: u64 = fields[11..13].iter().map(|field| field.parse::<u64>().unwrap()).sum();
    Duration::from_millis(ticks * 10)
}

fn peak_mb() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1000
}

fn jars_of_jdk() -> Vec<PathBuf> {
    let settings = Command::new("java").args(["-XshowSettings:properties", "-version"]).output().unwrap();
    let settings = String::from_utf8_lossy(&settings.stderr).into_owned();
    let home = settings.lines().find_map(|line| line.trim().strip_prefix("java.home = ")).unwrap();
    let files = fs::read_dir(Path::new(home).join("lib")).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "jar")).collect()
}

fn class_bytes(jars: &[PathBuf]) -> u64 {
    let of_jar = |jar: &PathBuf| {
        let mut archive = ZipArchive::new(File::open(jar).unwrap()).unwrap();
        let mut bytes = 0;
        for index in 0..archive.len() {
            let entry = archive.by_index(index).unwrap();
            bytes += if entry.name().unwrap().ends_with(".class") { entry.size() } else { 0 };
        }
        bytes
    };
    jars.iter().map(of_jar).sum()
}

/// The jars with the same classes, not compressed.
fn stored(jars: &[PathBuf], to: &Path) -> Vec<PathBuf> {
    fs::create_dir_all(to).unwrap();
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let copy_jar = |jar: &PathBuf| {
        let target = to.join(jar.file_name().unwrap());
        let mut archive = ZipArchive::new(File::open(jar).unwrap()).unwrap();
        let mut writer = ZipWriter::new(File::create(&target).unwrap());
        for index in 0..archive.len() {
            let mut entry = archive.by_index(index).unwrap();
            let name = entry.name().unwrap().into_owned();
            if name.ends_with(".class") {
                writer.start_file(name, options).unwrap();
                copy(&mut entry, &mut writer).unwrap();
            }
        }
        writer.finish().unwrap();
        target
    };
    jars.iter().map(copy_jar).collect()
}
