//! What the forward pass logs of a path's order, for the backward pass.

use super::forward::Deepest;

/// The log of a forward pass. It is read from its end.
pub(super) type Log = Vec<u32>;

/// Where a floor comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Origin {
    /// The node that has its depth.
    pub(super) node: Deepest,
    /// Numbers of the sites at which it was released, and acquired.
    pub(super) from: u32,
    pub(super) to: u32,
}

/// The order of a path.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Record {
    /// No node of the path is less deep than one above this.
    pub(super) floor: u32,
    /// Number of the set of sites of the monitors that the thread holds.
    pub(super) held: u32,
    /// Where the floor comes from, if the path of the thread before had another one.
    pub(super) origin: Option<Origin>,
}

/// Words of an origin.
const ORIGIN: usize = 6;

impl Record {
    pub(super) fn write(&self, log: &mut Log) {
        if let Some(Origin { node, from, to }) = self.origin {
            log.extend([from, to, node.thread as u32, node.path as u32, (node.path >> 32) as u32, node.value]);
        }
        log.extend([self.held, self.floor << 1 | u32::from(self.origin.is_some())]);
    }

    /// Reads the last record of a log, and takes it off.
    pub(super) fn take(log: &mut &[u32]) -> Self {
        let [before @ .., held, last] = *log else { return Self::default() };
        let (floor, has_origin) = (last >> 1, last & 1 != 0);
        let mut record = Self { floor, held: *held, origin: None };
        *log = before;
        if has_origin && let Some((before, words)) = before.split_last_chunk::<ORIGIN>() {
            let [from, to, thread, low, high, value] = *words;
            let path = u64::from(high) << 32 | u64::from(low);
            let node = Deepest { depth: floor, thread: thread as usize, path, value };
            record.origin = Some(Origin { node, from, to });
            *log = before;
        }
        record
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_read_backwards() {
        let node = Deepest { depth: 40, thread: 3, path: (5 << 32) + 6, value: 2 };
        let first = Record { floor: 40, held: 1, origin: Some(Origin { node, from: 7, to: 8 }) };
        let second = Record { floor: 40, held: 9, origin: None };
        let mut log = vec![1, 2, 3];
        first.write(&mut log);
        second.write(&mut log);
        let mut rest = &log[..];
        assert_eq!([Record::take(&mut rest), Record::take(&mut rest)], [second, first]);
        assert_eq!(rest, [1, 2, 3]);
    }
}
