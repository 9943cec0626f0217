//! The facts that the world keeps of one class.

use paratrace_classfile::{ClassFile, Code, Constant as Pooled, ConstantPool, Member, Result, opcodes as op};
use paratrace_traceformat::map::Untraced;

use super::names::{Name, Signature};
use super::templates::is_template;
use super::upcalls::{CLASS_DEFINITION, Handle, handles};
use crate::access_flags::{ACC_ABSTRACT, ACC_INTERFACE, ACC_NATIVE, ACC_PRIVATE, ACC_STATIC, ACC_VOLATILE};
use crate::accessors::{Constant, constants};
use crate::jdk;
use crate::selection::Selection;

/// A field as declared.
#[derive(Debug, Clone)]
pub(crate) struct FieldDecl {
    pub(crate) signature: Signature,
    pub(crate) access: u16,
    /// Slot among the static fields of the world, or within the object (super classes first).
    pub(crate) slot: u32,
}

impl FieldDecl {
    pub(crate) fn is_static(&self) -> bool {
        self.access & ACC_STATIC != 0
    }

    pub(crate) fn is_volatile(&self) -> bool {
        self.access & ACC_VOLATILE != 0
    }
}

/// A method as declared.
#[derive(Debug, Clone)]
pub(crate) struct MethodDecl {
    pub(crate) signature: Signature,
    pub(crate) access: u16,
    /// Why it is not traced.
    pub(crate) untraced: Option<Untraced>,
}

impl MethodDecl {
    pub(crate) fn is_static(&self) -> bool {
        self.access & ACC_STATIC != 0
    }

    pub(crate) fn is_private(&self) -> bool {
        self.access & ACC_PRIVATE != 0
    }

    pub(crate) fn is_abstract(&self) -> bool {
        self.access & ACC_ABSTRACT != 0
    }

    /// It can override a method of a super class.
    pub(crate) fn is_inheritable(&self) -> bool {
        self.access & (ACC_STATIC | ACC_PRIVATE) == 0
    }

    /// It is not traced, and pauses the recording while it runs.
    pub(crate) fn pauses(&self) -> bool {
        self.untraced == Some(Untraced::CalledByJvm)
    }

    /// Its code is changed.
    pub(crate) fn is_rewritten(&self) -> bool {
        self.untraced.is_none() || self.pauses()
    }

    /// True if a call that selects this method runs code that is not traced.
    pub(crate) fn runs_untraced(&self) -> bool {
        self.untraced.is_some() && !self.is_abstract()
    }
}

/// A class of the world.
#[derive(Debug, Clone)]
pub(crate) struct WorldClass {
    pub(crate) name: Name,
    pub(crate) super_name: Option<Name>,
    pub(crate) interfaces: Box<[Name]>,
    pub(crate) access: u16,
    pub(crate) source: Option<Name>,
    pub(crate) origin: Box<str>,
    pub(crate) fields: Box<[FieldDecl]>,
    pub(crate) methods: Box<[MethodDecl]>,
    /// Why the whole class is left as it is.
    pub(crate) untraced: Option<Untraced>,
    /// It is one of a traced JDK, which other programs than this one run on.
    pub(crate) of_jdk: bool,
    /// There are other classes of its name, in other jars or for other versions of the JVM.
    pub(crate) ambiguous: bool,
}

impl WorldClass {
    pub(crate) fn is_interface(&self) -> bool {
        self.access & ACC_INTERFACE != 0
    }

    /// True if its class file is changed.
    pub(crate) fn rewritten(&self) -> bool {
        self.untraced.is_none()
    }
}

/// A member as it is read.
#[derive(Debug)]
pub(crate) struct Declared {
    pub(super) name: String,
    pub(super) desc: String,
    pub(super) access: u16,
    pub(super) untraced: Option<Untraced>,
}

/// A class as it is read, before it finds its place in the world.
#[derive(Debug)]
pub(crate) struct Description {
    pub(super) name: String,
    pub(super) super_name: Option<String>,
    pub(super) interfaces: Vec<String>,
    pub(super) access: u16,
    pub(super) source: Option<String>,
    pub(super) origin: String,
    pub(super) fields: Vec<Declared>,
    pub(super) methods: Vec<Declared>,
    pub(super) untraced: Option<Untraced>,
    pub(super) of_jdk: bool,
    /// Result types of its `invokedynamic` instructions.
    pub(super) lambda_interfaces: Vec<String>,
    /// It names what makes classes at run time: proxies, `defineClass` and the like.
    pub(super) makes_classes: bool,
    /// It names what agents redefine classes with.
    pub(super) redefines_classes: bool,
    /// Methods behind handles that the JVM calls.
    pub(super) handles: Vec<Handle>,
    /// Its constants that denote memory.
    pub(super) accessors: Vec<Constant>,
}

