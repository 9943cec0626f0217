//! Measures: by what of a value an order compares it, if not by the value itself.

use super::Address;
use super::value::{Number, Part, Value, number};

/// Most steps from a value to what is compared.
const MOST_STEPS: usize = 3;

/// The steps from a value to what is compared of it: none if that is the value itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Measure([Option<Step>; MOST_STEPS]);

/// One step. `memory` is the number of the heap's contents that it looks at, 0 if it looks at none that may change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// From an index to the element there, of an array of this type and number.
    Element { kind: u32, array: Number, memory: Number },
    /// From an object to a field of it.
    Field { field: u32, memory: Number },
    /// From a value to what a method with this number gives for it alone.
    Call { method: Number, memory: Number },
    /// From a value to what a method with this number gives for it and another value, which comes first or not.
    CallWith { method: Number, other: Number, is_first: bool, memory: Number },
    /// From a number to one of another type, or of the other sign.
    Converted { opcode: u8 },
}

impl Measure {
    /// Returns by what an order would look at the old value; `None` if the value does not follow from the old one so.
    pub(super) fn of_value(value: &Value) -> Option<Self> {
        match value.part {
            Part::Old(None) if value.default.is_none() => Some(Self::default()),
            Part::At(measure) => Some(measure),
            _ => None,
        }
    }

    /// Returns the measure that goes one step further; `None` if that is too far.
    pub(super) fn with_step(mut self, step: Step) -> Option<Self> {
        let free = self.0.iter_mut().find(|known| known.is_none())?;
        *free = Some(step);
        Some(self)
    }

    /// Returns the number of what is compared of the value with a number.
    pub(super) fn number_for(self, value: Number) -> Number {
        self.0.into_iter().flatten().fold(value, |value, step| step.number_for(value))
    }
}

impl Step {
    /// Returns the number of what the step leads to.
    pub(super) fn number_for(self, value: Number) -> Number {
        match self {
            Self::Element { kind, array, memory } => number((Address::Element(kind, array, value), memory)),
            Self::Field { field, memory } => number((Address::Field(field, value), memory)),
            Self::Call { method, memory } => number((method, value, memory)),
            Self::CallWith { method, other, is_first: true, memory } => number((method, other, value, memory)),
            Self::CallWith { method, other, is_first: false, memory } => number((method, value, other, memory)),
            Self::Converted { opcode } => number((opcode, value)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_of_the_same_value_are_the_same_if_their_steps_are() {
        let field = |field| Step::Field { field, memory: 0 };
        let measure = |steps: &[Step]| steps.iter().try_fold(Measure::default(), |all, &step| all.with_step(step));
        assert_eq!(Measure::default().number_for(7), 7);
        let two = measure(&[field(1), field(2)]).unwrap();
        assert_eq!(two.number_for(7), field(2).number_for(field(1).number_for(7)));
        assert_ne!(two.number_for(7), measure(&[field(2), field(1)]).unwrap().number_for(7));
        assert_eq!(measure(&[field(1); MOST_STEPS + 1]), None);
    }
}
