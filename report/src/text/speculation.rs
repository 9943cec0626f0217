//! Searches in words: what is lost if iterations are tried ahead of those that decide whether there are more.

use crate::numbers::{count, percent, plural};
use paratrace_analyzer::model::Candidate;

/// Says of a search with so many iterations in all how many of them would be run in vain on the cores that candidates are ranked
/// by. When one ends the search, the other cores are at the next ones, as far as all take equally long.
pub(super) fn how(c: &Candidate, iterations: u64) -> String {
    let decide = "decide whether there are more of them";
    let in_vain = u64::from(c.cores.saturating_sub(1));
    if in_vain == 0 {
        return format!("{decide}: they could only be tried ahead");
    }
    let lost = in_vain * c.instances;
    let share = lost as f64 / (lost + iterations).max(1) as f64;
    let searches = if c.instances == 1 { String::new() } else { " of each search".to_owned() };
    let are = if in_vain == 1 { "is" } else { "are" };
    let cores = plural(c.cores.into(), "core", "cores");
    format!(
        "{decide}: tried ahead on {cores}, {}{searches} {are} run in vain, {} of the work",
        count(in_vain),
        percent(share)
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use serde_json::json;

    fn told(cores: u32, instances: u64, iterations: u64) -> String {
        let candidate = json!({
            "kind": "loop", "method": "app/Find.first()I", "pc": 3, "file": "Find.java", "line": 5, "coverage": 0.9,
            "instances": instances, "tasks": iterations, "duration_mean": 10.0, "parallelism": 1.0,
            "self_parallelism": 1.0, "violating_raw": 0, "verdict": "search", "speedup": 1.0, "cores": cores,
            "blockers": []
        });
        how(&serde_json::from_value(candidate).unwrap(), iterations)
    }

    #[test]
    fn the_work_in_vain_grows_with_the_cores() {
        let decide = "decide whether there are more of them";
        assert_eq!(told(2, 1, 99), format!("{decide}: tried ahead on 2 cores, 1 is run in vain, 1.0 % of the work"));
        let each = "tried ahead on 8 cores, 7 of each search are run in vain, 41.2 % of the work";
        assert_eq!(told(8, 10, 100), format!("{decide}: {each}"));
        assert_eq!(told(1, 1, 99), format!("{decide}: they could only be tried ahead"));
    }
}
