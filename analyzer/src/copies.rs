//! Groups of element copies behind a path's slots (see `stream`).

/// One stretch of consecutive elements: slots of source and target.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Run {
    pub(crate) source: u32,
    pub(crate) target: u32,
    pub(crate) length: u32,
}

/// The runs of one group.
pub(crate) fn runs(group: &[u32]) -> impl Iterator<Item = Run> {
    group[2..].chunks_exact(3).map(|run| Run { source: run[0], target: run[1], length: run[2] })
}

/// Takes the first group of `copies`.
pub(crate) fn first<'c>(copies: &mut &'c [u32]) -> &'c [u32] {
    let (group, rest) = copies.split_at(2 + 3 * copies[1] as usize);
    *copies = rest;
    group
}

/// The groups of a path, in order.
pub(crate) fn groups(mut copies: &[u32]) -> Vec<&[u32]> {
    let mut groups = Vec::new();
    while !copies.is_empty() {
        groups.push(first(&mut copies));
    }
    groups
}
