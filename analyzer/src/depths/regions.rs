//! Figures of loops and methods, computed from their sums (docs/metrics.md, “Loops and methods”).

use std::collections::BTreeMap;

use paratrace_replay::program::{RegionId, first_pc, jar, line, source_file};
use paratrace_traceformat::map::{LoopId, MethodId, ProgramMap};

use crate::depths::{ByRegion, RegionCount, Sums};
use crate::limits::ListedAdvice;
use crate::model::{Loop, MethodFigures};
use crate::ratios::{amdahl, ratio};

/// Counts and sums of all regions, over all threads.
pub(crate) struct Totals<'a> {
    pub(crate) map: &'a ProgramMap,
    pub(crate) counts: ByRegion<RegionCount>,
    pub(crate) sums: Sums,
    pub(crate) own_nodes: BTreeMap<MethodId, u64>,
    pub(crate) nodes: u64,
    pub(crate) cores: u32,
    /// How much of the advice is listed.
    pub(crate) listed: ListedAdvice,
}

struct Ratios {
    parallelism: f64,
    influence: f64,
    gain: f64,
    amdahl: f64,
}

impl Totals<'_> {
    /// Returns the share of the run's nodes inside a region, 0 to 1.
    pub(crate) fn share(&self, region: RegionId) -> f64 {
        ratio(self.counts.get(region).outermost, self.nodes)
    }

    /// Returns the parallelism of a region: nodes / critical path.
    pub(crate) fn parallelism(&self, region: RegionId) -> f64 {
        self.ratios(&self.counts.get(region), self.sums.regions.get(region).own).parallelism
    }

    /// Returns the self-parallelism of a region (docs/metrics.md, “Loops and methods”).
    pub(crate) fn self_parallelism(&self, region: RegionId) -> f64 {
        let (count, sum) = (&self.counts.get(region), &self.sums.regions.get(region));
        let own = if region.is_method(self.map) { count.nodes.saturating_sub(count.in_children) } else { 0 };
        ratio(sum.children + own, sum.own)
    }

    fn ratios(&self, count: &RegionCount, ell: u64) -> Ratios {
        // Instances too deep to be measured have no critical path, so their nodes stay out of the quotient.
        let parallelism = ratio(count.nodes - count.unmeasured_nodes, ell);
        let influence = ratio(count.outermost, self.nodes);
        let speedup = parallelism.min(f64::from(self.cores));
        Ratios { parallelism, influence, gain: influence * influence * parallelism, amdahl: amdahl(influence, speedup) }
    }

    /// Lists the executed loops, by method and header.
    pub(crate) fn loops(&self) -> Vec<Loop> {
        let mut loops = Vec::new();
        for (method, number) in self.map.methods.iter().zip(MethodId::all()) {
            for index in method.loops.clone().map(LoopId::new) {
                let region = RegionId::of_loop(self.map, index);
                if self.counts.get(region).nodes > 0 {
                    loops.push(self.one_loop(number, index, region));
                }
            }
        }
        loops.sort_by(|a, b| (&a.method, a.header_pc).cmp(&(&b.method, b.header_pc)));
        loops
    }

    fn one_loop(&self, number: MethodId, index: LoopId, region: RegionId) -> Loop {
        let (count, sum) = (&self.counts.get(region), &self.sums.regions.get(region));
        let own = &self.map.loops[index.index()];
        let header_pc = first_pc(self.map, own.header);
        let ratios = self.ratios(count, sum.own);
        Loop {
            method: self.map.method_name(number),
            header_pc: u32::from(header_pc),
            file: source_file(self.map, number, header_pc),
            line: line(self.map, number, header_pc),
            depth: u32::from(own.depth),
            reducible: own.reducible,
            instances: count.instances,
            iterations: count.iterations,
            rounds: Some(count.iterations - count.tested),
            nodes: count.nodes,
            critical_path: sum.own,
            parallelism: ratios.parallelism,
            influence: ratios.influence,
            gain: ratios.gain,
            amdahl: ratios.amdahl,
            self_parallelism: self.self_parallelism(region),
        }
    }

    /// Lists the executed methods, by name.
    pub(crate) fn methods(&self) -> Vec<MethodFigures> {
        let executed = self
            .map
            .methods
            .iter()
            .zip(MethodId::all())
            .filter(|(_, n)| self.counts.get(RegionId::of_method(*n)).nodes > 0);
        let mut methods: Vec<_> = executed.map(|(_, number)| self.one_method(number)).collect();
        methods.sort_by(|a, b| a.method.cmp(&b.method));
        methods
    }

    fn one_method(&self, number: MethodId) -> MethodFigures {
        let region = RegionId::of_method(number);
        let (count, sum) = (&self.counts.get(region), &self.sums.regions.get(region));
        let ratios = self.ratios(count, sum.own);
        MethodFigures {
            method: self.map.method_name(number),
            file: source_file(self.map, number, 0),
            line: line(self.map, number, 0),
            jar: jar(self.map, number).map(str::to_owned),
            activations: count.instances,
            nodes: count.nodes,
            own_nodes: self.own_nodes.get(&number).copied().unwrap_or(0),
            critical_path: sum.own,
            parallelism: ratios.parallelism,
            influence: ratios.influence,
            gain: ratios.gain,
            amdahl: ratios.amdahl,
            self_parallelism: self.self_parallelism(region),
        }
    }
}
