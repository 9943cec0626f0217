//! Objects that tasks keep: they store them in something that outlives them, return them, leave them to other tasks, or look whether
//! they are one.
//!
//! What such a task overwrites in the object has no copy for each task: whoever finds the object later would find another one.
//! The trace does not tell which object is stored. So a value may be the object if its type allows it, unless the task itself has
//! made it.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use paratrace_jvm::library::{self, ClassFact, MethodFact};
use paratrace_jvm::opcodes;
use paratrace_replay::program::{has_receiver, parameter_slots, parameters};
use paratrace_traceformat::map::{InstructionId, MethodId, Op, Site};
use rustc_hash::{FxHashMap, FxHashSet};

use super::reach::{Reach, is_untraced};
use super::reached::Reached;
use super::types::Types;
use crate::dependences::Points;
use crate::dependences::definitions::{Definition, reaching};

/// Types of elements that are no objects, as descriptors name them.
const NUMBERS: &[u8; 8] = b"ZBCSIJFD";

/// Most stores to locals that hand a value from one to another.
const DEEP: usize = 4;

/// What tasks overwrite parts of.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Overwritten {
    /// An object of this class, or of one below it.
    Object(String),
    /// An array whose elements are stored by instructions of this type: the first letter of its descriptor.
    Array(u8),
}

impl Overwritten {
    /// Returns what a store writes to; none if it is a variable or a static field.
    pub(super) fn by(points: &Points<'_>, store: InstructionId) -> Option<Self> {
        let arg = points.map.insns.arg[store.index()];
        match points.op(store) {
            Op::PutField => points.map.fields.get(arg as usize).map(|field| Self::Object(field.class.clone())),
            Op::ArrayStore => u8::try_from(arg).ok().map(Self::Array),
            _ => None,
        }
    }

    /// Returns whether a value of a type may be one of these.
    fn may_have(&self, types: &Types<'_>, described: &str) -> bool {
        const OF_ARRAYS: [&str; 3] = ["Ljava/lang/Object;", "Ljava/lang/Cloneable;", "Ljava/io/Serializable;"];
        let class = described.strip_prefix('L').and_then(|class| class.strip_suffix(';'));
        match (self, class) {
            (Self::Object(own), Some(class)) => !library::is(class, ClassFact::Value) && types.may_be_both(own, class),
            (Self::Object(_), None) => false,
            (Self::Array(_), Some(_)) => OF_ARRAYS.contains(&described),
            (Self::Array(element), None) => match described.as_bytes() {
                [b'[', b'L' | b'[', ..] => !NUMBERS.contains(element),
                [b'[', stored, ..] => stored == element,
                _ => false,
            },
        }
    }
}

/// The code of tasks.
pub(super) struct Keeping<'c, 'm> {
    points: &'c Points<'m>,
    reach: &'c Reach<'m>,
    types: &'c Types<'m>,
    reached: Rc<Reached<'m>>,
    /// The calls in it of each method.
    calls: OnceCell<FxHashMap<MethodId, Vec<InstructionId>>>,
    /// Tasks are calls: what they return is kept.
    are_calls: bool,
    /// Stores to variables that other code reads.
    carried: FxHashSet<InstructionId>,
    /// Stores by which arrays of tasks change places.
    swapping: Rc<FxHashSet<InstructionId>>,
    /// What was asked for already, with or without those.
    known: RefCell<FxHashMap<(Vec<Overwritten>, bool), bool>>,
}

impl<'c, 'm> Keeping<'c, 'm> {
    pub(super) fn new(
        (points, reach, types): (&'c Points<'m>, &'c Reach<'m>, &'c Types<'m>),
        reached: Rc<Reached<'m>>,
        are_calls: bool,
        carried: FxHashSet<InstructionId>,
        swapping: Rc<FxHashSet<InstructionId>>,
    ) -> Self {
        let (calls, known) = (OnceCell::new(), RefCell::default());
        Self { points, reach, types, reached, calls, are_calls, carried, swapping, known }
    }

