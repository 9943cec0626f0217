//! Random methods: blocks whose operand stacks add up.

use paratrace_traceformat::map::*;

use crate::program::{FIELDS, RawBlock, RawInsn, RawMethod};
use crate::random::Random;
use crate::sites::{self, Shape};

/// Makes one method.
pub struct Maker<'a> {
    random: &'a mut Random,
    map: &'a mut ProgramMap,
    shapes: &'a [Shape],
    params: Vec<u32>,
    locals: u32,
    returns: bool,
    class: usize,
    /// Operand-stack entries at the ends of blocks.
    height: u32,
    raw: RawMethod,
    normal: usize,
}

impl<'a> Maker<'a> {
    pub fn new(random: &'a mut Random, map: &'a mut ProgramMap, shapes: &'a [Shape], shape: &Shape) -> Self {
        let params = sites::slots(&shape.desc, shape.is_static);
        // Room for a last parameter of two slots.
        let locals = params.last().map_or(0, |last| last + 2) + random.between(1, 3);
        let height = random.below(3);
        let returns = shape.has_result();
        let raw = RawMethod { locals, ..RawMethod::default() };
        Self { random, map, shapes, params, locals, returns, class: shape.class, height, raw, normal: 0 }
    }

    pub fn method(&mut self) -> RawMethod {
        self.normal = self.random.between(2, 7) as usize;
        self.raw.blocks = vec![RawBlock::default(); self.normal];
        for b in 1..self.normal {
            let handler = b > 1 && self.random.chance(25);
            self.raw.blocks[b].handler = handler;
            self.raw.blocks[b].height = if handler { 1 } else { self.height };
        }
        self.entry();
        for b in 1..self.normal {
            self.fill(b);
        }
        self.protect();
        std::mem::take(&mut self.raw)
    }

    /// The entry block gives every local a value.
    fn entry(&mut self) {
        for local in 0..self.locals {
            if !self.params.contains(&local) || self.random.chance(10) {
                self.add(0, Op::Push, 0, 3, 0);
                self.add(0, Op::Store, local, 54, 0);
            }
        }
        if self.class == 0 {
            self.lambdas();
        }
        self.raise(0, 0, self.height);
        self.raw.blocks[0].to = vec![1];
    }

    /// `C0` makes the lambdas that others call.
    fn lambdas(&mut self) {
        for _ in 0..self.random.below(4) {
            let Some(site) = sites::lambda(self.random, self.shapes) else { continue };
            self.raise(0, 0, u32::from(site.args));
            let (number, opcode) = (self.map.sites.len() as u32, site.opcode);
            self.map.sites.push(site);
            self.add(0, Op::Invoke, number, opcode, 0);
            self.raise(0, 1, 0);
        }
    }

    fn protect(&mut self) {
        let handlers: Vec<usize> = (1..self.normal).filter(|&b| self.raw.blocks[b].handler).collect();
        for handler in handlers {
            for _ in 0..self.random.between(1, 2) {
                let from = self.random.between(1, self.raw.blocks.len() as u32 - 1) as usize;
                let to = self.random.between(from as u32, self.raw.blocks.len() as u32 - 1) as usize;
                let covers_itself = (from..=to).contains(&handler);
                let some = (from..=to).any(|b| !self.raw.blocks[b].insns.is_empty());
                if !covers_itself && some {
                    self.raw.handlers.push((from..to + 1, handler));
                }
            }
        }
    }

    fn add(&mut self, block: usize, op: Op, arg: u32, opcode: u8, flags: u8) {
        self.raw.blocks[block].insns.push(RawInsn { op, arg, opcode, flags });
    }

    /// Pushes or pops until the height is right.
    fn raise(&mut self, block: usize, mut from: u32, to: u32) {
        while from < to {
            self.add(block, Op::Push, 0, 3, 0);
            from += 1;
        }
        while from > to {
            if from >= to + 2 && self.random.chance(50) {
                self.add(block, Op::Pop2, 0, 88, 0);
                from -= 2;
            } else {
                self.add(block, Op::Pop, 0, 87, 0);
                from -= 1;
            }
        }
    }

    fn pei(&mut self, percent: u32) -> u8 {
        if self.random.chance(percent) { PEI } else { 0 }
    }

    /// Instructions and the end of a block.
    fn fill(&mut self, b: usize) {
        let mut height = self.raw.blocks[b].height;
        if height == 0 && self.random.chance(25) {
            self.add(b, Op::GetStatic, 0, 178, PEI);
            height = 1;
        }
        for _ in 0..self.random.between(1, 6) {
            height = self.insn(b, height);
        }
        self.end(b, height);
    }

