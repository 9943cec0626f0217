//! Shows the results of a trace directory to the user; shared by `run` and `analyze`.

use crate::backend;
use crate::cores::CoresOption;
use crate::exit::Outcome;
use crate::failure::{Failure, unless_broken_pipe};
use crate::outputs::{self, Files};
use crate::program::Start;
use crate::size::bytes;
use crate::terminal::{self, Stream};
use paratrace_analyzer::model::{Completeness, Program as Named};
use paratrace_analyzer::simulation::{Selection, SimulationOptions};
use paratrace_analyzer::{CommunicationOptions, Listed, ListedAdvice, Report, limits};
use paratrace_report::communication::TableOptions;
use paratrace_report::excerpt::{excerpt, left_out};
use paratrace_report::lists::Top;
use paratrace_report::rows::RowFilter;
use paratrace_report::{json, sources::SourceFinder, text};
use paratrace_traceformat::numbers::plural;
use paratrace_traceformat::plain::line;
use serde::Serialize;
use std::path::{Path, PathBuf};

/// Candidates that are simulated beside an analysis.
const SIMULATED: usize = 3;

/// How to report.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct ShowOptions {
    #[command(flatten)]
    pub(crate) json: JsonOption,
    #[command(flatten)]
    pub(crate) top: TopOption,
    #[command(flatten)]
    sources: SourcesOption,
    /// Own code, shown row by row: this package or class; * stands for any text [default: classes in directories]. All else is
    /// libraries, each list of theirs one line
    #[arg(long, value_name = "PATTERN")]
    mine: Vec<String>,
    /// Show libraries row by row, too: also what is inside of a traced JDK
    #[arg(long, conflicts_with = "mine")]
    library: bool,
    #[command(flatten)]
    rows: RowsOption,
    /// Leave out dependence distances: constructs, their edges, advice
    #[arg(long)]
    no_distances: bool,
    /// Leave out communication
    #[arg(long)]
    no_communication: bool,
    /// List everything in the JSON. Without it, the JSON of a large program has the rows that matter, and says how many it leaves
    /// out. Edges between activations and call paths, as many as the run is long, are up to --flows
    #[arg(long)]
    full: bool,
    /// How many edges of communication the JSON lists at most between activations, and between call paths: the heaviest; a
    /// number or `all` [default: 1000]
    #[arg(long, value_name = "N", value_parser = edges)]
    flows: Option<usize>,
    /// How many dependences the JSON lists at most, violating ones first: a number or `all` [default: all of up to 8000, else 2500; with --full all]
    #[arg(long, value_name = "N", value_parser = edges)]
    edges: Option<usize>,
    #[command(flatten)]
    pub(crate) cores: CoresOption,
    /// Simulate the three most promising candidates (--top: so many), on these cores and on 2 to 16
    #[arg(long)]
    simulate: bool,
    /// Threads that analyse [default: all cores]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,
    /// Most memory that the analysis may take, in bytes or with K, M, G or T behind the number. If it would take more, it leaves
    /// out communication, then dependences, then the rest of the trace, and says so [default: 3/4 of what there is]
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    memory: Option<u64>,
}

/// The option that writes what was found as JSON.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct JsonOption {
    /// Write the results as JSON to this file; `-`, or no file: to standard output in the place of the text
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    json: Option<PathBuf>,
}

impl JsonOption {
    /// The file for JSON; `-` is standard output.
    pub(crate) fn file(&self) -> Option<&PathBuf> {
        self.json.as_ref()
    }

    /// False if the JSON takes the place of the text.
    pub(crate) fn leaves_text(&self) -> bool {
        self.json.as_deref() != Some(Path::new("-"))
    }
}

/// The option that says where source lines are.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct SourcesOption {
    /// Where sources are: a folder, a module or a jar. Found without it: those in the working directory and in the modules of a
    /// Maven or Gradle build there; of `run` also those beside the class path
    #[arg(long, value_name = "DIR|JAR")]
    sources: Vec<PathBuf>,
    /// The class path that `run` was given.
    #[arg(skip)]
    class_path: Vec<PathBuf>,
}

impl SourcesOption {
    fn finder(&self) -> SourceFinder {
        SourceFinder::new(&self.sources, &self.class_path, Path::new("."))
    }
}

