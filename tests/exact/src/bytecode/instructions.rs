//! Random instructions that fit the stack.

use super::assemble::Type;
use super::blocks::{ARRAY, BOX, FIRST_INT, FIRST_LONG, Method};
use super::op;

/// A stack shuffle: opcode, words of the entries it needs from the top down, and which of them it leaves, lowest first.
type Shuffle = (u8, &'static [u16], &'static [usize]);

const SHUFFLES: [Shuffle; 17] = [
    (op::DUP, &[1], &[0, 0]),
    (op::DUP_X1, &[1, 1], &[0, 1, 0]),
    (op::DUP_X2, &[1, 1, 1], &[0, 2, 1, 0]),
    (op::DUP_X2, &[1, 2], &[0, 1, 0]),
    (op::DUP2, &[1, 1], &[1, 0, 1, 0]),
    (op::DUP2, &[2], &[0, 0]),
    (op::DUP2_X1, &[1, 1, 1], &[1, 0, 2, 1, 0]),
    (op::DUP2_X1, &[2, 1], &[0, 1, 0]),
    (op::DUP2_X2, &[1, 1, 1, 1], &[1, 0, 3, 2, 1, 0]),
    (op::DUP2_X2, &[2, 1, 1], &[0, 2, 1, 0]),
    (op::DUP2_X2, &[1, 1, 2], &[1, 0, 2, 1, 0]),
    (op::DUP2_X2, &[2, 2], &[0, 1, 0]),
    (op::SWAP, &[1, 1], &[0, 1]),
    (op::POP, &[1], &[]),
    (op::POP2, &[1, 1], &[]),
    (op::POP2, &[2], &[]),
    (op::NOP, &[], &[]),
];

impl Method<'_, '_> {
    pub(super) fn instruction(&mut self) {
        match self.below(16) {
            0..=2 if self.stack.len() < 8 => self.push(),
            0..=2 => self.discard(),
            3..=5 => self.shuffle(),
            6 => self.store(),
            7 => self.increment(),
            8..=9 => self.arithmetic(),
            10..=11 => self.array(),
            12 => self.trigger(),
            13 => self.box_access(),
            14 => self.call(),
            _ => self.monitor(),
        }
    }

    fn pushed(&mut self, of: Type) {
        self.stack.push(of);
        self.grow(0);
    }

    fn any_int(&mut self) -> u16 {
        let local = self.below(u32::from(self.ints) + 2) as u16;
        if local < FIRST_LONG { local } else { FIRST_INT + local - FIRST_LONG }
    }

    fn local(&mut self, opcode: u8, local: u16) {
        let [high, low] = local.to_be_bytes();
        // `wide` is allowed where it is not needed.
        if high > 0 || self.below(5) == 0 {
            self.code.op(&[op::WIDE, opcode, high, low]);
        } else {
            self.code.op(&[opcode, low]);
        }
    }

    pub(super) fn store_int(&mut self, local: u16) {
        self.local(op::ISTORE, local);
    }

    pub(super) fn load_int(&mut self) {
        if self.below(3) == 0 {
            let value = self.below(8) as i32 - 2;
            let constant = self.class.integer(value * 1000);
            let computed = self.class.computed("Support", "constant", &format!("c{value}"));
            match (self.below(5), computed) {
                (4, Some(computed)) => self.code.op_u2(op::LDC_W, computed),
                (0, _) => self.code.op_u2(op::LDC_W, constant),
                (1, _) => self.code.op_u2(op::SIPUSH, 300),
                _ => self.code.op(&[op::BIPUSH, value as u8]),
            }
        } else {
            let local = self.any_int();
            self.local(op::ILOAD, local);
        }
        self.pushed(Type::Int);
    }

    pub(super) fn load_long(&mut self) {
        if self.below(2) == 0 {
            let constant = self.class.long(0x1_0000_0001);
            self.code.op_u2(op::LDC2_W, constant);
        } else {
            self.local(op::LLOAD, FIRST_LONG);
        }
        self.pushed(Type::Long);
    }

    pub(super) fn load_box(&mut self) {
        self.local(op::ALOAD, BOX);
        let boxed = self.locals[4];
        self.pushed(boxed);
    }

    fn load_array(&mut self) {
        self.local(op::ALOAD, ARRAY);
        let array = self.locals[3];
        self.pushed(array);
    }

    fn push(&mut self) {
        match self.below(6) {
            0..=2 => self.load_int(),
            3 => self.load_long(),
            4 => self.load_box(),
            _ => self.load_array(),
        }
    }

    /// Pops the top of the stack.
    pub(super) fn discard(&mut self) {
        if let Some(top) = self.stack.pop() {
            self.code.op(&[if top == Type::Long { op::POP2 } else { op::POP }]);
        }
    }

    fn shuffle(&mut self) {
        let (opcode, needs, leaves) = SHUFFLES[self.below(SHUFFLES.len() as u32) as usize];
        let top: Vec<Type> = self.stack.iter().rev().take(needs.len()).copied().collect();
        let fits = top.len() == needs.len() && top.iter().zip(needs).all(|(of, &words)| of.words() == words);
        if !fits || self.stack.len() > 8 {
            return self.push();
        }
        self.code.op(&[opcode]);
        self.stack.truncate(self.stack.len() - needs.len());
        self.stack.extend(leaves.iter().map(|&entry| top[entry]));
        self.grow(0);
    }

