//! Values of code: which ones are the same, and how the old value of a location takes part in them.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use super::measure::Measure;
use crate::model::Operation;

/// A number that only values have that were computed alike from the same values.
pub(super) type Number = u64;

/// Returns the number of what is computed like this.
pub(super) fn number(of: impl Hash) -> Number {
    let mut hasher = FxHasher::default();
    of.hash(&mut hasher);
    hasher.finish()
}

/// How the old value of the location takes part in a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// It does not.
    Free,
    /// It is the old value, or the old value to which one operation was applied once or more often.
    Old(Option<Operation>),
    /// The same, but cut to a smaller type: nothing more can be applied.
    Cut(Option<Operation>),
    /// It is what an order looks at of the old value: the element at that place, a field of that object.
    At(Measure),
    /// It is an ordering of another value and the old one, or what is looked at of them. If one of them is not a number, it is
    /// `unordered`.
    Compared { with: Number, old_first: bool, unordered: Option<Ordering>, at: Option<Measure> },
    /// It tells whether there is an old value.
    Presence,
    /// It is the first value, with this number, as there is no old one.
    First(Number),
    /// It belongs to the extremum that was found, like its position.
    Companion,
    /// In any other way.
    Mixed,
}

/// A value on the operand stack or in a local.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) number: Number,
    pub(super) constant: Option<i32>,
    pub(super) part: Part,
    /// The loads of the location that take part, as a set of their positions.
    pub(super) loads: u64,
    /// The tests of the old value that the part takes into account.
    pub(super) tests: u64,
    /// The number of the value that was combined with the old one, if it was one, once.
    pub(super) with: Option<Number>,
    /// The number that stands for the old value if there is none.
    pub(super) default: Option<i32>,
}

/// Tests of the old value, as a set of their positions, and the loads that they test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Tests {
    pub(super) tests: u64,
    pub(super) loads: u64,
}

impl Tests {
    /// Returns these tests and those.
    pub(super) fn and(self, other: Self) -> Self {
        Self { tests: self.tests | other.tests, loads: self.loads | other.loads }
    }
}

/// What a test of the old value has shown on one of its ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fact {
    pub(super) shown: Shown,
    pub(super) by: Tests,
}

/// An ordering of the old value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shown {
    /// It is zero, or false.
    Zero,
    /// It is not zero.
    NotZero,
    /// It is less than this value, or equal.
    Below(Number),
    /// It is greater than this value, or equal.
    Above(Number),
    /// An order looks at something of it that is less than this value, or equal.
    LeastAt(Measure, Number),
    /// An order looks at something of it that is greater than this value, or equal.
    MostAt(Measure, Number),
    /// There is none.
    Absent,
    /// There is one.
    Present,
}

impl Shown {
    /// Returns what the other way shows.
    pub(super) fn negated(self) -> Self {
        match self {
            Shown::Zero => Shown::NotZero,
            Shown::NotZero => Shown::Zero,
            Shown::Below(number) => Shown::Above(number),
            Shown::Above(number) => Shown::Below(number),
            Shown::LeastAt(measure, number) => Shown::MostAt(measure, number),
            Shown::MostAt(measure, number) => Shown::LeastAt(measure, number),
            Shown::Absent => Shown::Present,
            Shown::Present => Shown::Absent,
        }
    }
}

impl Fact {
    /// Returns what is known if one of two facts is true: where there is no old value, everything is true of it.
    pub(super) fn merged_with(self, other: Self) -> Option<Self> {
        let shown = match (self.shown, other.shown) {
            (a, b) if a == b => a,
            (Shown::Absent, Shown::Present) | (Shown::Present, Shown::Absent) => return None,
            (Shown::Absent, shown) | (shown, Shown::Absent) => shown,
            _ => return None,
        };
        Some(Self { shown, by: self.by.and(other.by) })
    }

    /// Returns what a test has shown where this was known: that there is an old value goes without saying.
    pub(super) fn followed_by(self, shown: Shown, by: Tests) -> Self {
        let by = if self.shown == Shown::Present { self.by.and(by) } else { by };
        Self { shown, by }
    }
}

impl Value {
    pub(super) fn free(number: Number) -> Self {
        Self { number, constant: None, part: Part::Free, loads: 0, tests: 0, with: None, default: None }
    }

    pub(super) fn constant(value: i32) -> Self {
        Self { constant: Some(value), ..Self::free(number(("constant", value))) }
    }

    pub(super) fn is_free(&self) -> bool {
        self.part == Part::Free
    }

