//! Estimates of the gain of a candidate.

/// Returns the number of overlapping tasks that each need a value of an earlier one (DOACROSS). A task of `duration`
/// nodes reads what a task `tasks` before it wrote `distance` nodes earlier. So it can start `delay` nodes after that
/// task.
pub(super) fn overlap(duration: f64, distance: u64, tasks: u32) -> f64 {
    let tasks = f64::from(tasks.max(1));
    // In sequence, `tasks` durations lie between the two tasks; `distance` nodes separate write and read.
    let delay = (tasks * duration - distance as f64 + 1.0).max(1.0);
    (tasks * duration / delay).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_reads_overlap_more() {
        // The last node of a task writes what the first node of the next one reads: nothing overlaps.
        assert!((overlap(100.0, 1, 1) - 1.0).abs() < 1e-9);
        // Written at the beginning, read at the end.
        assert!(overlap(100.0, 199, 1) >= 100.0);
        // Every fourth task depends: four at a time.
        assert!((overlap(100.0, 301, 4) - 4.0).abs() < 1e-9);
    }
}
