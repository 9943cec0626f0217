//! Which threads of a run are one worker.
//!
//! The busiest thread stands for the time that a region takes (equation 11) only if all of its threads run at once. A program
//! may as well start new threads for each section: then each does little, and the busiest one says nothing. Names tell
//! which threads followed one another, if there are as many names as threads were asked for. Where they do not tell, the
//! busiest worker is not known, and nothing is guessed.

use std::collections::BTreeMap;

/// What others than the workers may do of all work, and the share of an even part that makes a worker: somebody may help for a
/// moment.
const NOTABLE: f64 = 0.05;

/// Groups of threads (by index) that are one worker each. `None`: more threads worked than were asked for, and their names do
/// not tell which of them followed one another.
///
/// One more than was asked for is no surprise: who hands out work may help.
pub(crate) fn workers(threads: &[(&str, f64)], asked: u32) -> Option<Vec<Vec<usize>>> {
    let asked = asked as usize;
    let each = threads.iter().map(|(_, amount)| *amount).collect();
    if others(each, asked) <= NOTABLE {
        return Some((0..threads.len()).map(|index| vec![index]).collect());
    }
    let mut names: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, (name, _)) in threads.iter().enumerate() {
        names.entry(name).or_default().push(index);
    }
    let amount = |group: &Vec<usize>| {
        group.iter().filter_map(|&index| threads.get(index)).map(|(_, amount)| amount).sum::<f64>()
    };
    let merged: Vec<f64> = names.values().map(amount).collect();
    let even = merged.iter().sum::<f64>() / asked as f64;
    let working = merged.iter().filter(|&&amount| amount > NOTABLE * even).count();
    (working >= asked && others(merged, asked) <= NOTABLE).then(|| names.into_values().collect())
}

/// The share of all work that is not of those with most: as many as were asked for, and one more.
fn others(mut amounts: Vec<f64>, asked: usize) -> f64 {
    let total: f64 = amounts.iter().sum();
    amounts.sort_by(|a, b| b.total_cmp(a));
    let others: f64 = amounts.iter().skip(asked.saturating_add(1)).sum();
    if total > 0.0 { others / total } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_that_run_at_once_are_workers_whatever_their_names() {
        let threads = [("w", 5.0), ("w", 4.0), ("main", 1.0)];
        assert_eq!(workers(&threads, 2), Some(vec![vec![0], vec![1], vec![2]]));
    }

    #[test]
    fn threads_of_one_name_followed_one_another() {
        let threads = [("w-0", 5.0), ("w-1", 4.0), ("w-0", 3.0), ("w-1", 2.0), ("main", 0.1)];
        assert_eq!(workers(&threads, 2), Some(vec![vec![4], vec![0, 2], vec![1, 3]]));
    }

    #[test]
    fn many_small_threads_are_no_small_matter() {
        let threads = [("w", 1.0); 40];
        assert_eq!(workers(&threads, 1).map(|workers| workers.len()), Some(1));
        assert_eq!(workers(&threads, 2), None);
    }

    #[test]
    fn other_names_do_not_tell() {
        assert_eq!(workers(&[("a", 1.0), ("b", 1.0), ("c", 1.0), ("d", 1.0)], 2), None);
        assert_eq!(workers(&[("w", 1.0), ("w", 1.0), ("w", 1.0), ("w", 1.0)], 2), None);
    }
}
