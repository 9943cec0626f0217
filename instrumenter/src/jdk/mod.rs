//! A traced JDK: what of the Java platform cannot be traced while it runs the tracing.
//!
//! The runtime is a package of `java.base` there, and the JVM itself runs code of these classes in the middle of instructions.

mod leaves;
mod switches;
mod unmarked;

pub(crate) use leaves::{Leaves, Member};
pub(crate) use switches::{changes_current_thread, sets_current_thread};

use paratrace_classfile::{ClassFile, Constant, Member as Declared};
use paratrace_traceformat::map::Untraced;

use crate::access_flags::ACC_PRIVATE;
use crate::accessors::{UNSAFE, UNSAFE_OF_8, accessor};
use crate::library;

/// Classes that stay outside of the world: calls of them go by what is known of the library.
///
/// The runtime calls most of them, also where nothing may be recorded: between two events, and before there is a thread. Values
/// (strings, boxes) and the builders of strings have a state of their own or none, and the JIT compilers replace what they do.
const OUTSIDE: [&str; 26] = [
    "java/lang/Object",
    "java/lang/ref/Reference",
    "java/lang/Math",
    "java/lang/StrictMath",
    "java/lang/String",
    "java/lang/StringLatin1",
    "java/lang/StringUTF16",
    "java/lang/StringCoding",
    "java/lang/StringConcatHelper",
    "java/lang/AbstractStringBuilder",
    "java/lang/StringBuilder",
    "java/lang/StringBuffer",
    "java/lang/Boolean",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Short",
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Float",
    "java/lang/Double",
    "java/lang/Number",
    "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
    "java/util/concurrent/atomic/AtomicLongFieldUpdater",
    "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
    UNSAFE,
    UNSAFE_OF_8,
];

/// Methods that are called before the runtime can work, by it while a thread is not yet known to it, or by call sites in the middle of
/// an instruction; what computes hashes of strings, which are no work of the program; and what `jlink` writes anew for the modules of the copy.
const UNTRACED: [(&str, &str); 14] = [
    ("java/lang/System", "<clinit>"),
    ("java/lang/Thread", "<clinit>"),
    ("java/lang/Thread", "currentThread"),
    ("java/lang/Thread", "yield"),
    ("java/lang/Thread", "isVirtual"),
    ("java/lang/ref/SoftReference", "get"),
    ("jdk/internal/module/SystemModulesMap", "allSystemModules"),
    ("jdk/internal/module/SystemModulesMap", "classNames"),
    ("jdk/internal/module/SystemModulesMap", "defaultSystemModules"),
    ("jdk/internal/module/SystemModulesMap", "moduleNames"),
    ("jdk/internal/util/ArraysSupport", "hashCodeOfUnsigned"),
    ("jdk/internal/util/ArraysSupport", "hashCodeOfUTF16"),
    ("jdk/internal/util/ArraysSupport", "unsignedHashCode"),
    ("jdk/internal/util/ArraysSupport", "utf16hashCode"),
];

/// Methods that the JVM calls while another one is in the middle of an instruction: it loads classes, links call sites and native
/// methods, registers what is to be finalized. Others run where the JVM has an exception to throw. A name that ends with `*` is a prefix.
///
/// HotSpot: `SystemDictionary::load_instance_class_impl`, `find_method_handle_intrinsic`, `NativeLookup::lookup_style`,
/// `InstanceKlass::register_finalizer`.
const CALLED_BY_JVM: [(&str, &str); 18] = [
    // By initialisers, some of which run where nothing may be recorded.
    ("java/lang/Class", "desiredAssertionStatus"),
    // For the error of an initialiser that has failed.
    ("java/lang/StackTraceElement", "of"),
    // What formats the message of an index out of bounds is most of the JDK, and strings check their indices.
    ("jdk/internal/util/Preconditions", "outOfBounds*"),
    ("java/lang/ClassLoader", "loadClass"),
    ("java/lang/ClassLoader", "loadClassInternal"),
    ("java/lang/ClassLoader", "addClass"),
    ("java/lang/ClassLoader", "findNative"),
    ("java/lang/ClassLoader", "checkPackageAccess"),
    ("java/lang/invoke/MethodHandleNatives", "link*"),
    ("java/lang/invoke/MethodHandleNatives", "find*"),
    ("java/lang/ref/Finalizer", "register"),
    ("java/lang/Shutdown", "*"),
    // At the end of every thread: no work of the program.
    ("java/lang/Thread", "exit"),
    // The JIT compilers replace them, and otherwise they call much: variable handles. What they do is known (`library.txt`).
    ("sun/security/provider/MD5", "implCompress0"),
    ("sun/security/provider/SHA", "implCompress0"),
    ("sun/security/provider/SHA2", "implCompress0"),
    ("sun/security/provider/SHA3", "implCompress0"),
    ("sun/security/provider/SHA5", "implCompress0"),
];

