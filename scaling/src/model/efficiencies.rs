//! Efficiencies and the speed-ups that follow from them.

use crate::Value;
use serde::{Deserialize, Serialize};

/// A group of limitations: what a possible speed-up is without.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Group {
    /// Work that only one thread does: E_PF.
    SequentialFraction,
    /// More instructions than the sequential version: E_SO_I and E_PO_I.
    Instructions,
    /// More cycles per instruction, which is mostly waiting for the memory: E_SO_CPI and E_PO_CPI.
    Cpi,
    /// More work, where instructions and cycles per instruction cannot be told apart: E_SO_I · E_SO_CPI, E_PO_I · E_PO_CPI.
    Work,
    /// Threads that have less to do than the busiest: E_LB.
    LoadImbalance,
    /// Waiting for locks: E_LC.
    LockContention,
    /// Waiting in a loop, on a processor. Not of the dissertation, where it is part of the others.
    Spinning,
    /// Time in which neither the sequential part nor the busiest thread is on a processor, and which waiting for locks does not explain:
    /// threads that wake up or wait for a processor, hand-outs of work in which another thread is the busiest (section 3.6.5), pauses of
    /// the JVM. Not of the dissertation, which leaves it out.
    Idle,
}

/// All that follows from the counts of both versions, for one number of threads.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Evaluation {
    /// E_PF, equation 3, of all regions.
    pub parallel_fraction: Value,
    /// The sequential part.
    pub sequential: PartEfficiencies,
    /// Each region.
    pub regions: Vec<RegionEfficiencies>,
    /// What of the time is not idle: cycles of the sequential part and of the busiest threads, with what they wait for locks / these and
    /// idle time, which is what the parallel version has more of than the sequential one.
    pub idle: Value,
    /// Equation 11, with a term for each region, and idle time where it is known. Lock contention that was not measured is left out of it.
    pub speedup: Value,
    /// Equation 11 as it is in the dissertation, which has no idle time.
    pub equation_11: Value,
    /// The same without some groups of limitations: each, every two, all.
    pub possible: Vec<Possible>,
    /// What of the ideal speed-up each group takes. Absent: a speed-up that it needs has no value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<SpeedupStack>,
    /// Half the widths of the 95 % confidence intervals of these figures, by the jackknife over iterations. Absent: there are not several,
    /// or without one of them there are other figures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intervals: Option<Box<Evaluation>>,
}

impl Evaluation {
    /// Calls a function with each efficiency and speed-up.
    pub(crate) fn each(&mut self, call: &mut impl FnMut(&mut Value)) {
        call(&mut self.parallel_fraction);
        self.sequential.each(call);
        for region in &mut self.regions {
            region.part.each(call);
            call(&mut region.load_balance);
            call(&mut region.lock_contention);
        }
        call(&mut self.idle);
        call(&mut self.speedup);
        call(&mut self.equation_11);
        self.possible.iter_mut().for_each(|possible| call(&mut possible.speedup));
    }
}

/// Efficiencies of what the parallel version does in a part.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartEfficiencies {
    /// Instructions of the sequential version / of the parallel one: equations 4 and 5.
    pub instructions: Value,
    /// Cycles per instruction of the sequential version / of the parallel one: equations 7 and 8.
    pub cpi: Value,
    /// The product of both, which needs no instructions: cycles of the sequential version / of the parallel one.
    pub work: Value,
    /// Cycles that did not spin / all cycles; of a region, those of its busiest thread.
    pub spinning: Value,
}

impl PartEfficiencies {
    fn each(&mut self, call: &mut impl FnMut(&mut Value)) {
        [&mut self.instructions, &mut self.cpi, &mut self.work, &mut self.spinning].into_iter().for_each(call);
    }
}

/// Efficiencies of a region.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RegionEfficiencies {
    /// Its name.
    pub name: String,
    /// What it does.
    #[serde(flatten)]
    pub part: PartEfficiencies,
    /// E_LB, equation 9.
    pub load_balance: Value,
    /// What E_LB is made of. Absent: not known which thread's instructions belong to the cycles of the busiest one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub imbalance: Option<ImbalanceSplit>,
    /// E_LC, equation 10. 0 or less: waits were measured to take longer than the region.
    pub lock_contention: Value,
}

/// E_LB as a product: whether the busiest thread has more to do, or does it more slowly.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImbalanceSplit {
    /// Mean instructions of a thread / those of the busiest one.
    pub instructions: f64,
    /// Mean cycles per instruction / those of the busiest thread.
    pub cpi: f64,
}

/// A speed-up without some limitations: equation 11 with their efficiencies set to 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Possible {
    /// The groups that are gone, in the order of [`Group`].
    pub without: Vec<Group>,
    /// The speed-up.
    pub speedup: Value,
}

/// A speed-up and the losses that separate it from the ideal one: they add up to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SpeedupStack {
    /// The calculated speed-up.
    pub speedup: f64,
    /// The speed-up without any limitation: the number of threads, where all efficiencies are defined.
    pub ideal: f64,
    /// What each group takes: its Shapley value, the mean over all orders in which the groups could be removed of what its
    /// removal brings. Below 0: it helps.
    pub losses: Vec<StackLoss>,
}

/// What a group takes of the ideal speed-up.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StackLoss {
    /// The group.
    pub group: Group,
    /// What it takes, as a speed-up.
    pub loss: f64,
}
