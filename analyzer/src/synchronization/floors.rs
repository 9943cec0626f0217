//! The floor of a thread: the greatest depth of what comes before all that it does now (docs/metrics.md, “Across threads”).
//!
//! That is the greatest depth of what other threads did before they released what the thread has acquired. While it holds a monitor, its
//! floor is at least the greatest depth of what was done while that was held before, in whatever thread: no two of these *sections* overlap.

use super::releases::{Mark, Releases};
use super::{End, Meeting};

/// A monitor that the thread holds.
#[derive(Debug, Clone, Copy)]
struct Section<D: Mark> {
    monitor: Meeting,
    /// Where it was entered.
    at: D::Site,
    floor: D,
    /// The greatest depth of the thread when the section began.
    before: D,
    /// That of the section around it alone; of the thread, if there is none.
    around: D,
}

/// The floor of a thread, and what it is made of.
#[derive(Debug)]
pub(crate) struct Floors<D: Mark> {
    thread: u32,
    /// The greatest depth of what the thread has acquired.
    acquired: D,
    /// The sections that it is in, the innermost last.
    sections: Vec<Section<D>>,
}

impl<D: Mark> Floors<D> {
    pub(crate) fn new(thread: u32) -> Self {
        Self { thread, acquired: D::default(), sections: Vec::new() }
    }

    /// Returns the floor of what the thread does now.
    #[inline]
    pub(crate) fn floor(&self) -> D {
        self.sections.iter().map(|section| section.floor).fold(self.acquired, D::deeper)
    }

    /// Lists where the monitors that the thread holds were entered, the innermost last.
    pub(crate) fn held(&self) -> impl Iterator<Item = D::Site> + '_ {
        self.sections.iter().map(|section| section.at)
    }

    /// Returns the greatest depth of a thread that has this one in the section that it is in.
    #[inline]
    pub(crate) fn whole(&self, depth: D) -> D {
        self.sections.last().map_or(depth, |section| depth.deeper(section.before))
    }

    #[inline]
    pub(crate) fn acquire(&mut self, meeting: Meeting, at: D::Site, releases: &Releases<D>) {
        self.acquired = self.acquired.deeper(releases.acquired(meeting, self.thread).acquired(at));
        if let Some(section) = self.sections.iter_mut().rev().find(|section| section.monitor == meeting) {
            // `Object.wait` gives the monitor back meanwhile.
            section.floor = section.floor.deeper(releases.held(meeting).acquired(at));
        }
    }

    /// Enters a monitor; `around` is the greatest depth of the section around. Returns the floor, from which the greatest depth counts in
    /// the new one.
    pub(crate) fn enter(&mut self, monitor: Meeting, at: D::Site, around: D, releases: &Releases<D>) -> D {
        self.acquire(monitor, at, releases);
        let floor = self.floor().deeper(releases.held(monitor).acquired(at));
        self.sections.push(Section { monitor, at, floor, before: self.whole(around), around });
        floor
    }

    /// The thread releases something, with this greatest depth in the section that it is in. Returns what counts for the greatest depth
    /// again, behind a section that ends.
    pub(crate) fn end(&mut self, end: End, at: D::Site, depth: D, releases: &mut Releases<D>) -> D {
        let (End::Release(meeting) | End::Leave(meeting)) = end;
        // A monitor is known by where it was entered.
        let section = self.sections.iter().rev().find(|section| section.monitor == meeting);
        let from = section.map_or(at, |section| section.at);
        releases.release(meeting, self.thread, self.whole(depth).released(from));
        if section.is_some() {
            releases.hold(meeting, depth.released(from));
        }
        if let End::Leave(monitor) = end { self.leave(monitor) } else { D::default() }
    }

    /// Leaves the section of a monitor. Returns what counts for the greatest depth again: that of the section around it.
    fn leave(&mut self, monitor: Meeting) -> D {
        let Some(at) = self.sections.iter().rposition(|section| section.monitor == monitor) else {
            return D::default();
        };
        let left = self.sections.remove(at);
        match self.sections.get_mut(at) {
            None => left.around,
            // Sections that overlap end in the order in which they began: what is around the first is around the second then.
            Some(inner) => {
                inner.around = inner.around.deeper(left.around);
                D::default()
            }
        }
    }

    /// The turn of the thread ends. A path that leaves a monitor may have no event, and shows only at the thread's next turn; another thread that
    /// enters the monitor before that comes behind all that this one has done.
    pub(crate) fn pause(&self, depth: D, releases: &mut Releases<D>) {
        for section in &self.sections {
            releases.release(section.monitor, self.thread, self.whole(depth).released(section.at));
            releases.hold(section.monitor, depth.released(section.at));
        }
    }
}
