//! What the constant-pool operand of an instruction means, resolved once per method.

use paratrace_classfile::descriptor::{MethodDescriptor, Type, parse_field};
use paratrace_classfile::{ClassFile, Constant, Instruction, MemberRef, opcodes as op};
use paratrace_traceformat::map::Untraced;

use crate::world::{CallKind, FieldTarget, World, classify};

/// Kind of a value on the operand stack or in a local: `I J F D A`.
pub(crate) type Kind = u8;

/// A field access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FieldUse {
    /// Class named by the instruction.
    pub(crate) named: String,
    /// Declaring class, or the library class at which the search left the world.
    pub(crate) class: String,
    pub(crate) name: String,
    pub(crate) desc: String,
    pub(crate) is_static: bool,
    /// Declared by a class whose objects have numbers.
    pub(crate) traced: bool,
    /// Declared in the world: cannot fail to resolve.
    pub(crate) resolved: bool,
    /// Slot of fields of the world.
    pub(crate) slot: u32,
    pub(crate) kind: Kind,
}

/// A call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CallUse {
    pub(crate) opcode: u8,
    pub(crate) class: String,
    pub(crate) name: String,
    pub(crate) desc: String,
    /// Kinds of all arguments, receiver first.
    pub(crate) args: Vec<Kind>,
    pub(crate) result: Option<Kind>,
    pub(crate) kind: CallKind,
    /// For `<init>`: how it is followed if it initialises `this`.
    pub(crate) on_this: Option<CallKind>,
}

/// The operand of an instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Operand {
    /// Nothing of interest.
    None,
    /// `get*` and `put*`.
    Field(Box<FieldUse>),
    /// `invoke*`.
    Call(Box<CallUse>),
    /// `new`, casts, arrays of objects: a class.
    Class(String),
    /// `ldc`: kind of the value, whether resolving it may fail, and the value of an `int`.
    Constant(Kind, bool, Option<i32>),
}

/// Resolves the operands of all instructions.
pub(crate) fn resolve(world: &World, class: &ClassFile<'_>, insns: &[Instruction]) -> Result<Vec<Operand>, Untraced> {
    let resolver = Resolver { world, class };
    insns.iter().map(|insn| resolver.operand(insn).ok_or(Untraced::Malformed)).collect()
}

struct Resolver<'w, 'a> {
    world: &'w World,
    class: &'w ClassFile<'a>,
}

impl Resolver<'_, '_> {
    fn operand(&self, insn: &Instruction) -> Option<Operand> {
        let Some(index) = insn.constant() else { return Some(Operand::None) };
        let pool = &self.class.constant_pool;
        match insn.opcode {
            op::LDC | op::LDC_W | op::LDC2_W => self.constant(index),
            op::GETSTATIC..=op::PUTFIELD => self.field(insn.opcode, &pool.member_ref(index).ok()?),
            op::INVOKEVIRTUAL..=op::INVOKEINTERFACE => self.call(insn.opcode, &pool.member_ref(index).ok()?, None),
            op::INVOKEDYNAMIC => self.dynamic(index),
            _ => Some(Operand::Class(pool.class_name(index).ok()?.into_owned())),
        }
    }

    fn constant(&self, index: u16) -> Option<Operand> {
        let (kind, linked) = match self.class.constant_pool.get(index).ok()? {
            Constant::Integer(value) => return Some(Operand::Constant(b'I', false, Some(value))),
            Constant::Float(_) => (b'F', false),
            Constant::Long(_) => (b'J', false),
            Constant::Double(_) => (b'D', false),
            Constant::String(_) => (b'A', false),
            Constant::Dynamic { name_and_type, .. } => {
                let pool = &self.class.constant_pool;
                let (_, desc) = name_and_type_of(pool, name_and_type)?;
                (kind_of(&parse_field(&*desc).ok()?), true)
            }
            _ => (b'A', true),
        };
        Some(Operand::Constant(kind, linked, None))
    }

    fn field(&self, opcode: u8, target: &MemberRef<'_>) -> Option<Operand> {
        let kind = kind_of(&parse_field(&*target.descriptor).ok()?);
        let is_static = matches!(opcode, op::GETSTATIC | op::PUTSTATIC);
        let (class, traced, resolved, slot) = match self.world.field(&target.class, &target.name, &target.descriptor) {
            FieldTarget::Declared(owner, field) => {
                let class = &self.world.classes[owner];
                (class.name.clone(), class.rewritten(), true, class.fields[field].slot)
            }
            FieldTarget::Library(class) => (class, false, false, 0),
        };
        Some(Operand::Field(Box::new(FieldUse {
            named: target.class.clone().into_owned(),
            class,
            name: target.name.clone().into_owned(),
            desc: target.descriptor.clone().into_owned(),
            is_static,
            traced,
            resolved,
            slot,
            kind,
        })))
    }

    fn dynamic(&self, index: u16) -> Option<Operand> {
        let pool = &self.class.constant_pool;
        let Constant::InvokeDynamic { bootstrap, name_and_type } = pool.get(index).ok()? else { return None };
        let (name, desc) = name_and_type_of(pool, name_and_type)?;
        let target = MemberRef {
            kind: paratrace_classfile::MemberKind::Method,
            class: String::new().into(),
            name,
            descriptor: desc,
            is_interface: false,
        };
        let method = self.bootstrap(bootstrap);
        self.call(op::INVOKEDYNAMIC, &target, method.as_ref())
    }

    /// Class and name of a bootstrap method (JVMS §4.7.23).
    fn bootstrap(&self, index: u16) -> Option<(String, String)> {
        let data = self.class.attribute("BootstrapMethods")?.data;
        let word = |at: usize| Some(u16::from_be_bytes([*data.get(at)?, *data.get(at + 1)?]));
        let mut at = 2;
        for _ in 0..index {
            at += 4 + 2 * usize::from(word(at + 2)?);
        }
        let pool = &self.class.constant_pool;
        let Constant::MethodHandle { reference, .. } = pool.get(word(at)?).ok()? else { return None };
        let target = pool.member_ref(reference).ok()?;
        Some((target.class.into_owned(), target.name.into_owned()))
    }

    fn call(&self, opcode: u8, target: &MemberRef<'_>, bootstrap: Option<&(String, String)>) -> Option<Operand> {
        let parsed = MethodDescriptor::parse(&*target.descriptor).ok()?;
        let mut args = Vec::with_capacity(parsed.parameters.len() + 1);
        if !matches!(opcode, op::INVOKESTATIC | op::INVOKEDYNAMIC) {
            args.push(b'A');
        }
        args.extend(parsed.parameters.iter().map(kind_of));
        let bootstrap = bootstrap.map(|(class, name)| (class.as_str(), name.as_str()));
        let kind = classify(self.world, opcode, target, bootstrap, true);
        let constructor = opcode == op::INVOKESPECIAL && target.name == "<init>";
        Some(Operand::Call(Box::new(CallUse {
            opcode,
            class: target.class.clone().into_owned(),
            name: target.name.clone().into_owned(),
            desc: target.descriptor.clone().into_owned(),
            args,
            result: parsed.return_type.as_ref().map(kind_of),
            kind,
            on_this: constructor.then(|| classify(self.world, opcode, target, None, false)),
        })))
    }
}

type Text<'a> = std::borrow::Cow<'a, str>;

fn name_and_type_of<'a>(pool: &paratrace_classfile::ConstantPool<'a>, index: u16) -> Option<(Text<'a>, Text<'a>)> {
    pool.name_and_type(index).ok()
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
