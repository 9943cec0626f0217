//! `cargo xtask sampling`: how far estimates of communication from samples are off, over the size of the sample: figure 4
//! of Bertels, Heirman and Stroobandt (2009), on traces of any programs.

use anyhow::Context;
use paratrace_analyzer::model::{Communication, Granularity, Report};
use paratrace_analyzer::{CommunicationOptions, Options as Analysis, Sampling, analyze, quantile};
use paratrace_traceformat::trace::TraceDir;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Edges with a smaller share are left out, as in the paper.
const MIN_SHARE: f64 = 0.001;

/// Options.
#[derive(clap::Args)]
pub(crate) struct Options {
    /// Trace directories
    #[arg(required = true)]
    traces: Vec<PathBuf>,
    /// Sizes of the samples, in reads
    #[arg(long, value_delimiter = ',', default_value = "1000,10000,100000,1000000")]
    sizes: Vec<u32>,
    /// Samples of each size
    #[arg(long, default_value_t = 1)]
    seeds: u64,
}

/// Prints a row of a table for each trace and size.
///
/// # Errors
/// When a trace cannot be analysed.
pub(crate) fn run(options: &Options) -> anyhow::Result<()> {
    println!(
        "| trace | reads (million) | edges from 0.1 % on | sample | with a producer | MRE | expected MRE | 95 % bound at 0.1 % |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    options.traces.iter().try_for_each(|trace| one(trace, options))
}

fn one(path: &Path, options: &Options) -> anyhow::Result<()> {
    let trace = TraceDir::open(path).with_context(|| path.display().to_string())?;
    let exact = measure(&trace, None)?;
    let shares = shares(methods(&exact)?);
    for &size in &options.sizes {
        let (mut squares, mut produced) = (0.0, 0);
        for seed in 1..=options.seeds {
            let report = measure(&trace, Some(Sampling { size, seed, confidence: 0.95 }))?;
            squares += relative_error(&shares, &estimates(methods(&report)?)).powi(2);
            let sample = report.communication_totals.sample.context("there is no sample")?;
            produced += sample.produced;
        }
        let n = produced as f64 / options.seeds as f64;
        println!(
            "| {} | {:.1} | {} | {size} | {n:.0} | {:.4} | {:.4} | {:.4} |",
            path.file_stem().unwrap_or_default().to_string_lossy(),
            exact.communication_totals.reads as f64 / 1e6,
            shares.len(),
            (squares / options.seeds as f64).sqrt(),
            expected(&shares, n),
            quantile(0.95) * ((1.0 - MIN_SHARE) / (MIN_SHARE * (n - 1.0))).sqrt()
        );
    }
    Ok(())
}

fn measure(trace: &TraceDir, sampling: Option<Sampling>) -> anyhow::Result<Report> {
    let communication = Some(CommunicationOptions { edges: 0, sampling, ..CommunicationOptions::default() });
    let options = Analysis { distances: false, max_windows: 0, communication, ..Analysis::default() };
    Ok(analyze(trace, &options)?)
}

fn methods(report: &Report) -> anyhow::Result<&Communication> {
    report.communication.iter().find(|graph| graph.granularity == Granularity::Method).context("no graph of methods")
}

type Shares<'r> = BTreeMap<(&'r str, &'r str), f64>;

/// The edges with a share of 0.1 % and more in all values that have a producer.
fn shares(graph: &Communication) -> Shares<'_> {
    let total: u64 = graph.edges.iter().map(|edge| edge.values).sum();
    let shares = graph.edges.iter().map(|e| ((&*e.producer, &*e.consumer), e.values as f64 / total as f64));
    shares.filter(|(_, share)| *share >= MIN_SHARE).collect()
}

fn estimates(graph: &Communication) -> Shares<'_> {
    graph.edges.iter().filter_map(|e| Some(((&*e.producer, &*e.consumer), e.share?.estimate))).collect()
}

/// Equation 7: the root of the mean square of the relative errors.
fn relative_error(exact: &Shares<'_>, estimated: &Shares<'_>) -> f64 {
    let errors = exact.iter().map(|(key, share)| estimated.get(key).copied().unwrap_or(0.0) / share - 1.0);
    (errors.map(|error| error * error).sum::<f64>() / exact.len().max(1) as f64).sqrt()
}

/// The same mean as theory expects it for a sample of `n`.
fn expected(exact: &Shares<'_>, n: f64) -> f64 {
    let variances = exact.values().map(|share| (1.0 - share) / (share * (n - 1.0)));
    (variances.sum::<f64>() / exact.len().max(1) as f64).sqrt()
}
