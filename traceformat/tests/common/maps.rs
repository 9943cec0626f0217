//! A small map by hand, and random ones numbered as the format says.

use paratrace_traceformat::map::InstructionId;
use paratrace_traceformat::map::*;

use super::Random;

/// Builds a map method by method.
#[derive(Default)]
pub struct Builder {
    pub map: ProgramMap,
    next_id: u32,
}

#[derive(Default)]
pub struct NewBlock {
    /// Op, flags, arg.
    pub insns: Vec<(Op, u8, u32)>,
    /// Local block, cut.
    pub edges: Vec<(u32, bool)>,
    pub height: u16,
    /// Local block whose call it follows.
    pub after: Option<u32>,
    pub kind: Option<StartKind>,
    pub silent: bool,
}

impl Builder {
    pub fn class(&mut self, name: &str) {
        let at = self.map.methods.len() as u32;
        self.map.classes.push(Class {
            name: name.into(),
            super_name: Some("java/lang/Object".into()),
            interfaces: vec!["java/lang/Runnable".into()],
            access: 0x21,
            source: Some("T.java".into()),
            origin: "app.jar!/T.class".into(),
            untraced: None,
            methods: at..at,
        });
    }

    fn push_method(&mut self, name: &str, untraced: Option<Untraced>) -> &mut Method {
        let t = &self.map;
        let end = |n: usize| n as u32..n as u32;
        let method = Method {
            class: ClassId::new(t.classes.len() as u32 - 1),
            name: name.into(),
            desc: "()V".into(),
            access: 9,
            untraced,
            max_locals: 2,
            max_entries: 2,
            insns: end(t.insns.pc.len()),
            blocks: end(t.blocks.len()),
            starts: end(t.starts.len()),
            handlers: end(t.handlers.len()),
            lines: end(t.lines.len()),
            loops: end(t.loops.len()),
        };
        self.map.methods.push(method);
        self.map.classes.last_mut().unwrap().methods.end += 1;
        self.map.methods.last_mut().unwrap()
    }

    /// Some fields, volatile or not.
    fn fields(&mut self, r: &mut Random) {
        let field = |slot: u32| Field {
            class: "r/R".into(),
            name: format!("f{slot}"),
            desc: "I".into(),
            is_static: false,
            traced: true,
            slot,
        };
        self.map.fields.extend((0..4).map(field));
        self.map.volatile_fields.extend((0..4).filter(|_| r.one_in(2)));
    }

    pub fn untraced(&mut self, name: &str, reason: Untraced) {
        self.push_method(name, Some(reason));
    }

    pub fn site(&mut self, mode: Mode, callee: MethodId) -> u32 {
        self.map.sites.push(Site {
            opcode: 0xb8,
            class: "lib/C".into(),
            name: "call".into(),
            desc: "()V".into(),
            mode,
            effect: Effect::State,
            callee,
            args: 0,
            has_result: false,
            class_recorded: false,
            state_args: vec![],
            post_receiver: false,
        });
        self.map.sites.len() as u32 - 1
    }

