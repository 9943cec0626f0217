//! Module descriptors (JVMS §4.7.25): on the module path the runtime is a module, and traced modules require it.

use paratrace_classfile::{ClassEditor, ClassFile, Constant, Error, Result};

/// The runtime's module.
pub(super) const RUNTIME: &str = "paratrace.rt";
const ACC_SYNTHETIC: u16 = 0x1000;

/// True for the descriptor of a jar or one of its versions.
pub(super) fn is_descriptor(entry: &str) -> bool {
    let version = entry.strip_prefix("META-INF/versions/").and_then(|rest| rest.split_once('/'));
    version.map_or(entry, |(_, rest)| rest) == "module-info.class"
}

/// The descriptor with one more requirement. Hashes of other modules no longer fit and go.
pub(super) fn requiring_runtime(bytes: &[u8]) -> Result<Vec<u8>> {
    let class = ClassFile::parse(bytes)?;
    let mut editor = ClassEditor::new(&class);
    let name = editor.pool().utf8(RUNTIME)?;
    let runtime = editor.pool().constant(Constant::Module(name))?;
    let mut attributes = Vec::new();
    for attribute in class.attributes.iter().filter(|attribute| attribute.name != b"ModuleHashes") {
        let data = match attribute.name {
            b"Module" => with_requirement(attribute.data, runtime)?,
            _ => attribute.data.to_vec(),
        };
        attributes.push((attribute.name_index, data));
    }
    editor.set_attributes(&attributes)?;
    editor.finish()
}

/// Name, flags and version come first, then the requirements: count, and per requirement name, flags and version.
fn with_requirement(data: &[u8], module: u16) -> Result<Vec<u8>> {
    let count = data.get(6..8).map(|b| u16::from_be_bytes([b[0], b[1]]));
    let count = count.ok_or(Error::Truncated { offset: 6, needed: 2 })?;
    let needed = 6 * usize::from(count);
    let (before, after) = data.split_at_checked(8 + needed).ok_or(Error::Truncated { offset: 8, needed })?;
    let mut new = before.to_vec();
    new[6..8].copy_from_slice(&count.checked_add(1).ok_or(Error::PoolFull)?.to_be_bytes());
    new.extend([module, ACC_SYNTHETIC, 0].map(u16::to_be_bytes).concat());
    new.extend(after);
    Ok(new)
}

#[cfg(test)]
mod tests {
    use super::is_descriptor;

    #[test]
    fn descriptors() {
        assert!(is_descriptor("module-info.class") && is_descriptor("META-INF/versions/11/module-info.class"));
        assert!(!is_descriptor("x/module-info.class") && !is_descriptor("META-INF/versions/11/x/module-info.class"));
    }
}
