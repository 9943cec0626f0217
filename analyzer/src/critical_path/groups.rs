//! Element copies within a path.

use paratrace_replay::stream::copies;

/// Returns the slot from which an element was copied to a slot; 0 if the source was never written. Returns `None` if
/// the group does not copy to the slot.
pub(super) fn source_of(group: &[u32], slot: u32) -> Option<u32> {
    let is_target = |run: &copies::Run| run.target != 0 && (run.target..run.target + run.length).contains(&slot);
    let run = copies::runs(group).find(is_target)?;
    Some(if run.source == 0 { 0 } else { run.source + (slot - run.target) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_of_copied_elements() {
        let group = [0, 2, 10, 50, 3, 0, 60, 2];
        assert_eq!(source_of(&group, 49), None);
        assert_eq!(source_of(&group, 50), Some(10));
        assert_eq!(source_of(&group, 52), Some(12));
        assert_eq!(source_of(&group, 53), None);
        assert_eq!(source_of(&group, 61), Some(0));
        assert_eq!(source_of(&[copies::READS, 1, 10, 0, 5], 3), None);
    }
}