    /// Returns the value as a function of the old value, given what a test of it has shown: the greater of two values is their
    /// maximum, what is false if the old value is false is a conjunction, and what is there if there was nothing is the first value.
    pub(super) fn given(self, fact: Option<Fact>) -> Self {
        let Some(fact) = fact else { return self };
        let Tests { tests, loads } = fact.by;
        if fact.shown == Shown::Present && matches!(self.part, Part::Old(_)) {
            return Self { loads: self.loads | loads, tests: self.tests | tests, ..self };
        }
        if !self.is_free() {
            return self;
        }
        let part = match (fact.shown, self.constant) {
            (Shown::Below(number), _) if number == self.number => Part::Old(Some(Operation::Maximum)),
            (Shown::Above(number), _) if number == self.number => Part::Old(Some(Operation::Minimum)),
            (Shown::LeastAt(measure, number) | Shown::MostAt(measure, number), _)
                if measure.number_for(self.number) == number =>
            {
                Part::Old(Some(Operation::Extremum))
            }
            (Shown::Zero, Some(0)) | (Shown::NotZero, Some(1)) => Part::Old(None),
            (Shown::Zero, Some(1)) => Part::Old(Some(Operation::Or)),
            (Shown::NotZero, Some(0)) => Part::Old(Some(Operation::And)),
            (Shown::Absent, _) => Part::First(self.number),
            _ => return self,
        };
        let with = if matches!(part, Part::Old(Some(_))) { Some(self.number) } else { None };
        Self { part, loads, tests, with, ..self }
    }

    /// Returns the value where two ways meet. `chosen` are the tests that have chosen between them, and `both` numbers what
    /// either may be.
    pub(super) fn or(self, other: Self, chosen: Tests, both: Number) -> Self {
        if self == other {
            return self;
        }
        let same = self.number == other.number;
        let (tests, is_explained) = (self.tests | other.tests, chosen.tests & !(self.tests | other.tests) == 0);
        let part = match (self.part, other.part) {
            (Part::Free, Part::Free) if same || chosen.tests == 0 => Part::Free,
            (Part::Companion, _) | (_, Part::Companion) => Part::Companion,
            _ if self.default != other.default => Part::Mixed,
            (a, b) if a == b && (same || a == Part::Old(None)) => a,
            _ if !is_explained => Part::Mixed,
            (Part::Old(a), Part::Old(b)) => either(a, b),
            (Part::Old(None), Part::First(_)) if other.constant.is_some() => Part::Old(None),
            (Part::First(_), Part::Old(None)) if self.constant.is_some() => Part::Old(None),
            (Part::Old(Some(operation)), Part::First(first)) if self.with == Some(first) => Part::Old(Some(operation)),
            (Part::First(first), Part::Old(Some(operation))) if other.with == Some(first) => Part::Old(Some(operation)),
            (Part::Old(operation), Part::Free) => masked(operation, &self, &other),
            (Part::Free, Part::Old(operation)) => masked(operation, &other, &self),
            _ => Part::Mixed,
        };
        let constant = self.constant.filter(|_| self.constant == other.constant);
        let loads = if part == Part::Free { 0 } else { self.loads | other.loads | chosen.loads };
        let (with, default) = (self.with_of_either(&other), self.default_of_either(&other));
        Self { number: if same { self.number } else { both }, constant, part, loads, tests, with, default }
    }
}

impl Value {
    /// Returns what was combined with the old value, if that is the same on both ways that do so.
    fn with_of_either(&self, other: &Self) -> Option<Number> {
        let is_plain = |value: &Self| matches!(value.part, Part::Old(None) | Part::First(_));
        match (is_plain(self), is_plain(other)) {
            (true, _) => other.with,
            (_, true) => self.with,
            _ => self.with.filter(|_| self.with == other.with),
        }
    }

    /// Returns what stands for the old value if there is none, where one way has the old value, and the other what stands for it.
    fn default_of_either(&self, other: &Self) -> Option<i32> {
        match (self.part, other.part) {
            (Part::Old(None), Part::First(_)) => other.constant,
            (Part::First(_), Part::Old(None)) => self.constant,
            _ => self.default,
        }
    }
}

/// Returns what two ways make of the old value, if it is the same.
pub(super) fn either(a: Option<Operation>, b: Option<Operation>) -> Part {
    match (a, b) {
        (None, operation) | (operation, None) => Part::Old(operation),
        _ if a == b => Part::Old(a),
        _ => Part::Mixed,
    }
}

/// Returns what the old value or a constant is: zero is a conjunction with nothing, and one is a disjunction if the old value
/// is known to be zero or one.
fn masked(operation: Option<Operation>, old: &Value, other: &Value) -> Part {
    let is_flag = old.constant.is_some() || operation.is_some();
    match (operation, other.constant) {
        (None | Some(Operation::And), Some(0)) => Part::Old(Some(Operation::And)),
        (None | Some(Operation::Or), Some(1)) if is_flag => Part::Old(Some(Operation::Or)),
        _ => Part::Mixed,
    }
}
