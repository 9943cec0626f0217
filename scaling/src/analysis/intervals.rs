//! How certain efficiencies and speed-ups are: the jackknife over iterations.
//!
//! A figure follows from the means of several metrics, whose runs belong together iteration by iteration. It is computed once more without
//! each of them; how far the results lie apart tells its variance (Efron and Stein, *The jackknife estimate of variance*, 1981).

use crate::model::{Evaluation, Point};
use crate::value::jackknife;
use crate::{NotKnown, Value};

/// Gives the evaluations of points their intervals, from the points without each iteration.
pub(super) fn add(points: &mut [Point], without: &[Vec<Point>]) {
    for (index, point) in points.iter_mut().enumerate() {
        let others = without.iter().map(|points| points.get(index).map(|point| &point.evaluation));
        let intervals = others.collect::<Option<Vec<_>>>().and_then(|others| intervals(&point.evaluation, &others));
        point.evaluation.intervals = intervals.map(Box::new);
    }
}

/// The half widths of all figures. `None`: without an iteration there are others.
fn intervals(of: &Evaluation, without: &[&Evaluation]) -> Option<Evaluation> {
    let groups = |of: &Evaluation| of.possible.iter().map(|possible| possible.without.clone()).collect::<Vec<_>>();
    let alike = |other: &&Evaluation| groups(other) == groups(of) && other.regions.len() == of.regions.len();
    if without.len() < 2 || !without.iter().all(alike) {
        return None;
    }
    let figures = |of: &Evaluation| {
        let (mut of, mut figures) = (of.clone(), Vec::new());
        of.each(&mut |value| figures.push(*value));
        figures
    };
    let others: Vec<Vec<Value>> = without.iter().map(|other| figures(other)).collect();
    let mut half_widths = Evaluation { stack: None, intervals: None, ..of.clone() };
    half_widths.regions.iter_mut().for_each(|region| region.imbalance = None);
    let mut index = 0;
    half_widths.each(&mut |value| {
        let other = |figures: &Vec<Value>| figures.get(index)?.known();
        if value.known().is_some() {
            let half_width =
                others.iter().map(other).collect::<Option<Vec<f64>>>().and_then(|others| jackknife(&others));
            *value = half_width.map_or(Value::NotKnown(NotKnown::Spread), Value::Known);
        }
        index += 1;
    });
    Some(half_widths)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use crate::measurements::{MEASUREMENTS_SCHEMA, Version};
    use crate::measurements::{Measurements, Metric, RegionPattern, Run, Sample, Stack, ThreadKind, ThreadProfile};
    use crate::model::Evaluation;
    use crate::{NotKnown, Settings, Value, analyze};

    /// Numbers as good as random (Marsaglia, *Xorshift RNGs*, 2003).
    struct Random(u64);

    impl Random {
        /// From 0 to 1.
        fn uniform(&mut self) -> f64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 11) as f64 / (1_u64 << 53) as f64
        }

        /// A value that varies by 4 % around this one, as good as normally.
        fn around(&mut self, mean: f64) -> f64 {
            let normal: f64 = (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0;
            mean * (1.0 + 0.04 * normal)
        }
    }

    /// Runs of a program with 400 cycles of sequential work and 600 of others, which become 350 each on two threads.
    fn measured(random: &mut Random, iterations: u32) -> Measurements {
        let mut runs = Vec::new();
        for iteration in 0..iterations {
            let mut run = |version, amounts: &[(&str, u32, f64)]| {
                let thread = |&(name, stack, mean): &(&str, u32, f64)| ThreadProfile {
                    name: name.to_owned(),
                    id: 0,
                    kind: ThreadKind::Application,
                    samples: vec![Sample { stack, value: random.around(mean), time: None }],
                };
                let profiles = amounts.iter().map(thread).collect();
                let threads = if version == Version::Parallel { 2 } else { 1 };
                runs.push(Run { version, threads, iteration, metric: Metric::Cycles, elapsed_ns: 1, profiles });
            };
            run(Version::Sequential, &[("main", 0, 400.0), ("main", 1, 600.0)]);
            run(Version::Parallel, &[("main", 0, 400.0), ("w-0", 1, 350.0), ("w-1", 1, 300.0)]);
        }
        let region = |pattern: &str| RegionPattern {
            name: "work".to_owned(),
            sequential: pattern.to_owned(),
            parallel: pattern.to_owned(),
        };
        Measurements {
            schema: MEASUREMENTS_SCHEMA.to_owned(),
            regions: vec![region("work$")],
            frames: vec!["A.main".to_owned(), "A.work".to_owned()],
            stacks: vec![Stack { frames: vec![0] }, Stack { frames: vec![0, 1] }],
            runs,
            ..Measurements::default()
        }
    }

    fn evaluated(random: &mut Random, iterations: u32) -> Evaluation {
        let found = analyze(&measured(random, iterations), &Settings::default()).unwrap();
        found.points[0].evaluation.clone()
    }

    #[test]
    fn intervals_have_the_true_value_as_often_as_they_say() {
        let (mut random, rounds, truth) = (Random(7), 1000, 1000.0 / (400.0 + 350.0));
        let (mut hits, mut widths) = (0, 0.0);
        for _ in 0..rounds {
            let of = evaluated(&mut random, 5);
            let half = of.intervals.unwrap().speedup.known().unwrap();
            hits += u32::from((of.speedup.known().unwrap() - truth).abs() <= half);
            widths += half;
        }
        let share = f64::from(hits) / f64::from(rounds);
        assert!((share - 0.95).abs() < 0.02, "{share}");
        assert!(widths / f64::from(rounds) < 0.1 * truth, "{widths}");
    }

    #[test]
    fn single_runs_have_none_and_what_is_not_known_stays() {
        assert!(evaluated(&mut Random(7), 1).intervals.is_none());
        let of = evaluated(&mut Random(7), 2).intervals.unwrap();
        assert_eq!(of.sequential.instructions, Value::NotKnown(NotKnown::Instructions));
        assert!(of.intervals.is_none() && of.stack.is_none());
    }
}
