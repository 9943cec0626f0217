//! Templates of advice: code that a library copies out of its class file into other methods while the program runs (Byte Buddy's `Advice`,
//! also in packages into which it was moved). There our locals and frames would be those of another method.

use paratrace_classfile::{ConstantPool, Member};

/// How the descriptors of the annotations end that make a method a template.
const TEMPLATES: [&[u8]; 2] = [b"Advice$OnMethodEnter;", b"Advice$OnMethodExit;"];
/// The attribute with annotations that libraries see; some look at the class file for those that the JVM does not keep.
const ANNOTATIONS: [&[u8]; 2] = [b"RuntimeVisibleAnnotations", b"RuntimeInvisibleAnnotations"];
/// Annotations within annotations are followed so far.
const DEEPEST: usize = 32;

/// True if a method is a template of advice.
pub(super) fn is_template(method: &Member<'_>, pool: &ConstantPool<'_>) -> bool {
    let listed = method.attributes.iter().filter(|attribute| ANNOTATIONS.contains(&attribute.name));
    listed.into_iter().any(|attribute| types(attribute.data).iter().any(|&index| names_template(pool, index)))
}

fn names_template(pool: &ConstantPool<'_>, index: u16) -> bool {
    pool.utf8_bytes(index).is_ok_and(|name| TEMPLATES.iter().any(|end| name.ends_with(end)))
}

/// The types of the annotations of an attribute (JVMS §4.7.16), as far as it can be read.
fn types(data: &[u8]) -> Vec<u16> {
    let mut rest = Rest(data);
    let mut types = Vec::new();
    for _ in 0..rest.u16().unwrap_or(0) {
        let Some(index) = rest.annotation(0) else { break };
        types.push(index);
    }
    types
}

/// Bytes of an attribute that were not read yet.
struct Rest<'a>(&'a [u8]);

impl Rest<'_> {
    fn u8(&mut self) -> Option<u8> {
        let (&byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(byte)
    }

    fn u16(&mut self) -> Option<u16> {
        let (&bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u16::from_be_bytes(bytes))
    }

    /// Passes an annotation, and returns its type.
    fn annotation(&mut self, depth: usize) -> Option<u16> {
        let index = self.u16()?;
        for _ in 0..self.u16()? {
            self.u16()?;
            self.value(depth)?;
        }
        Some(index)
    }

    /// Passes the value of an element.
    fn value(&mut self, depth: usize) -> Option<()> {
        match self.u8()? {
            _ if depth > DEEPEST => return None,
            b'e' => {
                self.u16()?;
                self.u16()?;
            }
            b'@' => drop(self.annotation(depth + 1)?),
            b'[' => {
                for _ in 0..self.u16()? {
                    self.value(depth + 1)?;
                }
            }
            _ => drop(self.u16()?),
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_with_elements_are_passed() {
        // @A(x = 1, y = {@B(z = E.c)}) @C
        let data = [
            0, 2, 0, 5, 0, 2, 0, 6, b'I', 0, 7, 0, 8, b'[', 0, 1, b'@', 0, 9, 0, 1, 0, 10, b'e', 0, 11, 0, 12, 0, 13,
            0, 0,
        ];
        assert_eq!(types(&data), [5, 13]);
        assert!(types(&data[..20]).is_empty());
    }
}