    /// `loops`: header (local), parent (local); `handlers`: from, to (local instructions), local block.
    pub fn method(&mut self, name: &str, blocks: &[NewBlock], loops: &[(u32, u32)], handlers: &[(u32, u32, u32)]) {
        let ways = count(blocks);
        let mut method = self.push_method(name, None).clone();
        let (first_block, first_insn) = (method.blocks.start, method.insns.start);
        let (mut calls, map) = (Vec::new(), &mut self.map);
        for b in blocks {
            let from = map.insns.pc.len() as u32;
            for &(op, flags, arg) in &b.insns {
                let pc = map.insns.pc.len() as u32 - first_insn;
                map.insns.pc.push(pc as u16);
                map.insns.opcode.push(op as u8 + 0x20);
                map.insns.op.push(op as u8);
                map.insns.flags.push(flags);
                map.insns.arg.push(arg);
            }
            let insns = from..map.insns.pc.len() as u32;
            calls.push(InstructionId::new(insns.end.wrapping_sub(1)));
            let first_edge = map.edges.len() as u32;
            let mut inc = 0;
            for &(to, cut) in &b.edges {
                map.edges.push(Edge { to: BlockId::new(first_block + to), inc: inc as u32, cut });
                inc += if cut { 1 } else { ways[to as usize] };
            }
            let edges = first_edge..map.edges.len() as u32;
            let after_call = InstructionId::NONE;
            map.blocks.push(Block { insns, edges, loop_: LoopId::NONE, start: NONE, height: b.height, after_call });
        }
        for (i, b) in blocks.iter().enumerate() {
            let at = first_block as usize + i;
            map.blocks[at].after_call = b.after.map_or(InstructionId::NONE, |call| calls[call as usize]);
            if let Some(kind) = b.kind {
                map.blocks[at].start = map.starts.len() as u32;
                let count = (ways[i] + u64::from(kind == StartKind::AfterCall)) as u32;
                map.starts.push(Start {
                    block: BlockId::new(at as u32),
                    base: self.next_id,
                    count,
                    kind,
                    silent: b.silent,
                });
                self.next_id += count;
            }
        }
        for (i, &(header, parent)) in loops.iter().enumerate() {
            let first = method.loops.start;
            let depth = if parent == NONE { 0 } else { map.loops[(first + parent) as usize].depth + 1 };
            let parent = if parent == NONE { LoopId::NONE } else { LoopId::new(first + parent) };
            map.loops.push(Loop { header: BlockId::new(first_block + header), parent, depth, reducible: true });
            map.blocks[(first_block + header) as usize].loop_ = LoopId::new(first + i as u32);
        }
        for &(from, to, block) in handlers {
            map.handlers.push(Handler {
                from: InstructionId::new(first_insn + from),
                to: InstructionId::new(first_insn + to),
                block: BlockId::new(first_block + block),
            });
        }
        map.lines.extend([Line { pc: 0, line: 10 }, Line { pc: 2, line: 11 }, Line { pc: 2, line: 12 }]);
        method.insns.end = map.insns.pc.len() as u32;
        method.blocks.end = map.blocks.len() as u32;
        method.starts.end = map.starts.len() as u32;
        method.handlers.end = map.handlers.len() as u32;
        method.lines.end = map.lines.len() as u32;
        method.loops.end = map.loops.len() as u32;
        *map.methods.last_mut().unwrap() = method;
    }

    /// Names local 1 of the last method twice, one after the other.
    pub fn variables(&mut self, names: [&str; 2]) {
        let map = &mut self.map;
        let method = map.methods.len() as u32 - 1;
        for ((from, end), name) in [(2, 4), (4, 9)].into_iter().zip(names) {
            let known = map.variable_names.iter().position(|known| known == name);
            let name = known.unwrap_or_else(|| {
                map.variable_names.push(name.to_owned());
                map.variable_names.len() - 1
            }) as u32;
            map.variables.push(Variable { method: MethodId::new(method), name, from, end, slot: 1 });
        }
    }
}

/// Paths from the beginning of each block, by plain recursion.
fn count(blocks: &[NewBlock]) -> Vec<u64> {
    fn ways(blocks: &[NewBlock], i: usize, memo: &mut [Option<u64>]) -> u64 {
        if let Some(n) = memo[i] {
            return n;
        }
        let b = &blocks[i];
        let throws = b.insns.iter().filter(|(_, flags, _)| flags & PEI != 0).count() as u64;
        let returns = matches!(b.insns.last(), Some((Op::Return | Op::ReturnValue, ..)));
        let edge = |&(to, cut): &(u32, bool), memo: &mut [Option<u64>]| {
            if cut { 1 } else { ways(blocks, to as usize, memo) }
        };
        let behind: u64 = b.edges.iter().map(|e| edge(e, memo)).sum();
        let n = throws + u64::from(returns) + behind;
        memo[i] = Some(n);
        n
    }
    let mut memo = vec![None; blocks.len()];
    (0..blocks.len()).map(|i| ways(blocks, i, &mut memo)).collect()
}