/// The options that hide rows of lists.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct RowsOption {
    /// Show only rows about this package, class or method: com.acme, com.acme.Foo, com.acme.Foo.bar; * stands for any text.
    /// Only rows of the text are hidden: shares and ranks stay those of the whole run, and the JSON has all rows
    #[arg(long, value_name = "PATTERN")]
    include: Vec<String>,
    /// Hide the rows about this package, class or method in the same way
    #[arg(long, value_name = "PATTERN")]
    exclude: Vec<String>,
}

impl RowsOption {
    fn filter(&self) -> RowFilter {
        RowFilter::new(&self.include, &self.exclude)
    }
}

/// The option that says how much of each list is shown.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct TopOption {
    /// Rows of every list: a number or `all` [default: as many as suit each list]
    #[arg(long, value_name = "N", value_parser = edges)]
    top: Option<usize>,
}

impl TopOption {
    /// The number of rows, in the type that the texts take.
    pub(crate) fn rows(&self) -> Top {
        self.top.map_or_else(Top::default, Top::of)
    }
}

/// A number of rows or edges, or all of them.
pub(crate) fn edges(text: &str) -> Result<usize, String> {
    if text == "all" { Ok(usize::MAX) } else { text.parse().map_err(|_| "neither a number nor `all`".to_owned()) }
}

impl ShowOptions {
    pub(crate) fn wanted(&self) -> backend::Wanted {
        backend::Wanted {
            threads: self.threads,
            cores: self.cores.numbers(),
            task_cost: self.cores.task_cost(),
            distances: !self.no_distances,
            edges: self.edges.map_or(if self.full { Listed::ALL } else { limits::LISTED_EDGES }, Listed::at_most),
            advice: if self.full { ListedAdvice::ALL } else { limits::LISTED_ADVICE },
            communication: (!self.no_communication).then(|| self.communication()),
            memory: self.memory,
        }
    }

    fn communication(&self) -> CommunicationOptions {
        CommunicationOptions {
            edges: self.flows.unwrap_or(limits::LISTED_FLOWS),
            path_bytes: if self.full { usize::MAX } else { limits::PATH_BYTES },
            sampling: None,
        }
    }

    /// Returns the report as its JSON has it, if there is to be one.
    pub(crate) fn written(&self, report: Report) -> Report {
        if self.full || self.json.file().is_none() { report } else { excerpt(&report) }
    }
}

impl ShowOptions {
    /// Names patterns that hide or show nothing in any of these reports: most often they are spelled wrong.
    pub(crate) fn tell_without_effect(&self, reports: &[&Report]) {
        let told = |(option, pattern): (&str, &str)| {
            format!("warning: --{option} {} matches no loop and no method of the report\n", line(pattern))
        };
        terminal::tell(&self.rows.filter().without_effect(reports).into_iter().map(told).collect::<String>());
    }

    /// How to show what several runs have in common.
    pub(crate) fn of_merged(&self, stream: Stream) -> text::TextOptions {
        text::TextOptions { rows: self.rows.filter(), ..terminal_options(&self.top, stream) }
    }

    /// The same, with source lines also from beside a class path.
    pub(crate) fn beside(&self, class_path: &[PathBuf]) -> ShowOptions {
        let mut options = self.clone();
        options.sources.class_path = class_path.to_vec();
        options
    }
}

/// What `run` knows of a run, and its trace does not.
#[derive(Debug, Clone, Default)]
pub(crate) struct Known {
    pub(crate) program: Named,
    /// Why the JDK is not traced.
    pub(crate) jdk: Option<String>,
}

impl Known {
    pub(crate) fn of(start: &Start) -> Known {
        Known { program: start.named.clone(), jdk: start.jdk.why_not().map(str::to_owned) }
    }

    pub(crate) fn add_to(self, report: &mut Report) {
        report.program = Named { map: report.program.map.take(), ..self.program };
        report.coverage.jdk.why_not = self.jdk;
    }
}

/// Analyses the trace, writes the JSON file, shows the summary on `stream`.
pub(crate) fn show(
    trace: &Path,
    known: Option<Known>,
    options: &ShowOptions,
    stream: Stream,
) -> Result<Outcome, Failure> {
    let mut report = backend::analyze(trace, &options.wanted())?;
    if options.simulate {
        let selection = Selection::Best(options.top.rows().rows(SIMULATED));
        let cores = options.cores.simulated();
        let task_cost = options.cores.task_cost();
        let best = SimulationOptions { selection, cores, task_cost, ..SimulationOptions::default() };
        report.simulated = Some(backend::simulate(trace, Some(&report), &best)?);
    }
    show_report(report, known, options, stream)
}

