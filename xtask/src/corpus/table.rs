//! The results as a table.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::Result;
use paratrace_verifier::Jdk;
use serde::{Deserialize, Serialize};

use super::judge::Judged;
use super::rewrite::{NO_CODE, PLATFORM, Rewritten};

/// One input.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) name: String,
    /// Why there is no result.
    pub(crate) failure: Option<String>,
    pub(crate) rewritten: Option<Rewritten>,
    /// In the order of the JDKs; none if a JDK cannot load the classes.
    pub(crate) verdicts: Vec<Option<Judged>>,
}

impl Row {
    pub(crate) fn new(name: String, rewritten: Rewritten, verdicts: Vec<Judged>) -> Row {
        Row::partial(name, rewritten, verdicts.into_iter().map(Some).collect())
    }

    /// A row in which some JDKs are left out.
    pub(crate) fn partial(name: String, rewritten: Rewritten, verdicts: Vec<Option<Judged>>) -> Row {
        Row { name, failure: None, rewritten: Some(rewritten), verdicts }
    }

    pub(crate) fn failed(name: String, error: &anyhow::Error) -> Row {
        Row { name, failure: Some(format!("{error:#}")), rewritten: None, verdicts: Vec::new() }
    }

    /// The row that an earlier run has written.
    pub(crate) fn load(file: &Path) -> Option<Row> {
        let row: Row = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
        row.failure.is_none().then_some(row)
    }

    /// Keeps it for a later run.
    pub(crate) fn save(&self, file: &Path) -> Result<()> {
        fs::create_dir_all(file.parent().unwrap_or(Path::new("")))?;
        Ok(serde_json::to_writer(fs::File::create(file)?, self)?)
    }

    /// One line for those who wait.
    pub(crate) fn progress(&self) -> String {
        format!("{}: {}", self.name, self.cells(self.verdicts.len()).join(" | "))
    }

    fn cells(&self, jdks: usize) -> Vec<String> {
        let Some(done) = &self.rewritten else { return vec![self.failure.clone().unwrap_or_default()] };
        let identical = match done.not_identical.len() {
            0 => "yes".to_owned(),
            count => format!("{count} not"),
        };
        let mut cells = vec![grouped(done.found), grouped(done.with_code()), grouped(done.left()), identical];
        cells.extend((0..jdks).map(|at| self.verdicts.get(at).and_then(Option::as_ref).map_or("".to_owned(), verdict)));
        cells.push(rate(done.class_bytes, done.cpu_seconds));
        cells.push(grouped((done.peak_bytes >> 20) as usize));
        cells
    }
}

/// All inputs.
#[derive(Debug, Serialize)]
pub(crate) struct Table {
    /// Versions.
    pub(crate) jdks: Vec<String>,
    pub(crate) rows: Vec<Row>,
}

impl Table {
    pub(crate) fn new(jdks: &[Jdk]) -> Result<Table> {
        Ok(Table { jdks: jdks.iter().map(Jdk::version).collect::<Result<_>>()?, rows: Vec::new() })
    }

    /// Methods with code that are not traced, and all with code.
    pub(crate) fn untraced(&self) -> (usize, usize) {
        let done = || self.rows.iter().filter_map(|row| row.rewritten.as_ref());
        (done().map(Rewritten::left).sum(), done().map(Rewritten::with_code).sum())
    }

    /// The page for `docs/corpus.md`.
    pub(crate) fn markdown(&self) -> String {
        let mut text = String::from(HEAD);
        let jdks: String = self.jdks.iter().map(|version| format!(" {version} |")).collect();
        let _ = writeln!(text, "| input | classes | methods | untraced | identical |{jdks} MB/s | peak MiB |");
        let _ = writeln!(text, "|---|---:|---:|---:|---|{}---:|---:|", "---|".repeat(self.jdks.len()));
        for row in &self.rows {
            let _ = writeln!(text, "| {} | {} |", row.name, row.cells(self.jdks.len()).join(" | "));
        }
        let _ = writeln!(text, "| **all** | {} |", self.total().cells(self.jdks.len()).join(" | "));
        text + &self.reasons()
    }

    fn total(&self) -> Row {
        let mut sum = Rewritten::default();
        let mut verdicts: Vec<Judged> = self.jdks.iter().map(|_| Judged::default()).collect();
        for row in &self.rows {
            if let Some(done) = &row.rewritten {
                sum.add(done);
            }
            for (total, judged) in verdicts.iter_mut().zip(&row.verdicts) {
                judged.iter().for_each(|judged| total.add(judged));
            }
        }
        Row::new("all".to_owned(), sum, verdicts)
    }

    /// Why methods are not traced, over all inputs.
    fn reasons(&self) -> String {
        let total = self.total();
        let (left, with_code) = self.untraced();
        let share = 100.0 * left as f64 / with_code.max(1) as f64;
        let mut text =
            format!("\n{left} of {} methods with code are not traced: {share:.4} %.\n\n", grouped(with_code));
        let reasons: BTreeMap<String, usize> = total.rewritten.map(|done| done.untraced).unwrap_or_default();
        text += "| left as they were | methods |\n|---|---:|\n";
        for (reason, count) in &reasons {
            let note = match reason.as_str() {
                reason if NO_CODE.contains(&reason) => " (no code)",
                PLATFORM => " (packages of the platform: the JVM takes its own classes)",
                _ => "",
            };
            let _ = writeln!(text, "| {reason}{note} | {} |", grouped(*count));
        }
        text
    }
}

const HEAD: &str = "\
# The corpus

Every class of these inputs, fully instrumented, linked by these JVMs with all verification on, behind canaries that
they must reject. `cargo xtask corpus > docs/corpus.md` makes this page; `--help` tells more.

*classes*: class files, those of nested jars included. *methods*: those with code; *untraced*: of these, left as they
were for a reason below. *identical*: every class is the same, byte for byte, after a rewriting without probes. Columns of JDKs:
classes linked, and those that were not: *rejected* by the verifier although the original is not (the bar is none), *bad before*:
rejected like the original, *unresolved*: a class that they need is missing, *too new* for the JDK, *elsewhere*: the platform has a
class of that name and it is the one that is loaded. *MB/s*: class bytes per second of one core, reading and writing the jar included;
*peak*: most memory of that process. JDKs: their own classes, put in front of them with `--patch-module`; the classes of a
JDK are only for itself.

";

fn verdict(judged: &Judged) -> String {
    let others = [
        (judged.rejected.len(), "rejected"),
        (judged.rejected_before, "bad before"),
        (judged.unresolved, "unresolved"),
        (judged.unsupported, "too new"),
        (judged.elsewhere, "elsewhere"),
    ];
    let mut text = grouped(judged.linked);
    for (count, what) in others.into_iter().filter(|(count, _)| *count > 0) {
        let _ = write!(text, ", {} {what}", grouped(count));
    }
    text
}

fn rate(bytes: usize, seconds: f64) -> String {
    if seconds > 0.0 { format!("{:.1}", bytes as f64 / 1e6 / seconds) } else { String::new() }
}

/// 1234567 as `1,234,567`.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