/// Two classes; a method with a loop, a call, a handler; an untraced one.
pub fn tiny() -> ProgramMap {
    let mut b =
        Builder { map: ProgramMap { tool: "test 1".into(), static_slots: 1, ..Default::default() }, next_id: 0 };
    b.map.fields.push(Field {
        class: "a/T".into(),
        name: "n".into(),
        desc: "I".into(),
        is_static: true,
        traced: true,
        slot: 0,
    });
    b.class("a/T");
    let blocks = [
        NewBlock {
            insns: vec![(Op::Push, 0, 0), (Op::Store, 0, 1)],
            edges: vec![(1, true)],
            kind: Some(StartKind::Entry),
            silent: true,
            ..Default::default()
        },
        NewBlock {
            insns: vec![(Op::GetStatic, PEI, 0), (Op::Drop, 0, 1)],
            edges: vec![(2, false), (5, false)],
            kind: Some(StartKind::Header),
            ..Default::default()
        },
        NewBlock { insns: vec![(Op::Invoke, 0, 0)], edges: vec![(3, true)], ..Default::default() },
        NewBlock {
            insns: vec![(Op::Iinc, INDUCTION, 1)],
            edges: vec![(1, true)],
            after: Some(2),
            kind: Some(StartKind::AfterCall),
            ..Default::default()
        },
        NewBlock { insns: vec![(Op::Throw, PEI, 0)], height: 1, kind: Some(StartKind::Handler), ..Default::default() },
        NewBlock { insns: vec![(Op::Return, 0, 0)], ..Default::default() },
    ];
    b.site(Mode::Traced, MethodId::new(0));
    b.method("run", &blocks, &[(1, NONE)], &[(2, 5, 4)]);
    b.variables(["count", "größe"]);
    b.untraced("nat", Untraced::Native);
    b.class("a/U");
    b.map.classes[1].untraced = Some(Untraced::Excluded);
    b.untraced("x", Untraced::Excluded);
    b.map
}

/// A valid map of some methods with random graphs.
pub fn random(seed: u64, methods: usize) -> ProgramMap {
    let mut r = Random(seed);
    let mut b = Builder { map: ProgramMap { tool: format!("random {seed}"), ..Default::default() }, next_id: 0 };
    b.class("r/R");
    b.site(Mode::Open, MethodId::NONE);
    b.site(Mode::Leaf, MethodId::NONE);
    b.fields(&mut r);
    for i in 0..methods {
        if r.one_in(8) {
            let reason = Untraced::ALL[r.below(Untraced::ALL.len())];
            b.untraced(&format!("u{i}"), reason);
            continue;
        }
        b.next_id += r.below(3) as u32;
        let blocks = random_blocks(&mut r);
        b.method(&format!("m{i}"), &blocks, &[(0, NONE)], &[]);
        if r.one_in(2) {
            b.variables(["x", ["y", "z", ""][r.below(3)]]);
        }
        if r.one_in(3)
            && let Some(method) = b.map.methods.last_mut()
        {
            method.access = 0x21;
            b.map.locked_methods.push(MethodId::new(b.map.methods.len() as u32 - 1));
        }
    }
    b.map
}

