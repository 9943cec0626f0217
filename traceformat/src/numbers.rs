//! Counts as people read them.

/// A count with thousands separators: `1,234,567`.
pub fn count(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `1 loop`, `2 loops`.
pub fn plural(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(n), if n == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_have_separators() {
        let shown: Vec<_> = [0, 7, 999, 1000, 123_456, 1_234_567, u64::MAX].into_iter().map(count).collect();
        assert_eq!(shown, ["0", "7", "999", "1,000", "123,456", "1,234,567", "18,446,744,073,709,551,615"]);
    }

    #[test]
    fn one_is_singular() {
        let shown: Vec<_> = [0, 1, 2, 1001].into_iter().map(|n| plural(n, "class", "classes")).collect();
        assert_eq!(shown, ["0 classes", "1 class", "2 classes", "1,001 classes"]);
    }
}
