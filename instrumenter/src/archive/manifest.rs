//! `Class-Path` of a jar's manifest (JAR file specification, "Class-Path attribute").
//!
//! It may name other inputs by absolute paths, which would bring the originals back in. Such entries are made relative:
//! the outputs lie side by side.

use std::collections::BTreeSet;

/// The manifest with entries for `outputs` (base names) made relative; `None` if nothing changes.
pub(crate) fn relocate(manifest: &[u8], outputs: &BTreeSet<String>) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(manifest).ok()?;
    let unfolded = text.replace("\r\n", "\n").replace('\r', "\n").replace("\n ", "");
    let mut changed = false;
    let mut result = String::with_capacity(text.len());
    let mut main_section = true;
    for line in unfolded.lines() {
        main_section &= !line.is_empty();
        match line.split_once(": ") {
            Some((name, value)) if main_section && name.eq_ignore_ascii_case("Class-Path") => {
                let entries: Vec<&str> = value.split_whitespace().map(|entry| relative(entry, outputs)).collect();
                let joined = entries.join(" ");
                changed |= joined != value.split_whitespace().collect::<Vec<_>>().join(" ");
                fold(&mut result, &format!("{name}: {joined}"));
            }
            _ => fold(&mut result, line),
        }
    }
    changed.then(|| result.into_bytes())
}

fn relative<'e>(entry: &'e str, outputs: &BTreeSet<String>) -> &'e str {
    let base = entry.rsplit('/').next().unwrap_or(entry);
    if outputs.contains(base) { base } else { entry }
}

/// Lines have at most 72 bytes; continuations begin with a space.
fn fold(result: &mut String, line: &str) {
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_inputs_are_relocated() {
        let outputs =
            BTreeSet::from(["a.jar".to_owned(), "with-a-rather-long-name-that-has-to-be-folded.jar".to_owned()]);
        let manifest = "Manifest-Version: 1.0\nClass-Path: /usr/a.jar lib/b.jar /opt/lib/with-a-rather-long-name-that-has-to-b\n e-folded.jar\n\nName: x\nClass-Path: /usr/a.jar\n";
        let new = relocate(manifest.as_bytes(), &outputs).map(|b| String::from_utf8_lossy(&b).into_owned());
        let expected = "Manifest-Version: 1.0\r\nClass-Path: a.jar lib/b.jar with-a-rather-long-name-that-has-to-be-folde\r\n d.jar\r\n\r\nName: x\r\nClass-Path: /usr/a.jar\r\n";
        assert_eq!(new.as_deref(), Some(expected));
        assert_eq!(relocate(b"Class-Path: lib/c.jar\n", &outputs), None);
    }
}