/// Private methods that the JIT compilers replace, which call back otherwise. They are traced, and get another name: so no compiler knows
/// them, and what they call is called always.
const RENAMED: [(&str, &str); 12] = [
    ("com/sun/crypto/provider/CipherBlockChaining", "implDecrypt"),
    ("com/sun/crypto/provider/CipherBlockChaining", "implEncrypt"),
    ("com/sun/crypto/provider/CounterMode", "implCrypt"),
    ("com/sun/crypto/provider/ElectronicCodeBook", "implECBDecrypt"),
    ("com/sun/crypto/provider/ElectronicCodeBook", "implECBEncrypt"),
    ("com/sun/crypto/provider/GaloisCounterMode", "implGCMCrypt0"),
    ("com/sun/crypto/provider/Poly1305", "processMultipleBlocks"),
    ("java/math/BigInteger", "implMontgomeryMultiply"),
    ("java/math/BigInteger", "implMontgomerySquare"),
    ("java/util/DualPivotQuicksort", "partition"),
    ("java/util/DualPivotQuicksort", "sort"),
    ("sun/security/provider/DigestBase", "implCompressMultiBlock0"),
];

/// What their names end with then.
const NEW_NAME: &str = "$followed";

/// The other name that a method gets.
pub(crate) fn new_name(class: &ClassFile<'_>, method: &Declared<'_>, owner: &str, name: &str) -> Option<String> {
    is_renamed(class, method, owner, name).then(|| format!("{name}{NEW_NAME}"))
}

fn is_renamed(class: &ClassFile<'_>, method: &Declared<'_>, owner: &str, name: &str) -> bool {
    let is_private = method.access_flags & ACC_PRIVATE != 0;
    is_private && RENAMED.contains(&(owner, name)) && is_intrinsic(class, method)
}

/// Annotations of methods that the JIT compilers replace: from JDK 16 on, and before.
const INTRINSIC: [&[u8]; 2] =
    [b"Ljdk/internal/vm/annotation/IntrinsicCandidate;", b"Ljdk/internal/HotSpotIntrinsicCandidate;"];

/// True if a class stays outside of the world.
pub(crate) fn is_outside(name: &str) -> bool {
    let outer = name.split_once('$').map_or(name, |(outer, _)| outer);
    OUTSIDE.contains(&outer) || is_throwable(name) || is_of_handles(name) || is_of_reflection(name)
}

/// True if a class of those that stay outside has been initialised before the first path, or has an initialiser that calls nothing that is
/// traced: values, and what the JVM may make anywhere. `Outside.java` initialises them.
pub(crate) fn is_prepared(name: &str) -> bool {
    is_outside(name) && !is_of_handles(name) && !is_of_reflection(name)
}

/// What reflection is made of, which is other code in each release, and code that is made while the program runs. Without it, calls by
/// reflection access their field, or call back their method, in one node.
const REFLECTION: &str = "jdk/internal/reflect/";
/// The same of a JDK 8, right in this package.
const REFLECTION_OF_8: &str = "sun/reflect/";

fn is_of_reflection(name: &str) -> bool {
    name.starts_with(REFLECTION) || name.strip_prefix(REFLECTION_OF_8).is_some_and(|simple| !simple.contains('/'))
}

/// What method handles and call sites are made of runs wherever they are called, also in calls that cannot call back otherwise.
fn is_of_handles(name: &str) -> bool {
    const PACKAGES: [&str; 3] = ["java/lang/invoke/", "java/lang/runtime/", "sun/invoke/"];
    PACKAGES.iter().any(|package| name.starts_with(package)) && name != "java/lang/invoke/MethodHandleNatives"
}

