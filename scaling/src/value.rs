//! Numbers that may not be defined or not be known, and means of several runs.

use serde::{Deserialize, Serialize};

/// A figure, or why there is none. As JSON: `{"known": 0.9}`, `{"undefined": "empty-part"}`, `{"not-known": "cycles"}`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Value {
    /// A finite number.
    Known(f64),
    /// All that it needs is known, and it has no value.
    Undefined(Undefined),
    /// What it needs was not measured.
    NotKnown(NotKnown),
}

/// Why a figure has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Undefined {
    /// It would be 0/0 or more than any number: one version did nothing in this part.
    EmptyPart,
    /// Nothing of the sequential version is work of a region, so that all of it cannot be.
    NothingParallel,
    /// Waiting for locks took as long as the part itself, or longer: E_LC is 0 or less.
    WaitsExceedTime,
    /// The program did nothing at all.
    NoWork,
}

/// What would have to be measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum NotKnown {
    /// Cycles or CPU time of both versions.
    Cycles,
    /// Instructions or executed bytecode of both versions.
    Instructions,
    /// Waiting for locks.
    LockTime,
    /// Wall time.
    WallTime,
    /// Runs without a profiler.
    Elapsed,
    /// Nothing more: it cannot be told which of many threads followed one another.
    Workers,
    /// Nothing more: of how certain a figure is, which has no value without one of the iterations.
    Spread,
}

impl Value {
    /// The number, if there is one.
    #[must_use]
    pub fn known(self) -> Option<f64> {
        match self {
            Self::Known(value) => Some(value),
            Self::Undefined(_) | Self::NotKnown(_) => None,
        }
    }

    /// `above / below`, which is undefined for this reason if it is no finite number.
    pub(crate) fn ratio(above: f64, below: f64, otherwise: Undefined) -> Self {
        let ratio = above / below;
        if ratio.is_finite() { Self::Known(ratio) } else { Self::Undefined(otherwise) }
    }
}

/// The mean of several runs.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Half the width of the mean's 95 % confidence interval (Student's t). Absent for a single run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub half_width: Option<f64>,
    /// Number of runs.
    pub runs: u32,
}

/// Two-sided 95 % quantiles of Student's t for 1 to 30 degrees of freedom.
const QUANTILES: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
    2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
];

/// The quantile of the normal distribution, and the next terms of t's expansion around it: exact to three digits from 30 on.
fn quantile(freedom: usize) -> f64 {
    const NORMAL: f64 = 1.959_964;
    let n = freedom as f64;
    let cube = NORMAL.powi(3);
    match freedom.checked_sub(1).and_then(|index| QUANTILES.get(index)) {
        Some(&quantile) => quantile,
        None => {
            NORMAL + (cube + NORMAL) / (4.0 * n) + (5.0 * NORMAL.powi(5) + 16.0 * cube + 3.0 * NORMAL) / (96.0 * n * n)
        }
    }
}

/// Half the width of a figure's 95 % confidence interval, from the figures without each of the iterations. `None`: there are fewer than two.
pub(crate) fn jackknife(without: &[f64]) -> Option<f64> {
    let all = Estimate::of(without)?;
    // The figures without one iteration differ less than those of one iteration, by this factor.
    let apart = without.len() as f64 - 1.0;
    all.half_width.map(|half| half * apart).filter(|half| half.is_finite())
}

impl Estimate {
    /// The mean of some values. `None`: there are none.
    #[must_use]
    pub fn of(values: &[f64]) -> Option<Self> {
        let count = values.len();
        if count == 0 {
            return None;
        }
        let mean = values.iter().sum::<f64>() / count as f64;
        let half_width = (count > 1).then(|| {
            let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
            quantile(count - 1) * (squares / (count - 1) as f64 / count as f64).sqrt()
        });
        Some(Self { mean, half_width, runs: u32::try_from(count).unwrap_or(u32::MAX) })
    }

    /// The same in another unit.
    #[must_use]
    pub fn scaled(self, by: f64) -> Self {
        Self { mean: self.mean * by, half_width: self.half_width.map(|half| half * by.abs()), ..self }
    }

    /// A ratio of two means. Its interval is that of its linearisation, with the degrees of freedom of the smaller sample.
    pub(crate) fn ratio(self, below: Self) -> Option<Self> {
        let mean = self.mean / below.mean;
        if !mean.is_finite() {
            return None;
        }
        let runs = self.runs.min(below.runs);
        let relative = |of: Self| Some(of.half_width? / of.mean / quantile(of.runs as usize - 1));
        let half_width = relative(self)
            .zip(relative(below))
            .map(|(above, below)| quantile(runs as usize - 1) * mean.abs() * above.hypot(below));
        Some(Self { mean, half_width: half_width.filter(|half| half.is_finite()), runs })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_those_of_a_textbook() {
        let of = Estimate::of(&[10.0, 12.0, 14.0]).unwrap();
        assert_eq!((of.mean, of.runs), (12.0, 3));
        assert!((of.half_width.unwrap() - 4.303 * 2.0 / 3f64.sqrt()).abs() < 1e-9);
        assert_eq!(Estimate::of(&[3.0]).unwrap().half_width, None);
        assert_eq!(Estimate::of(&[]), None);
    }

    #[test]
    fn the_jackknife_of_a_mean_is_its_interval() {
        let values = [10.0, 12.0, 15.0, 11.0];
        let without = [0, 1, 2, 3].map(|left: usize| {
            let others = values.iter().enumerate().filter(|(index, _)| *index != left);
            others.map(|(_, value)| value).sum::<f64>() / 3.0
        });
        let expected = Estimate::of(&values).unwrap().half_width.unwrap();
        assert!((jackknife(&without).unwrap() - expected).abs() < 1e-9);
        assert_eq!((jackknife(&[1.0]), jackknife(&[])), (None, None));
    }

    #[test]
    fn quantiles_go_on_where_the_table_ends() {
        assert!((quantile(31) - 2.0395).abs() < 1e-3);
        assert!((quantile(100) - 1.984).abs() < 1e-3);
    }

    #[test]
    fn ratios_have_the_spread_of_both() {
        let (two, one) = (Estimate::of(&[19.0, 21.0]).unwrap(), Estimate::of(&[10.0, 10.0]).unwrap());
        let ratio = two.ratio(one).unwrap();
        assert_eq!((ratio.mean, ratio.runs), (2.0, 2));
        assert!((ratio.half_width.unwrap() - two.half_width.unwrap() / 10.0).abs() < 1e-9);
        assert_eq!(one.ratio(Estimate::of(&[5.0]).unwrap()).unwrap().half_width, None);
        assert_eq!(one.ratio(Estimate::of(&[0.0]).unwrap()), None);
    }

    #[test]
    fn zero_by_zero_has_no_value() {
        assert_eq!(Value::ratio(0.0, 0.0, Undefined::EmptyPart).known(), None);
        assert_eq!(Value::ratio(1.0, 2.0, Undefined::EmptyPart), Value::Known(0.5));
    }
}
