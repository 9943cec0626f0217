//! Fields that are accessed by reflection: which they are, by the names that the trace gives their numbers (docs/format.md section 3).

use paratrace_traceformat::map::{Field, ProgramMap};
use rustc_hash::FxHashMap;

use super::index::ClassNames;

/// The place that a number of the trace stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reflected {
    /// No field: the call throws.
    Nothing,
    /// This field of the map.
    Known(u32),
    /// A field that no instruction accesses; all of its numbers give this one.
    Unknown {
        /// The least of its numbers.
        number: u32,
        /// Whether the class has it, and not each object.
        is_static: bool,
    },
}

/// The fields that have been accessed by reflection, by their numbers.
#[derive(Debug, Default)]
pub struct ReflectedFields {
    known: FxHashMap<u32, Reflected>,
    /// Of those that are not in the map.
    numbers: FxHashMap<String, u32>,
}

impl ReflectedFields {
    /// Returns what a number of the trace stands for.
    pub fn find(&mut self, number: u32, map: &ProgramMap, names: &ClassNames<'_>) -> Reflected {
        if number == 0 {
            return Reflected::Nothing;
        }
        if let Some(&known) = self.known.get(&number) {
            return known;
        }
        let name = names(number).unwrap_or_default();
        let found = match Named::read(&name) {
            Some(named) => match map.fields.iter().position(|field| named.is(field)) {
                Some(field) => Reflected::Known(field as u32),
                None => {
                    let number = *self.numbers.entry(name.clone()).or_insert(number);
                    Reflected::Unknown { number, is_static: named.is_static }
                }
            },
            None => Reflected::Unknown { number, is_static: false },
        };
        self.known.insert(number, found);
        found
    }
}

/// A field as the trace names it: class, name and descriptor, with semicolons in between; two before the name if it is static.
struct Named<'n> {
    class: &'n str,
    name: &'n str,
    desc: &'n str,
    is_static: bool,
}

impl<'n> Named<'n> {
    fn read(text: &'n str) -> Option<Self> {
        let (class, rest) = text.split_once(';')?;
        let member = rest.strip_prefix(';');
        let (name, desc) = member.unwrap_or(rest).split_once(';')?;
        Some(Self { class, name, desc, is_static: member.is_some() })
    }

    fn is(&self, field: &Field) -> bool {
        (&*field.class, &*field.name, &*field.desc, field.is_static)
            == (self.class, self.name, self.desc, self.is_static)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(class: &str, name: &str, is_static: bool) -> Field {
        Field {
            class: class.to_owned(),
            name: name.to_owned(),
            desc: "La/T;".to_owned(),
            is_static,
            traced: true,
            slot: 0,
        }
    }

    #[test]
    fn numbers_of_one_field_are_one_place() {
        let map =
            ProgramMap { fields: vec![field("a/C", "f", false), field("a/C", "f", true)], ..ProgramMap::default() };
        let name = |number: u32| {
            let names = ["", "a/C;f;La/T;", "a/C;;f;La/T;", "a/C;g;I", "a/C;;g;I", "a/C;g;I", "a/C"];
            names.get(number as usize).map(|name| (*name).to_owned())
        };
        let mut fields = ReflectedFields::default();
        let mut find = |number| fields.find(number, &map, &name);
        assert_eq!(find(0), Reflected::Nothing);
        assert_eq!((find(1), find(2)), (Reflected::Known(0), Reflected::Known(1)));
        assert_eq!(find(3), Reflected::Unknown { number: 3, is_static: false });
        assert_eq!(find(4), Reflected::Unknown { number: 4, is_static: true });
        assert_eq!(find(5), find(3));
        assert_eq!(find(6), Reflected::Unknown { number: 6, is_static: false });
    }
}
