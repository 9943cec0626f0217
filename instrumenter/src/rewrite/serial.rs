//! The default `serialVersionUID` of a class as it was (Java Object Serialization Specification, section 4.6).
//!
//! New members would change it, so a class that gets some and could be serialised gets the old value as a constant.

use paratrace_classfile::{ClassEditor, ClassFile, ConstantValue, Result};
use rustc_hash::FxHashSet;
use sha1::{Digest, Sha1};

use crate::access_flags::{ACC_ENUM, ACC_INTERFACE, ACC_PRIVATE, ACC_STATIC, ACC_TRANSIENT};
use crate::world::World;

const FIELD: &str = "serialVersionUID";
const PRIVATE_STATIC_FINAL_SYNTHETIC: u16 = 0x101a;
const CLASS_MODIFIERS: u16 = 0x0611;
const FIELD_MODIFIERS: u16 = 0x00df;
const METHOD_MODIFIERS: u16 = 0x0d3f;

/// Adds the constant if the class has none and may be serialisable.
pub(crate) fn keep(editor: &mut ClassEditor<'_>, class: &ClassFile<'_>, world: &World, index: usize) -> Result<()> {
    let described = &world.classes[index];
    let special = described.access & (ACC_ENUM | ACC_INTERFACE) != 0
        || described.super_name.is_some_and(|name| world.names.text(name) == "java/lang/Record");
    let has_own = described.fields.iter().any(|field| world.names.member(field.signature).0 == FIELD);
    if special || has_own || !may_be_serializable(world, index) {
        return Ok(());
    }
    let value = compute(class)?;
    editor.add_field(PRIVATE_STATIC_FINAL_SYNTHETIC, FIELD, "J", Some(ConstantValue::Long(value)))
}

/// Library types that are not serialisable.
const NEVER: [&str; 7] = [
    "java/lang/Object",
    "java/lang/Runnable",
    "java/lang/Comparable",
    "java/util/Comparator",
    "java/lang/Iterable",
    "java/util/Iterator",
    "java/lang/Cloneable",
];

/// False only if all super types are known and none is `Serializable`.
fn may_be_serializable(world: &World, index: usize) -> bool {
    let mut seen = FxHashSet::from_iter([index]);
    let mut todo = vec![index];
    while let Some(class) = todo.pop() {
        let class = &world.classes[class];
        for &name in class.super_name.iter().chain(&class.interfaces) {
            match world.named(name) {
                Some(parent) if seen.insert(parent) => todo.push(parent),
                Some(_) => {}
                None if NEVER.contains(&world.names.text(name)) => {}
                None => return true,
            }
        }
    }
    false
}

/// The value that `ObjectStreamClass` would compute.
pub(crate) fn compute(class: &ClassFile<'_>) -> Result<i64> {
    let pool = &class.constant_pool;
    let mut out = Stream(Sha1::new());
    let name = class.name()?;
    out.utf(&name.replace('/', "."));
    out.int(class_modifiers(class, &name));
    let mut interfaces: Vec<String> =
        class.interface_names().map(|n| n.map(|n| n.replace('/', "."))).collect::<Result<_>>()?;
    interfaces.sort();
    interfaces.iter().for_each(|name| out.utf(name));
    let mut fields = Vec::new();
    for field in &class.fields {
        let modifiers = field.access_flags & FIELD_MODIFIERS;
        if modifiers & ACC_PRIVATE == 0 || modifiers & (ACC_STATIC | ACC_TRANSIENT) == 0 {
            fields.push((field.name(pool)?, modifiers, field.descriptor(pool)?));
        }
    }
    fields.sort_by(|a, b| a.0.cmp(&b.0));
    for (name, modifiers, desc) in &fields {
        out.member(name, *modifiers, desc);
    }
    let mut methods = Vec::new();
    for method in &class.methods {
        let modifiers = method.access_flags & METHOD_MODIFIERS;
        methods.push((method.name(pool)?, method.descriptor(pool)?.replace('/', "."), modifiers));
    }
    if methods.iter().any(|(name, ..)| name == "<clinit>") {
        out.member("<clinit>", ACC_STATIC, "()V");
    }
    methods.retain(|(name, _, modifiers)| name != "<clinit>" && modifiers & ACC_PRIVATE == 0);
    // Constructors first, by signature; then methods, by name and signature.
    methods.sort_by(|a, b| (a.0 != "<init>", &a.0, &a.1).cmp(&(b.0 != "<init>", &b.0, &b.1)));
    for (name, desc, modifiers) in &methods {
        out.member(name, *modifiers, desc);
    }
    let digest = out.0.finalize();
    let first: [u8; 8] = digest.iter().copied().take(8).collect::<Vec<u8>>().try_into().unwrap_or_default();
    Ok(i64::from_le_bytes(first))
}

/// The modifiers that `Class.getModifiers` returns: nested classes have theirs in `InnerClasses` (JVMS §4.7.6).
fn class_modifiers(class: &ClassFile<'_>, name: &str) -> u16 {
    let inner = class.attribute("InnerClasses").and_then(|a| inner_flags(class, a.data, name));
    inner.unwrap_or(class.access_flags) & CLASS_MODIFIERS
}

fn inner_flags(class: &ClassFile<'_>, data: &[u8], name: &str) -> Option<u16> {
    let word = |row: &[u8], at: usize| row.get(at..at + 2).map(|b| u16::from_be_bytes([b[0], b[1]]));
    let row = data.get(2..)?.chunks_exact(8).find(|row| {
        let inner = word(row, 0).and_then(|index| class.constant_pool.class_name(index).ok());
        inner.is_some_and(|inner| inner == name)
    })?;
    word(row, 6)
}

/// `DataOutputStream` into SHA-1.
struct Stream(Sha1);

impl Stream {
    fn utf(&mut self, text: &str) {
        let bytes = paratrace_classfile::mutf8::encode(text);
        self.0.update(u16::try_from(bytes.len()).unwrap_or(u16::MAX).to_be_bytes());
        self.0.update(&*bytes);
    }

    fn int(&mut self, value: u16) {
        self.0.update(u32::from(value).to_be_bytes());
    }

    fn member(&mut self, name: &str, modifiers: u16, desc: &str) {
        self.utf(name);
        self.int(modifiers);
        self.utf(desc);
    }
}
