//! Sizes as options have them.

/// What [`bytes`] takes.
pub(crate) const FORM: &str = "a size is a number, perhaps with K, M, G or T behind it";

/// Returns the number before the unit, if there is one.
pub(crate) fn number(text: &str) -> &str {
    text.strip_suffix(['K', 'M', 'G', 'T', 'k', 'm', 'g', 't']).unwrap_or(text)
}

/// A number of bytes, at least one, in the form that the runtime reads, too.
pub(crate) fn bytes(text: &str) -> Result<u64, String> {
    let is_plain = number(text).parse::<u64>().is_ok();
    text.parse().ok().and_then(|Size(bytes)| (is_plain && bytes > 0).then_some(bytes)).ok_or_else(|| FORM.to_owned())
}

/// A number of bytes: `500M`, `2G`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Size(pub(crate) u64);

impl std::str::FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Size, String> {
        let trimmed = text.trim().trim_end_matches(['b', 'B']).trim_end_matches('i');
        let unit = trimmed.chars().last().map(|unit| unit.to_ascii_uppercase());
        let shift = match unit {
            Some('K') => 10,
            Some('M') => 20,
            Some('G') => 30,
            Some('T') => 40,
            _ => 0,
        };
        let digits = if shift == 0 { trimmed } else { &trimmed[..trimmed.len() - 1] };
        let bytes = digits.trim().parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
        bytes.map(Size).ok_or_else(|| "not a size, such as 500M or 2G".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::Size;

    #[test]
    fn sizes() {
        let parse = |text: &str| text.parse::<Size>().map(|size| size.0).ok();
        assert_eq!(["0", "500M", "2g", "1 GiB", "3kB"].map(parse), [0, 500 << 20, 2 << 30, 1 << 30, 3 << 10].map(Some));
        assert_eq!(["", "M", "-1", "2X", "99999999999T"].map(parse), [None; 5]);
    }
}
