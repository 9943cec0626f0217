//! Field and method descriptors (JVMS §4.3).

use crate::error::{Error, Result};
use crate::limits;

/// A field type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type<'a> {
    /// `boolean`
    Boolean,
    /// `byte`
    Byte,
    /// `char`
    Char,
    /// `short`
    Short,
    /// `int`
    Int,
    /// `long`
    Long,
    /// `float`
    Float,
    /// `double`
    Double,
    /// A class, by its internal name (`java/lang/String`).
    Class(&'a [u8]),
    /// An array, by its whole descriptor (`[[I`), which is also its internal name.
    Array(&'a [u8]),
}

impl<'a> Type<'a> {
    /// Local-variable or stack slots of a value of this type: two for `long` and `double`.
    pub fn slots(&self) -> u16 {
        if matches!(self, Type::Long | Type::Double) { 2 } else { 1 }
    }

    /// True for classes and arrays.
    pub fn is_reference(&self) -> bool {
        matches!(self, Type::Class(_) | Type::Array(_))
    }

    /// The name by which a `Class` constant names a class or an array.
    pub fn internal_name(&self) -> Option<&'a [u8]> {
        match self {
            Type::Class(name) | Type::Array(name) => Some(name),
            _ => None,
        }
    }
}

/// A method descriptor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodDescriptor<'a> {
    /// The parameters, without `this`.
    pub parameters: Vec<Type<'a>>,
    /// The type of the result; `None` for `void`.
    pub return_type: Option<Type<'a>>,
}

impl<'a> MethodDescriptor<'a> {
    /// Parses a method descriptor such as `(ILjava/lang/String;)V`.
    pub fn parse(descriptor: &'a (impl AsRef<[u8]> + ?Sized)) -> Result<Self> {
        let bytes = descriptor.as_ref();
        let mut parser = Parser { bytes, at: 0 };
        parser.expect(b'(')?;
        let mut parameters = Vec::new();
        while parser.peek() != Some(b')') {
            parameters.push(parser.field_type()?);
        }
        parser.expect(b')')?;
        let return_type = if parser.peek() == Some(b'V') {
            parser.at += 1;
            None
        } else {
            Some(parser.field_type()?)
        };
        parser.end()?;
        Ok(MethodDescriptor { parameters, return_type })
    }

    /// Slots that the parameters take, without `this`.
    pub fn parameter_slots(&self) -> usize {
        self.parameters.iter().map(|parameter| usize::from(parameter.slots())).sum()
    }

    /// Slots that the result takes: 0, 1 or 2.
    pub fn return_slots(&self) -> u16 {
        self.return_type.map_or(0, |result| result.slots())
    }
}

/// Parses a field descriptor such as `[I`.
pub fn parse_field<'a>(descriptor: &'a (impl AsRef<[u8]> + ?Sized)) -> Result<Type<'a>> {
    let mut parser = Parser { bytes: descriptor.as_ref(), at: 0 };
    let parsed = parser.field_type()?;
    parser.end()?;
    Ok(parsed)
}

struct Parser<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn bad(&self) -> Error {
        Error::BadDescriptor { descriptor: String::from_utf8_lossy(self.bytes).into_owned(), at: self.at }
    }

    fn expect(&mut self, byte: u8) -> Result<()> {
        if self.peek() != Some(byte) {
            return Err(self.bad());
        }
        self.at += 1;
        Ok(())
    }

    fn end(&self) -> Result<()> {
        if self.at == self.bytes.len() { Ok(()) } else { Err(self.bad()) }
    }

    fn field_type(&mut self) -> Result<Type<'a>> {
        let start = self.at;
        while self.peek() == Some(b'[') {
            self.at += 1;
        }
        let dimensions = self.at - start;
        if dimensions > limits::MAX_ARRAY_DIMENSIONS {
            return Err(self.bad());
        }
        let element = self.element_type()?;
        match self.bytes.get(start..self.at) {
            Some(whole) if dimensions > 0 => Ok(Type::Array(whole)),
            _ => Ok(element),
        }
    }

    fn element_type(&mut self) -> Result<Type<'a>> {
        let element = match self.peek().ok_or_else(|| self.bad())? {
            b'Z' => Type::Boolean,
            b'B' => Type::Byte,
            b'C' => Type::Char,
            b'S' => Type::Short,
            b'I' => Type::Int,
            b'J' => Type::Long,
            b'F' => Type::Float,
            b'D' => Type::Double,
            b'L' => return self.class_type(),
            _ => return Err(self.bad()),
        };
        self.at += 1;
        Ok(element)
    }

    fn class_type(&mut self) -> Result<Type<'a>> {
        let rest = self.bytes.get(self.at + 1..).unwrap_or_default();
        let length = rest.iter().position(|&byte| byte == b';').unwrap_or(0);
        match rest.get(..length) {
            Some(name) if length > 0 => {
                self.at += length + 2;
                Ok(Type::Class(name))
            }
            _ => Err(self.bad()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_with_everything() -> Result<()> {
        let parsed = MethodDescriptor::parse("(ZBCSIJFDLa/B;[[J[LC;)[I")?;
        assert_eq!(parsed.parameters.len(), 11);
        assert_eq!(parsed.parameter_slots(), 13);
        assert_eq!(parsed.parameters[8..], [Type::Class(b"a/B"), Type::Array(b"[[J"), Type::Array(b"[LC;")]);
        assert_eq!(parsed.return_type, Some(Type::Array(b"[I")));
        assert_eq!(MethodDescriptor::parse("()V")?.return_slots(), 0);
        Ok(())
    }

    #[test]
    fn malformed_ones_are_located() {
        for (text, place) in [("", 0), ("I", 0), ("(", 1), ("(I", 2), ("(V)V", 1), ("()", 2), ("()VI", 3), ("(L;)V", 1)]
        {
            let descriptor = text.to_owned();
            assert_eq!(MethodDescriptor::parse(text), Err(Error::BadDescriptor { descriptor, at: place }));
        }
        assert!(parse_field("Lx").is_err());
        assert!(parse_field("[V").is_err());
        assert!(parse_field(&format!("{}I", "[".repeat(256))).is_err());
    }
}
