//! Names of what holds an array.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

/// Variables and fields that hold an array: `u`, `Grid.cells`.
///
/// They are for readers only: all values are equal, so that no location differs from another one by its names.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Holders(Vec<String>);

impl Holders {
    /// Returns the names.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.0
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Joins the names of several holders. There are none if one of them has none: what it stands for has no name.
    #[must_use]
    pub fn joined<'h>(all: impl Iterator<Item = &'h Holders>) -> Holders {
        let all: Vec<&Holders> = all.collect();
        match all.iter().any(|holders| holders.is_empty()) {
            true => Holders::default(),
            false => all.iter().flat_map(|holders| holders.names().iter().cloned()).collect(),
        }
    }
}

/// Keeps each name once, in the order of the alphabet.
impl FromIterator<String> for Holders {
    fn from_iter<I: IntoIterator<Item = String>>(names: I) -> Holders {
        let mut names: Vec<String> = names.into_iter().collect();
        names.sort_unstable();
        names.dedup();
        Holders(names)
    }
}

impl PartialEq for Holders {
    fn eq(&self, _: &Holders) -> bool {
        true
    }
}

impl Eq for Holders {}

impl PartialOrd for Holders {
    fn partial_cmp(&self, other: &Holders) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Holders {
    fn cmp(&self, _: &Holders) -> Ordering {
        Ordering::Equal
    }
}

impl Hash for Holders {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holders(names: &[&str]) -> Holders {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn names_tell_nothing_apart() {
        assert_eq!(holders(&["u"]), holders(&["v"]));
        assert_eq!(holders(&["u"]).cmp(&Holders::default()), Ordering::Equal);
    }

    #[test]
    fn what_has_no_name_leaves_none() {
        let (some, none) = (holders(&["v", "u", "v"]), Holders::default());
        assert_eq!(Holders::joined([&some, &holders(&["w"])].into_iter()).names(), ["u", "v", "w"]);
        assert!(Holders::joined([&some, &none].into_iter()).is_empty());
    }
}
