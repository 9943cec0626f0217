//! The meaning of constant-pool operands of instructions, resolved once per class.

use std::borrow::Cow;

use paratrace_classfile::descriptor::{MethodDescriptor, Type, parse_field};
use paratrace_classfile::{BootstrapMethod, ClassFile, Constant, Instruction, MemberKind, MemberRef, opcodes as op};
use paratrace_traceformat::map::Untraced;
use rustc_hash::FxHashMap;

use super::accessor::AccessUse;
use super::call::Known;
use super::plan::CLASS_CONSTANTS;
use super::walk::Memory;
use crate::world::{CallKind, Caller, FieldTarget, MethodTarget, World, classify};

/// Kind of a value on the operand stack or in a local: `I J F D A`.
pub(crate) type Kind = u8;

/// Text of a class file or of the world.
type Text<'c> = Cow<'c, str>;

/// Stands for a class outside of the world that an instruction may initialise.
pub(super) const OUTSIDE: usize = usize::MAX;

/// A field access.
#[derive(Debug, Clone)]
pub(crate) struct FieldUse<'c> {
    /// Constant of the class that the instruction names.
    pub(crate) named_at: u16,
    /// Declaring class, or the library class at which the search left the world.
    pub(crate) class: Text<'c>,
    pub(crate) name: Text<'c>,
    pub(crate) desc: Text<'c>,
    pub(crate) is_static: bool,
    /// Declared by a class whose objects have numbers.
    pub(crate) traced: bool,
    /// Declared in the world: cannot fail to resolve.
    pub(crate) resolved: bool,
    /// Declared by the class of the access or above it.
    pub(crate) own: bool,
    /// Declared volatile by a class of the world.
    pub(crate) volatile: bool,
    /// Slot of fields of the world.
    pub(crate) slot: u32,
    pub(crate) kind: Kind,
}

/// A call.
#[derive(Debug, Clone)]
pub(crate) struct CallUse<'c> {
    pub(crate) opcode: u8,
    /// Constant of the class that the instruction names; 0 if it names none.
    pub(crate) named_at: u16,
    pub(crate) class: Text<'c>,
    pub(crate) name: Text<'c>,
    pub(crate) desc: Text<'c>,
    /// Kinds of all arguments, receiver first.
    pub(crate) args: Vec<Kind>,
    pub(crate) result: Option<Kind>,
    pub(crate) kind: CallKind,
    /// For `<init>`: how it is followed if it initialises `this`.
    pub(crate) on_this: Option<CallKind>,
    /// The memory that it accesses, if it does.
    pub(crate) access: Option<Box<AccessUse<'c>>>,
    pub(super) known: Known,
}

/// The operand of an instruction.
#[derive(Debug)]
pub(crate) enum Operand<'c> {
    /// `get*` and `put*`.
    Field(FieldUse<'c>),
    /// `invoke*`.
    Call(Box<CallUse<'c>>),
    /// `new`, casts, arrays of objects: a class.
    Class(Text<'c>),
    /// `ldc`: kind of the value, and whether resolving it may fail.
    Constant(Kind, bool),
    /// `ldc` of an `int`.
    Integer(i32),
    /// `ldc2_w` of a `double` that a `float` holds, too: the bits of the latter.
    Fraction(u32),
}

/// Place of an operand in [`Operands`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct OperandId(u32);

impl OperandId {
    /// The operand of an instruction that the rewriting has no interest in.
    pub(crate) const NONE: OperandId = OperandId(u32::MAX);
}

/// An operand, and the class that the instruction initialises if that may run traced code and is not surely done.
#[derive(Debug)]
struct Resolved<'c> {
    operand: Operand<'c>,
    initializes: Option<usize>,
}

/// The operands of a class's instructions.
pub(crate) struct Operands<'c> {
    pub(crate) world: &'c World,
    pub(crate) class: &'c ClassFile<'c>,
    /// Index of the class in the world.
    pub(crate) index: usize,
    resolved: Vec<Resolved<'c>>,
    bootstraps: Vec<BootstrapMethod<'c>>,
    /// Operands resolved so far, by opcode and index in the constant pool.
    known: FxHashMap<(u8, u16), OperandId>,
    /// Classes of the world that constants name, as far as it was asked.
    classes: FxHashMap<u16, Option<usize>>,
    /// Operands of calls that access memory, by the method and what holds the place.
    pub(super) accesses: FxHashMap<(OperandId, Option<OperandId>), Option<OperandId>>,
    /// Buffers that the methods of the class use one after the other.
    pub(super) memory: Memory,
}

