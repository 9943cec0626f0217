//! Advice: the loops and calls that could run in parallel, the dependences that prevent it, and what to change.
//!
//! A *candidate* is a loop, whose iterations would be tasks, or a method, whose calls would be. Its *blockers* are the
//! dependences between tasks, grouped by the location that they run through: a local, a field, an array, or the state
//! of an object in untraced code. The nature of each blocker decides what can be done about it. All together decide how
//! the candidate can run.

mod algebra;
mod arrays_apart;
mod between_calls;
mod blockers;
mod body;
mod candidates;
mod caught_exits;
mod chains;
mod checked_exceptions;
mod common_locks;
mod compared_keys;
mod computing;
mod contents;
mod context;
mod counters;
mod draining;
mod element_chains;
mod estimate;
mod even_steps;
mod exit_flags;
mod exits;
mod families;
mod fixed;
mod followed;
mod fractions;
mod functions;
mod grouped_by_hand;
mod held_locks;
mod idioms;
mod if_run;
mod initializing;
mod inside_jdk;
mod kept;
mod leaks;
mod levels;
mod local_objects;
mod loop_edit;
mod maps;
mod not_run;
mod objects;
mod one_sided;
mod opaque;
mod own_elements;
mod parts;
mod ranking;
mod reach;
mod reached;
mod readers;
mod regions;
mod remembered_by_hand;
mod results;
mod roots;
mod rounds;
mod small;
mod source_text;
mod stamps;
mod steps;
mod streams;
mod swaps;
mod task_edge;
mod told_by_code;
mod types;
mod unmet;
mod unseen_functions;
mod unseen_reads;
mod updates;
mod variables;
mod vector_code;
mod whole;

pub(crate) use candidates::candidates;
pub(crate) use followed::Followed;
pub(crate) use inside_jdk::WithJdk;
pub(crate) use leaks::Leaks;
pub(crate) use reach::{Callbacks, CallsMade};
pub(crate) use vector_code::is_vector_code;