    fn store(&mut self) {
        match self.stack.pop() {
            Some(Type::Int) => {
                let local = self.any_int();
                self.local(op::ISTORE, local);
            }
            Some(Type::Long) => self.local(op::LSTORE, FIRST_LONG),
            Some(of) if of == self.locals[3] => self.local(op::ASTORE, ARRAY),
            Some(of) if of == self.locals[4] => self.local(op::ASTORE, BOX),
            Some(_) => self.code.op(&[op::POP]),
            None => self.push(),
        }
    }

    fn increment(&mut self) {
        let (local, wide) = (self.any_int(), self.below(2) == 0);
        let [high, low] = local.to_be_bytes();
        if wide || high > 0 {
            self.code.op(&[op::WIDE, op::IINC, high, low, 0xFF, 0x38]);
        } else {
            self.code.op(&[op::IINC, low, 3]);
        }
    }

    fn arithmetic(&mut self) {
        if self.below(4) == 0 {
            self.load_long();
            self.load_long();
            let opcode = [op::LADD, op::LSUB, op::LMUL, op::LDIV, op::LREM, op::LXOR][self.below(6) as usize];
            self.code.op(&[opcode]);
            self.stack.pop();
            if self.below(2) == 0 {
                self.code.op(&[op::L2I]);
                self.stack.pop();
                self.stack.push(Type::Int);
            }
            return;
        }
        self.load_int();
        self.load_int();
        let opcode = [op::IADD, op::ISUB, op::IMUL, op::IDIV, op::IREM, op::ISHL, op::IAND][self.below(7) as usize];
        self.code.op(&[opcode]);
        self.stack.pop();
    }

    /// Accesses of arrays, most within bounds, and new ones, most with a size that can be.
    fn array(&mut self) {
        match self.below(5) {
            0 => {
                self.load_array();
                self.code.op(&[op::ARRAYLENGTH]);
                self.stack.pop();
                self.stack.push(Type::Int);
            }
            1 => {
                self.small_int();
                self.code.op(&[op::NEWARRAY, 10]);
                self.stack.pop();
                self.stack.push(self.locals[3]);
            }
            2 => {
                self.load_array();
                self.small_int();
                self.load_int();
                self.code.op(&[op::IASTORE]);
                self.stack.truncate(self.stack.len() - 3);
            }
            _ => {
                self.load_array();
                self.small_int();
                self.code.op(&[op::IALOAD]);
                self.stack.truncate(self.stack.len() - 2);
                self.stack.push(Type::Int);
            }
        }
    }

    /// An `int` from -1 to 2.
    fn small_int(&mut self) {
        self.load_int();
        self.code.op(&[op::ICONST_3]);
        self.grow(1);
        self.code.op(&[op::IAND]);
        self.code.op(&[op::ICONST_1]);
        self.code.op(&[op::ISUB]);
    }

    /// An instruction that may run a class initialiser.
    pub(super) fn trigger(&mut self) {
        let field = self.class.field_ref(self.initialised, "v", "I");
        match (self.below(4), self.stack.last()) {
            (0, Some(Type::Int)) => {
                self.code.op_u2(op::PUTSTATIC, field);
                self.stack.pop();
            }
            (1, _) => {
                let initialised = self.class.class(self.initialised);
                self.code.op_u2(op::NEW, initialised);
                self.grow(1);
                self.code.op(&[op::POP]);
            }
            _ => {
                self.code.op_u2(op::GETSTATIC, field);
                self.pushed(Type::Int);
            }
        }
    }

    /// A new box, whose constructor may throw, or an access to one, which may be null.
    fn box_access(&mut self) {
        let field = self.class.field_ref("Support$Box", "f", "I");
        match self.below(4) {
            0 => {
                self.load_box();
                self.code.op_u2(op::GETFIELD, field);
                self.stack.pop();
                self.stack.push(Type::Int);
            }
            1 => {
                self.load_box();
                self.load_int();
                self.code.op_u2(op::PUTFIELD, field);
                self.stack.truncate(self.stack.len() - 2);
            }
            _ => {
                let boxed = self.class.class("Support$Box");
                self.code.op_u2(op::NEW, boxed);
                self.code.op(&[op::DUP]);
                self.stack.extend([self.locals[4]; 2]);
                self.grow(0);
                self.load_int();
                let init = self.class.method_ref("Support$Box", "<init>", "(I)V");
                self.code.op_u2(op::INVOKESPECIAL, init);
                self.stack.truncate(self.stack.len() - 2);
            }
        }
    }

    fn call(&mut self) {
        self.load_int();
        self.load_int();
        let name = format!("m{}", self.below(self.methods));
        let method = self.class.method_ref(self.name, &name, "(II)I");
        self.code.op_u2(op::INVOKESTATIC, method);
        self.stack.pop();
    }

    /// Locks and unlocks what may be null.
    fn monitor(&mut self) {
        self.load_box();
        self.code.op(&[op::MONITORENTER]);
        self.stack.pop();
        self.load_box();
        self.code.op(&[op::MONITOREXIT]);
        self.stack.pop();
    }
}
