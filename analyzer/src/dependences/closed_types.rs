//! Types whose objects hold nothing that the library could reach but by calling traced methods of theirs: values, and objects of the
//! program's own classes. The library asks a key for its hash and compares it; what the methods for that look at is in the trace.

use paratrace_jvm::library::{self, ClassFact, Nature};
use paratrace_jvm::opcodes;
use paratrace_replay::program::{has_receiver, parameter_slots, parameters};
use paratrace_traceformat::map::{Class, InstructionId, Op, ProgramMap, Site, Untraced};
use rustc_hash::{FxHashMap, FxHashSet};

use super::definitions::{Definition, reaching};
use super::points::Points;

/// Flag of interfaces.
const INTERFACE: u16 = 0x0200;

/// Classes of the JDK whose own methods look at nothing that objects of classes below them hold.
const BARE: [&str; 3] = ["java/lang/Object", "java/lang/Enum", "java/lang/Record"];

/// Most variables that hand a value from one to another.
pub(crate) const DEEP: usize = 4;

/// The classes and interfaces of the program all of whose objects are traced in full.
pub(crate) struct ClosedTypes(FxHashSet<String>);

impl ClosedTypes {
    pub(super) fn new(map: &ProgramMap) -> Self {
        let own = map.classes.iter().filter(|class| is_traced(map, class));
        let own: FxHashMap<&str, &Class> = own.map(|class| (&*class.name, class)).collect();
        let (interfaces, classes): (Vec<&Class>, Vec<&Class>) = own.values().partition(|class| is_interface(class));
        let mut found: FxHashSet<&str> = interfaces.iter().map(|class| &*class.name).collect();
        found.extend(classes.iter().filter(|class| is_own_to_the_top(&own, class)).map(|class| &*class.name));
        // An interface has objects of all classes that implement it.
        let mut open: Vec<&Class> = map.classes.iter().filter(|class| !found.contains(&*class.name)).collect();
        while let Some(class) = open.pop() {
            let above = class.interfaces.iter().filter_map(|name| own.get(&**name));
            open.extend(above.filter(|above| found.remove(&*above.name)));
        }
        Self(found.into_iter().map(str::to_owned).collect())
    }

    pub(super) fn has(&self, described: &str) -> bool {
        let class = described.strip_prefix('L').and_then(|class| class.strip_suffix(';'));
        class.is_some_and(|class| self.0.contains(class) || library::is(class, ClassFact::Value))
    }
}

/// Returns whether any class may implement it.
pub(crate) fn is_interface(class: &Class) -> bool {
    class.access & INTERFACE != 0
}

/// Returns whether a class is the program's own, and nothing in it is left out of the trace.
fn is_traced(map: &ProgramMap, class: &Class) -> bool {
    let is_left_out = |untraced| !matches!(untraced, Untraced::Abstract | Untraced::EmptyFinalizer);
    let methods = &map.methods[class.methods.start as usize..class.methods.end as usize];
    !class.is_of_jdk()
        && class.untraced.is_none()
        && !methods.iter().any(|method| method.untraced.is_some_and(is_left_out))
}

fn is_own_to_the_top(own: &FxHashMap<&str, &Class>, class: &Class) -> bool {
    let mut above = class.super_name.as_deref();
    // No deeper than there are classes: a broken map may go in a circle.
    for _ in 0..=own.len() {
        match above {
            Some(name) if BARE.contains(&name) => return true,
            Some(name) => above = own.get(name).and_then(|class| class.super_name.as_deref()),
            None => return false,
        }
    }
    false
}

