//! Which candidates are suggested, and what following the advice about them gains.

use paratrace_analyzer::Report;
use paratrace_analyzer::model::{Candidate, Gain, Plan, WORTHWHILE};

use crate::numbers::{count, plural, ratio};

/// Returns whether following the advice about a candidate gains anything on some of the cores asked for.
pub(crate) fn is_suggested(c: &Candidate) -> bool {
    if c.gains.is_empty() { c.speedup >= WORTHWHILE } else { c.gains.iter().any(Gain::is_worthwhile) }
}

/// The suggestions, of those that run inside one another only the best.
pub(crate) fn suggestions(report: &Report) -> impl Iterator<Item = &Candidate> {
    report.candidates.iter().filter(|c| is_taken(c))
}

pub(crate) fn is_taken(c: &Candidate) -> bool {
    !c.verdict.is_stopped() && is_suggested(c) && c.instead_of.is_none()
}

/// What the best plans bring, one for each number of cores.
pub(crate) fn plan_gains(report: &Report) -> Vec<Gain> {
    let gain = |plan: &Plan| Some(Gain { cores: plan.cores?, speedup: plan.speedup, grain: 1 });
    report.plans.iter().filter_map(gain).collect()
}

/// Speed-ups in a sentence: `1.9× on 2 cores, 3.4× on 8`.
pub(crate) fn gains(gains: &[Gain]) -> String {
    let mut told: Vec<String> = Vec::new();
    for gain in gains.iter().filter(|gain| gain.is_worthwhile()) {
        let cores = u64::from(gain.cores);
        let cores = if told.is_empty() { plural(cores, "core", "cores") } else { count(cores) };
        told.push(format!("{}× on {cores}", ratio(gain.speedup)));
    }
    told.join(", ")
}
