//! The whole tool on one input each. An error is a good end; a panic is not, nor an output that cannot be read again.

use std::fs::{self, File};
use std::io::{Read, Write, sink};
use std::path::Path;

use paratrace_analyzer::shared_data::{AccessTimes, SharedOptions, TaskSelection, Touch, shared};
use paratrace_analyzer::{DumpOptions, analyze, dump_nodes};
use paratrace_classfile::ClassFile;
use paratrace_cost::{Memory, Platform, Run, Statistics, Strand, evaluate, timeline, trace_events};
use paratrace_instrumenter::{Error, Options, Output, Summary, count, estimate, instrument};
use paratrace_report::json;
use paratrace_report::lists::Top;
use paratrace_report::sources::SourceFinder;
use paratrace_report::text::{TextOptions, summary};
use paratrace_traceformat::info::Info;
use paratrace_traceformat::map::ProgramMap;
use paratrace_traceformat::trace::TraceDir;
use paratrace_traceformat::{dump, verify};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// Nodes that are listed: a damaged map can make long programs.
const NODES: u64 = 10_000;

/// Tasks of a class.
const TASKS: usize = 4;

/// A platform with everything that a platform can have.
pub const PLATFORM: &str = "\
[access]\nrandom_ns = 72\npage_ns = 8\n[task]\ncreation_us = 331\n[processor]\nns_per_node = 1\n[sdram]\nbanks = 4\n\
row_bytes = 2048\n[burst]\nlength = 8\nfirst_ns = 72\nnext_ns = 2\n[cache]\nsize_bytes = 16384\nline_bytes = 32\n\
ways = 2\nhit_ns = 1\n";

/// Statistics of a program with two threads.
pub const STATISTICS: &str = "\
===== statistics =====\nVM main [5] = 5207051\nVM thd [8] = 4477709 type java.lang.Thread name \"worker 1\"\n\
VM cnt [8,1] = 4430072 method a.Worker.run\nVM drd [8,0] = 12495801\n\
VM dwr [8,7] = 12458800 array double[] length 50000 index 0..49999\n";

/// Instruments a jar with this class file in it: of a directory only classes count whose names lead to them.
///
/// # Errors
/// Fails if nothing can be written to `scratch`, an empty directory.
///
/// # Panics
/// Panics if the tool does, or its output is no class.
#[expect(clippy::panic, reason = "a finding")]
pub fn class(data: &[u8], scratch: &Path) -> anyhow::Result<bool> {
    let (input, output) = (scratch.join("in.jar"), scratch.join("out"));
    write_seed(&input, data)?;
    if instrumented(&input, &output).is_none() {
        return Ok(false);
    }
    let rewritten = read_seed(&output.join("in.jar"))?;
    match ClassFile::parse(&rewritten) {
        _ if rewritten == data => Ok(false),
        Ok(_) => Ok(true),
        Err(error) => panic!("the rewritten class cannot be read: {error}"),
    }
}

const SEED: &str = "Seed.class";

fn write_seed(jar: &Path, class: &[u8]) -> anyhow::Result<()> {
    let mut writer = ZipWriter::new(File::create(jar)?);
    writer.start_file(SEED, SimpleFileOptions::default().compression_method(CompressionMethod::Stored))?;
    writer.write_all(class)?;
    writer.finish()?;
    Ok(())
}

fn read_seed(jar: &Path) -> anyhow::Result<Vec<u8>> {
    let mut class = Vec::new();
    ZipArchive::new(File::open(jar)?)?.by_name(SEED)?.read_to_end(&mut class)?;
    Ok(class)
}

/// Instruments a jar.
///
/// # Errors
/// Fails if nothing can be written to `scratch`, an empty directory.
///
/// # Panics
/// Panics if the tool does, or does not know its own output.
#[expect(clippy::panic, reason = "a finding")]
pub fn jar(data: &[u8], scratch: &Path) -> anyhow::Result<bool> {
    let (input, output) = (scratch.join("in.jar"), scratch.join("out"));
    fs::write(&input, data)?;
    let Some(summary) = instrumented(&input, &output) else { return Ok(false) };
    let traced = output.join("in.jar");
    if fs::read(&traced)? == data {
        assert!(summary.traced == 0, "a jar in which methods are traced has not changed");
        return Ok(true);
    }
    match instrument(&[traced], &Output::Directory(scratch.join("again")), None, &options(), &|_, _| {}) {
        Err(Error::AlreadyTraced { .. }) => Ok(true),
        other => panic!("the traced jar is not what it should be: {other:?}"),
    }
}

fn instrumented(input: &Path, output: &Path) -> Option<Summary> {
    instrument(&[input.to_owned()], &Output::Directory(output.to_owned()), None, &options(), &|_, _| {}).ok()
}

fn options() -> Options {
    Options { threads: 1, ..Options::default() }
}

/// Reads, dumps and verifies a map, and analyses a trace with it.
///
/// # Errors
/// Fails if nothing can be written to `scratch`, an empty directory.
pub fn map(data: &[u8], segment: &[u8], scratch: &Path) -> anyhow::Result<bool> {
    let read = ProgramMap::from_bytes(data).is_ok();
    let _ = (verify::verify_map(data).to_string(), dump::dump_map(data, &mut sink()));
    trace(segment, data, scratch)?;
    Ok(read)
}

