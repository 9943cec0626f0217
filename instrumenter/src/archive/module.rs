//! Module descriptors (JVMS §4.7.25): on the module path the runtime is a module, and traced modules require it.

use super::OtherModules;
use crate::access_flags::ACC_SYNTHETIC;
use crate::runtime;
use paratrace_classfile::{ClassEditor, ClassFile, Constant, Error, Result};

/// The runtime's module.
pub const RUNTIME: &str = "paratrace.rt";
/// The runtime's package.
const RUNTIME_PACKAGE: &str = "paratrace/rt";

/// True for the descriptor of a jar or one of its versions.
pub(super) fn is_descriptor(entry: &str) -> bool {
    let version = entry.strip_prefix("META-INF/versions/").and_then(|rest| rest.split_once('/'));
    version.map_or(entry, |(_, rest)| rest) == "module-info.class"
}

/// The descriptor with one more requirement.
pub(super) fn requiring_runtime(bytes: &[u8]) -> Result<Vec<u8>> {
    changed(bytes, false, |editor, attribute, data| {
        let name = editor.pool().utf8(RUNTIME)?;
        let runtime = editor.pool().constant(Constant::Module(name))?;
        match attribute {
            b"Module" => with_row(data, REQUIREMENTS, &[runtime, ACC_SYNTHETIC, 0]),
            _ => Ok(data.to_vec()),
        }
    })
}

/// The descriptor of a JDK's own module that has the runtime's package, too, and exports it to all.
pub(super) fn exporting_runtime(bytes: &[u8], others: OtherModules) -> Result<Vec<u8>> {
    changed(bytes, others == OtherModules::Packed, |editor, attribute, data| {
        let name = editor.pool().utf8(RUNTIME_PACKAGE)?;
        let runtime = editor.pool().constant(Constant::Package(name))?;
        match attribute {
            b"Module" => {
                let requirements = REQUIREMENT * usize::from(count_at(data, REQUIREMENTS)?);
                with_row(data, REQUIREMENTS + 2 + requirements, &[runtime, ACC_SYNTHETIC, 0])
            }
            b"ModulePackages" => with_row(data, 0, &[runtime]),
            _ => Ok(data.to_vec()),
        }
    })
}

/// The descriptor of a module of the runtime's name with nothing in it. A traced JDK has it, as its `java.base` has the package: modules
/// that require the runtime run there as on any other JDK, where their own path has the module.
pub(crate) fn stand_in() -> Result<Vec<u8>> {
    let descriptor = runtime::CLASSES.iter().find(|(name, _)| *name == runtime::DESCRIPTOR);
    changed(descriptor.map_or(&[], |(_, bytes)| *bytes), true, |_, attribute, data| match attribute {
        b"Module" => {
            let behind = REQUIREMENTS + 2 + REQUIREMENT * usize::from(count_at(data, REQUIREMENTS)?);
            let required = data.get(..behind).ok_or(Error::Truncated { offset: behind, needed: 0 })?;
            // No rows of exports, opens, uses and provides.
            Ok([required, &[0; 8]].concat())
        }
        _ => Ok(data.to_vec()),
    })
}

/// The descriptor with other attributes. Hashes of other modules go if they no longer fit.
fn changed(
    bytes: &[u8],
    hashes_fit: bool,
    change: impl Fn(&mut ClassEditor<'_>, &[u8], &[u8]) -> Result<Vec<u8>>,
) -> Result<Vec<u8>> {
    let class = ClassFile::parse(bytes)?;
    let mut editor = ClassEditor::new(&class);
    let mut attributes = Vec::new();
    for attribute in class.attributes.iter().filter(|attribute| hashes_fit || attribute.name != b"ModuleHashes") {
        attributes.push((attribute.name_index, change(&mut editor, attribute.name, attribute.data)?));
    }
    editor.set_attributes(&attributes)?;
    editor.finish()
}

/// Offset of the table of requirements in a `Module` attribute, behind name, flags and version. Next comes that of exports.
const REQUIREMENTS: usize = 6;
/// Bytes of a requirement: module, flags and version.
const REQUIREMENT: usize = 6;

/// The number of rows of the table at an offset.
fn count_at(data: &[u8], at: usize) -> Result<u16> {
    let count = data.get(at..at + 2).map(|bytes| u16::from_be_bytes([bytes[0], bytes[1]]));
    count.ok_or(Error::Truncated { offset: at, needed: 2 })
}

/// Adds a row in front of those of the table at an offset.
fn with_row(data: &[u8], at: usize, row: &[u16]) -> Result<Vec<u8>> {
    let count = count_at(data, at)?.checked_add(1).ok_or(Error::PoolFull)?;
    let mut new = data[..at].to_vec();
    new.extend(count.to_be_bytes());
    new.extend(row.iter().flat_map(|word| word.to_be_bytes()));
    new.extend(&data[at + 2..]);
    Ok(new)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{REQUIREMENT, REQUIREMENTS, is_descriptor, stand_in};
    use paratrace_classfile::ClassFile;

    #[test]
    fn descriptors() {
        assert!(is_descriptor("module-info.class") && is_descriptor("META-INF/versions/11/module-info.class"));
        assert!(!is_descriptor("x/module-info.class") && !is_descriptor("META-INF/versions/11/x/module-info.class"));
    }

    #[test]
    fn the_stand_in_has_no_packages() {
        let bytes = stand_in().unwrap();
        let descriptor = ClassFile::parse(&bytes).unwrap();
        let module = descriptor.attributes.iter().find(|attribute| attribute.name == b"Module").unwrap();
        // It requires java.base.
        let behind = REQUIREMENTS + 2 + REQUIREMENT;
        assert_eq!(module.data[REQUIREMENTS..REQUIREMENTS + 2], [0, 1]);
        assert_eq!(module.data[behind..], [0; 8]);
        assert!(descriptor.attributes.iter().all(|attribute| attribute.name != b"ModulePackages"));
    }
}
