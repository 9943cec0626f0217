//! Quotients that reports are made of.

/// Quotient of two counts; 0 if there is nothing to divide by.
pub(crate) fn ratio(a: u64, b: u64) -> f64 {
    if b == 0 { 0.0 } else { a as f64 / b as f64 }
}

/// Speed-up of the whole run if `share` of it became `factor` times faster (Amdahl).
pub(crate) fn amdahl(share: f64, factor: f64) -> f64 {
    if factor <= 0.0 { 1.0 } else { 1.0 / (1.0 - share + share / factor) }
}
