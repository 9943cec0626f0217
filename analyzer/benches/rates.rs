//! How many nodes a second the analysis takes, on kernels made by hand.

#![allow(clippy::unwrap_used)]

use paratrace_traceformat::map::InstructionId;
use std::time::Instant;

use paratrace_analyzer::model::{Completeness, Report};
use paratrace_analyzer::{Input, Options, ThreadInput, VecSource, analyze_input};
use paratrace_jvm::opcodes::*;
use paratrace_traceformat::map::*;

/// One method after the other: blocks with instructions (op, arg, opcode, flags) and edges (to, cut).
struct Kernel {
    map: ProgramMap,
    ids: Vec<u32>,
}

type Insn = (Op, u32, u8, u8);

impl Kernel {
    fn new() -> Self {
        let mut map = ProgramMap { tool: "rates".into(), ..ProgramMap::default() };
        map.classes.push(Class {
            name: "K".into(),
            super_name: None,
            interfaces: vec![],
            access: 1,
            source: None,
            origin: String::new(),
            untraced: None,
            methods: 0..0,
        });
        Self { map, ids: vec![] }
    }

    /// Blocks: instructions, edges, loop, start kind, the block of the call before it. Ids are those of the starts.
    #[allow(clippy::type_complexity)]
    fn method(
        &mut self,
        desc: &str,
        locals: u16,
        loops: &[(u32, Option<u32>)],
        blocks: &[(&[Insn], &[(u32, bool)], Option<u32>, Option<StartKind>, Option<u32>, u16)],
    ) {
        let m = &mut self.map;
        let at = |n: usize| n as u32;
        let (insn0, block0, start0, loop0) =
            (at(m.insns.pc.len()), at(m.blocks.len()), at(m.starts.len()), at(m.loops.len()));
        let mut ranges = vec![];
        for (insns, ..) in blocks {
            let first = at(m.insns.pc.len());
            for &(op, arg, opcode, flags) in *insns {
                m.insns.pc.push((at(m.insns.pc.len()) - insn0) as u16);
                m.insns.op.push(op as u8);
                m.insns.arg.push(arg);
                m.insns.opcode.push(opcode);
                m.insns.flags.push(flags);
            }
            ranges.push(first..at(m.insns.pc.len()));
        }
        for (i, (_, edges, looped, kind, after, height)) in blocks.iter().enumerate() {
            let edge0 = at(m.edges.len());
            let mut inc = 0;
            for &(to, cut) in *edges {
                m.edges.push(Edge { to: BlockId::new(block0 + to), inc, cut });
                inc += if cut { 1 } else { 1000 };
            }
            m.blocks.push(Block {
                insns: ranges[i].clone(),
                edges: edge0..at(m.edges.len()),
                loop_: looped.map_or(LoopId::NONE, |l| LoopId::new(loop0 + l)),
                start: kind.map_or(NONE, |_| at(m.starts.len())),
                height: *height,
                after_call: after.map_or(InstructionId::NONE, |call| InstructionId::new(ranges[call as usize].end - 1)),
            });
            if let Some(kind) = *kind {
                let base = m.starts.last().map_or(1, |s| s.base + s.count);
                m.starts.push(Start { block: BlockId::new(block0 + at(i)), base, count: 5000, kind, silent: false });
                self.ids.push(base);
            }
        }
        for (i, &(header, parent)) in loops.iter().enumerate() {
            let depth = if parent.is_some() { i as u16 } else { 0 };
            let parent = parent.map_or(LoopId::NONE, |p| LoopId::new(loop0 + p));
            m.loops.push(Loop { header: BlockId::new(block0 + header), parent, depth, reducible: true });
        }
        m.methods.push(Method {
            class: ClassId::new(0),
            name: "m".into(),
            desc: desc.into(),
            access: 8,
            untraced: None,
            max_locals: locals,
            max_entries: 4,
            insns: insn0..at(m.insns.pc.len()),
            blocks: block0..at(m.blocks.len()),
            starts: start0..at(m.starts.len()),
            handlers: 0..0,
            lines: 0..0,
            loops: loop0..at(m.loops.len()),
        });
        m.classes[0].methods = 0..at(m.methods.len());
    }

    fn measure(&self, name: &str, control: &[u32], data: &[u32]) {
        let run = |options: &Options<'_>| -> (Report, f64) {
            let events = Box::new(VecSource::new(control.to_vec(), data.to_vec()));
            let threads = vec![ThreadInput { id: 1, name: "main".into(), hash: 0, ended: true, events }];
            let completeness = Completeness { complete: true, ..Completeness::default() };
            let input = Input { map: &self.map, class_name: &|_| None, threads, again: Vec::new(), completeness };
            let start = Instant::now();
            let report = analyze_input(input, options).unwrap();
            (report, start.elapsed().as_secs_f64())
        };
        let best = |options: &Options<'_>| (0..3).map(|_| run(options).1).fold(f64::MAX, f64::min);
        let (report, _) = run(&Options::default());
        assert!(report.completeness.complete, "{:?}", report.completeness);
        let million = report.nodes as f64 / 1e6;
        let plain = best(&Options { max_windows: 0, ..Options::default() });
        let (one, two) = (best(&Options::default()), best(&Options { threads: 2, ..Options::default() }));
        println!(
            "{name:10} {million:6.1} M nodes, {:.1} nodes an event: replay and thread level {:6.0} M/s, all regions {:6.0} \
             M/s ({:.2} of that), windows alone {:6.0} M/s, two threads {:6.0} M/s",
            report.nodes as f64 / control.len() as f64,
            million / plain,
            million / one,
            plain / one,
            million / (one - plain),
            million / two
        );
    }
}