fn random_blocks(r: &mut Random) -> Vec<NewBlock> {
    let n = 1 + r.below(9);
    // The number a block gets: the order of the file need not be topological.
    let mut place: Vec<u32> = (0..n as u32).collect();
    if r.one_in(2) {
        for i in (2..n).rev() {
            place.swap(i, 1 + r.below(i));
        }
    }
    let calls: Vec<bool> = (0..n).map(|i| i + 1 < n && r.one_in(4)).collect();
    let after: Vec<bool> = (0..n).map(|i| i > 0 && calls[i - 1]).collect();
    let mut blocks: Vec<NewBlock> = Vec::new();
    let mut starts = vec![false; n];
    for i in 0..n {
        let mut b = NewBlock { insns: random_insns(r), ..Default::default() };
        if calls[i] {
            b.insns.push((Op::Invoke, 0, 0));
            b.edges.push((place[i + 1], true));
            starts[i + 1] = true;
        } else {
            random_end(r, i, &after, &mut b, &mut starts, &place);
        }
        b.after = after[i].then(|| place[i - 1]);
        blocks.push(b);
    }
    for (i, b) in blocks.iter_mut().enumerate() {
        let kind = [StartKind::Header, StartKind::Trigger, StartKind::Split][r.below(3)];
        let kind = if after[i] { StartKind::AfterCall } else { kind };
        b.kind = if i == 0 { Some(StartKind::Entry) } else { starts[i].then_some(kind) };
    }
    let mut placed: Vec<(u32, NewBlock)> = place.into_iter().zip(blocks).collect();
    placed.sort_by_key(|(at, _)| *at);
    placed.into_iter().map(|(_, b)| b).collect()
}

fn random_insns(r: &mut Random) -> Vec<(Op, u8, u32)> {
    let kinds = [(Op::Iinc, 0, 1), (Op::Drop, PEI, 0), (Op::Invoke, PEI, 1), (Op::Drop, 0, 0)];
    let mut insns: Vec<_> = (0..r.below(4)).map(|_| kinds[r.below(4)]).collect();
    if r.one_in(3) {
        let flags = [MONITOR | REF | PEI, MONITOR | PEI][r.below(2)];
        insns.extend([(Op::Push, 0, 0), (Op::Drop, flags, 1)]);
    }
    insns
}

/// An exit, or edges: uncut ones forward, cut ones anywhere but to the entry.
fn random_end(r: &mut Random, i: usize, after: &[bool], b: &mut NewBlock, starts: &mut [bool], place: &[u32]) {
    let n = after.len();
    let forward: Vec<usize> = (i + 1..n).filter(|&j| !after[j]).collect();
    let anywhere: Vec<usize> = (1..n).filter(|&j| !after[j]).collect();
    if anywhere.is_empty() || r.one_in(4) {
        if r.one_in(3) {
            b.insns.extend([(Op::Push, 0, 0), (Op::Throw, PEI, 0)]);
        } else {
            b.insns.push((Op::Return, 0, 0));
        }
        return;
    }
    for _ in 0..1 + r.below(4) {
        if forward.is_empty() || r.one_in(3) {
            let to = anywhere[r.below(anywhere.len())];
            starts[to] = true;
            b.edges.push((place[to], true));
        } else {
            b.edges.push((place[forward[r.below(forward.len())]], false));
        }
    }
    // Parallel edges would be the same path twice.
    b.edges.sort_unstable();
    b.edges.dedup();
}

/// Repairs the CRCs of a map file as far as its table makes sense.
pub fn fix_crcs(bytes: &mut [u8]) {
    let Some(count) = bytes.get(12..16).map(|b| u32::from_le_bytes(b.try_into().unwrap())) else { return };
    for i in 0..count.min(256) as usize {
        let at = 16 + 32 * i;
        let Some(entry) = bytes.get(at..at + 32) else { return };
        let word = |from: usize| u64::from_le_bytes(entry[from..from + 8].try_into().unwrap());
        let (offset, length) = (word(8) as usize, word(16) as usize);
        let Some(section) = offset.checked_add(length).and_then(|end| bytes.get(offset..end)) else { continue };
        let crc = crc32c::crc32c(section);
        bytes[at + 24..at + 28].copy_from_slice(&crc.to_le_bytes());
    }
}
