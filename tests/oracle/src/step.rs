//! One path, instruction by instruction.

use paratrace_analyzer::listing::Location;
use paratrace_jvm::opcodes as op;
use paratrace_traceformat::data::recorded_on_arrival;
use paratrace_traceformat::map::InstructionId;
use paratrace_traceformat::map::*;

use crate::execute::{Ended, Execution, Told, Value, object};

impl Execution<'_> {
    /// Executes a path from a start. `force`: its first instruction throws.
    pub(crate) fn path(&mut self, start: u32, direct: bool, mut force: bool) -> Ended {
        let map = &self.program.map;
        let mut at = map.starts[start as usize].block;
        let mut rest = 0;
        let arrived = recorded_on_arrival(map, at);
        self.lock_of_method(start);
        if map.blocks[at.index()].after_call != InstructionId::NONE {
            rest = 1;
            self.behind_call(map.blocks[at.index()].after_call, direct);
        }
        loop {
            let block = &map.blocks[at.index()];
            for insn in block.instructions() {
                let pei = map.insns.flags[insn.index()] & PEI != 0;
                let op = Op::from_byte(map.insns.op[insn.index()]).expect("an op");
                if op == Op::Invoke && map.sites[map.insns.arg[insn.index()] as usize].mode != Mode::Leaf {
                    let after = map.blocks[map.edges[block.edges.start as usize].to.index()].start;
                    let decided = self.decide(insn, after);
                    self.event(start, rest, false);
                    return Ended::Call(decided);
                }
                if arrived != Some(insn) {
                    self.lock(insn);
                }
                let throw = pei && (force || op == Op::Throw || self.random.chance(3));
                let threw = self.insn(insn, op, throw);
                force = false;
                if threw {
                    self.event(start, rest, true);
                    return Ended::Threw(insn);
                }
                rest += u32::from(pei);
                if matches!(op, Op::Return | Op::ReturnValue) {
                    self.event(start, rest, false);
                    return Ended::Returned;
                }
            }
            let edges: Vec<u32> = block.edges.clone().collect();
            let edge = map.edges[self.random.pick(&edges) as usize];
            rest += edge.inc;
            self.arrive(edge.to);
            if edge.cut {
                if let Some(insn) = recorded_on_arrival(map, edge.to) {
                    self.lock(insn);
                }
                self.event(start, rest, false);
                return Ended::At(map.blocks[edge.to.index()].start);
            }
            at = edge.to;
        }
    }

    /// Records the hash of the object whose monitor an instruction enters or leaves.
    fn lock(&mut self, insn: InstructionId) {
        if self.program.map.insns.flags[insn.index()] & (MONITOR | REF) == MONITOR | REF
            && let Some(object) = self.top().stack.last().map(|value| value.object)
        {
            let hash = self.hash(object);
            self.data.push(hash);
        }
    }

    /// Records the hash of the object whose monitor a method holds. That of a class is any.
    fn lock_of_method(&mut self, start: u32) {
        let map = &self.program.map;
        let method = self.top().method;
        if map.starts[start as usize].kind == StartKind::Entry && map.records_lock(method) {
            let this = if map.methods[method.index()].is_static() { None } else { self.top().locals.get(&0).copied() };
            let hash = this.map_or(1, |this| self.hash(this.object));
            self.data.push(hash);
        }
    }

    pub(crate) fn entry(&mut self, entry: usize) -> Location {
        Location::Entry { frame: self.top().id, entry: entry as u32 }
    }

    /// Pops values, with the entries they were in.
    pub(crate) fn pop(&mut self, count: usize) -> (Vec<Value>, Vec<Location>) {
        let from = self.top().stack.len() - count;
        let values = self.top().stack.split_off(from);
        let entries = (from..from + count).map(|entry| self.entry(entry)).collect();
        (values, entries)
    }

    pub(crate) fn push(&mut self, value: Value, writes: &mut Vec<Location>) {
        let height = self.top().stack.len();
        writes.push(self.entry(height));
        self.top().stack.push(value);
    }

    pub(crate) fn node(&mut self, insn: InstructionId, reads: Vec<Location>, writes: Vec<Location>) {
        let method = self.top().method;
        self.told.push(Told::Node(method, insn, reads, writes));
    }

    /// Executes an instruction; whether it threw.
    fn insn(&mut self, insn: InstructionId, op: Op, throw: bool) -> bool {
        let map = &self.program.map;
        let (arg, flags) = (map.insns.arg[insn.index()], map.insns.flags[insn.index()]);
        let opcode = map.insns.opcode[insn.index()];
        if op == Op::Invoke {
            return self.leaf(insn, throw);
        }
        let (pops, _) = map.stack_effect(insn).expect("an effect");
        let (p, mut reads) = self.pop(pops as usize);
        let mut writes = Vec::new();
        let place = self.access(op, arg, flags, &p);
        let throw = throw || matches!(place, Access::Impossible);
        let by_zero = matches!(opcode, 108 | 112) && p[1].index == 0;
        let throw = throw || (op == Op::Compute && by_zero);
        let result = match (op, &p[..]) {
            (Op::Compute, [a]) => arithmetic(opcode, a.index, a.index),
            (Op::Compute, [a, b]) => arithmetic(opcode, a.index, b.index),
            _ => None,
        };
        if throw {
            self.node(insn, reads, vec![Location::Exception]);
            return true;
        }
        let slot = if op == Op::Iinc { arg & 0xffff } else { arg };
        let local = Location::Local { frame: self.top().id, slot };
        match op {
            Op::Load => {
                reads.push(local);
                let value = self.top().locals[&arg];
                self.push(value, &mut writes);
            }
            Op::Store => {
                writes.push(local);
                self.top().locals.insert(arg, p[0]);
            }
            Op::Iinc => {
                reads.push(local);
                writes.push(local);
                let mut value = self.value();
                let by = i32::from((arg >> 16) as u16 as i16);
                value.index = (self.top().locals[&slot].index as i32).wrapping_add(by) as u32;
                self.top().locals.insert(slot, value);
            }
            Op::PushInt => {
                let value = Value { index: arg, ..self.value() };
                self.push(value, &mut writes);
            }
            Op::Push if opcode == 187 => {
                let value = Value { object: self.new_object(), index: 0 };
                self.push(value, &mut writes);
            }
            Op::Compute if result.is_some() => {
                let value = Value { index: result.unwrap_or(0), ..self.value() };
                self.push(value, &mut writes);
            }
            Op::Compute if opcode == 192 => self.push(p[0], &mut writes),
            Op::Compute if flags & NEW != 0 => {
                let object = self.new_object();
                let hash = self.give_hash(object);
                self.data.push(hash);
                let index = self.value().index;
                self.push(Value { object, index }, &mut writes);
            }
            Op::Push | Op::Compute | Op::GetStatic | Op::GetField | Op::ArrayLoad => {
                if let Access::At(location) = place {
                    reads.push(location);
                }
                let value = self.value();
                self.push(value, &mut writes);
            }
            Op::PutField | Op::ArrayStore | Op::PutStatic => {
                if let Access::At(location) = place {
                    writes.push(location);
                }
            }
            Op::Dup => self.shuffle(&p, &[0, 0], &mut writes),
            Op::DupX1 => self.shuffle(&p, &[1, 0, 1], &mut writes),
            Op::DupX2 => self.shuffle(&p, &[2, 0, 1, 2], &mut writes),
            Op::Dup2 => self.shuffle(&p, &[0, 1, 0, 1], &mut writes),
            Op::Dup2X1 => self.shuffle(&p, &[1, 2, 0, 1, 2], &mut writes),
            Op::Dup2X2 => self.shuffle(&p, &[2, 3, 0, 1, 2, 3], &mut writes),
            Op::Swap => self.shuffle(&p, &[1, 0], &mut writes),
            Op::ReturnValue => {
                self.top().result = Some(p[0]);
                if self.top().direct {
                    let caller = &self.frames[self.frames.len() - 2];
                    writes.push(Location::Entry { frame: caller.id, entry: caller.stack.len() as u32 });
                } else {
                    writes.push(Location::Returned(self.top().id));
                }
            }
            _ => {}
        }
        self.node(insn, reads, writes);
        false
    }

    fn shuffle(&mut self, popped: &[Value], order: &[usize], writes: &mut Vec<Location>) {
        for &from in order {
            self.push(popped[from], writes);
        }
    }

    /// Records what an access records, and finds the place that it goes to.
    fn access(&mut self, op: Op, arg: u32, flags: u8, p: &[Value]) -> Access {
        let field = self.program.map.fields.get(arg as usize);
        match (op, field) {
            (Op::GetStatic | Op::PutStatic, Some(field)) => Access::At(Location::Static(field.slot)),
            (Op::GetField | Op::PutField, Some(field)) => {
                let holder = p[0].object;
                if flags & REF != 0 {
                    let identity = if field.traced { holder } else { self.hash(holder) };
                    self.data.push(identity);
                }
                if holder == 0 { Access::Impossible } else { Access::At(Location::Field(object(holder), field.slot)) }
            }
            (Op::ArrayLoad | Op::ArrayStore, _) => {
                if flags & REF != 0 {
                    self.data.push(self.hash(p[0].object));
                }
                if flags & INDEX != 0 {
                    self.data.push(p[1].index);
                }
                if p[0].object == 0 || p[1].index > 5_000 {
                    return Access::Impossible;
                }
                Access::At(Location::Element(object(p[0].object), p[1].index))
            }
            _ => Access::None,
        }
    }
}

enum Access {
    None,
    At(Location),
    Impossible,
}

/// The result of an instruction on `int`s, in 64 bits.
pub fn arithmetic(opcode: u8, a: u32, b: u32) -> Option<u32> {
    let (x, y) = (i64::from(a as i32), i64::from(b as i32));
    let shift = y & 31;
    Some(match opcode {
        op::IADD => x + y,
        op::ISUB => x - y,
        op::IMUL => x * y,
        op::IDIV if y != 0 => x / y,
        op::IREM if y != 0 => x % y,
        op::IDIV | op::IREM => 0,
        op::INEG => -x,
        op::ISHL => x << shift,
        op::ISHR => x >> shift,
        op::IUSHR => i64::from(a) >> shift,
        op::IAND => x & y,
        op::IOR => x | y,
        op::IXOR => x ^ y,
        op::I2B => i64::from(x as i8),
        op::I2C => i64::from(x as u16),
        op::I2S => i64::from(x as i16),
        _ => return None,
    } as u32)
}