const INDEX_AND_REF: u8 = REF | INDEX;

fn main() {
    rates();
    recursion();
}

fn loop_head() -> [Insn; 3] {
    [(Op::Load, 0, ILOAD, 0), (Op::Load, 1, ILOAD, 0), (Op::Drop, 2, IF_ICMPGE, 0)]
}

/// `for (i = 0; i < n; i++) s += a[i]`, with `INDEX` flags as given.
fn sum(flags: u8) -> Kernel {
    let mut k = Kernel::new();
    let entry = [
        (Op::PushInt, 0, ICONST_0, 0),
        (Op::Store, 0, ISTORE, 0),
        (Op::PushInt, 0, ICONST_0, 0),
        (Op::Store, 3, ISTORE, 0),
    ];
    let body = [
        (Op::Load, 3, ILOAD, 0),
        (Op::Load, 2, ALOAD, 0),
        (Op::Load, 0, ILOAD, 0),
        (Op::ArrayLoad, u32::from(b'I'), IALOAD, flags),
        (Op::Compute, 2, IADD, 0),
        (Op::Store, 3, ISTORE, 0),
        (Op::Iinc, 1 << 16, IINC, INDUCTION),
        (Op::Drop, 0, GOTO, 0),
    ];
    let head = loop_head();
    k.method(
        "(II[J)V",
        4,
        &[(1, None)],
        &[
            (&entry, &[(1, true)], None, Some(StartKind::Entry), None, 0),
            (&head, &[(3, false), (2, false)], Some(0), Some(StartKind::Header), None, 0),
            (&body, &[(1, true)], Some(0), None, None, 0),
            (&[(Op::Return, 0, RETURN, 0)], &[], None, None, None, 0),
        ],
    );
    k
}

