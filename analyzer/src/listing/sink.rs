//! The interface for consumers of nodes.

use paratrace_traceformat::map::{BlockId, InstructionId, LoopId, MethodId};

/// An object, as far as the trace tells it from others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Object {
    /// Number of an object of a traced class.
    Number(u32),
    /// Identity hash of another object, and the number of objects that had this hash before.
    Hash(u32, u32),
    /// Number of an object whose hash was never recorded.
    Anonymous(u64),
}

/// A location. Frames are numbered in the order of their activations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Location {
    /// A local-variable slot.
    Local {
        /// Number of the activation.
        frame: u64,
        /// Number of the slot.
        slot: u32,
    },
    /// An operand-stack entry; 0 is the lowest.
    Entry {
        /// Number of the activation.
        frame: u64,
        /// Number of the entry.
        entry: u32,
    },
    /// A static field: its slot.
    Static(u32),
    /// An instance field: object and slot.
    Field(Object, u32),
    /// An array element: array and index.
    Element(Object, u32),
    /// The state of an object in untraced code.
    State(Object),
    /// The inputs of the untraced call that an activation waits for.
    Call(u64),
    /// The same as it was before something that the call has called back returned a value.
    Passed(u64),
    /// The value that an activation has returned to untraced code.
    Returned(u64),
    /// The exception in flight.
    Exception,
}

/// An executed instruction.
#[derive(Debug, Clone, Copy)]
pub struct Node<'a> {
    /// Method of the map.
    pub method: MethodId,
    /// Instruction of the map.
    pub insn: InstructionId,
    /// Locations read.
    pub reads: &'a [Location],
    /// Locations written, after all reads.
    pub writes: &'a [Location],
}

/// A region of the execution.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Region {
    /// An activation of this method.
    Method(MethodId),
    /// An instance of this loop.
    Loop(LoopId),
    /// An iteration of this loop.
    Iteration {
        /// The loop.
        looped: LoopId,
        /// Whether it begins with an execution of the header.
        header: bool,
    },
}

/// A consumer of the nodes of one thread.
pub trait NodeSink {
    /// A call that is only counted, the latest node, executes more nodes, one after the other: what it has written depends on the last one.
    fn counted(&mut self, nodes: u64, written: &[Location]) {
        let _ = (nodes, written);
    }

    /// Takes an executed instruction.
    fn node(&mut self, node: Node<'_>);

    /// Takes a further vertex of the last node: an argument that travels by itself, or a copied element. All reads of a
    /// node and its further vertices come before all their writes.
    fn vertex(&mut self, reads: &[Location], writes: &[Location]);

    /// Takes a move: a value is now found at another location, without a node. `None` is a value that was never
    /// written.
    fn moved(&mut self, from: Option<Location>, to: Location);

    /// Takes a value that may have come from another location, too, without a node.
    fn joined(&mut self, _from: Location, _to: Location) {}

    /// Takes a value that may have come from any element of an array, too.
    fn gathered(&mut self, _array: Object, _to: Location) {}

    /// Takes the first occurrence of an object, in the next node or before it. `created` says that it is an array which
    /// that node creates.
    fn occurs(&mut self, _object: Object, _created: bool) {}

    /// Takes the arrival of the innermost activation at a block of the map, before class initialisers that run before
    /// its first instruction. Blocks behind calls have no arrival.
    fn arrive(&mut self, _block: BlockId) {}

    /// Begins a region.
    fn enter(&mut self, region: Region);

    /// Ends the innermost open region.
    fn exit(&mut self);

    /// Returns whether the consumer wants no more nodes.
    fn done(&self) -> bool {
        false
    }
}
