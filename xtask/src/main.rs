//! Runs the tests, and checks that take longer. `cargo xtask help` lists them; CONTRIBUTING.md says when to run which.

mod compilers;
mod corpus;
mod exact;
mod fuzz;
mod gains;
mod kill;
mod limit;
mod modes;
mod programs;
mod sampling;
mod scaling;
mod test_programs;

use clap::{Parser, Subcommand};

/// Runs the tests, and checks that take longer.
#[derive(Parser)]
#[command(name = "xtask")]
struct Arguments {
    #[command(subcommand)]
    check: Check,
}

#[derive(Subcommand)]
enum Check {
    /// Run the test programs by all compilers at hand, for all releases.
    Compilers(compilers::Options),
    /// Rewrite and verify every class of the JDKs at hand and of many published jars.
    Corpus(corpus::Options),
    /// Compare replays with the order of instructions that the JVM itself reports.
    Exact(exact::Options),
    /// Feed mutated classes, jars, maps and traces to the tools.
    Fuzz(fuzz::Options),
    /// Compare what programs gain on two threads with what their simulations predict.
    Gains(gains::Options),
    /// Kill traced programs at random times and look at what is left.
    Kill(kill::Options),
    /// Time small loops behind the limit of a trace, and without tracing.
    Limit(limit::Options),
    /// Run the test programs on traced JDKs: interpreted, compiled, with other garbage collectors, with JaCoCo.
    Modes(modes::Options),
    /// Run Spring Boot, JUnit, mocks, proxies, Hibernate, Kotlin coroutines and Scala collections, everything traced, to the end.
    Programs(programs::Options),
    /// Estimate communication from samples of growing size and compare with what is exact.
    Sampling(sampling::Options),
    /// Compare how much faster programs with threads are on two cores with what the replay of their threads predicts.
    Scaling(scaling::Options),
    /// Run all tests of the workspace, several test programs at a time.
    Tests(test_programs::Options),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().check {
        Check::Compilers(options) => compilers::run(&options),
        Check::Corpus(options) => corpus::run(&options),
        Check::Exact(options) => exact::run(&options),
        Check::Fuzz(options) => fuzz::run(&options),
        Check::Gains(options) => gains::run(&options),
        Check::Kill(options) => kill::run(&options),
        Check::Limit(options) => limit::run(&options),
        Check::Modes(options) => modes::run(&options),
        Check::Programs(options) => programs::run(&options),
        Check::Sampling(options) => sampling::run(&options),
        Check::Scaling(options) => scaling::run(&options),
        Check::Tests(options) => test_programs::run(&options),
    }
}
