//! Figures of edges and partners.

/// Values that flowed along an edge.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Flow {
    pub(crate) bytes: u64,
    pub(crate) values: u64,
}

impl Flow {
    /// Returns a flow of values with `width` bytes each.
    #[inline]
    pub(crate) fn of(values: u64, width: u8) -> Self {
        Self { values, bytes: values * u64::from(width) }
    }

    #[inline]
    pub(crate) fn add(&mut self, more: Flow) {
        self.values += more.values;
        self.bytes += more.bytes;
    }
}

/// Figures of a partner.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Figures {
    /// Number of instructions executed, without those of callees.
    pub(crate) nodes: u64,
    /// Heap values read.
    pub(crate) reads: Flow,
    /// Heap values read that no traced code wrote.
    pub(crate) unwritten: Flow,
    /// Number of heap values written.
    pub(crate) writes: u64,
}

impl Figures {
    #[inline]
    pub(crate) fn add(&mut self, more: &Figures) {
        self.nodes += more.nodes;
        self.reads.add(more.reads);
        self.unwritten.add(more.unwritten);
        self.writes += more.writes;
    }

    /// Returns the figures multiplied by `times`.
    pub(crate) fn times(&self, times: u64) -> Self {
        let flow = |flow: Flow| Flow { values: flow.values * times, bytes: flow.bytes * times };
        Self {
            nodes: self.nodes * times,
            reads: flow(self.reads),
            unwritten: flow(self.unwritten),
            writes: self.writes * times,
        }
    }
}
