//! Bars that the corpus has to pass.

use anyhow::{Result, bail};

use super::table::{Row, Table};

/// Methods with code that may stay untraced, of all.
const MAX_UNTRACED: f64 = 0.001;

/// An error that lists all that is wrong. The share of untraced methods is one of the `whole` corpus.
pub(crate) fn check(table: &Table, whole: bool) -> Result<()> {
    let mut faults: Vec<String> = table.rows.iter().flat_map(faults).collect();
    let (left, with_code) = table.untraced();
    if whole && left as f64 > MAX_UNTRACED * with_code as f64 {
        faults.push(format!("{left} of {with_code} methods are not traced: more than {} %", 100.0 * MAX_UNTRACED));
    }
    match faults.len() {
        0 => Ok(()),
        count => bail!("{count} faults\n{}", faults.join("\n")),
    }
}

fn faults(row: &Row) -> Vec<String> {
    let name = &row.name;
    let mut faults: Vec<String> = row.failure.iter().map(|failure| format!("{name}: {failure}")).collect();
    if let Some(rewritten) = &row.rewritten {
        faults.extend(rewritten.not_identical.iter().map(|class| format!("{name}: {class} changes without probes")));
        let counted = rewritten.traced + rewritten.count(|reason| !reason.is_empty());
        if counted != rewritten.methods {
            faults.push(format!("{name}: {} methods are untraced without a reason", rewritten.methods - counted));
        }
    }
    for judged in row.verdicts.iter().flatten() {
        faults.extend(judged.rejected.iter().map(|(class, why)| format!("{name}: {class} is rejected: {why}")));
    }
    faults
}
