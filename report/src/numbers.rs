//! Numbers as people read them.

pub use paratrace_analyzer::numbers::{count, plural};

/// A ratio such as a parallelism: one decimal and separators; two decimals below 10, none from 100,000 on.
pub fn ratio(x: f64) -> String {
    if !x.is_finite() {
        return "–".into();
    }
    let decimals = match x.abs() {
        small if small < 9.995 => 2,
        middle if middle < 99_999.95 => 1,
        _ => 0,
    };
    let rounded = format!("{:.decimals$}", x.abs());
    let (whole, rest) = rounded.split_at(rounded.find('.').unwrap_or(rounded.len()));
    let sign = if x < 0.0 { "-" } else { "" };
    // More digits than a u64 holds cannot come from a trace; they are shown as they are.
    whole.parse().map_or_else(|_| rounded.clone(), |n| format!("{sign}{}{rest}", count(n)))
}

/// A share as per cent with one decimal: `12.3 %`.
pub fn percent(share: f64) -> String {
    if share.is_finite() { format!("{:.1} %", share * 100.0) } else { "–".into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_lose_decimals_as_they_grow() {
        let shown: Vec<_> =
            [0.0, 1.0, 9.994, 9.996, 99.96, 1234.56, 99_999.99, 1e9, -2.5, f64::NAN, 1e40].map(ratio).into();
        assert_eq!(shown[..7], ["0.00", "1.00", "9.99", "10.0", "100.0", "1,234.6", "100,000"]);
        assert_eq!(shown[7..10], ["1,000,000,000", "-2.50", "–"]);
        assert!(shown[10].starts_with("1000000"));
    }

    #[test]
    fn percents() {
        assert_eq!(percent(0.12345), "12.3 %");
        assert_eq!(percent(f64::INFINITY), "–");
    }
}
