//! Names of the world, each kept once: a class path repeats the same few names and descriptors a hundred times.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// Name of a class or member, or a descriptor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Name(u32);

/// Name and descriptor of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Signature(u32);

/// All names and signatures of the world.
#[derive(Debug, Default)]
pub(crate) struct Names {
    texts: IndexSet<Box<str>, FxBuildHasher>,
    signatures: IndexSet<(Name, Name), FxBuildHasher>,
}

impl Names {
    /// The name with this text, new if necessary.
    pub(super) fn add(&mut self, text: &str) -> Name {
        let index = self.texts.get_index_of(text).unwrap_or_else(|| self.texts.insert_full(text.into()).0);
        Name(number(index))
    }

    /// The signature of this name and descriptor, new if necessary.
    pub(super) fn add_signature(&mut self, name: &str, desc: &str) -> Signature {
        let pair = (self.add(name), self.add(desc));
        Signature(number(self.signatures.insert_full(pair).0))
    }

    /// The name with this text, if the world has it.
    pub(crate) fn find(&self, text: &str) -> Option<Name> {
        self.texts.get_index_of(text).map(|index| Name(number(index)))
    }

    /// The signature, if a class of the world declares such a member.
    pub(crate) fn signature(&self, name: &str, desc: &str) -> Option<Signature> {
        let pair = (self.find(name)?, self.find(desc)?);
        self.signatures.get_index_of(&pair).map(|index| Signature(number(index)))
    }

    pub(crate) fn text(&self, name: Name) -> &str {
        self.texts.get_index(name.0 as usize).map_or("", |text| text)
    }

    /// Name and descriptor.
    pub(crate) fn member(&self, signature: Signature) -> (&str, &str) {
        self.signatures
            .get_index(signature.0 as usize)
            .map_or(("", ""), |&(name, desc)| (self.text(name), self.text(desc)))
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}
