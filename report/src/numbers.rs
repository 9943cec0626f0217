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

/// A share as whole per cent: `12 %`. Only what a table would show as 100.0 % is 100 %.
pub(crate) fn whole_percent(share: f64) -> String {
    let whole = (share * 100.0).round();
    let shown = if whole == 100.0 && share < 0.9995 { 99.0 } else { whole };
    if share.is_finite() { format!("{shown:.0} %") } else { "–".into() }
}

/// A number and what it counts, small numbers as words: `two loops`.
pub(crate) fn in_words(n: u64, one: &str, many: &str) -> String {
    const WORDS: [&str; 11] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
    let word = usize::try_from(n).ok().and_then(|n| WORDS.get(n));
    match word {
        Some(word) => format!("{word} {}", if n == 1 { one } else { many }),
        None => plural(n, one, many),
    }
}

/// A place in a row: `1st`.
pub(crate) fn ordinal(n: u64) -> String {
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{}{ending}", count(n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_in_a_row() {
        let told = [1, 2, 3, 4, 11, 21, 112, 1_003].map(ordinal);
        assert_eq!(told, ["1st", "2nd", "3rd", "4th", "11th", "21st", "112th", "1,003rd"]);
    }

    #[test]
    fn ratios_lose_decimals_as_they_grow() {
        let shown: Vec<_> =
            [0.0, 1.0, 9.994, 9.996, 99.96, 1234.56, 99_999.99, 1e9, -2.5, f64::NAN, 1e40].map(ratio).into();
        assert_eq!(shown[..7], ["0.00", "1.00", "9.99", "10.0", "100.0", "1,234.6", "100,000"]);
        assert_eq!(shown[7..10], ["1,000,000,000", "-2.50", "–"]);
        assert!(shown[10].starts_with("1000000"));
    }

    #[test]
    fn small_numbers_are_words() {
        let told = [0, 1, 2, 11].map(|n| in_words(n, "loop", "loops"));
        assert_eq!(told, ["no loops", "one loop", "two loops", "11 loops"]);
    }

    #[test]
    fn percents() {
        assert_eq!(percent(0.12345), "12.3 %");
        assert_eq!(percent(f64::INFINITY), "–");
        assert_eq!([0.646, 0.996, 0.99951, f64::NAN].map(whole_percent), ["65 %", "99 %", "100 %", "–"]);
    }
}
