//! One method: from bytes to a plan, which says what is inserted where and what the program map tells of it.

mod access;
mod accessor;
mod body;
mod call;
mod cfg;
mod facts;
mod loops;
mod monitor;
mod numbering;
mod operand;
mod plan;
mod ranges;
mod release;
mod shape;
mod split;
mod steps;
mod values;
mod walk;

pub(crate) use body::{Body, Protected};
pub(crate) use cfg::Cfg;
pub(crate) use facts::Fact;
pub(crate) use loops::LoopForest;
pub(crate) use monitor::recorded_on_arrival;
pub(crate) use operand::{CallUse, FieldUse, Kind, Operand, OperandId, Operands, kind_of};
pub(crate) use plan::{Plan, plan};
pub(crate) use release::released;
pub(crate) use shape::stored_kind;
pub(crate) use split::{Block, is_cut_call};
pub(crate) use steps::{CastType, Probe, STACK_ROOM, Step, scratch_slots};
