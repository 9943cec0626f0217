//! Plans: the heap accesses of one path, and the sums that every execution of it adds.

use paratrace_replay::paths::Program;
use paratrace_replay::paths::accesses::What;
use paratrace_traceformat::map::{Accessed, InstructionId, ProgramMap, Site as Call};
use rustc_hash::FxHashMap;

use super::figures::{Figures, Flow};
use super::sites::{Site, Sites, width};
use crate::heap::At;

/// One access.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Op {
    Read {
        at: At,
        site: Site,
        width: u8,
    },
    Write {
        at: At,
        site: Site,
        width: u8,
    },
    /// A read of memory, if there is a location.
    ReadPart {
        at: At,
        site: Site,
        width: u8,
    },
    /// A write of memory, if there is a location.
    WritePart {
        at: At,
        site: Site,
        width: u8,
    },
    Copy {
        site: Site,
    },
}

/// The plan of one path.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(crate) ops: Vec<Op>,
    /// The accesses without the reads.
    pub(crate) writes: Vec<Op>,
    /// Number of values that it reads; `None` if it copies elements or accesses memory, so that the number varies.
    pub(crate) reads: Option<u64>,
    /// Number of slots before the element copies.
    pub(crate) slots: u32,
    /// Number of loop levels that are left within the path.
    pub(crate) exits: u32,
    /// Figures that each execution adds, without element copies and accesses to memory.
    pub(crate) figures: Figures,
    /// The same figures by site.
    pub(crate) by_site: Vec<(Site, Figures)>,
}

/// Returns whether an instruction is a call that accesses several bytes, or fewer locations where they are wider.
fn accesses_parts(map: &ProgramMap, insn: InstructionId) -> bool {
    matches!(map.call_at(insn).and_then(Call::accessed), Some(Accessed::Memory(_)))
}

/// Plans a path.
pub(crate) fn plan(map: &ProgramMap, sites: &Sites, program: &Program) -> Plan {
    let mut ops = Vec::new();
    let mut by_site: FxHashMap<Site, Figures> = FxHashMap::default();
    for insn in program.script.insns() {
        by_site.entry(sites.of(insn)).or_default().nodes += 1;
    }
    for event in &program.script.events {
        let access = |place| At::of(place).map(|at| (at, sites.of(event.insn), width(map, event.insn)));
        match event.what {
            What::Read(place) => {
                let Some((at, site, width)) = access(place) else { continue };
                if accesses_parts(map, event.insn) {
                    ops.push(Op::ReadPart { at, site, width });
                    continue;
                }
                by_site.entry(site).or_default().reads.add(Flow::of(1, width));
                ops.push(Op::Read { at, site, width });
            }
            What::Write(place) => {
                let Some((at, site, width)) = access(place) else { continue };
                if accesses_parts(map, event.insn) {
                    ops.push(Op::WritePart { at, site, width });
                    continue;
                }
                by_site.entry(site).or_default().writes += 1;
                ops.push(Op::Write { at, site, width });
            }
            What::Copy => ops.push(Op::Copy { site: sites.of(event.insn) }),
            _ => {}
        }
    }
    let mut figures = Figures::default();
    by_site.values().for_each(|more| figures.add(more));
    let mut by_site: Vec<(Site, Figures)> = by_site.into_iter().collect();
    by_site.sort_unstable_by_key(|(site, _)| *site);
    let varies = ops.iter().any(|op| matches!(op, Op::Copy { .. } | Op::ReadPart { .. }));
    Plan {
        writes: ops.iter().copied().filter(|op| !matches!(op, Op::Read { .. })).collect(),
        reads: (!varies).then_some(figures.reads.values),
        ops,
        slots: program.slots,
        exits: program.exits.iter().map(|exit| exit.levels).sum(),
        figures,
        by_site,
    }
}