impl Description {
    /// The name of the class.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

/// Reads what the world needs to know of a class file.
pub(crate) fn describe(class: &ClassFile<'_>, origin: String, selection: &Selection) -> Result<Description> {
    let pool = &class.constant_pool;
    let name = class.name()?.into_owned();
    let untraced = selection.class(&name, class.access_flags);
    let fields = class.fields.iter().map(|field| declared(field, pool)).collect::<Result<_>>()?;
    let mut methods = class.methods.iter().map(|method| declared(method, pool)).collect::<Result<Vec<_>>>()?;
    for (method, found) in class.methods.iter().zip(&mut methods) {
        found.untraced = untraced
            .or_else(|| selection.method(&name, &found.name))
            .or_else(|| without_code(method.access_flags))
            .or_else(|| selection.is_jdk.then(|| jdk::method(class, method, &name, &found.name)).flatten())
            .or_else(|| is_template(method, pool).then_some(Untraced::Template))
            .or_else(|| is_empty_finalizer(class, method, found).then_some(Untraced::EmptyFinalizer))
            .or_else(|| uses_subroutines(class, method).then_some(Untraced::Subroutine));
    }
    let Means { lambda_interfaces, makes_classes, redefines_classes } = look_through(pool);
    Ok(Description {
        super_name: class.super_name()?.map(|name| name.into_owned()),
        interfaces: class.interface_names().map(|n| n.map(|n| n.into_owned())).collect::<Result<_>>()?,
        access: class.access_flags,
        source: source_file(class),
        name,
        origin,
        fields,
        methods,
        untraced,
        of_jdk: selection.is_jdk,
        lambda_interfaces,
        makes_classes,
        redefines_classes,
        handles: handles(class),
        accessors: constants(class),
    })
}

fn declared(member: &Member<'_>, pool: &ConstantPool<'_>) -> Result<Declared> {
    let (name, desc) = (member.name(pool)?.into_owned(), member.descriptor(pool)?.into_owned());
    Ok(Declared { name, desc, access: member.access_flags, untraced: None })
}

fn without_code(access: u16) -> Option<Untraced> {
    match access {
        _ if access & ACC_ABSTRACT != 0 => Some(Untraced::Abstract),
        _ if access & ACC_NATIVE != 0 => Some(Untraced::Native),
        _ => None,
    }
}

/// HotSpot knows by this one instruction that objects of the class need no finalization.
fn is_empty_finalizer(class: &ClassFile<'_>, method: &Member<'_>, found: &Declared) -> bool {
    found.name == "finalize"
        && found.desc == "()V"
        && matches!(Code::of(class, method), Ok(Some(code)) if code.code == [op::RETURN])
}

/// `jsr` and `ret` only occur in class files up to version 49 (JVMS §4.9.1).
fn uses_subroutines(class: &ClassFile<'_>, method: &Member<'_>) -> bool {
    if class.major_version > 49 {
        return false;
    }
    let Ok(Some(code)) = Code::of(class, method) else { return false };
    code.instructions().flatten().any(|i| matches!(i.opcode, op::JSR | op::JSR_W | op::RET))
}

/// What the constants of a class say of what it may do.
#[derive(Default)]
struct Means {
    /// The interfaces that `invokedynamic` instructions return: lambdas of them may exist.
    lambda_interfaces: Vec<String>,
    makes_classes: bool,
    redefines_classes: bool,
}

fn look_through(pool: &ConstantPool<'_>) -> Means {
    const MAKERS: [&[u8]; 4] =
        [b"java/lang/reflect/Proxy", b"defineClass", b"defineHiddenClass", b"defineAnonymousClass"];
    let mut means = Means::default();
    for (_, constant) in pool.iter() {
        match constant {
            Pooled::Utf8(text) => {
                means.makes_classes |= MAKERS.contains(&text);
                means.redefines_classes |= text == CLASS_DEFINITION.as_bytes();
            }
            Pooled::InvokeDynamic { name_and_type, .. } => {
                let Ok((_, desc)) = pool.name_and_type(name_and_type) else { continue };
                let result = desc.rsplit_once(")L").and_then(|(_, name)| name.strip_suffix(';'));
                means.lambda_interfaces.extend(result.map(str::to_owned));
            }
            _ => {}
        }
    }
    means.lambda_interfaces.sort_unstable();
    means.lambda_interfaces.dedup();
    means
}

/// The source file that a class names as its own.
pub(crate) fn source_file(class: &ClassFile<'_>) -> Option<String> {
    let data = class.attribute("SourceFile")?.data;
    let index = u16::from_be_bytes([*data.first()?, *data.get(1)?]);
    class.constant_pool.utf8(index).ok().map(|name| name.into_owned())
}