impl<'c> Operands<'c> {
    pub(crate) fn new(world: &'c World, class: &'c ClassFile<'c>, index: usize) -> Operands<'c> {
        let bootstraps = class.bootstrap_methods().collect();
        let (known, classes, accesses, memory) = Default::default();
        Operands { world, class, index, resolved: Vec::new(), bootstraps, known, classes, accesses, memory }
    }

    /// Resolves the operands of all instructions.
    pub(crate) fn resolve(&mut self, insns: &[Instruction]) -> Result<Vec<OperandId>, Untraced> {
        if self.resolved.is_empty() {
            // As a rule a third of the constants is named by instructions.
            let room = usize::from(self.class.constant_pool.len()) / 3;
            self.resolved.reserve(room);
            self.known.reserve(room);
        }
        let mut ids = Vec::with_capacity(insns.len());
        for insn in insns {
            ids.push(self.id(insn).ok_or(Untraced::Malformed)?);
        }
        self.tell_accesses(insns, &mut ids);
        Ok(ids)
    }

    /// Adds an operand beside the one that an instruction names, for some of the instructions that name it.
    pub(super) fn another(&mut self, id: OperandId, operand: Operand<'c>) -> Option<OperandId> {
        let initializes = self.initialized_by(id);
        let another = OperandId(u32::try_from(self.resolved.len()).ok()?);
        self.resolved.push(Resolved { operand, initializes });
        Some(another)
    }

    pub(crate) fn get(&self, id: OperandId) -> Option<&Operand<'c>> {
        self.resolved.get(id.0 as usize).map(|resolved| &resolved.operand)
    }

    /// The class that the instruction initialises if that may run traced code and is not surely done already.
    pub(crate) fn initialized_by(&self, id: OperandId) -> Option<usize> {
        self.resolved.get(id.0 as usize)?.initializes
    }

    fn id(&mut self, insn: &Instruction) -> Option<OperandId> {
        let Some(index) = insn.constant() else { return Some(OperandId::NONE) };
        if let Some(&known) = self.known.get(&(insn.opcode, index)) {
            return Some(known);
        }
        let found = self.named_class(insn.opcode, index)?;
        let operand = self.operand((insn.opcode, index), found)?;
        let initializes = self.initializes(insn.opcode, &operand, found);
        let id = OperandId(u32::try_from(self.resolved.len()).ok()?);
        self.resolved.push(Resolved { operand, initializes });
        self.known.insert((insn.opcode, index), id);
        Some(id)
    }

    /// The class of the world whose member or objects an instruction names. `None` if its constant is damaged.
    fn named_class(&mut self, opcode: u8, index: u16) -> Option<Option<usize>> {
        let pool = &self.class.constant_pool;
        let constant = match opcode {
            op::GETSTATIC..=op::INVOKEINTERFACE => pool.class_of_member(index).ok()?,
            op::NEW => index,
            _ => return Some(None),
        };
        if let Some(&known) = self.classes.get(&constant) {
            return Some(known);
        }
        let found = self.world.find(&pool.class_name(constant).ok()?);
        self.classes.insert(constant, found);
        Some(found)
    }

    fn initializes(&self, opcode: u8, operand: &Operand<'_>, found: Option<usize>) -> Option<usize> {
        let world = self.world;
        let outside = |name: &str| world.may_initialize(name).then_some(OUTSIDE);
        let class = match (opcode, operand) {
            (op::NEW, Operand::Class(name)) => match found {
                Some(class) => class,
                None => return outside(name),
            },
            (op::GETSTATIC | op::PUTSTATIC, Operand::Field(field)) if field.resolved => world.find(&field.class)?,
            (op::GETSTATIC | op::PUTSTATIC, Operand::Field(field)) => return outside(&field.class),
            (op::INVOKESTATIC, Operand::Call(call)) => match world.method_in(found?, &call.name, &call.desc) {
                MethodTarget::Declared(owner, _) => owner,
                MethodTarget::Library => return None,
            },
            _ => return None,
        };
        let own = world.supers(self.index).any(|above| above == class);
        (!own && world.has_initializer(class)).then_some(class)
    }

