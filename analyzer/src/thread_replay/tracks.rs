//! The tracks of a timeline: those of each thread, and of each pool, on which no two strands are at once.

use super::assemble::Assembler;

/// The track of each strand, if it ever ran, and the names of all.
pub(super) struct Tracks {
    pub(super) of: Vec<Option<usize>>,
    pub(super) names: Vec<String>,
}

impl Tracks {
    /// `lives` has the times at which each strand begins and ends.
    pub(super) fn new(names: &Assembler<'_>, lives: &[Option<(u64, u64)>]) -> Self {
        let strands = &names.recording.strands;
        let mut order: Vec<(u32, u64, u64, usize)> = lives
            .iter()
            .zip(strands)
            .enumerate()
            .filter_map(|(number, (life, strand))| life.map(|(from, to)| (strand.actor, from, to, number)))
            .collect();
        order.sort_unstable();
        let mut tracks = Self { of: vec![None; lives.len()], names: Vec::new() };
        for strands in order.chunk_by(|one, other| one.0 == other.0) {
            tracks.add(&names.name(strands[0].0), strands);
        }
        tracks
    }

    /// Adds the strands of an actor, by their beginning.
    fn add(&mut self, name: &str, strands: &[(u32, u64, u64, usize)]) {
        // By track of this actor, from when it is free.
        let (first, mut free): (usize, Vec<u64>) = (self.names.len(), Vec::new());
        for &(_, from, to, number) in strands {
            let at = free.iter().position(|&free| free <= from).unwrap_or(free.len());
            match free.get_mut(at) {
                Some(free) => *free = to,
                None => {
                    free.push(to);
                    self.names.push(name.to_owned());
                }
            }
            self.of[number] = Some(first + at);
        }
        if free.len() > 1 {
            let all = &mut self.names[first..];
            all.iter_mut().zip(1..).for_each(|(name, number)| *name = format!("{name} {number}"));
        }
    }
}