    fn end(&mut self, b: usize, height: u32) {
        match self.random.below(12) {
            0 if self.returns => {
                self.raise(b, height, 1);
                let flags = self.pei(10);
                self.add(b, Op::ReturnValue, 0, 172, flags);
            }
            0 => {
                let flags = self.pei(10);
                self.add(b, Op::Return, 0, 177, flags);
            }
            1 => {
                self.raise(b, height, 1);
                self.add(b, Op::Throw, 0, 191, PEI);
            }
            2..=4 if self.raw.blocks.len() < 14 => self.call(b, height, 0),
            5..=7 => {
                self.raise(b, height, self.height);
                self.add(b, Op::Drop, 0, 167, 0);
                self.raw.blocks[b].to = vec![self.target()];
            }
            _ => {
                self.raise(b, height, self.height + 1);
                let flags = self.pei(5);
                self.add(b, Op::Drop, 1, 153, flags);
                let count = self.random.between(2, 3);
                self.raw.blocks[b].to = (0..count).map(|_| self.target()).collect();
                self.raw.blocks[b].to.dedup();
            }
        }
    }

    /// A block that a jump may lead to.
    fn target(&mut self) -> usize {
        loop {
            let b = self.random.between(1, self.normal as u32 - 1) as usize;
            if self.raw.blocks[b].height == self.height {
                return b;
            }
        }
    }

    /// A call that ends the block, and the block after it. So many entries stay on the stack at least while it runs.
    fn call(&mut self, b: usize, mut height: u32, kept: u32) {
        let traced: Vec<usize> = (0..self.shapes.len()).filter(|&s| self.callable(s)).collect();
        let site = match self.random.below(4) {
            0 => sites::open(self.random, self.shapes),
            1 => sites::untraced(self.random, true),
            _ if traced.is_empty() => sites::untraced(self.random, true),
            _ => {
                let callee = self.random.pick(&traced);
                sites::traced(self.random, self.shapes, callee)
            }
        };
        let (args, result) = (u32::from(site.args), u32::from(site.has_result));
        let object = u32::from(site.post_receiver);
        let empty = kept == 0 && self.random.chance(40) && self.height >= result + object;
        let before = if empty { self.height - result + args } else { kept + args + object + self.random.below(2) };
        self.arguments(b, &site, height, before);
        let number = self.map.sites.len() as u32;
        let opcode = site.opcode;
        self.map.sites.push(site);
        self.add(b, Op::Invoke, number, opcode, 0);
        height = before - args + result;
        let after = self.raw.blocks.len();
        self.raw.blocks[b].to = vec![after];
        self.raw.blocks.push(RawBlock { height, after: Some(b), ..RawBlock::default() });
        if empty {
            self.raw.blocks[after].to = vec![self.target()];
            return;
        }
        if result == 1 && height < 4 && self.raw.blocks.len() < 14 && self.random.chance(30) {
            // Arithmetic takes the result, and what it computes stays while the next call runs.
            height = match height {
                1 => self.plain(after, Op::Compute, 1, 116, 0, height),
                _ => self.plain(after, Op::Compute, 2, 96, 0, height - 1),
            };
            return self.call(after, height, height);
        }
        for _ in 0..self.random.between(1, 3) {
            height = self.insn(after, height);
        }
        self.end(after, height);
    }

    /// Brings the operand stack to the height before a call. A constructor gets a new object, of which a copy stays.
    fn arguments(&mut self, b: usize, site: &Site, height: u32, before: u32) {
        if !site.post_receiver {
            return self.raise(b, height, before);
        }
        self.raise(b, height, before - u32::from(site.args) - 1);
        self.add(b, Op::Push, 0, 187, 0);
        self.add(b, Op::Dup, 0, 89, 0);
        for _ in 1..site.args {
            self.add(b, Op::Push, 0, 3, 0);
        }
    }

    fn callable(&self, shape: usize) -> bool {
        self.shapes[shape].traced && self.shapes[shape].name != "<clinit>"
    }

