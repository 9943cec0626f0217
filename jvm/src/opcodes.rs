//! The opcodes of the Java virtual machine (JVMS §6.5, §7).

macro_rules! opcodes {
    ($($value:literal $constant:ident $name:literal)*) => {
        $(
            #[doc = concat!("`", $name, "`")]
            pub const $constant: u8 = $value;
        )*

        /// The mnemonic of an opcode, or `None` for values that no class file may contain.
        pub fn name(opcode: u8) -> Option<&'static str> {
            match opcode {
                $($value => Some($name),)*
                _ => None,
            }
        }
    };
}

opcodes! {
    0 NOP "nop"
    1 ACONST_NULL "aconst_null"
    2 ICONST_M1 "iconst_m1"
    3 ICONST_0 "iconst_0"
    4 ICONST_1 "iconst_1"
    5 ICONST_2 "iconst_2"
    6 ICONST_3 "iconst_3"
    7 ICONST_4 "iconst_4"
    8 ICONST_5 "iconst_5"
    9 LCONST_0 "lconst_0"
    10 LCONST_1 "lconst_1"
    11 FCONST_0 "fconst_0"
    12 FCONST_1 "fconst_1"
    13 FCONST_2 "fconst_2"
    14 DCONST_0 "dconst_0"
    15 DCONST_1 "dconst_1"
    16 BIPUSH "bipush"
    17 SIPUSH "sipush"
    18 LDC "ldc"
    19 LDC_W "ldc_w"
    20 LDC2_W "ldc2_w"
    21 ILOAD "iload"
    22 LLOAD "lload"
    23 FLOAD "fload"
    24 DLOAD "dload"
    25 ALOAD "aload"
    26 ILOAD_0 "iload_0"
    27 ILOAD_1 "iload_1"
    28 ILOAD_2 "iload_2"
    29 ILOAD_3 "iload_3"
    30 LLOAD_0 "lload_0"
    31 LLOAD_1 "lload_1"
    32 LLOAD_2 "lload_2"
    33 LLOAD_3 "lload_3"
    34 FLOAD_0 "fload_0"
    35 FLOAD_1 "fload_1"
    36 FLOAD_2 "fload_2"
    37 FLOAD_3 "fload_3"
    38 DLOAD_0 "dload_0"
    39 DLOAD_1 "dload_1"
    40 DLOAD_2 "dload_2"
    41 DLOAD_3 "dload_3"
    42 ALOAD_0 "aload_0"
    43 ALOAD_1 "aload_1"
    44 ALOAD_2 "aload_2"
    45 ALOAD_3 "aload_3"
    46 IALOAD "iaload"
    47 LALOAD "laload"
    48 FALOAD "faload"
    49 DALOAD "daload"
    50 AALOAD "aaload"
    51 BALOAD "baload"
    52 CALOAD "caload"
    53 SALOAD "saload"
    54 ISTORE "istore"
    55 LSTORE "lstore"
    56 FSTORE "fstore"
    57 DSTORE "dstore"
    58 ASTORE "astore"
    59 ISTORE_0 "istore_0"
    60 ISTORE_1 "istore_1"
    61 ISTORE_2 "istore_2"
    62 ISTORE_3 "istore_3"
    63 LSTORE_0 "lstore_0"
    64 LSTORE_1 "lstore_1"
    65 LSTORE_2 "lstore_2"
    66 LSTORE_3 "lstore_3"
    67 FSTORE_0 "fstore_0"
    68 FSTORE_1 "fstore_1"
    69 FSTORE_2 "fstore_2"
    70 FSTORE_3 "fstore_3"
    71 DSTORE_0 "dstore_0"
    72 DSTORE_1 "dstore_1"
    73 DSTORE_2 "dstore_2"
    74 DSTORE_3 "dstore_3"
    75 ASTORE_0 "astore_0"
    76 ASTORE_1 "astore_1"
    77 ASTORE_2 "astore_2"
    78 ASTORE_3 "astore_3"
    79 IASTORE "iastore"
    80 LASTORE "lastore"
    81 FASTORE "fastore"
    82 DASTORE "dastore"
    83 AASTORE "aastore"
    84 BASTORE "bastore"
    85 CASTORE "castore"
    86 SASTORE "sastore"
    87 POP "pop"
    88 POP2 "pop2"
    89 DUP "dup"
    90 DUP_X1 "dup_x1"
    91 DUP_X2 "dup_x2"
    92 DUP2 "dup2"
    93 DUP2_X1 "dup2_x1"
    94 DUP2_X2 "dup2_x2"
    95 SWAP "swap"
    96 IADD "iadd"
    97 LADD "ladd"
    98 FADD "fadd"
    99 DADD "dadd"
    100 ISUB "isub"
    101 LSUB "lsub"
    102 FSUB "fsub"
    103 DSUB "dsub"
    104 IMUL "imul"
    105 LMUL "lmul"
    106 FMUL "fmul"
    107 DMUL "dmul"
    108 IDIV "idiv"
    109 LDIV "ldiv"
    110 FDIV "fdiv"
    111 DDIV "ddiv"
    112 IREM "irem"
    113 LREM "lrem"
    114 FREM "frem"
    115 DREM "drem"
    116 INEG "ineg"
    117 LNEG "lneg"
    118 FNEG "fneg"
    119 DNEG "dneg"
    120 ISHL "ishl"
    121 LSHL "lshl"
    122 ISHR "ishr"
    123 LSHR "lshr"
    124 IUSHR "iushr"
    125 LUSHR "lushr"
    126 IAND "iand"
    127 LAND "land"
    128 IOR "ior"
    129 LOR "lor"
    130 IXOR "ixor"
    131 LXOR "lxor"
    132 IINC "iinc"
    133 I2L "i2l"
    134 I2F "i2f"
    135 I2D "i2d"
    136 L2I "l2i"
    137 L2F "l2f"
    138 L2D "l2d"
    139 F2I "f2i"
    140 F2L "f2l"
    141 F2D "f2d"
    142 D2I "d2i"
    143 D2L "d2l"
    144 D2F "d2f"
    145 I2B "i2b"
    146 I2C "i2c"
    147 I2S "i2s"
    148 LCMP "lcmp"
    149 FCMPL "fcmpl"
    150 FCMPG "fcmpg"
    151 DCMPL "dcmpl"
    152 DCMPG "dcmpg"
    153 IFEQ "ifeq"
    154 IFNE "ifne"
    155 IFLT "iflt"
    156 IFGE "ifge"
    157 IFGT "ifgt"
    158 IFLE "ifle"
    159 IF_ICMPEQ "if_icmpeq"
    160 IF_ICMPNE "if_icmpne"
    161 IF_ICMPLT "if_icmplt"
    162 IF_ICMPGE "if_icmpge"
    163 IF_ICMPGT "if_icmpgt"
    164 IF_ICMPLE "if_icmple"
    165 IF_ACMPEQ "if_acmpeq"
    166 IF_ACMPNE "if_acmpne"
    167 GOTO "goto"
    168 JSR "jsr"
    169 RET "ret"
    170 TABLESWITCH "tableswitch"
    171 LOOKUPSWITCH "lookupswitch"
    172 IRETURN "ireturn"
    173 LRETURN "lreturn"
    174 FRETURN "freturn"
    175 DRETURN "dreturn"
    176 ARETURN "areturn"
    177 RETURN "return"
    178 GETSTATIC "getstatic"
    179 PUTSTATIC "putstatic"
    180 GETFIELD "getfield"
    181 PUTFIELD "putfield"
    182 INVOKEVIRTUAL "invokevirtual"
    183 INVOKESPECIAL "invokespecial"
    184 INVOKESTATIC "invokestatic"
    185 INVOKEINTERFACE "invokeinterface"
    186 INVOKEDYNAMIC "invokedynamic"
    187 NEW "new"
    188 NEWARRAY "newarray"
    189 ANEWARRAY "anewarray"
    190 ARRAYLENGTH "arraylength"
    191 ATHROW "athrow"
    192 CHECKCAST "checkcast"
    193 INSTANCEOF "instanceof"
    194 MONITORENTER "monitorenter"
    195 MONITOREXIT "monitorexit"
    196 WIDE "wide"
    197 MULTIANEWARRAY "multianewarray"
    198 IFNULL "ifnull"
    199 IFNONNULL "ifnonnull"
    200 GOTO_W "goto_w"
    201 JSR_W "jsr_w"
}

