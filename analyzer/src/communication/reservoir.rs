//! Reservoir sampling: a uniform sample of a stream of unknown length.
//!
//! Algorithm L (K.-H. Li: *Reservoir-sampling algorithms of time complexity O(n(1 + log(N/n)))*, 1994) draws the number
//! of values to skip before the next one that enters the reservoir. So skipped values cost one subtraction together.

use super::random::Random;

/// Options of a reservoir sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sampling {
    /// Size of the sample, in reads.
    pub size: u32,
    /// Seed of the random numbers; the same seed draws the same sample.
    pub seed: u64,
    /// Probability, between 0 and 1, with which an interval covers the true share.
    pub confidence: f64,
}

/// Returns half the width of a standard normal interval with this probability, in standard deviations: 1.959964 for
/// 0.95.
///
/// The distribution function is summed as Marsaglia's series (*Evaluating the normal distribution*, 2004), and inverted
/// by bisection.
pub fn quantile(confidence: f64) -> f64 {
    let (mut low, mut high) = (0.0, 12.0);
    for _ in 0..64 {
        let middle = (low + high) / 2.0;
        if 2.0 * normal(middle) < confidence {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

/// Returns the probability that a standard normal number lies between 0 and `z`.
fn normal(z: f64) -> f64 {
    let (mut sum, mut term, mut k) = (z, z, 1.0);
    while term > sum * 1e-17 {
        k += 2.0;
        term *= z * z / k;
        sum += term;
    }
    sum * (-z * z / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt()
}

/// Returns the sample size that an estimate of edge shares needs: `n ≥ 1 + z²(1−F)/(r²F)`.
///
/// With probability `confidence`, the share of an edge that has at least `share` of all reads is then off by at most
/// `error`, relatively. The result is `None` unless all three are between 0 and 1.
///
/// ```
/// use paratrace_analyzer::sample_size;
///
/// assert_eq!(sample_size(0.05, 0.95, 0.01), Some(152_123));
/// assert_eq!(sample_size(0.0, 0.95, 0.01), None);
/// ```
pub fn sample_size(error: f64, confidence: f64, share: f64) -> Option<u64> {
    let inside = |x: f64| x > 0.0 && x < 1.0;
    if !(inside(error) && inside(confidence) && inside(share)) {
        return None;
    }
    let z = quantile(confidence);
    Some((1.0 + z * z * (1.0 - share) / (error * error * share)).ceil() as u64)
}

/// A uniform sample of the values offered so far.
#[derive(Debug)]
pub(crate) struct Reservoir<T> {
    size: usize,
    random: Random,
    items: Vec<T>,
    /// Number of values to skip before the next one enters.
    skip: u64,
    /// The largest of `size` uniform numbers assigned to the values in the sample.
    threshold: f64,
    offered: u64,
}

impl<T> Reservoir<T> {
    pub(crate) fn new(sampling: &Sampling) -> Self {
        let random = Random::new(sampling.seed);
        Self { size: sampling.size.max(1) as usize, random, items: Vec::new(), skip: 0, threshold: 1.0, offered: 0 }
    }

    /// Skips `count` values if none of them would enter. Returns whether it did.
    #[inline]
    pub(crate) fn passes(&mut self, count: u64) -> bool {
        let passes = count <= self.skip;
        if passes {
            self.skip -= count;
            self.offered += count;
        }
        passes
    }

    /// Offers the same value `count` times.
    #[inline]
    pub(crate) fn offer(&mut self, mut count: u64, make: impl Fn() -> T) {
        while !self.passes(count) {
            self.offered += self.skip + 1;
            count -= self.skip + 1;
            self.enter(make());
        }
    }

    fn enter(&mut self, value: T) {
        if self.items.len() < self.size {
            self.items.push(value);
            self.skip = 0;
            if self.items.len() < self.size {
                return;
            }
        } else {
            let at = self.random.below(self.size as u32);
            self.items[at as usize] = value;
        }
        self.threshold *= (self.random.unit().ln() / self.size as f64).exp();
        let skip = self.random.unit().ln() / (-self.threshold).ln_1p();
        self.skip = if skip.is_finite() { skip as u64 } else { u64::MAX };
    }

    /// Returns the sample, and the number of values offered.
    pub(crate) fn finish(self) -> (Vec<T>, u64) {
        (self.items, self.offered)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_tables() {
        for (confidence, z) in
            [(0.5, 0.674_489_750_196), (0.9, 1.644_853_626_951), (0.95, 1.959_963_984_540), (0.999, 3.290_526_731_492)]
        {
            assert!((quantile(confidence) - z).abs() < 1e-10, "{confidence}: {}", quantile(confidence));
        }
    }

    /// The published example: 5 % error, 95 % confidence, shares from 0.1 % on.
    #[test]
    fn size_of_the_published_example() {
        assert_eq!(sample_size(0.05, 0.95, 0.001), Some(1_535_048));
        assert_eq!(sample_size(0.0, 0.95, 0.001), None);
        assert_eq!(sample_size(0.05, 1.0, 0.001), None);
        assert_eq!(sample_size(0.05, 0.95, f64::NAN), None);
    }

    fn sample(seed: u64, size: u32, stream: &[u64]) -> (Vec<u64>, u64) {
        let mut reservoir = Reservoir::new(&Sampling { size, seed, confidence: 0.95 });
        for (value, &count) in (0..).zip(stream) {
            // Alternately in one piece and left out first, as a path without sampled reads is.
            if value % 2 == 0 || !reservoir.passes(count) {
                reservoir.offer(count, || value);
            }
        }
        reservoir.finish()
    }

    #[test]
    fn short_streams_are_taken_whole() {
        assert_eq!(sample(1, 10, &[2, 0, 3]), (vec![0, 0, 2, 2, 2], 5));
        assert_eq!(sample(7, 5, &[5]).0, [0; 5]);
    }

    /// Every value of the stream is as likely to be in the sample as any other: chi-square over 40 values of different
    /// weight, 99.9 % quantile of 39 degrees of freedom.
    #[test]
    fn samples_are_uniform() {
        let stream: Vec<u64> = (0..40).map(|k| 1 + (k * 7 % 11)).collect();
        let total: u64 = stream.iter().sum();
        let (rounds, size) = (20_000, 25);
        let mut counts = vec![0u64; stream.len()];
        for seed in 0..rounds {
            let (items, offered) = sample(seed, size, &stream);
            assert_eq!((items.len(), offered), (size as usize, total));
            items.iter().for_each(|&value| counts[value as usize] += 1);
        }
        let expected = |weight: u64| (rounds * u64::from(size) * weight) as f64 / total as f64;
        let chi: f64 =
            counts.iter().zip(&stream).map(|(&count, &w)| (count as f64 - expected(w)).powi(2) / expected(w)).sum();
        assert!(chi < 72.06, "chi-square {chi}: {counts:?}");
        // Sampling without replacement has a smaller variance than that; far too small would be no randomness at all.
        assert!(chi > 10.0, "chi-square {chi}");
    }
}
