//! `cargo xtask corpus`: rewrites every class of JDKs and of many published jars with the real instrumenter, and lets the
//! JVMs verify what comes out.
//!
//! Each input is rewritten in a process of its own (so that its memory can be measured, and that a crash or a hang is the
//! fault of one input), on one thread. Then every JDK links all of its classes.

mod bars;
mod classes;
mod inputs;
mod judge;
mod rewrite;
mod table;

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use paratrace_verifier::{Jdk, Verifier};

use inputs::Input;
use table::{Row, Table};

/// Options.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// More inputs: jars, directories of jars, or files that list Maven coordinates or paths, one a line
    #[arg(long, value_name = "LIST|JAR|DIR")]
    jars: Vec<PathBuf>,
    /// JDKs that verify, and whose classes are verified [default: those of PARATRACE_JDKS, or the one of JAVA_HOME]
    #[arg(long, value_name = "HOME", num_args = 1..)]
    jdk: Vec<PathBuf>,
    /// Only inputs whose names contain this
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Use what was downloaded before, and leave out the rest
    #[arg(long)]
    offline: bool,
    /// Take over what earlier runs of this command have found out, and examine the other inputs
    #[arg(long)]
    resume: bool,
    /// Only what earlier runs have found out: examine nothing
    #[arg(long, conflicts_with = "resume")]
    saved: bool,
    /// Also write the results to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    #[command(flatten)]
    one: rewrite::OneInput,
}

/// Rewrites and verifies everything, prints the table, and fails if a bar is not met.
pub(crate) fn run(options: &Options) -> Result<()> {
    if options.one.is_given() {
        return options.one.run();
    }
    let jdks = match options.jdk.as_slice() {
        [] => Jdk::all()?,
        homes => homes.iter().map(Jdk::at).collect::<Result<_>>()?,
    };
    let work = work_directory();
    let inputs = inputs::find(&options.jars, &jdks, options.offline)?;
    let class_path: Vec<PathBuf> = inputs.iter().filter_map(Input::jar).map(Path::to_owned).collect();
    let judge = judge::Judge { jdks: &jdks, verifier: Verifier::new(&Jdk::find()?)?, class_path };
    let wanted = |input: &&Input| options.only.as_ref().is_none_or(|text| input.name().contains(text.as_str()));
    let mut table = Table::new(&jdks)?;
    for input in inputs.iter().filter(wanted) {
        let saved = work.join("results").join(format!("{}.json", input.name()));
        let known = if options.resume || options.saved { Row::load(&saved) } else { None };
        if options.saved {
            table.rows.extend(known);
            continue;
        }
        let row =
            known.unwrap_or_else(|| examine(input, &judge).unwrap_or_else(|error| Row::failed(input.name(), &error)));
        row.save(&saved)?;
        eprintln!("{}", row.progress());
        table.rows.push(row);
    }
    ensure!(!table.rows.is_empty(), "no input has that name");
    print!("{}", table.markdown());
    if let Some(path) = &options.json {
        serde_json::to_writer_pretty(std::fs::File::create(path)?, &table)?;
    }
    bars::check(&table, options.only.is_none())
}

fn examine(input: &Input, judge: &judge::Judge<'_>) -> Result<Row> {
    let dir = tempfile::tempdir_in(work_directory())?;
    match input {
        Input::Jar(jar) => {
            let output = dir.path().join("traced");
            let rewritten = rewrite::in_own_process(jar, &output, false)?;
            let traced = output.join(jar.file_name().unwrap_or_default());
            Ok(Row::new(input.name(), rewritten, judge.jar(jar, &traced, dir.path())?))
        }
        Input::Platform(jdk) => {
            let (input_dir, output) = (dir.path().join("jdk"), dir.path().join("traced"));
            jdk.extract_modules(&input_dir, 1, &[])?;
            let rewritten = rewrite::in_own_process(&input_dir, &output, true)?;
            Ok(Row::partial(input.name(), rewritten, judge.platform(jdk, &output.join("jdk"))?))
        }
    }
}

/// Downloads and temporary files.
fn work_directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/corpus")
}
