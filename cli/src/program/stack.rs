//! Larger stacks for the traced program: frames of traced methods take more than plain ones.

use crate::java::command::JavaCommand;
use std::env;
use std::ffi::{OsStr, OsString};

/// How many times as large stacks are. Measured (docs/performance.md): methods that do little but call themselves need 4.2 times as much when
/// compiled, and 1.2 times as much when interpreted.
const GROWTH: u64 = 6;

/// The JVM's own size on this machine, in bytes, if nobody gives one.
const USUAL: u64 = if cfg!(target_arch = "aarch64") { 2 << 20 } else { 1 << 20 };

/// Larger ones the JVM refuses.
const LARGEST: u64 = 1 << 30;

/// The option that makes stacks larger than what the command line says; behind it, as the last one counts. None if that is no size.
pub(super) fn raised(java: &JavaCommand) -> Option<OsString> {
    let variable = env::var("JAVA_TOOL_OPTIONS").unwrap_or_default();
    let first = variable.split_whitespace().map(OsStr::new);
    let words = first.chain(java.inherited.iter().chain(&java.options).map(OsString::as_os_str));
    let given = words.filter_map(|word| given(word.to_str()?)).next_back();
    // 0 is the usual size, too.
    let plain = given.unwrap_or(Some(USUAL))?.max(1);
    let plain = if given == Some(Some(0)) { USUAL } else { plain };
    let kibibytes = (plain.saturating_mul(GROWTH).min(LARGEST.max(plain))).div_ceil(1 << 10);
    Some(format!("-Xss{kibibytes}k").into())
}

/// The size in bytes that an option gives, if it is one of those that do. The inner one is missing where it is no size: the JVM says so.
fn given(word: &str) -> Option<Option<u64>> {
    if let Some(size) = word.strip_prefix("-Xss") {
        return Some(bytes(size));
    }
    let kibibytes = word.strip_prefix("-XX:ThreadStackSize=")?;
    Some(bytes(kibibytes).map(|size| size.saturating_mul(1 << 10)))
}

fn bytes(size: &str) -> Option<u64> {
    let shift = match size.chars().next_back()?.to_ascii_lowercase() {
        'k' => 10,
        'm' => 20,
        'g' => 30,
        't' => 40,
        _ => 0,
    };
    let digits = if shift == 0 { size } else { size.get(..size.len() - 1)? };
    digits.parse::<u64>().ok()?.checked_mul(1 << shift)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(inherited: &[&str], options: &[&str]) -> JavaCommand {
        let words = |words: &[&str]| words.iter().map(OsString::from).collect();
        JavaCommand {
            inherited: words(inherited),
            options: words(options),
            paths: crate::java::command::Paths::default(),
            target: crate::java::command::Target::Main("A".into()),
            args: Vec::new(),
        }
    }

    #[test]
    fn what_is_given_is_scaled_and_the_last_one_counts() {
        let raised = |inherited: &[&str], options: &[&str]| {
            raised(&command(inherited, options)).map(|word| word.to_string_lossy().into_owned())
        };
        let usual = Some(format!("-Xss{}k", (USUAL * GROWTH) >> 10));
        assert_eq!(raised(&[], &["-Xmx1g"]), usual);
        assert_eq!(raised(&[], &["-Xss0"]), usual);
        assert_eq!(raised(&[], &["-Xss512k", "-Xss2M"]).as_deref(), Some("-Xss12288k"));
        assert_eq!(raised(&["-Xss3m"], &[]).as_deref(), Some("-Xss18432k"));
        assert_eq!(raised(&["-Xss3m"], &["-XX:ThreadStackSize=1000"]).as_deref(), Some("-Xss6000k"));
        assert_eq!(raised(&[], &["-Xss600m"]).as_deref(), Some("-Xss1048576k"));
        assert_eq!(raised(&[], &["-Xssmuch"]), None);
    }
}
