//! A log of the ends of constructs, in the order in which they happened.
//!
//! The forward pass writes it. The backward pass reads it from the end, to know construct and duration of each instance
//! that it enters at its end.

use paratrace_replay::program::ConstructId;

/// The end of an instance. `duration` is in nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ended {
    pub(crate) construct: ConstructId,
    pub(crate) duration: u64,
}

/// A stack of records in 32-bit words.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Log {
    pub(crate) words: Vec<u32>,
}

impl Log {
    /// Appends the end of an instance.
    pub(crate) fn ended(&mut self, ended: Ended) {
        match u32::try_from(ended.duration) {
            Ok(short) if short != u32::MAX => self.words.extend([ended.construct.number(), short]),
            _ => {
                let [low, high] = [ended.duration as u32, (ended.duration >> 32) as u32];
                self.words.extend([low, high, ended.construct.number(), u32::MAX]);
            }
        }
    }

    /// Appends the number of conditionals whose ends come directly before.
    pub(crate) fn count(&mut self, conditionals: usize) {
        self.words.push(conditionals as u32);
    }

    fn pop(&mut self) -> u32 {
        debug_assert!(!self.words.is_empty(), "the backward pass reads what the forward pass wrote");
        self.words.pop().unwrap_or(0)
    }

    /// Removes and returns the last count.
    pub(crate) fn take_count(&mut self) -> u32 {
        self.pop()
    }

    /// Removes and returns the last end.
    pub(crate) fn take(&mut self) -> Ended {
        let short = self.pop();
        let construct = ConstructId::new(self.pop());
        let duration = match short {
            u32::MAX => u64::from(self.pop()) << 32 | u64::from(self.pop()),
            short => u64::from(short),
        };
        Ended { construct, duration }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_back_from_the_end() {
        let all = [3, u64::from(u32::MAX) - 1, u64::from(u32::MAX), 1 << 40];
        let mut log = Log::default();
        let constructs = || (1..).map(ConstructId::new);
        for (construct, duration) in constructs().zip(all) {
            log.ended(Ended { construct, duration });
            log.count(7);
        }
        for (construct, duration) in constructs().zip(all).collect::<Vec<_>>().into_iter().rev() {
            assert_eq!(log.take_count(), 7);
            assert_eq!(log.take(), Ended { construct, duration });
        }
        assert!(log.words.is_empty());
    }
}