fn rates() {
    const N: u32 = 4_000_000;
    let k = sum(INDEX_AND_REF);
    let (entry, header) = (k.ids[0], k.ids[1]);
    let control: Vec<u32> = [entry].into_iter().chain((0..N).map(|_| header + 1000)).chain([header]).collect();
    let data: Vec<u32> = (0..N).flat_map(|i| [7, i % 5000]).collect();
    k.measure("sum", &control, &data);

    let mut k = sum(INDEX_AND_REF);
    let head = loop_head();
    let call = [(Op::Load, 0, ILOAD, 0), (Op::Invoke, 0, INVOKESTATIC, 0)];
    let rest = [(Op::Store, 3, ISTORE, 0), (Op::Iinc, 1 << 16, IINC, INDUCTION), (Op::Drop, 0, GOTO, 0)];
    k.map.sites.push(Site {
        opcode: INVOKESTATIC,
        class: "K".into(),
        name: "m".into(),
        desc: "(I)I".into(),
        mode: Mode::Traced,
        effect: Effect::State,
        callee: MethodId::new(2),
        args: 1,
        has_result: true,
        class_recorded: false,
        state_args: vec![],
        post_receiver: false,
    });
    k.method(
        "(II)V",
        4,
        &[(1, None)],
        &[
            (&[(Op::Drop, 0, NOP, 0)], &[(1, true)], None, Some(StartKind::Entry), None, 0),
            (&head, &[(4, false), (2, false)], Some(0), Some(StartKind::Header), None, 0),
            (&call, &[(3, true)], Some(0), None, None, 0),
            (&rest, &[(1, true)], Some(0), Some(StartKind::AfterCall), Some(2), 1),
            (&[(Op::Return, 0, RETURN, 0)], &[], None, None, None, 0),
        ],
    );
    let square = [
        (Op::Load, 0, ILOAD, 0),
        (Op::Load, 0, ILOAD, 0),
        (Op::Compute, 2, IMUL, 0),
        (Op::PushInt, 3, ICONST_3, 0),
        (Op::Compute, 2, IADD, 0),
        (Op::ReturnValue, 0, IRETURN, 0),
    ];
    k.method("(I)I", 1, &[], &[(&square, &[], None, Some(StartKind::Entry), None, 0)]);
    let (entry, header, after, callee) = (k.ids[2], k.ids[3], k.ids[4], k.ids[5]);
    let control: Vec<u32> = [entry]
        .into_iter()
        .chain((0..N / 2).flat_map(|_| [header + 1000, callee, after + 1]))
        .chain([header])
        .collect();
    k.measure("calls", &control, &[]);

    let mut k = sum(INDEX_AND_REF);
    let start = [(Op::PushInt, 0, ICONST_0, 0), (Op::Store, 3, ISTORE, 0)];
    let update: Vec<Insn> = (0..4)
        .flat_map(|_| {
            [
                (Op::Load, 2, ALOAD, 0),
                (Op::Load, 0, ILOAD, 0),
                (Op::Load, 2, ALOAD, 0),
                (Op::Load, 3, ILOAD, 0),
                (Op::ArrayLoad, u32::from(b'I'), IALOAD, INDEX_AND_REF),
                (Op::Load, 1, ILOAD, 0),
                (Op::Compute, 2, IMUL, 0),
                (Op::ArrayStore, u32::from(b'I'), IASTORE, INDEX_AND_REF),
            ]
        })
        .chain([(Op::Iinc, 3 | 1 << 16, IINC, INDUCTION), (Op::Drop, 0, GOTO, 0)])
        .collect();
    let inner_head = [(Op::Load, 3, ILOAD, 0), (Op::Load, 1, ILOAD, 0), (Op::Drop, 2, IF_ICMPGE, 0)];
    let end = [(Op::Iinc, 1 << 16, IINC, INDUCTION), (Op::Drop, 0, GOTO, 0)];
    k.method(
        "(II[J)V",
        4,
        &[(1, None), (3, Some(0))],
        &[
            (&[(Op::Drop, 0, NOP, 0)], &[(1, true)], None, Some(StartKind::Entry), None, 0),
            (&head, &[(6, false), (2, false)], Some(0), Some(StartKind::Header), None, 0),
            (&start, &[(3, true)], Some(0), None, None, 0),
            (&inner_head, &[(5, false), (4, false)], Some(1), Some(StartKind::Header), None, 0),
            (&update, &[(3, true)], Some(1), None, None, 0),
            (&end, &[(1, true)], Some(0), None, None, 0),
            (&[(Op::Return, 0, RETURN, 0)], &[], None, None, None, 0),
        ],
    );
    let (entry, outer, inner) = (k.ids[2], k.ids[3], k.ids[4]);
    let (mut control, mut data) = (vec![entry], vec![]);
    for i in 0..1000u32 {
        control.push(outer + 1000);
        for j in 0..1000 {
            control.push(inner + 1000);
            for k in 0..4 {
                data.extend([7, (j + k) % 3000, 7, (i + j) % 3000]);
            }
        }
        control.push(inner);
    }
    control.push(outer);
    k.measure("arrays", &control, &data);
}

/// Recursion: every level is a region, so time and memory grow with the square of the depth.
fn recursion() {
    let mut k = Kernel::new();
    let head = [(Op::Load, 0, ILOAD, 0), (Op::Drop, 1, IFEQ, 0)];
    let call = [
        (Op::Load, 0, ILOAD, 0),
        (Op::PushInt, 1, ICONST_1, 0),
        (Op::Compute, 2, ISUB, 0),
        (Op::Invoke, 0, INVOKESTATIC, 0),
    ];
    k.map.sites.push(Site {
        opcode: INVOKESTATIC,
        class: "K".into(),
        name: "m".into(),
        desc: "(I)V".into(),
        mode: Mode::Traced,
        effect: Effect::State,
        callee: MethodId::new(0),
        args: 1,
        has_result: false,
        class_recorded: false,
        state_args: vec![],
        post_receiver: false,
    });
    let leave = [(Op::Return, 0, RETURN, 0)];
    k.method(
        "(I)V",
        4,
        &[],
        &[
            (&head, &[(3, false), (1, false)], None, Some(StartKind::Entry), None, 0),
            (&call, &[(2, true)], None, None, None, 0),
            (&leave, &[], None, Some(StartKind::AfterCall), Some(1), 0),
            (&leave, &[], None, None, None, 0),
        ],
    );
    let (entry, after) = (k.ids[0], k.ids[1]);
    for depth in [100, 1_000, 3_000, 10_000] {
        let down = (0..depth).map(|_| entry + 1000);
        let control: Vec<u32> = down.chain([entry]).chain((0..depth).map(|_| after + 1)).collect();
        let events = Box::new(VecSource::new(control, vec![]));
        let threads = vec![ThreadInput { id: 1, name: "main".into(), hash: 0, ended: true, events }];
        let completeness = Completeness { complete: true, ..Completeness::default() };
        let input = Input { map: &k.map, class_name: &|_| None, threads, again: Vec::new(), completeness };
        let start = Instant::now();
        let report = analyze_input(input, &Options::default()).unwrap();
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let peak = status.lines().find(|line| line.starts_with("VmHWM")).unwrap_or_default().to_owned();
        println!(
            "depth {depth}: {} nodes, {:.3} s, {peak}, not measured {}",
            report.nodes,
            start.elapsed().as_secs_f64(),
            report.completeness.unmeasured_regions
        );
    }
}
