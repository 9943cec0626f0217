//! Methods that the JIT compilers of a JDK 8 replace. Later JDKs mark theirs with an annotation.
//!
//! HotSpot 8: `vmSymbols.hpp`, `VM_INTRINSICS_DO`. Left out are native methods, those of classes that stay outside, and those of
//! cryptography that are not in `rt.jar`.

use paratrace_classfile::{ClassFile, Member};

/// The version of class files of Java 8 (JVMS table 4.1-A).
const JAVA_8: u16 = 52;

const REPLACED: [(&str, &str, &str); 11] = [
    ("java/math/BigInteger", "implMontgomeryMultiply", "([I[I[IIJ[I)[I"),
    ("java/math/BigInteger", "implMontgomerySquare", "([I[IIJ[I)[I"),
    ("java/math/BigInteger", "implMulAdd", "([I[IIII)I"),
    ("java/math/BigInteger", "implSquareToLen", "([II[II)[I"),
    ("java/math/BigInteger", "multiplyToLen", "([II[II[I)[I"),
    ("java/nio/Buffer", "checkIndex", "(I)I"),
    ("java/util/Arrays", "copyOf", "([Ljava/lang/Object;ILjava/lang/Class;)[Ljava/lang/Object;"),
    ("java/util/Arrays", "copyOfRange", "([Ljava/lang/Object;IILjava/lang/Class;)[Ljava/lang/Object;"),
    ("java/util/Arrays", "equals", "([C[C)Z"),
    ("sun/nio/cs/ISO_8859_1$Encoder", "encodeISOArray", "([CI[BII)I"),
    ("sun/security/provider/DigestBase", "implCompressMultiBlock0", "([BII)I"),
];

/// True if the class file is one of a JDK 8 whose compilers replace the method.
pub(super) fn is_replaced(class: &ClassFile<'_>, method: &Member<'_>) -> bool {
    let pool = &class.constant_pool;
    let is_it = |&(owner, name, desc): &(&str, &str, &str)| {
        class.name().is_ok_and(|found| found == owner)
            && method.name(pool).is_ok_and(|found| found == name)
            && method.descriptor(pool).is_ok_and(|found| found == desc)
    };
    class.major_version <= JAVA_8 && REPLACED.iter().any(is_it)
}