    fn operand(&self, (opcode, index): (u8, u16), found: Option<usize>) -> Option<Operand<'c>> {
        let pool = &self.class.constant_pool;
        match opcode {
            op::LDC | op::LDC_W | op::LDC2_W => self.constant(index),
            op::GETSTATIC..=op::PUTFIELD => self.field((opcode, index), found),
            op::INVOKEVIRTUAL..=op::INVOKEINTERFACE => {
                self.call((opcode, pool.class_of_member(index).ok()?), (pool.member_ref(index).ok()?, found), None)
            }
            op::INVOKEDYNAMIC => self.dynamic(index),
            _ => Some(Operand::Class(pool.class_name(index).ok()?)),
        }
    }

    fn constant(&self, index: u16) -> Option<Operand<'c>> {
        let pool = &self.class.constant_pool;
        let (kind, linked) = match pool.get(index).ok()? {
            Constant::Integer(value) => return Some(Operand::Integer(value)),
            Constant::Float(_) => (b'F', false),
            Constant::Long(_) => (b'J', false),
            Constant::Double(bits) => match as_float(f64::from_bits(bits)) {
                Some(float) => return Some(Operand::Fraction(float.to_bits())),
                None => (b'D', false),
            },
            Constant::String(_) => (b'A', false),
            Constant::Dynamic { name_and_type, .. } => {
                let (_, desc) = pool.name_and_type(name_and_type).ok()?;
                (kind_of(&parse_field(&*desc).ok()?), true)
            }
            _ => (b'A', true),
        };
        Some(Operand::Constant(kind, linked))
    }

    fn field(&self, (opcode, index): (u8, u16), found: Option<usize>) -> Option<Operand<'c>> {
        let (world, pool) = (self.world, &self.class.constant_pool);
        let target = pool.member_ref(index).ok()?;
        let Constant::FieldRef { class: named_at, .. } = pool.get(index).ok()? else { return None };
        let kind = kind_of(&parse_field(&*target.descriptor).ok()?);
        let mut field = FieldUse {
            class: target.class,
            named_at,
            name: target.name,
            desc: target.descriptor,
            is_static: matches!(opcode, op::GETSTATIC | op::PUTSTATIC),
            traced: false,
            resolved: false,
            own: false,
            volatile: false,
            slot: 0,
            kind,
        };
        let target = found.map(|class| world.field_in(class, &field.name, &field.desc));
        match target.unwrap_or(FieldTarget::Library(None)) {
            FieldTarget::Declared(owner, position) => {
                let is_static = field.is_static;
                field = FieldUse { is_static, ..self.declared_field((owner, position), named_at)? };
            }
            FieldTarget::Library(Some(class)) => field.class = world.names.text(class).into(),
            FieldTarget::Library(None) => {}
        }
        Some(Operand::Field(field))
    }

    /// A field that a class of the world declares, named by a constant of this class.
    pub(super) fn declared_field(&self, (owner, position): (usize, usize), named_at: u16) -> Option<FieldUse<'c>> {
        let (world, class) = (self.world, &self.world.classes[owner]);
        let declared = &class.fields[position];
        let (name, desc) = world.names.member(declared.signature);
        Some(FieldUse {
            named_at,
            class: world.name(owner).into(),
            name: name.into(),
            desc: desc.into(),
            is_static: declared.is_static(),
            traced: class.rewritten(),
            resolved: true,
            own: world.supers(self.index).any(|above| world.classes[above].name == class.name),
            volatile: declared.is_volatile(),
            slot: declared.slot,
            kind: kind_of(&parse_field(desc).ok()?),
        })
    }

    fn dynamic(&self, index: u16) -> Option<Operand<'c>> {
        let pool = &self.class.constant_pool;
        let Constant::InvokeDynamic { bootstrap, name_and_type } = pool.get(index).ok()? else { return None };
        let (name, descriptor) = pool.name_and_type(name_and_type).ok()?;
        let (kind, class) = (MemberKind::Method, Text::default());
        let target = MemberRef { kind, class, name, descriptor, is_interface: false };
        let method = self.bootstrap(bootstrap);
        let mut operand = self.call((op::INVOKEDYNAMIC, 0), (target, None), method.as_ref())?;
        if let (Operand::Call(call), Some(runs)) = (&mut operand, self.implementation(bootstrap, method.as_ref())) {
            call.class = runs.into();
        }
        Some(operand)
    }

    /// The name of the class, if a traced JDK has it.
    fn class_of_jdk(&self) -> Option<&str> {
        let class = self.world.classes.get(self.index)?;
        if class.of_jdk { Some(self.world.name(self.index)) } else { None }
    }

    /// The method that a lambda or method reference runs: `class.name(desc)ret`.
    fn implementation(&self, index: u16, bootstrap: Option<&(Text<'c>, Text<'c>)>) -> Option<String> {
        bootstrap.filter(|(class, _)| class == "java/lang/invoke/LambdaMetafactory")?;
        let pool = &self.class.constant_pool;
        // Type of the functional method, the method that implements it, and its type here (JDK: LambdaMetafactory).
        let handle = self.bootstraps.get(usize::from(index))?.arguments().nth(1)?;
        let Constant::MethodHandle { reference, .. } = pool.get(handle).ok()? else { return None };
        let MemberRef { class, name, descriptor, .. } = pool.member_ref(reference).ok()?;
        Some(format!("{class}.{name}{descriptor}"))
    }

    /// Class and name of a bootstrap method (JVMS §4.7.23).
    fn bootstrap(&self, index: u16) -> Option<(Text<'c>, Text<'c>)> {
        let row = self.bootstraps.get(usize::from(index))?;
        let pool = &self.class.constant_pool;
        let Constant::MethodHandle { reference, .. } = pool.get(row.method).ok()? else { return None };
        let target = pool.member_ref(reference).ok()?;
        Some((target.class, target.name))
    }

    fn call(
        &self,
        (opcode, named_at): (u8, u16),
        (target, found): (MemberRef<'c>, Option<usize>),
        bootstrap: Option<&(Text<'c>, Text<'c>)>,
    ) -> Option<Operand<'c>> {
        let parsed = MethodDescriptor::parse(&*target.descriptor).ok()?;
        let mut args = Vec::with_capacity(parsed.parameters.len() + 1);
        if !matches!(opcode, op::INVOKESTATIC | op::INVOKEDYNAMIC) {
            args.push(b'A');
        }
        args.extend(parsed.parameters.iter().map(kind_of));
        let result = parsed.return_type.as_ref().map(kind_of);
        let bootstrap = bootstrap.map(|(class, name)| (&**class, &**name));
        let caller =
            Caller { class_of_jdk: self.class_of_jdk(), names_classes: self.class.major_version >= CLASS_CONSTANTS };
        let classify =
            |bootstrap, new_object| classify(self.world, opcode, (&target, found), bootstrap, new_object, caller);
        let kind = classify(bootstrap, true);
        let constructor = opcode == op::INVOKESPECIAL && target.name == "<init>";
        let on_this = constructor.then(|| classify(None, false));
        let MemberRef { class, name, descriptor: desc, .. } = target;
        let known = Known::of(&class, &name, &desc);
        let access = None;
        Some(Operand::Call(Box::new(CallUse {
            opcode,
            named_at,
            class,
            name,
            desc,
            args,
            result,
            kind,
            on_this,
            access,
            known,
        })))
    }
}

/// Computational kind of a type.
pub(crate) fn kind_of(ty: &Type<'_>) -> Kind {
    match ty {
        Type::Long => b'J',
        Type::Float => b'F',
        Type::Double => b'D',
        Type::Class(_) | Type::Array(_) => b'A',
        _ => b'I',
    }
}

/// Returns the `float` with the value of a `double`, if there is one.
fn as_float(value: f64) -> Option<f32> {
    let float = value as f32;
    (f64::from(float) == value).then_some(float)
}
