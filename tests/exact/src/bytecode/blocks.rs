//! The control flow of a random method: blocks with a fixed stack at their beginnings, joined at random.
//!
//! It ends because every jump backwards and every handler burns fuel and returns without it. A handler whose first
//! instruction can throw covers earlier blocks only, so exceptions cannot go round.

use super::assemble::{Class, Code, Label, Type};
use super::op;
use rand::RngExt;
use rand::rngs::StdRng;

pub(super) const FIRST_LONG: u16 = 2;
pub(super) const ARRAY: u16 = 4;
pub(super) const BOX: u16 = 5;
pub(super) const FIRST_INT: u16 = 6;

/// One random method.
pub(super) struct Method<'r, 'c> {
    pub(super) rng: &'r mut StdRng,
    pub(super) class: &'c mut Class,
    pub(super) code: Code,
    /// Names of the class with the methods, and of the one with the initialiser.
    pub(super) name: &'c str,
    pub(super) initialised: &'c str,
    pub(super) methods: u32,
    pub(super) stack: Vec<Type>,
    pub(super) locals: Vec<Type>,
    pub(super) ints: u16,
    blocks: Vec<Block>,
    /// A class initialiser: returns nothing.
    is_initialiser: bool,
}

#[derive(Clone)]
struct Block {
    label: Label,
    shape: Vec<Type>,
    opens: Opens,
}

/// How a block begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opens {
    Plain,
    Handler,
    /// A handler whose first instruction may run a class initialiser, and throw.
    Triggering,
}

impl<'r, 'c> Method<'r, 'c> {
    pub(super) fn new(
        rng: &'r mut StdRng,
        class: &'c mut Class,
        name: &'c str,
        initialised: &'c str,
        methods: u32,
    ) -> Self {
        let ints = if rng.random_ratio(1, 4) { 300 } else { rng.random_range(1..6) };
        let (array, boxed) = (class.class("[I"), class.class("Support$Box"));
        let mut locals = vec![Type::Int, Type::Int, Type::Long, Type::Reference(array), Type::Reference(boxed)];
        locals.extend((0..ints).map(|_| Type::Int));
        let (code, stack, blocks) = (Code::default(), Vec::new(), Vec::new());
        Self { rng, class, code, name, initialised, methods, stack, locals, ints, blocks, is_initialiser: false }
    }

    pub(super) fn below(&mut self, bound: u32) -> u32 {
        self.rng.random_range(0..bound)
    }

    /// The code of a method `(II)I`, or of a class initialiser.
    pub(super) fn code(mut self, is_initialiser: bool) -> Code {
        self.is_initialiser = is_initialiser;
        self.code.max_locals = FIRST_INT + self.ints;
        self.prologue();
        for _ in 0..3 + self.below(9) {
            self.declare();
        }
        let mut begins = Vec::new();
        for block in 0..self.blocks.len() {
            begins.push(self.code.pcs.len());
            self.block(block);
        }
        self.ranges(&begins);
        self.code
    }

    /// Gives every local a value, so that its type is the same everywhere.
    fn prologue(&mut self) {
        if self.is_initialiser {
            for local in 0..2 {
                self.code.op(&[op::ICONST_3]);
                self.code.op(&[op::ISTORE, local]);
            }
        }
        self.tick();
        self.code.op(&[op::LCONST_1]);
        self.code.op(&[op::LSTORE, FIRST_LONG as u8]);
        self.code.op(&[op::ICONST_5]);
        self.code.op(&[op::NEWARRAY, 10]);
        self.code.op(&[op::ASTORE, ARRAY as u8]);
        self.code.op(&[op::ACONST_NULL]);
        self.code.op(&[op::ASTORE, BOX as u8]);
        for local in FIRST_INT..FIRST_INT + self.ints {
            self.code.op(&[op::ICONST_2]);
            self.store_int(local);
        }
        self.code.max_stack = 2;
    }

    fn declare(&mut self) {
        let long = [Type::Long, Type::Int];
        let int = [Type::Int; 2];
        let plain: &[&[Type]] = &[&[], &[], &[], &int[..1], &int, &long];
        let opens = match self.below(10) {
            0..=1 => Opens::Handler,
            2 => Opens::Triggering,
            _ => Opens::Plain,
        };
        let opens = if self.blocks.is_empty() { Opens::Plain } else { opens };
        let shape = match opens {
            Opens::Plain if self.blocks.is_empty() => Vec::new(),
            Opens::Plain => plain[self.below(plain.len() as u32) as usize].to_vec(),
            _ => vec![Type::Reference(self.class.class("java/lang/Throwable"))],
        };
        let label = self.code.label();
        self.blocks.push(Block { label, shape, opens });
    }

    fn block(&mut self, index: usize) {
        let Block { label, shape, opens } = self.blocks[index].clone();
        let locals = self.locals.clone();
        self.code.place(label, &locals, &shape);
        self.stack = shape;
        if opens != Opens::Plain {
            self.open_handler(opens);
        }
        for _ in 0..self.below(7) {
            self.instruction();
        }
        self.end(index);
    }

