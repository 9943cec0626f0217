//! Agreement of analyses and simulations: both give a candidate the same speed-ups.

use anyhow::{Context, Result, ensure};
use paratrace_analyzer::model::{CandidateKind, Freed, Plan, Report, SimulatedKind};
use paratrace_analyzer::simulation::{Selection, SimulationOptions, simulate};
use paratrace_traceformat::trace::TraceDir;

/// Numbers of cores that speed-ups are for; the first one ranks.
pub(crate) const CORES: [u32; 2] = [4, 16];

/// Checks that a simulation gives the candidates of a report the same speed-ups, and the same plans.
pub(crate) fn agree(dir: &TraceDir, report: &Report) -> Result<()> {
    let selection = Selection::Best(usize::MAX);
    let options = SimulationOptions { selection, cores: CORES.to_vec(), ladder: 0, ..SimulationOptions::default() };
    let simulated = simulate(dir, None, &options)?;
    for candidate in report.candidates.iter().filter(|candidate| !candidate.gains.is_empty()) {
        let kind = match candidate.kind {
            CandidateKind::Loop => SimulatedKind::Loop,
            CandidateKind::Call => SimulatedKind::Method,
            CandidateKind::Stream => SimulatedKind::Stream,
        };
        let name = (kind, &candidate.method, candidate.pc);
        let mut all = simulated.simulations.iter();
        let found = all.find(|one| (one.kind, &one.method, one.header_pc) == name);
        let mut ladder = found.into_iter().flat_map(|one| &one.ladder);
        let advised = ladder.find(|rung| rung.frees == Freed::Advised).with_context(|| format!("{name:?}"))?;
        let same = candidate.gains.iter().zip(&advised.runs).all(|(gain, run)| {
            Some(gain.cores) == run.cores && gain.grain == run.grain && gain.speedup.total_cmp(&run.speedup).is_eq()
        });
        ensure!(same, "{name:?}: {:?} differs from {:?}", candidate.gains, advised.runs);
    }
    let speedups = |plans: &[Plan]| plans.iter().map(|plan| (plan.cores, plan.speedup.to_bits())).collect::<Vec<_>>();
    let same = report.plans.is_empty() || speedups(&report.plans) == speedups(&simulated.plans);
    ensure!(same, "{:?} differs from {:?}", report.plans, simulated.plans);
    Ok(())
}