/// Exceptions and errors of the language: the JVM runs the constructors of what it throws, wherever it throws.
fn is_throwable(name: &str) -> bool {
    let Some(("java/lang", simple)) = name.rsplit_once('/') else { return false };
    ["Throwable", "Exception", "Error", "ThreadDeath"].iter().any(|end| simple.ends_with(end))
}

/// Exceptions that the JVM throws, with what is above them (JVMS §2.10, §6.5); it throws errors as well.
const THROWN_BY_JVM: [&str; 15] = [
    "java/lang/Throwable",
    "java/lang/Exception",
    "java/lang/RuntimeException",
    "java/lang/ReflectiveOperationException",
    "java/lang/NullPointerException",
    "java/lang/ArithmeticException",
    "java/lang/IndexOutOfBoundsException",
    "java/lang/ArrayIndexOutOfBoundsException",
    "java/lang/ArrayStoreException",
    "java/lang/ClassCastException",
    "java/lang/NegativeArraySizeException",
    "java/lang/IllegalMonitorStateException",
    "java/lang/ClassNotFoundException",
    "java/lang/CloneNotSupportedException",
    "java/lang/InterruptedException",
];

pub(crate) fn is_thrown_by_jvm(name: &str) -> bool {
    THROWN_BY_JVM.contains(&name) || is_throwable(name) && name.ends_with("Error")
}

/// Why a method of a JDK is left as it is, or pauses the recording.
pub(crate) fn method(class: &ClassFile<'_>, method: &Declared<'_>, owner: &str, name: &str) -> Option<Untraced> {
    let is_called = || CALLED_BY_JVM.iter().any(|&(class, method)| class == owner && is_named(method, name));
    // A handler that ends the pause can cover no constructor, whose object is none yet (JVMS §4.10.2.4).
    if name != "<init>" && is_called() {
        return Some(Untraced::CalledByJvm);
    }
    let is_untraced = || {
        UNTRACED.contains(&(owner, name))
            || switches::switches_threads(owner, name)
            || changes_current_thread(class, method)
            || copies_front(class, method, owner, name)
            || is_accessor(class, method, owner, name)
    };
    let is_replaced = || is_intrinsic(class, method) && !is_renamed(class, method, owner, name);
    (is_untraced() || is_replaced()).then_some(Untraced::Runtime)
}

/// True if calls of the method are copies of elements, whatever code it has.
fn copies_front(class: &ClassFile<'_>, method: &Declared<'_>, owner: &str, name: &str) -> bool {
    method.descriptor(&class.constant_pool).is_ok_and(|desc| library::copies_front(owner, name, &desc))
}

/// True if calls of the method are accesses to memory, whatever code it has.
fn is_accessor(class: &ClassFile<'_>, method: &Declared<'_>, owner: &str, name: &str) -> bool {
    method.descriptor(&class.constant_pool).is_ok_and(|desc| accessor(owner, name, &desc).is_some())
}

fn is_named(pattern: &str, name: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == name, |first| name.starts_with(first))
}

/// True if the JIT compilers replace the method. It has one of the annotations then, but in a JDK 8.
fn is_intrinsic(class: &ClassFile<'_>, method: &Declared<'_>) -> bool {
    unmarked::is_replaced(class, method) || is_annotated(class, method, &INTRINSIC)
}

/// True if a method has one of these annotations, which have no elements (JVMS §4.7.16).
fn is_annotated(class: &ClassFile<'_>, method: &Declared<'_>, wanted: &[&[u8]]) -> bool {
    let pool = &class.constant_pool;
    let mut annotations = method.attributes.iter().filter(|attribute| attribute.name == b"RuntimeVisibleAnnotations");
    annotations.any(|attribute| {
        attribute.data.windows(4).any(|bytes| {
            let index = u16::from_be_bytes([bytes[0], bytes[1]]);
            let is_empty = bytes[2..] == [0, 0];
            is_empty && matches!(pool.get(index), Ok(Constant::Utf8(text)) if wanted.contains(&text))
        })
    })
}