    fn open_handler(&mut self, opens: Opens) {
        if opens == Opens::Triggering {
            self.trigger();
        }
        let caught = self.class.method_ref("Support", "caught", "(Ljava/lang/Throwable;)V");
        while self.stack.len() > 1 {
            self.discard();
        }
        self.code.op_u2(op::INVOKESTATIC, caught);
        self.stack.clear();
        self.tick();
    }

    /// Burns fuel; returns if there is no more.
    fn tick(&mut self) {
        let go_on = self.code.label();
        self.code.op_u2(op::INVOKESTATIC, self.class.method_ref("Support", "tick", "()Z"));
        self.grow(1);
        self.code.jump(op::IFNE, go_on);
        self.leave();
        // In the prologue only the parameters have values.
        let locals = if self.blocks.is_empty() { &self.locals[..2] } else { &self.locals[..] };
        self.code.place(go_on, locals, &self.stack);
    }

    fn leave(&mut self) {
        if self.is_initialiser {
            self.code.op(&[op::RETURN]);
        } else {
            self.code.op(&[op::ILOAD_0]);
            self.grow(1);
            self.code.op(&[op::IRETURN]);
        }
    }

    /// The end of a block: leaves, or goes on to blocks of one shape.
    fn end(&mut self, index: usize) {
        let way = self.below(12);
        if way == 0 {
            return self.leave();
        }
        if way == 1 {
            return self.throw();
        }
        let plain: Vec<usize> = (1..self.blocks.len()).filter(|&b| self.blocks[b].opens == Opens::Plain).collect();
        if plain.is_empty() {
            return self.leave();
        }
        let first = plain[self.below(plain.len() as u32) as usize];
        let shape = self.blocks[first].shape.clone();
        let alike: Vec<usize> = plain.into_iter().filter(|&b| self.blocks[b].shape == shape).collect();
        let targets: Vec<usize> = (0..3).map(|_| alike[self.below(alike.len() as u32) as usize]).collect();
        self.shape(&shape);
        if targets.iter().any(|&target| target <= index) {
            self.tick();
        }
        let labels: Vec<Label> = targets.iter().map(|&target| self.blocks[target].label).collect();
        self.branch(way, &labels);
    }

    fn branch(&mut self, way: u32, labels: &[Label]) {
        if way > 4 {
            self.load_int();
        }
        match way {
            2..=3 => self.code.jump(op::GOTO, labels[0]),
            4 => self.code.jump(op::GOTO_W, labels[0]),
            5 => self.code.table_switch(-1, labels, labels[0]),
            6 => self.code.table_switch(3, &[labels[0]; 4], labels[0]),
            7 => self.code.lookup_switch(&[(-9, labels[1]), (3, labels[0]), (2000, labels[1])], labels[2]),
            8 => self.code.lookup_switch(&[(2, labels[1])], labels[1]),
            9 => {
                let opcode = op::IFEQ + self.below(6) as u8;
                self.code.jump(opcode, labels[0]);
                self.code.jump(op::GOTO, labels[1]);
            }
            _ => {
                self.load_int();
                let opcode = op::IF_ICMPEQ + self.below(6) as u8;
                self.code.jump(opcode, labels[0]);
                self.code.jump(op::GOTO, labels[2]);
            }
        }
    }

    /// Throws a box, or null.
    fn throw(&mut self) {
        self.load_box();
        self.code.op(&[op::ATHROW]);
    }

    /// Makes the stack have these types.
    fn shape(&mut self, shape: &[Type]) {
        while self.stack.len() > shape.len() || self.stack[..] != shape[..self.stack.len()] {
            self.discard();
        }
        for &of in &shape[self.stack.len()..] {
            match of {
                Type::Long => self.load_long(),
                _ => self.load_int(),
            }
        }
    }

    /// Exception ranges over any instructions behind the prologue.
    fn ranges(&mut self, begins: &[usize]) {
        let count = self.code.pcs.len();
        for handler in 0..self.blocks.len() {
            if self.blocks[handler].opens == Opens::Plain {
                continue;
            }
            for _ in 0..1 + self.below(2) {
                let last = if self.blocks[handler].opens == Opens::Triggering { begins[handler] } else { count };
                let from = self.rng.random_range(begins[0]..last);
                let to = self.rng.random_range(from + 1..=last);
                let end = if to == count { self.code.pc() } else { self.code.pcs[to] };
                let label = self.blocks[handler].label;
                self.code.handle(self.code.pcs[from], end, label, 0);
            }
        }
    }

    /// Notes that the stack is `more` words higher than the types on it.
    pub(super) fn grow(&mut self, more: u16) {
        let words: u16 = self.stack.iter().map(|of| of.words()).sum();
        self.code.max_stack = self.code.max_stack.max(words + more);
    }
}
