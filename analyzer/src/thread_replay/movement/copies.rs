//! Who has a copy of which line: the states of the protocol MSI.

use rustc_hash::FxHashMap;

/// Nobody has accessed the line.
const NOBODY: u32 = u32::MAX;
/// Several may have a copy.
const SEVERAL: u32 = u32::MAX - 1;

#[derive(Debug, Clone, Copy)]
struct Line {
    /// The only one who has it.
    sole: u32,
    /// Copies of earlier versions are worth nothing.
    version: u32,
    /// Whether the only one who has it has made or written it, so that the shared memory does not have it.
    is_modified: bool,
}

/// What an access finds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Found {
    /// The accessor's own copy.
    Own,
    /// The accessor's own copy, while others have copies, too: a write takes them away.
    Upgraded,
    /// A line that nobody has accessed before: it is made where it is accessed.
    New,
    /// No copy of the accessor's: the line comes from the shared memory. `written_back`: another one has modified it, and writes it back first.
    Elsewhere { written_back: bool },
}

/// The copies of all lines.
#[derive(Debug, Default)]
pub(super) struct Copies {
    lines: Vec<Line>,
    /// Of each holder, the versions of the lines that it got.
    versions: Vec<FxHashMap<u32, u32>>,
}

impl Copies {
    /// A holder accesses a line, and has it then.
    pub(super) fn access(&mut self, holder: u32, line: u32, write: bool) -> Found {
        let number = line as usize;
        if number >= self.lines.len() {
            self.lines.resize(number + 1, Line { sole: NOBODY, version: 0, is_modified: false });
        }
        let known = &mut self.lines[number];
        if known.sole == holder {
            known.is_modified |= write;
            return Found::Own;
        }
        if self.versions.len() <= holder as usize {
            self.versions.resize_with(holder as usize + 1, FxHashMap::default);
        }
        let versions = &mut self.versions[holder as usize];
        let has_copy = known.sole == SEVERAL && versions.get(&line) == Some(&known.version);
        let found = match (known.sole, has_copy) {
            (_, true) if write => Found::Upgraded,
            (_, true) => return Found::Own,
            (NOBODY, _) => Found::New,
            _ => Found::Elsewhere { written_back: known.is_modified },
        };
        if write || found == Found::New {
            // What is made on a core is nowhere else yet.
            *known = Line { sole: holder, version: known.version.wrapping_add(1), is_modified: true };
        } else {
            (known.sole, known.is_modified) = (SEVERAL, false);
        }
        versions.insert(line, known.version);
        found
    }

    /// Whether the only current version of a line is a holder's.
    pub(super) fn has_changed(&self, holder: u32, line: u32) -> bool {
        self.lines.get(line as usize).is_some_and(|known| known.sole == holder && known.is_modified)
    }

    /// The only one who has a line writes it back.
    pub(super) fn write_back(&mut self, line: u32) {
        if let Some(known) = self.lines.get_mut(line as usize) {
            known.is_modified = false;
        }
    }

    /// A holder accesses nothing any more.
    pub(super) fn forget(&mut self, holder: u32) {
        if let Some(versions) = self.versions.get_mut(holder as usize) {
            *versions = FxHashMap::default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// The same, with a set of holders for each line.
    #[derive(Default)]
    struct Plain(BTreeMap<u32, (BTreeSet<u32>, bool)>);

    impl Plain {
        fn access(&mut self, holder: u32, line: u32, write: bool) -> Found {
            let Some((holders, is_modified)) = self.0.get_mut(&line) else {
                self.0.insert(line, ([holder].into(), true));
                return Found::New;
            };
            let found = match (holders.contains(&holder), holders.len()) {
                (true, 1) => Found::Own,
                (true, _) if write => Found::Upgraded,
                (true, _) => Found::Own,
                (false, _) => Found::Elsewhere { written_back: *is_modified },
            };
            if write {
                (*holders, *is_modified) = ([holder].into(), true);
            } else if holders.insert(holder) {
                *is_modified = false;
            }
            found
        }
    }

    proptest! {
        #[test]
        fn copies_are_sets_of_holders(accesses in prop::collection::vec((0..4_u32, 0..3_u32, any::<bool>()), 0..200)) {
            let (mut copies, mut plain) = (Copies::default(), Plain::default());
            for (holder, line, write) in accesses {
                prop_assert_eq!(copies.access(holder, line, write), plain.access(holder, line, write));
            }
        }
    }
}
