//! What a reader of nodes gets.

/// An object as far as the trace tells it from others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Object {
    /// The number of an object of a traced class.
    Number(u32),
    /// The identity hash of anything else, and how many objects had that hash before.
    Hash(u32, u32),
    /// An object whose hash was never recorded.
    Anonymous(u64),
}

/// A location. Frames are numbered in the order of their activations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Location {
    /// A local-variable slot.
    Local {
        /// Activation.
        frame: u64,
        /// Slot.
        slot: u32,
    },
    /// An operand-stack entry, 0 = lowest.
    Entry {
        /// Activation.
        frame: u64,
        /// Entry.
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
    /// What the untraced call that an activation waits for depends on.
    Call(u64),
    /// The exception in flight.
    Exception,
}

/// An executed instruction.
#[derive(Debug, Clone, Copy)]
pub struct Node<'a> {
    /// Its method.
    pub method: u32,
    /// Instruction of the map.
    pub insn: u32,
    /// Locations read.
    pub reads: &'a [Location],
    /// Locations written, after all reads.
    pub writes: &'a [Location],
}

/// A region.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Region {
    /// An activation of this method.
    Method(u32),
    /// An instance of this loop.
    Loop(u32),
    /// An iteration of this loop.
    Iteration {
        /// The loop.
        looped: u32,
        /// It begins with an execution of the header.
        header: bool,
    },
}

/// Takes the nodes of one thread.
pub trait NodeSink {
    /// An instruction was executed.
    fn node(&mut self, node: Node<'_>);

    /// A further vertex of the last node: an argument that travels by itself, a copied element. All reads of a node and
    /// its further vertices come before all their writes.
    fn vertex(&mut self, reads: &[Location], writes: &[Location]);

    /// A value is now found at another location, without a node: `None` is a value that nobody wrote.
    fn moved(&mut self, from: Option<Location>, to: Location);

    /// An object occurs for the first time: in the next node, or in what comes before it. `created`: it is an array which that
    /// node creates.
    fn occurs(&mut self, _object: Object, _created: bool) {}

    /// Control of the innermost activation arrives at a block of the map, also where class initialisers run before its
    /// first instruction. Not told behind calls.
    fn arrive(&mut self, _block: u32) {}

    /// A region begins.
    fn enter(&mut self, region: Region);

    /// The innermost open region ends.
    fn exit(&mut self);

    /// No more nodes are wanted.
    fn done(&self) -> bool {
        false
    }
}