/// Looks at a trace in every way.
///
/// # Errors
/// Fails if nothing can be written to `scratch`, an empty directory.
pub fn trace(data: &[u8], map: &[u8], scratch: &Path) -> anyhow::Result<bool> {
    fs::write(scratch.join("program.map"), map)?;
    fs::write(scratch.join("segment-00000.trace"), data)?;
    let _ = verify::verify_dir(scratch).map(|report| report.to_string());
    let _ = dump::dump_dir(scratch, &mut sink());
    let Ok(dir) = TraceDir::open(scratch) else { return Ok(false) };
    let _ = Info::new(&dir).to_string();
    let _ = dump_nodes(&dir, &DumpOptions { limit: Some(NODES), ..DumpOptions::default() }, &mut sink());
    let Ok(report) = analyze(&dir, &paratrace_analyzer::Options::default()) else { return Ok(false) };
    let _ = (json::to_string(&report)?, summary(&report, &text_options()));
    Ok(true)
}

/// Estimates what the methods of a class share, and lets them count it.
///
/// # Errors
/// Fails if nothing can be written to `scratch`, an empty directory.
///
/// # Panics
/// Panics if the tool does, or its output is no class.
#[expect(clippy::panic, reason = "a finding")]
pub fn tasks(data: &[u8], scratch: &Path) -> anyhow::Result<bool> {
    let (input, output) = (scratch.join("in.jar"), scratch.join("out"));
    write_seed(&input, data)?;
    let mut done = false;
    for (number, task) in methods(data).into_iter().enumerate() {
        let task = [task];
        let estimated = estimate(std::slice::from_ref(&input), &task);
        let to = Output::Directory(output.join(number.to_string()));
        let counted = count(std::slice::from_ref(&input), &to, &task, number == 0);
        if estimated.is_ok() && counted.is_ok() {
            let rewritten = read_seed(&output.join(number.to_string()).join("in.jar"))?;
            if let Err(error) = ClassFile::parse(&rewritten) {
                panic!("the class that counts cannot be read: {error}");
            }
            done = true;
        }
    }
    Ok(done)
}

/// Some methods of a class, as tasks are named.
fn methods(data: &[u8]) -> Vec<String> {
    let Ok(class) = ClassFile::parse(data) else { return Vec::new() };
    let Ok(name) = class.name() else { return Vec::new() };
    let named = class.methods.iter().filter(|method| method.code_attribute().is_some());
    let named = named.filter_map(|method| method.name(&class.constant_pool).ok());
    named.filter(|method| !method.starts_with('<')).map(|method| format!("{name}.{method}")).take(TASKS).collect()
}

/// Looks at what the threads of a trace share, and what it costs.
///
/// # Errors
/// Fails if nothing can be written to `scratch`, an empty directory.
pub fn shared_data(data: &[u8], map: &[u8], scratch: &Path) -> anyhow::Result<bool> {
    fs::write(scratch.join("program.map"), map)?;
    fs::write(scratch.join("segment-00000.trace"), data)?;
    let Ok(dir) = TraceDir::open(scratch) else { return Ok(false) };
    let mut memory = Simulated(Memory::new(&Platform::from_toml(PLATFORM)?));
    let mut done = false;
    for tasks in [TaskSelection::Threads, TaskSelection::Named(vec!["main".to_owned()])] {
        let options = SharedOptions { tasks, ..SharedOptions::default() };
        let Ok(found) = shared(&dir, &options, Some(&mut memory)) else { continue };
        let _ = json::to_string(&found)?;
        done = true;
    }
    Ok(done)
}

struct Simulated(Memory);

impl AccessTimes for Simulated {
    fn access(&mut self, touch: Touch) -> f64 {
        self.0.access(touch.worker, touch.address, touch.write)
    }
}

/// Computes costs: a platform file or the statistics of a program.
///
/// # Errors
/// None.
pub fn costs(data: &[u8]) -> anyhow::Result<bool> {
    let text = String::from_utf8_lossy(data);
    let (platform, statistics) = (Platform::from_toml(&text), text.parse::<Statistics>());
    let sound = platform.is_ok() || statistics.is_ok();
    let platform = platform.unwrap_or_default();
    let statistics = statistics.or_else(|_| STATISTICS.parse())?;
    let outcome = evaluate(&Run::of_statistics("damaged", &statistics, Some(1000)), &platform);
    let strand = |name: &str, awaits: Vec<(u64, usize)>, starts: Vec<(u64, usize)>| Strand {
        name: name.to_owned(),
        nodes: 1 << 40,
        awaits,
        starts,
        ..Strand::default()
    };
    let strands = [strand("main", vec![(1 << 39, 1)], vec![(5, 1)]), strand("worker", Vec::new(), Vec::new())];
    let played = timeline(&strands, &platform, 1e300);
    let _ = (format!("{outcome:?}"), trace_events(&played, 1).to_string());
    let mut memory = Memory::new(&platform);
    for access in 0..100u64 {
        memory.access(0, access.wrapping_mul(0x9e37_79b9_7f4a_7c15), access % 2 == 0);
    }
    let _ = format!("{:?}", memory.figures());
    Ok(sound)
}

fn text_options() -> TextOptions {
    let sources = SourceFinder::new(&[], &[], Path::new("/nonexistent"));
    TextOptions { top: Top::of(10), width: 100, cores: 2, sources, ..TextOptions::default() }
}