    /// One random instruction; the height after it.
    fn insn(&mut self, b: usize, height: u32) -> u32 {
        let local = self.random.below(self.locals);
        let flags = self.pei(15);
        match self.random.below(22) {
            0..=2 if height < 6 => self.plain(b, Op::Load, local, 21, 0, height + 1),
            3 | 4 if height > 0 => self.plain(b, Op::Store, local, 54, 0, height - 1),
            5 => {
                let flags = if self.random.chance(50) { INDUCTION } else { 0 };
                let by = self.random.pick(&[1u32, 2, 0xffff, 0x8000]);
                self.plain(b, Op::Iinc, local | by << 16, 132, flags, height)
            }
            6 if height > 1 => {
                let opcode = self.random.pick(&[96, 98, 100, 104, 108, 112, 120, 122, 124, 126, 128, 130]);
                let flags = if matches!(opcode, 108 | 112) { PEI } else { flags };
                self.plain(b, Op::Compute, 2, opcode, flags, height - 1)
            }
            20 if height > 0 && self.random.chance(50) => {
                let opcode = self.random.pick(&[116, 118, 145, 146, 147]);
                self.plain(b, Op::Compute, 1, opcode, flags, height)
            }
            21 if height < 6 => {
                let constant = match self.random.below(20) {
                    0 => self.random.next() as u32,
                    // Long enough for copies of arrays to fill whole pages.
                    1 => self.random.between(1_000, 2_000),
                    _ => self.random.below(9),
                };
                self.plain(b, Op::PushInt, constant, 16, 0, height + 1)
            }
            7 if height > 0 => self.plain(b, Op::Compute, 1, 192, flags, height),
            8 if height > 0 => self.plain(b, Op::Compute, 1, 188, NEW | PEI, height),
            9 if height > 0 && height < 6 => self.shuffle(b, height),
            10 if height > 0 => {
                let opcode = self.random.pick(&[194, 195]);
                let told = if self.random.chance(80) { MONITOR | REF } else { 0 };
                self.plain(b, Op::Drop, 1, opcode, flags | told, height - 1)
            }
            11 if height > 0 => {
                let field = self.random.between(3, FIELDS as u32 - 1);
                self.plain(b, Op::GetField, field, 180, PEI | REF, height)
            }
            12 if height > 1 => {
                let field = self.random.between(3, FIELDS as u32 - 1);
                self.plain(b, Op::PutField, field, 181, PEI | REF, height - 2)
            }
            13 if height < 6 => {
                let field = self.random.below(3);
                self.plain(b, Op::GetStatic, field, 178, flags, height + 1)
            }
            14 if height > 0 => {
                let field = self.random.below(3);
                self.plain(b, Op::PutStatic, field, 179, flags, height - 1)
            }
            15 | 16 if height > 1 => self.plain(b, Op::ArrayLoad, u32::from(b'I'), 46, PEI | REF | INDEX, height - 1),
            17 | 18 if height > 2 => self.plain(b, Op::ArrayStore, u32::from(b'I'), 79, PEI | REF | INDEX, height - 3),
            19 => self.leaf(b, height),
            _ if height < 6 => self.plain(b, Op::Push, 0, 3, flags, height + 1),
            _ => height,
        }
    }

    fn plain(&mut self, b: usize, op: Op, arg: u32, opcode: u8, flags: u8, height: u32) -> u32 {
        self.add(b, op, arg, opcode, flags);
        height
    }

    fn shuffle(&mut self, b: usize, height: u32) -> u32 {
        const SHUFFLES: [(Op, u8, u32, u32); 7] = [
            (Op::Dup, 89, 1, 1),
            (Op::DupX1, 90, 2, 1),
            (Op::DupX2, 91, 3, 1),
            (Op::Dup2, 92, 2, 2),
            (Op::Dup2X1, 93, 3, 2),
            (Op::Dup2X2, 94, 4, 2),
            (Op::Swap, 95, 2, 0),
        ];
        let possible: Vec<_> = SHUFFLES.iter().filter(|s| s.2 <= height).copied().collect();
        let (op, opcode, _, more) = self.random.pick(&possible);
        self.plain(b, op, 0, opcode, 0, height + more)
    }

    /// A call that is not cut.
    fn leaf(&mut self, b: usize, height: u32) -> u32 {
        let site =
            if self.random.chance(50) { sites::elements(self.random) } else { sites::untraced(self.random, false) };
        let args = u32::from(site.args);
        let before = height.max(args + u32::from(site.post_receiver));
        self.arguments(b, &site, height, before);
        let flags = self.pei(60) | if site.effect == Effect::Clone { REF | PEI } else { 0 };
        let flags = if site.effect == Effect::ArrayCopy { flags | PEI } else { flags };
        let after = before - args + u32::from(site.has_result);
        let number = self.map.sites.len() as u32;
        let opcode = site.opcode;
        self.map.sites.push(site);
        self.plain(b, Op::Invoke, number, opcode, flags, after)
    }
}
