//! Changes to a jar's manifest (JAR file specification).
//!
//! `Class-Path` may name other inputs by absolute paths, which would bring the originals back in: such entries are made
//! relative, as the outputs lie side by side. Digests of signed entries no longer fit and are dropped.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};

use crate::limits;

/// Copies a manifest with its changes; tells whether there are any. `outputs` are base names.
pub(super) fn rewrite(
    mut manifest: impl BufRead,
    out: &mut dyn Write,
    outputs: &BTreeSet<String>,
    signed: bool,
) -> io::Result<bool> {
    let mut changed = false;
    let mut main_section = true;
    let mut lines = Attributes::default();
    while let Some(attribute) = lines.next(&mut manifest)? {
        main_section &= !attribute.is_blank();
        let class_path = if main_section { attribute.value("Class-Path") } else { None };
        match class_path.and_then(|old| relocated(&old, outputs)) {
            Some(new) => {
                changed = true;
                out.write_all(fold(&format!("Class-Path: {new}")).as_bytes())?;
            }
            None if signed && attribute.is_digest() => changed = true,
            None => out.write_all(&attribute.0)?,
        }
    }
    Ok(changed)
}

/// An attribute with its continuation lines and line ends, or an empty line.
struct Attribute(Vec<u8>);

impl Attribute {
    fn is_blank(&self) -> bool {
        self.0.iter().all(|byte| matches!(byte, b'\r' | b'\n'))
    }

    fn name(&self) -> &[u8] {
        self.0.split(|&byte| byte == b':').next().unwrap_or_default()
    }

    /// The value, in one line, if this is the attribute of that name.
    fn value(&self, name: &str) -> Option<String> {
        if !self.name().eq_ignore_ascii_case(name.as_bytes()) {
            return None;
        }
        let text = std::str::from_utf8(self.0.get(name.len() + 1..)?).ok()?;
        Some(text.replace("\r\n", "\n").replace('\r', "\n").replace("\n ", "").trim().to_owned())
    }

    fn is_digest(&self) -> bool {
        let name = self.name().to_ascii_lowercase();
        let ends = |suffix: &[u8]| name.ends_with(suffix);
        ends(b"-digest") || ends(b"-digest-manifest") || ends(b"-digest-manifest-main-attributes")
    }
}

/// Splits a manifest into attributes. A line that begins with a space continues the one before.
#[derive(Default)]
struct Attributes {
    /// The first line of the next attribute.
    ahead: Vec<u8>,
}

impl Attributes {
    fn next(&mut self, manifest: &mut impl BufRead) -> io::Result<Option<Attribute>> {
        if self.ahead.is_empty() {
            line(manifest, &mut self.ahead)?;
        }
        let mut attribute = std::mem::take(&mut self.ahead);
        while !attribute.is_empty() {
            line(manifest, &mut self.ahead)?;
            if self.ahead.first() != Some(&b' ') {
                break;
            }
            attribute.append(&mut self.ahead);
            if attribute.len() as u64 > limits::MAX_ATTRIBUTE_BYTES {
                return Err(io::Error::other(format!(
                    "an attribute of more than {} bytes",
                    limits::MAX_ATTRIBUTE_BYTES
                )));
            }
        }
        Ok(Some(Attribute(attribute)).filter(|attribute| !attribute.0.is_empty()))
    }
}

/// Reads a line with its end: `\n`, `\r\n` or `\r`.
fn line(manifest: &mut impl BufRead, into: &mut Vec<u8>) -> io::Result<()> {
    loop {
        let ahead = manifest.fill_buf()?;
        let after_return = into.last() == Some(&b'\r');
        let Some(&first) = ahead.first().filter(|&&first| !after_return || first == b'\n') else { return Ok(()) };
        if after_return {
            into.push(first);
            manifest.consume(1);
            return Ok(());
        }
        let end = ahead.iter().position(|byte| matches!(byte, b'\r' | b'\n')).map_or(ahead.len(), |at| at + 1);
        into.extend(&ahead[..end]);
        manifest.consume(end);
        if into.last() == Some(&b'\n') {
            return Ok(());
        }
        if into.len() as u64 > limits::MAX_ATTRIBUTE_BYTES {
            return Err(io::Error::other(format!("a line of more than {} bytes", limits::MAX_ATTRIBUTE_BYTES)));
        }
    }
}

/// The value of `Class-Path` with outputs named relatively; `None` if it names none otherwise.
fn relocated(old: &str, outputs: &BTreeSet<String>) -> Option<String> {
    let relative = |entry: &str| {
        let base = entry.rsplit('/').next().unwrap_or(entry);
        if outputs.contains(base) { base.to_owned() } else { entry.to_owned() }
    };
    let new: Vec<String> = old.split_whitespace().map(relative).collect();
    let changed = !old.split_whitespace().eq(new.iter().map(String::as_str));
    changed.then(|| new.join(" "))
}

/// Lines have at most 72 bytes; continuations begin with a space.
fn fold(line: &str) -> String {
    let mut result = String::with_capacity(line.len() + line.len() / 24 + 2);
    let mut used = 0;
    for character in line.chars() {
        if used + character.len_utf8() > 72 {
            result.push_str("\r\n ");
            used = 1;
        }
        result.push(character);
        used += character.len_utf8();
    }
    result.push_str("\r\n");
    result
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    fn rewritten(manifest: &str, outputs: &[&str], signed: bool) -> (bool, String) {
        let outputs = outputs.iter().map(|name| (*name).to_owned()).collect();
        let mut out = Vec::new();
        // A small buffer: lines end anywhere in it.
        let manifest = io::BufReader::with_capacity(7, manifest.as_bytes());
        let changed = rewrite(manifest, &mut out, &outputs, signed).unwrap();
        (changed, String::from_utf8(out).unwrap())
    }

    #[test]
    fn only_inputs_are_relocated() {
        let outputs = ["a.jar", "with-a-rather-long-name-that-has-to-be-folded.jar"];
        let manifest = "Manifest-Version: 1.0\nClass-Path: /usr/a.jar lib/b.jar /opt/lib/with-a-rather-long-name-that-has-to-b\n e-folded.jar\n\nName: x\nClass-Path: /usr/a.jar\n";
        let expected = "Manifest-Version: 1.0\nClass-Path: a.jar lib/b.jar with-a-rather-long-name-that-has-to-be-folde\r\n d.jar\r\n\nName: x\nClass-Path: /usr/a.jar\n";
        assert_eq!(rewritten(manifest, &outputs, false), (true, expected.to_owned()));
        assert!(!rewritten("Class-Path: lib/c.jar\n", &outputs, false).0);
    }

    #[test]
    fn digests_of_signed_jars_go() {
        let manifest = "Manifest-Version: 1.0\r\n\r\nName: A.class\r\nSHA-256-Digest: a\r\n bcd\r\nOther: x\r\n\r\nName: B\rSHA1-Digest: y\r";
        let expected = "Manifest-Version: 1.0\r\n\r\nName: A.class\r\nOther: x\r\n\r\nName: B\r";
        assert_eq!(rewritten(manifest, &[], true), (true, expected.to_owned()));
        assert_eq!(rewritten(manifest, &[], false), (false, manifest.to_owned()));
    }

    #[test]
    fn a_manifest_of_any_size_stays_whole() {
        let section = "Name: x\r\nSize: 1\r\n\r\n";
        let rest = section.repeat((17 << 20) / section.len());
        let (changed, new) = rewritten(&format!("Class-Path: /a.jar\r\n\r\n{rest}"), &["a.jar"], false);
        assert!(changed && new == format!("Class-Path: a.jar\r\n\r\n{rest}"));
    }
}
