//! The result as one HTML file that needs no network: charts, flame graphs, tables.

use super::words::{counted, label};
use super::{notes, verdict};
use paratrace_scaling::export::{Profiles, profiles};
use paratrace_scaling::measurements::{Measurements, Metric};
use paratrace_scaling::model::{Group, Scaling};
use paratrace_scaling::{Classes, ScalingError};
use serde::Serialize;
use std::collections::BTreeMap;

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: [&str; 4] =
    [include_str!("base.js"), include_str!("charts.js"), include_str!("flame.js"), include_str!("main.js")];

/// Why there is no page.
#[derive(Debug)]
pub enum HtmlError {
    /// The runs are not those of the result, or cannot be analysed.
    Runs(ScalingError),
    /// The result has no form in JSON.
    Json(serde_json::Error),
}

impl std::fmt::Display for HtmlError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("no page can be made")
    }
}

impl std::error::Error for HtmlError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Runs(error) => Some(error),
            Self::Json(error) => Some(error),
        }
    }
}

/// What the page's script reads.
#[derive(Serialize)]
struct Data<'a> {
    verdict: String,
    doubts: Vec<String>,
    notes: Vec<String>,
    labels: BTreeMap<Group, &'static str>,
    metrics: BTreeMap<Metric, &'static str>,
    scaling: &'a Scaling,
    profiles: Profiles<'a>,
}

const GROUPS: [Group; 8] = [
    Group::SequentialFraction,
    Group::Instructions,
    Group::Cpi,
    Group::Work,
    Group::LoadImbalance,
    Group::LockContention,
    Group::Spinning,
    Group::Idle,
];
const METRICS: [Metric; 15] = [
    Metric::Elapsed,
    Metric::Cycles,
    Metric::Instructions,
    Metric::CacheMisses,
    Metric::CpuTime,
    Metric::WallTime,
    Metric::LockTime,
    Metric::Bytecodes,
    Metric::SimulatedMisses,
    Metric::SimulatedSecondMisses,
    Metric::SimulatedThirdMisses,
    Metric::SimulatedFourthMisses,
    Metric::SimulatedTime,
    Metric::SimulatedLockTime,
    Metric::SimulatedWallTime,
];

/// The page; the runs are those that the result is of.
///
/// # Errors
///
/// The runs cannot be those of the result.
pub fn html(measured: &Measurements, scaling: &Scaling) -> Result<String, HtmlError> {
    let classes = Classes::of(measured, &scaling.settings).map_err(HtmlError::Runs)?;
    let data = Data {
        verdict: verdict(scaling),
        doubts: notes::doubtful(scaling),
        notes: notes::further(scaling),
        labels: GROUPS.map(|group| (group, label(group))).into(),
        metrics: METRICS.map(|metric| (metric, counted(metric))).into(),
        scaling,
        profiles: profiles(measured, &classes),
    };
    let json = serde_json::to_string(&data).map_err(HtmlError::Json)?;
    // The data come last: what they contain is replaced nowhere.
    let page = PAGE.replace("/*STYLE*/", STYLE).replace("/*SCRIPT*/", &SCRIPT.concat());
    Ok(page.replacen("/*DATA*/", &inert(&json), 1))
}

/// JSON in which nothing ends the element that it is in. `<` is only ever part of strings there.
fn inert(json: &str) -> String {
    json.replace('<', "\\u003c")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_do_not_end_their_element() {
        assert_eq!(inert(r#"["</script><!--"]"#), r#"["\u003c/script>\u003c!--"]"#);
    }
}