/// The same for a report that is there already.
pub(crate) fn show_report(
    mut report: Report,
    known: Option<Known>,
    options: &ShowOptions,
    stream: Stream,
) -> Result<Outcome, Failure> {
    if let Some(known) = known {
        known.add_to(&mut report);
    }
    let text = options.json.leaves_text().then(|| {
        options.tell_without_effect(&[&report]);
        summary(&report, options, stream)
    });
    let written = options.written(report);
    write_json(&options.json, &written)?;
    let Some(text) = text else {
        tell_left_out(&options.json, &[&written]);
        return Ok(judged(&written.completeness));
    };
    print(&text, stream)?;
    tell_left_out(&options.json, &[&written]);
    Ok(Outcome::of(&written.completeness))
}

/// Says on standard error what the JSON of reports leaves out, if there is any.
pub(crate) fn tell_left_out(json: &JsonOption, written: &[&Report]) {
    let lines: Vec<String> = written.iter().filter_map(|report| left_out(report)).collect();
    match &lines[..] {
        _ if json.file().is_none() => {}
        [] => {}
        [line] => terminal::tell(&format!("paratrace: {line}\n")),
        lines => {
            let reports = plural(lines.len() as u64, "report", "reports");
            terminal::tell(&format!("paratrace: the JSON leaves out rows of {reports}: --full lists everything\n"));
        }
    }
}

/// Says on standard error that a trace is incomplete: for results in forms that do not say it first.
pub(crate) fn judged(completeness: &Completeness) -> Outcome {
    let outcome = Outcome::of(completeness);
    if outcome == Outcome::Incomplete {
        terminal::tell(&format!("paratrace: {}\n", text::incomplete("the trace", completeness)));
    }
    outcome
}

/// The text for a report.
pub(crate) fn summary(report: &Report, options: &ShowOptions, stream: Stream) -> String {
    let cores = options.cores.number() as usize;
    let shown = text::TextOptions {
        cores,
        mine: if options.library { vec!["*".to_owned()] } else { options.mine.clone() },
        rows: options.rows.filter(),
        ..text_options(&options.top, options.sources.finder(), stream)
    };
    text::summary(report, &shown)
}

/// How to show a critical path.
#[derive(Debug, clap::Args)]
pub(crate) struct ChainView {
    #[command(flatten)]
    json: JsonOption,
    #[command(flatten)]
    pub(crate) top: TopOption,
    #[command(flatten)]
    sources: SourcesOption,
}

/// Writes the JSON file, shows the text on standard output.
pub(crate) fn show_as<T: Serialize>(
    found: &T,
    completeness: &Completeness,
    view: &ChainView,
    text: fn(&T, &text::TextOptions) -> String,
) -> Result<Outcome, Failure> {
    if write_json(&view.json, found)? {
        return Ok(judged(completeness));
    }
    print(&text(found, &text_options(&view.top, view.sources.finder(), Stream::Out)), Stream::Out)?;
    Ok(Outcome::of(completeness))
}

impl ChainView {
    /// Fails if an output would overwrite a file that is read.
    pub(crate) fn check(&self, trace: &Path) -> Result<(), Failure> {
        Files::read([trace]).written(self.json.file()).check()
    }
}

/// How to show what several runs give together.
#[derive(Debug, clap::Args)]
pub(crate) struct CompareView {
    #[command(flatten)]
    json: JsonOption,
    #[command(flatten)]
    pub(crate) top: TopOption,
    #[command(flatten)]
    pub(crate) cores: CoresOption,
    /// How many dependences of a trace are looked at, violating ones first: a number or `all`
    #[arg(long, value_name = "N", default_value = "100000", value_parser = edges)]
    edges: usize,
    /// Threads that analyse [default: all cores]
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    threads: usize,
}

impl CompareView {
    /// Fails if an output would overwrite a file that is read.
    pub(crate) fn check<'p>(&'p self, runs: impl IntoIterator<Item = &'p PathBuf>) -> Result<(), Failure> {
        Files::read(runs).written(self.json.file()).check()
    }

    /// The results that are needed of each run.
    pub(crate) fn wanted(&self) -> backend::Wanted {
        let (threads, cores, task_cost) = (self.threads, self.cores.numbers(), self.cores.task_cost());
        backend::Wanted {
            threads,
            cores,
            task_cost,
            distances: true,
            edges: Listed::at_most(self.edges),
            advice: limits::LISTED_ADVICE,
            communication: None,
            memory: None,
        }
    }
}

