//! Bootstrap methods: how `invokedynamic` call sites and dynamic constants are linked (JVMS §4.7.23).

use super::class::ClassFile;

/// A row of the `BootstrapMethods` attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BootstrapMethod<'a> {
    /// The method handle that is called.
    pub method: u16,
    arguments: &'a [u8],
}

impl BootstrapMethod<'_> {
    /// The constants that it is given.
    pub fn arguments(&self) -> impl Iterator<Item = u16> + '_ {
        self.arguments.chunks_exact(2).map(|bytes| u16::from_be_bytes([bytes[0], bytes[1]]))
    }
}

impl<'a> ClassFile<'a> {
    /// The rows of `BootstrapMethods`, as far as they are whole; none without the attribute.
    pub fn bootstrap_methods(&self) -> impl Iterator<Item = BootstrapMethod<'a>> + use<'a> {
        let data = self.attribute("BootstrapMethods").map_or(&[][..], |attribute| attribute.data);
        let mut rest = data.get(2..).unwrap_or_default();
        std::iter::from_fn(move || {
            let (head, tail) = rest.split_first_chunk::<4>()?;
            let [first, second, third, fourth] = *head;
            let length = 2 * usize::from(u16::from_be_bytes([third, fourth]));
            let (arguments, tail) = tail.split_at_checked(length)?;
            rest = tail;
            Some(BootstrapMethod { method: u16::from_be_bytes([first, second]), arguments })
        })
    }
}