    /// Returns whether tasks may keep what they overwrite parts of. If each has copies, arrays that change places are among them.
    pub(super) fn is_any(&self, overwritten: impl Iterator<Item = Overwritten>, has_copies: bool) -> bool {
        let mut overwritten: Vec<_> = overwritten.collect();
        overwritten.sort_unstable();
        overwritten.dedup();
        let asked = (overwritten, has_copies);
        if let Some(&known) = self.known.borrow().get(&asked) {
            return known;
        }
        let search = Search { tasks: self, overwritten: &asked.0 };
        let mut others = self.reached.instructions().filter(|insn| !has_copies || !self.swapping.contains(insn));
        let found = !asked.0.is_empty() && others.any(|insn| search.keeps(insn));
        self.known.borrow_mut().insert(asked, found);
        found
    }

    /// Returns whether tasks run code of a method themselves.
    fn is_own(&self, method: MethodId) -> bool {
        let mut code = self.points.map.methods[method.index()].instructions();
        code.any(|insn| self.reached.is_own(insn))
    }

    fn calls(&self) -> &FxHashMap<MethodId, Vec<InstructionId>> {
        self.calls.get_or_init(|| {
            let mut calls: FxHashMap<_, Vec<_>> = FxHashMap::default();
            for insn in self.reached.instructions() {
                self.reach.callees_of(insn).for_each(|method| calls.entry(method).or_default().push(insn));
            }
            calls
        })
    }
}

/// The search for a value that is kept.
struct Search<'s, 'c, 'm> {
    tasks: &'s Keeping<'c, 'm>,
    overwritten: &'s [Overwritten],
}