/// Writes the JSON file, shows the text on standard output.
pub(crate) fn show_compared<T: Serialize>(
    found: &T,
    reports: &[&Report],
    view: &CompareView,
    text: fn(&T, &text::TextOptions) -> String,
) -> Result<Outcome, Failure> {
    let all = |of: fn(&Completeness) -> Outcome| {
        reports.iter().map(|report| of(&report.completeness)).fold(Outcome::Done, Outcome::and)
    };
    if write_json(&view.json, found)? {
        return Ok(all(judged));
    }
    print(&text(found, &terminal_options(&view.top, Stream::Out)), Stream::Out)?;
    Ok(all(Outcome::of))
}

/// Writes JSON to a file, if one is wanted. Standard output (`-`) is then taken: `true`.
pub(crate) fn write_json(to: &JsonOption, found: &impl Serialize) -> Result<bool, Failure> {
    match to.file() {
        Some(path) => outputs::write(path, |out| json::write_to(out, found)).map(|()| path == Path::new("-")),
        None => Ok(false),
    }
}

fn text_options(top: &TopOption, sources: SourceFinder, stream: Stream) -> text::TextOptions {
    text::TextOptions { sources, ..terminal_options(top, stream) }
}

/// The options for text on a stream.
pub(crate) fn terminal_options(top: &TopOption, stream: Stream) -> text::TextOptions {
    text::TextOptions {
        top: top.rows(),
        color: stream.color(),
        unicode: stream.unicode(),
        width: stream.width(),
        ..text::TextOptions::default()
    }
}

/// Prints a whole text.
pub(crate) fn print(text: &str, stream: Stream) -> Result<(), Failure> {
    match stream {
        Stream::Out => unless_broken_pipe(terminal::out(text)),
        Stream::Err => unless_broken_pipe(terminal::write_err(text)),
    }
}

/// How to show tables.
pub(crate) fn table_options(top: &TopOption) -> TableOptions {
    let out = Stream::Out;
    TableOptions { top: top.rows(), color: out.color(), unicode: out.unicode(), width: out.width() }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use clap::Parser;
    use paratrace_analyzer::model::Call;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        show: ShowOptions,
    }

    fn options(words: &str) -> ShowOptions {
        Line::parse_from(format!("analyze {words}").split(' ')).show
    }

    #[test]
    fn the_json_of_a_large_program_is_cut_unless_all_is_asked_for() {
        let golden = include_str!("../../report/tests/golden/raytracer.json");
        let mut report: Report = serde_json::from_str(golden).unwrap();
        let call = |n| Call { caller: format!("A.a{n}()V"), callee: "A.b()V".to_owned(), count: 1 };
        report.calls = (0..1200).map(call).collect();
        let calls = |words| options(words).written(report.clone()).calls.len();
        assert_eq!((calls("--json a.json"), calls("--json a.json --full")), (500, 1200));
    }

    #[test]
    fn memory_is_in_bytes_or_larger_units() {
        let memory = |words| options(words).wanted().memory;
        assert_eq!((memory("--top 3"), memory("--memory 700")), (None, Some(700)));
        assert_eq!((memory("--memory 3k"), memory("--memory 12G")), (Some(3072), Some(12 << 30)));
        for bad in ["", "0", "G", "-1", "1.5G", "1GB", "é", "99999999999T"] {
            assert!(bytes(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn edges_have_limits_of_their_own() {
        let limits = |words| {
            let wanted = options(words).wanted();
            let communication = wanted.communication.unwrap();
            (wanted.edges, communication.edges, communication.path_bytes)
        };
        assert_eq!(limits("--top 3"), (limits::LISTED_EDGES, limits::LISTED_FLOWS, limits::PATH_BYTES));
        assert_eq!(options("--full").wanted().advice, ListedAdvice::ALL);
        assert_eq!(options("--top 3").wanted().advice, limits::LISTED_ADVICE);
        assert_eq!(limits("--full"), (Listed::ALL, limits::LISTED_FLOWS, usize::MAX));
        assert_eq!(limits("--full --edges 7 --flows all"), (Listed::at_most(7), usize::MAX, usize::MAX));
    }
}
