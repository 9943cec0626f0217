//! What of a replay is worth a change of the program.

use std::collections::BTreeMap;

use super::assemble::share;
use crate::limits;
use crate::model::{Point, ThreadAdvice, ThreadAdviceKind, ThreadReplay, WaitKind};

/// Two threads that never work at once, and which share of all work the one does that works less.
pub(super) struct Apart {
    pub(super) threads: [String; 2],
    pub(super) share: f64,
}

/// What is worth to be changed: each has a share of the time, or of the work, that it costs.
pub(super) fn advice(found: &ThreadReplay, apart: &[Apart], time: u64) -> Vec<ThreadAdvice> {
    let none = || ThreadAdvice { kind: ThreadAdviceKind::Serial, share: 0.0, at: None, threads: Vec::new() };
    let mut advice = Vec::new();
    if found.serial >= limits::SERIAL_THAT_COUNTS {
        advice.push(ThreadAdvice { share: found.serial, ..none() });
    }
    let mut locks: BTreeMap<Option<Point>, u64> = BTreeMap::new();
    for wait in found.waits.iter().filter(|wait| wait.kind == WaitKind::Lock) {
        *locks.entry(wait.at.clone()).or_insert(0) += wait.time;
    }
    for (at, waited) in locks {
        let share = share(waited, time);
        if share >= limits::WAITING_THAT_COUNTS {
            advice.push(ThreadAdvice { kind: ThreadAdviceKind::Lock, share, at, ..none() });
        }
    }
    for one in &found.imbalance {
        // All wait for the longest: together (most - mean) * threads, of a work of mean * threads.
        let lost = share(one.work, found.work) * (one.ratio - 1.0);
        if lost >= limits::IMBALANCE_THAT_COUNTS {
            let (at, threads) = (one.at.clone(), one.threads.clone());
            advice.push(ThreadAdvice { kind: ThreadAdviceKind::Imbalance, share: lost, at, threads });
        }
    }
    for pair in apart {
        let (share, threads) = (pair.share, pair.threads.to_vec());
        advice.push(ThreadAdvice { kind: ThreadAdviceKind::NeverOverlap, share, at: None, threads });
    }
    advice.sort_by(|one, other| (one.kind).cmp(&other.kind).then(other.share.total_cmp(&one.share)));
    advice
}
