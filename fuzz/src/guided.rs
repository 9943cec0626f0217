//! For fuzzers that choose inputs by the code they reach: one input as one file, whatever belongs to it included.

use std::fs;
use std::io;
use std::path::Path;

use crate::campaign::{Damaged, Kind, scratch_root};
use crate::{Seeds, targets};

/// Tries one input. A panic is a finding; whether the input was sound does not matter.
///
/// # Panics
/// Panics if the tool does, or scratch files cannot be written.
#[expect(clippy::panic, reason = "a finding, or no fuzzing is possible")]
pub fn run(kind: Kind, data: &[u8]) {
    let Some(damaged) = unpacked(kind, data) else { return };
    let tried = scratch_root().map_err(Into::into).and_then(|scratch| damaged.run(kind, scratch.path()));
    if let Err(error) = tried {
        panic!("scratch files: {error:#}");
    }
}

/// Writes real inputs of every kind to `dir`, one directory for each.
///
/// # Errors
/// Fails if a seed cannot be written.
pub fn save(seeds: &Seeds, dir: &Path) -> io::Result<()> {
    for kind in Kind::ALL {
        let own = dir.join(format!("{kind:?}").to_lowercase());
        fs::create_dir_all(&own)?;
        for (number, input) in inputs(seeds, kind).iter().enumerate() {
            fs::write(own.join(format!("{number:03}")), input)?;
        }
    }
    Ok(())
}

fn inputs(seeds: &Seeds, kind: Kind) -> Vec<Vec<u8>> {
    match kind {
        Kind::Class | Kind::Tasks => seeds.classes.clone(),
        Kind::Jar => seeds.jars.clone(),
        Kind::Map => seeds.traces.iter().map(|trace| packed(&trace.map, &trace.segment)).collect(),
        Kind::Trace | Kind::Shared => seeds.traces.iter().map(|trace| packed(&trace.segment, &trace.map)).collect(),
        Kind::Costs => [targets::PLATFORM, targets::STATISTICS].map(|text| text.as_bytes().to_vec()).into(),
    }
}

/// The length of the input, the input, and what belongs to it.
fn packed(data: &[u8], partner: &[u8]) -> Vec<u8> {
    let length = u32::try_from(data.len()).unwrap_or(u32::MAX).to_le_bytes();
    [&length[..], data, partner].concat()
}

/// The inverse of [`packed`]; `None` if the input is shorter than it says.
fn unpacked(kind: Kind, input: &[u8]) -> Option<Damaged> {
    if !matches!(kind, Kind::Map | Kind::Trace | Kind::Shared) {
        return Some(Damaged { data: input.to_vec(), partner: Vec::new() });
    }
    let (length, rest) = input.split_first_chunk()?;
    let (data, partner) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    Some(Damaged { data: data.to_vec(), partner: partner.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_found_again() {
        let found = unpacked(Kind::Trace, &packed(b"events", b"map")).expect("it is whole");
        assert_eq!((&*found.data, &*found.partner), (&b"events"[..], &b"map"[..]));
        assert!(unpacked(Kind::Map, &packed(b"events", b"")[..6]).is_none());
    }

    #[test]
    fn real_inputs_are_no_findings() {
        let seeds = Seeds::make().expect("javac and java");
        for kind in Kind::ALL {
            inputs(&seeds, kind).iter().take(3).for_each(|input| run(kind, input));
        }
    }
}