impl Search<'_, '_, '_> {
    fn keeps(&self, insn: InstructionId) -> bool {
        let (points, map) = (self.tasks.points, self.tasks.points.map);
        match points.op(insn) {
            Op::PutField | Op::PutStatic => {
                let field = map.fields.get(map.insns.arg[insn.index()] as usize);
                field.is_some_and(|field| is_reference(&field.desc) && self.may_be(insn, 0, Some(&field.desc)))
            }
            Op::ArrayStore => map.insns.opcode[insn.index()] == opcodes::AASTORE && self.is_stored(insn),
            Op::ReturnValue => {
                let result = map.methods[points.method_of(insn).index()].desc.rsplit_once(')');
                self.tasks.are_calls
                    && self.tasks.reached.is_own(insn)
                    && result.is_some_and(|(_, result)| is_reference(result) && self.may_be(insn, 0, Some(result)))
            }
            Op::Invoke => points.call(insn).is_some_and(|call| self.hands_over(insn, call)),
            // A copy is another object than the one that it is compared with.
            _ if [opcodes::IF_ACMPEQ, opcodes::IF_ACMPNE].contains(&map.insns.opcode[insn.index()]) => {
                self.tasks.reached.is_own(insn) && [0, 1].iter().any(|&above| self.may_be(insn, above, None))
            }
            Op::Store => {
                let is_object = (opcodes::ASTORE_0..=opcodes::ASTORE_3).contains(&map.insns.opcode[insn.index()])
                    || map.insns.opcode[insn.index()] == opcodes::ASTORE;
                is_object && self.tasks.carried.contains(&insn) && self.may_be(insn, 0, None)
            }
            _ => false,
        }
    }

    /// Returns whether an element is stored other than into an array that is made in the same statement, as for a call of a
    /// method with any number of arguments.
    fn is_stored(&self, insn: InstructionId) -> bool {
        let array = self.tasks.points.producer(insn, 2);
        !array.is_some_and(|array| self.is_array_made(array)) && self.may_be(insn, 0, None)
    }

    fn is_array_made(&self, insn: InstructionId) -> bool {
        self.tasks.points.map.insns.opcode[insn.index()] == opcodes::ANEWARRAY
    }

    /// Returns whether a call of untraced code may have something keep one of its arguments.
    fn hands_over(&self, insn: InstructionId, call: &Site) -> bool {
        if let Some(keeps) = self.keeps_copied(insn, call) {
            return keeps;
        }
        is_untraced(call)
            && &*call.name != "<init>"
            && !self.tasks.points.only_looks(insn)
            && self.arguments(call).any(|(argument, described)| {
                let is_subject = call.state_args[..] == [argument] && !has_receiver(call);
                let is_kept = is_reference(described) && !is_primitive_array(described) && !is_subject;
                is_kept
                    && self.tasks.points.hands_over(insn, argument)
                    && self.may_be(insn, above(call, argument), Some(described))
            })
    }

    /// Returns whether a call that copies elements from one array to another may have the latter keep it; `None` if it does something
    /// else, or the type of the elements is not known. The array itself is kept by no such call.
    fn keeps_copied(&self, insn: InstructionId, call: &Site) -> Option<bool> {
        let copies = library::method_is(&call.class, &call.name, &call.desc, MethodFact::CopiesElements);
        let source = self.tasks.points.producer(insn, above(call, 0)).filter(|_| copies)?;
        if self.is_array_of_numbers(source, DEEP) {
            return Some(false);
        }
        Some(self.has_type(Some(self.type_of(source)?.strip_prefix('[')?)))
    }

    /// Returns whether what an instruction pushes is certainly an array of numbers.
    fn is_array_of_numbers(&self, insn: InstructionId, deep: usize) -> bool {
        let points = self.tasks.points;
        if points.map.insns.opcode[insn.index()] == opcodes::NEWARRAY {
            return true;
        }
        if points.op(insn) != Op::Load || deep == 0 {
            return self.type_of(insn).is_some_and(|described| is_primitive_array(&described));
        }
        let definitions = reaching(points, insn);
        !definitions.is_empty()
            && definitions.into_iter().all(|definition| match definition {
                Definition::Store(store) => {
                    let stored = points.producer(store, 0);
                    stored.is_some_and(|stored| self.is_array_of_numbers(stored, deep - 1))
                }
                Definition::Parameter => self.tasks.points.parameter_type(insn).is_some_and(is_primitive_array),
                Definition::Unknown => false,
            })
    }

    /// Returns the type that the code gives to what an instruction pushes, if it names one.
    fn type_of(&self, insn: InstructionId) -> Option<String> {
        let points = self.tasks.points;
        match points.op(insn) {
            Op::GetField | Op::GetStatic => {
                Some(points.map.fields.get(points.map.insns.arg[insn.index()] as usize)?.desc.clone())
            }
            Op::ArrayLoad => self.element_type(insn),
            Op::Invoke => Some(points.call(insn)?.desc.rsplit_once(')')?.1.to_owned()),
            Op::Load => {
                let is_passed = reaching(points, insn).into_iter().eq([Definition::Parameter]);
                points.parameter_type(insn).filter(|_| is_passed).map(str::to_owned)
            }
            _ => None,
        }
    }

    /// Lists the arguments of a call but its receiver, with their types.
    fn arguments<'s>(&self, call: &'s Site) -> impl Iterator<Item = (u8, &'s str)> {
        (u8::from(has_receiver(call))..).zip(parameters(&call.desc))
    }

    /// Returns whether the stack entry `above` entries below the top before an instruction may be what tasks overwrite parts of, or
    /// may have been made to hold it. `described` is its type, if it is known.
    fn may_be(&self, insn: InstructionId, above: u32, described: Option<&str>) -> bool {
        self.is_from(insn, above, described, &mut FxHashSet::default())
    }

    fn is_from(
        &self,
        insn: InstructionId,
        above: u32,
        described: Option<&str>,
        seen: &mut FxHashSet<InstructionId>,
    ) -> bool {
        // Such an array, or a value, is no other object, and holds none.
        let holds_nothing = |described| is_primitive_array(described) || library::is_value_type(described);
        match self.tasks.points.producer(insn, above) {
            _ if described.is_some_and(holds_nothing) && !self.has_type(described) => false,
            Some(producer) if !seen.insert(producer) => false,
            Some(producer) => self.gives(producer, insn, seen),
            None => self.has_type(described),
        }
    }

    /// Returns whether an instruction pushes it, for another one.
    fn gives(&self, insn: InstructionId, user: InstructionId, seen: &mut FxHashSet<InstructionId>) -> bool {
        let map = self.tasks.points.map;
        let (opcode, arg) = (map.insns.opcode[insn.index()], map.insns.arg[insn.index()]);
        match self.tasks.points.op(insn) {
            Op::Load => reaching(self.tasks.points, insn).into_iter().any(|definition| match definition {
                Definition::Store(store) if self.tasks.reached.contains(self.tasks.points, store) => {
                    self.is_from(store, 0, None, seen)
                }
                Definition::Store(store) => self.is_stored_before(store),
                Definition::Unknown => true,
                Definition::Parameter => self.is_passed(self.tasks.points.method_of(insn), arg, seen),
            }),
            Op::GetField | Op::GetStatic => {
                self.has_type(map.fields.get(arg as usize).map(|field| field.desc.as_str()))
            }
            Op::ArrayLoad => self.has_type(self.element_type(insn).as_deref()),
            Op::Invoke => self.tasks.points.call(insn).is_none_or(|call| self.is_result(insn, call, seen)),
            _ if opcode == opcodes::CHECKCAST => self.is_from(insn, 0, None, seen),
            _ if self.is_array_made(insn) => self.holds(insn, user, seen),
            // A new object or a constant; what is new may be given it by its constructor.
            _ => opcode == opcodes::NEW && self.is_made_of(insn, user, seen),
        }
    }

    /// Returns whether it may be what was stored to a local before the tasks.
    fn is_stored_before(&self, store: InstructionId) -> bool {
        let Some(stored) = self.tasks.points.producer(store, 0) else { return true };
        let is_of_numbers = self.tasks.points.map.insns.opcode[stored.index()] == opcodes::NEWARRAY;
        let is_array = |one: &Overwritten| matches!(one, Overwritten::Array(element) if NUMBERS.contains(element));
        match self.type_of(stored) {
            _ if is_of_numbers => self.overwritten.iter().any(is_array),
            Some(described) if is_primitive_array(&described) => self.has_type(Some(&described)),
            _ => true,
        }
    }

    fn has_type(&self, described: Option<&str>) -> bool {
        described.is_none_or(|described| self.overwritten.iter().any(|one| one.may_have(self.tasks.types, described)))
    }

    /// Returns whether an array that is made in a statement gets it as an element.
    fn holds(&self, array: InstructionId, user: InstructionId, seen: &mut FxHashSet<InstructionId>) -> bool {
        let stores = array.up_to(user).filter(|&insn| self.tasks.points.op(insn) == Op::ArrayStore);
        let mut own = stores.filter(|&store| self.tasks.points.producer(store, 2) == Some(array));
        own.any(|store| self.is_from(store, 0, None, seen))
    }

    /// Returns whether a constructor that is not traced gets it.
    fn is_made_of(&self, new: InstructionId, user: InstructionId, seen: &mut FxHashSet<InstructionId>) -> bool {
        let mut made = new.up_to(user).filter_map(|insn| Some((insn, self.tasks.points.call(insn)?)));
        made.any(|(insn, call)| {
            let own = || self.tasks.points.producer(insn, above(call, 0)) == Some(new);
            &*call.name == "<init>" && is_untraced(call) && own() && self.is_given(insn, call, seen)
        })
    }

    /// Returns whether what a call gives may be it, or hold it.
    fn is_result(&self, insn: InstructionId, call: &Site, seen: &mut FxHashSet<InstructionId>) -> bool {
        let result = call.desc.rsplit_once(')').map_or("", |(_, result)| result);
        // A function is a new object, or one that has captured nothing.
        if call.opcode == opcodes::INVOKEDYNAMIC {
            return self.is_given(insn, call, seen);
        }
        if !is_untraced(call) {
            let callees = self.tasks.reach.callees_of(insn);
            let mut returns = callees
                .flat_map(|method| self.tasks.points.map.methods[method.index()].instructions())
                .filter(|&insn| self.tasks.points.op(insn) == Op::ReturnValue);
            return is_reference(result) && returns.any(|insn| self.is_from(insn, 0, Some(result), seen));
        }
        is_reference(result) && !makes_anew(call) && (self.has_type(Some(result)) || self.is_given(insn, call, seen))
    }

    /// Returns whether a call that is not traced gets it and may keep it.
    fn is_given(&self, insn: InstructionId, call: &Site, seen: &mut FxHashSet<InstructionId>) -> bool {
        let method = library::method(&call.class, &call.name, &call.desc);
        !method.is_some_and(|method| method.is(MethodFact::Forgets))
            && !library::is(&call.class, ClassFact::Value)
            && self.arguments(call).any(|(argument, described)| {
                is_reference(described) && self.is_from(insn, above(call, argument), Some(described), seen)
            })
    }

    /// Returns whether a parameter may be it: of the tasks' own code by its type, of what they call by what calls pass.
    fn is_passed(&self, method: MethodId, slot: u32, seen: &mut FxHashSet<InstructionId>) -> bool {
        let described = &self.tasks.points.map.methods[method.index()];
        let Some(at) = parameter_slots(described).into_iter().position(|parameter| parameter == slot) else {
            return true;
        };
        let receiver = parameter_slots(described).len() - parameters(&described.desc).count();
        let this = format!("L{};", self.tasks.points.map.classes[described.class.index()].name);
        let kind = match at.checked_sub(receiver) {
            Some(at) => parameters(&described.desc).nth(at),
            None => Some(&*this),
        };
        let calls = self.tasks.calls().get(&method).filter(|_| !self.tasks.is_own(method));
        self.has_type(kind)
            && calls.is_none_or(|calls| {
                calls.iter().any(|&insn| {
                    // Untraced code that calls back may pass anything.
                    let call = self.tasks.points.call(insn).filter(|call| *call.desc == *described.desc);
                    let above = call.and_then(|call| u32::from(call.args).checked_sub(at as u32 + 1));
                    above.is_none_or(|above| self.is_from(insn, above, kind, seen))
                })
            })
    }

    /// Returns the type of the elements of an array that is loaded from.
    fn element_type(&self, load: InstructionId) -> Option<String> {
        self.type_of(self.tasks.points.producer(load, 1)?)?.strip_prefix('[').map(str::to_owned)
    }
}

/// Returns how many stack entries are above an argument before a call.
fn above(call: &Site, argument: u8) -> u32 {
    u32::from(call.args).saturating_sub(u32::from(argument) + 1)
}

fn is_reference(described: &str) -> bool {
    described.starts_with(['L', '['])
}

fn is_primitive_array(described: &str) -> bool {
    described.len() == 2 && described.starts_with('[')
}

/// Returns whether a call of the library gives what it has just made, of nothing but copies.
fn makes_anew(call: &Site) -> bool {
    let facts = [MethodFact::NewArray, MethodFact::Clones];
    let method = library::method(&call.class, &call.name, &call.desc);
    let value = call.desc.rsplit_once(")L").and_then(|(_, class)| class.strip_suffix(';'));
    method.is_some_and(|method| facts.iter().any(|&fact| method.is(fact)))
        || &*call.name == "clone"
        || value.is_some_and(|class| library::is(class, ClassFact::Value))
}