impl Points<'_> {
    /// Returns whether a call gives a map or a collection an object of a closed type, or none, as this argument. A stream that writes objects
    /// reads their fields itself, so what it is given may be of any type.
    pub(super) fn keeps_closed(&self, insn: InstructionId, argument: u8) -> bool {
        const CALL_METHODS: [Nature; 3] = [Nature::Map, Nature::Queue, Nature::Collection];
        let Some(call) = self.call(insn).filter(|call| argument > 0 || !has_receiver(call)) else { return false };
        let nature = library::nature(&call.class, &call.name, &call.desc);
        nature.is_some_and(|nature| CALL_METHODS.contains(&nature))
            && self.gives_only(insn, argument, &|described| self.is_closed(described))
    }

    /// Returns whether all that an instruction pushes is null, a constant, or of types that `is_wanted` accepts, as descriptors name them.
    pub(crate) fn pushes(&self, insn: InstructionId, deep: usize, is_wanted: &dyn Fn(&str) -> bool) -> bool {
        let Some(below) = deep.checked_sub(1) else { return false };
        let pushed_before = |above| self.producer(insn, above).is_some_and(|it| self.pushes(it, below, is_wanted));
        match (self.op(insn), self.map.insns.opcode[insn.index()]) {
            (_, opcodes::LDC | opcodes::LDC_W | opcodes::ACONST_NULL) => true,
            (_, opcodes::NEW) => self.made_class(insn).is_some_and(|class| is_wanted(&format!("L{class};"))),
            (_, opcodes::CHECKCAST) => pushed_before(0),
            (Op::ArrayLoad, _) => {
                let has_wanted = |described: &str| described.strip_prefix('[').is_some_and(is_wanted);
                self.producer(insn, 1).is_some_and(|array| self.pushes(array, below, &has_wanted))
            }
            (Op::GetField | Op::GetStatic, _) => self.accessed_type(insn).is_some_and(is_wanted),
            (Op::Invoke, _) => {
                self.call(insn).and_then(|call| call.desc.rsplit_once(')')).is_some_and(|it| is_wanted(it.1))
            }
            (Op::Load, _) => {
                let definitions = reaching(self, insn);
                let is_defined = |definition: &Definition| self.defines(insn, *definition, below, is_wanted);
                !definitions.is_empty() && definitions.iter().all(is_defined)
            }
            _ => false,
        }
    }

    /// Returns whether a local that an instruction loads gets only what is wanted by one of its definitions.
    fn defines(
        &self,
        load: InstructionId,
        definition: Definition,
        deep: usize,
        is_wanted: &dyn Fn(&str) -> bool,
    ) -> bool {
        match definition {
            Definition::Store(store) => {
                self.producer(store, 0).is_some_and(|stored| self.pushes(stored, deep, is_wanted))
            }
            Definition::Parameter => self.is_parameter(load, is_wanted),
            Definition::Unknown => false,
        }
    }

    fn is_parameter(&self, load: InstructionId, is_wanted: &dyn Fn(&str) -> bool) -> bool {
        let method = &self.map.methods[self.method_of(load).index()];
        let is_this = self.map.insns.arg[load.index()] == 0 && !method.is_static();
        if is_this {
            return is_wanted(&format!("L{};", self.map.classes[method.class.index()].name));
        }
        self.parameter_type(load).is_some_and(is_wanted)
    }

    /// Returns the type of the parameter that an instruction loads; `None` if it is `this`, or no parameter.
    pub(crate) fn parameter_type(&self, load: InstructionId) -> Option<&str> {
        let (map, slot) = (self.map, self.map.insns.arg[load.index()]);
        let method = &map.methods[self.method_of(load).index()];
        let slots = parameter_slots(method);
        let receiver = slots.len() - parameters(&method.desc).count();
        let at = slots.into_iter().position(|parameter| parameter == slot)?.checked_sub(receiver)?;
        parameters(&method.desc).nth(at)
    }

    /// Returns the descriptor of the field that an instruction accesses.
    fn accessed_type(&self, insn: InstructionId) -> Option<&str> {
        Some(&self.map.fields.get(self.map.insns.arg[insn.index()] as usize)?.desc)
    }

    /// Returns the class of a new object: that of the constructor which is called for it.
    pub(crate) fn made_class(&self, new: InstructionId) -> Option<&str> {
        let end = self.map.methods[self.method_of(new).index()].insns.end;
        let calls = new.up_to(InstructionId::new(end)).filter_map(|insn| Some((insn, self.call(insn)?)));
        let mut made = calls.filter(|(_, call)| &*call.name == "<init>");
        let is_of_it = |&(insn, call): &(InstructionId, &Site)| {
            let receiver = u32::from(call.args).checked_sub(1);
            receiver.and_then(|receiver| self.producer(insn, receiver)) == Some(new)
        };
        made.find(is_of_it).map(|(_, call)| &*call.class)
    }
}
