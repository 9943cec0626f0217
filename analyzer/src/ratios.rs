//! Quotients for reports.

/// Returns the quotient of two counts; 0 if the divisor is 0.
pub(crate) fn ratio(a: u64, b: u64) -> f64 {
    if b == 0 { 0.0 } else { a as f64 / b as f64 }
}

/// Returns the speed-up of the whole run if `share` of it became `factor` times faster (Amdahl).
pub(crate) fn amdahl(share: f64, factor: f64) -> f64 {
    if factor <= 0.0 { 1.0 } else { 1.0 / (1.0 - share + share / factor) }
}