/// The conditional branch that jumps exactly when `opcode` does not; `None` if `opcode` is no conditional branch.
pub fn inverted(opcode: u8) -> Option<u8> {
    match opcode {
        // The conditions come in pairs that start at an odd opcode.
        IFEQ..=IF_ACMPNE => Some(((opcode + 1) ^ 1) - 1),
        IFNULL => Some(IFNONNULL),
        IFNONNULL => Some(IFNULL),
        _ => None,
    }
}

/// True if control never goes on to the next instruction: jumps without condition, switches, returns and `athrow`.
///
/// `jsr` counts as one of them; `wide` is judged by the instruction that it modifies.
#[inline]
pub fn ends_block(opcode: u8) -> bool {
    matches!(opcode, GOTO..=RETURN | ATHROW | GOTO_W | JSR_W)
}

/// True if the instruction chooses where to go on: an `if*` or a switch.
#[inline]
pub fn is_predicate(opcode: u8) -> bool {
    matches!(opcode, IFEQ..=IF_ACMPNE | TABLESWITCH | LOOKUPSWITCH | IFNULL | IFNONNULL)
}

/// True if the instruction may go somewhere else than to the next one, by its own means: branches and switches.
#[inline]
pub fn is_branch(opcode: u8) -> bool {
    matches!(opcode, IFEQ..=JSR | TABLESWITCH | LOOKUPSWITCH | IFNULL..=JSR_W)
}

#[cfg(test)]
mod tests {
    use super::{inverted, is_branch, is_predicate, name};

    #[test]
    fn the_numbers_have_no_gaps() {
        let named = |opcode: &u8| name(*opcode).is_some();
        assert!((0..=201).all(|opcode| named(&opcode)) && !(202..=u8::MAX).any(|opcode| named(&opcode)));
    }

    #[test]
    fn predicates_are_the_branches_that_choose() {
        for opcode in 0..=u8::MAX {
            let switches = name(opcode).is_some_and(|name| name.ends_with("switch"));
            assert_eq!(is_predicate(opcode), inverted(opcode).is_some() || switches, "{opcode}");
            assert!(is_branch(opcode) || !is_predicate(opcode), "{opcode}");
        }
    }
}
