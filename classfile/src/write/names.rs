//! Class names that have no pool index yet.

use std::borrow::Cow;

use super::pool::PoolBuilder;
use crate::descriptor::Type;
use crate::error::Result;
use crate::read::frames::{FrameType, VerificationType};

/// Numbers class names, so that frame types stay small and cheap to compare.
#[derive(Debug, Clone, Default)]
pub(crate) struct NameTable<'a> {
    names: Vec<Cow<'a, [u8]>>,
}

impl<'a> NameTable<'a> {
    /// The type of a class by its internal name.
    pub(crate) fn named(&mut self, name: impl Into<Cow<'a, [u8]>>) -> FrameType {
        let name = name.into();
        let number = self.names.iter().position(|known| *known == name).unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        FrameType::Named(u32::try_from(number).unwrap_or(u32::MAX))
    }

    /// The type of a field or parameter.
    pub(crate) fn of_type(&mut self, kind: Type<'a>) -> FrameType {
        FrameType::Known(match kind {
            Type::Boolean | Type::Byte | Type::Char | Type::Short | Type::Int => VerificationType::Integer,
            Type::Long => VerificationType::Long,
            Type::Float => VerificationType::Float,
            Type::Double => VerificationType::Double,
            Type::Class(name) | Type::Array(name) => return self.named(name),
        })
    }

    /// The name behind a number.
    pub(crate) fn name(&self, number: u32) -> Option<&[u8]> {
        self.names.get(number as usize).map(|name| &**name)
    }

    /// Pool indices of those names that the pool has already. Types that come out equal this way encode shorter.
    pub(crate) fn resolve_known(&self, pool: &mut PoolBuilder<'_>) -> Vec<Option<u16>> {
        self.names.iter().map(|name| pool.find_class(name)).collect()
    }

    /// The final type; appends the class to the pool if necessary.
    pub(crate) fn resolve(&self, kind: FrameType, pool: &mut PoolBuilder<'_>) -> Result<VerificationType> {
        match kind {
            FrameType::Known(known) => Ok(known),
            FrameType::Named(number) => {
                Ok(VerificationType::Object(pool.class_bytes(self.name(number).unwrap_or_default())?))
            }
        }
    }
}
