//! Writing: everything that is not changed is copied byte for byte.
//!
//! In an edited method, positions move like this (see [`CodeEditor`] for the order of what is inserted at `i`):
//!
//! | what names instruction `i` | points afterwards to |
//! |---|---|
//! | branch, switch, exception handler, stack map frame | the code inserted before `i` |
//! | start of an exception range | the code inserted before `i` |
//! | end of an exception range | right behind instruction `i - 1` |
//! | line number, start or end of a local variable | right behind instruction `i - 1` |
//! | `Uninitialized` type, type annotation | the instruction itself |
//!
//! Code on a branch stands in front of the branch's target. A short branch that no longer reaches becomes `goto_w`, or
//! an inverted condition around one; the frame that this needs is derived from the last frame above it. Attributes of
//! the code that are not known may hold positions: they are dropped, and [`CodeEditor::dropped_attributes`] names them.
//!
//! Methods of class files before version 50 have no frames and get none. The same goes for methods of version 50 that
//! branch and have no StackMapTable: the JVM verifies them by inference.

mod annotations;
mod body;
mod bytes;
mod class;
mod editor;
mod emit;
mod frames;
mod insertions;
mod islands;
mod layout;
mod names;
mod pool;
mod simulate;
mod stack_effect;
mod tables;

pub use body::{CatchAll, CodeBody, Frame};
pub use class::{ClassEditor, ConstantValue};
pub use editor::{BranchSlot, CodeEditor};
pub use pool::PoolBuilder;
pub use stack_effect::effect as stack_effect;
