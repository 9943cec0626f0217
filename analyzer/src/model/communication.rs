//! Communication graphs as report data.

use serde::{Deserialize, Serialize};

use super::candidate::is_zero;

/// The granularity of partners that communicate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Granularity {
    /// One activation of a method.
    Activation,
    /// All activations with the same methods on the stack.
    CallPath,
    /// The innermost loop of an instruction, else its method.
    Loop,
    /// Methods.
    Method,
    /// Classes.
    Class,
    /// Packages.
    Package,
    /// Threads.
    Thread,
}

/// The communication graph at one granularity (docs/metrics.md, “Communication”).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Communication {
    /// Granularity of its partners.
    pub granularity: Granularity,
    /// Partners, by name. Of activations and call paths, only those with an edge in the list; of others, all, unless `left_out`
    /// has a number of partners.
    pub partners: Vec<Partner>,
    /// Edges, the heaviest first.
    pub edges: Vec<FlowEdge>,
    /// What is not listed: edges that are lighter than all that are, and partners that have none of the edges listed.
    pub left_out: LeftOut,
}

/// A producer or consumer of values.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Partner {
    /// Name of the partner.
    pub name: String,
    /// Its computation: number of nodes, without those of what it calls.
    pub nodes: u64,
    /// Number of heap values that it read.
    pub reads: u64,
    /// Bytes of the values read.
    pub read_bytes: u64,
    /// Number of values read that no traced code wrote.
    pub unwritten_reads: u64,
    /// Bytes of the values read that no traced code wrote.
    pub unwritten_bytes: u64,
    /// Number of heap values that it wrote.
    pub writes: u64,
}

/// Values that one partner wrote and another, or the same, read.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FlowEdge {
    /// Name of the partner that wrote them last.
    pub producer: String,
    /// Name of the partner that read them.
    pub consumer: String,
    /// Number of values; an estimate if reads were sampled.
    pub values: u64,
    /// Bytes of the values; an estimate if reads were sampled.
    pub bytes: u64,
    /// Share in all values that have a producer, if reads were sampled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<Estimate>,
}

/// A share estimated from a sample.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Estimate {
    /// Number of values in the sample.
    pub sampled: u64,
    /// Share in the sample, 0 to 1.
    pub estimate: f64,
    /// Lower end of the confidence interval, at least 0.
    pub low: f64,
    /// Upper end of the confidence interval, at most 1.
    pub high: f64,
}

/// Edges that a list leaves out, and partners.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftOut {
    /// Number of edges.
    pub edges: u64,
    /// Number of their values.
    pub values: u64,
    /// Bytes of their values.
    pub bytes: u64,
    /// Number of partners of loops, methods or classes that are not listed.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub partners: u64,
}

/// Heap accesses of the whole run.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CommunicationTotals {
    /// Number of values read.
    pub reads: u64,
    /// Bytes of the values read.
    pub read_bytes: u64,
    /// Number of values read that no traced code wrote: default values, and those that untraced code wrote.
    pub unwritten_reads: u64,
    /// Bytes of the values read that no traced code wrote.
    pub unwritten_bytes: u64,
    /// Number of values read by element copies whose type is not known; they count 0 bytes.
    pub unsized_reads: u64,
    /// Number of values written.
    pub writes: u64,
    /// The sample, if edges and unwritten values were estimated from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<Sample>,
}

/// A sample of the values read.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sample {
    /// Number of values in the sample.
    pub size: u64,
    /// Number of these that have a producer: the base of all shares.
    pub produced: u64,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Probability with which an interval covers the true share, 0 to 1.
    pub confidence: f64,
}
