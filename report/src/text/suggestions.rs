//! Which suggestions have a row, and its rank, if some rows are hidden.

use crate::rows::RowFilter;
use crate::suggested::is_taken;
use paratrace_analyzer::model::Candidate;

/// A suggestion that is shown.
pub(super) struct Suggestion<'r> {
    pub(super) rank: Rank,
    /// Its place in the report.
    pub(super) place: usize,
    pub(super) candidate: &'r Candidate,
}

/// The number before its row.
pub(super) enum Rank {
    /// Its own among all suggestions.
    Own(usize),
    /// None: it can be taken instead of the hidden suggestion with this rank, and would be told with that one.
    InsteadOf(usize),
}

/// The suggestions that are shown, with their ranks among all of them.
pub(super) fn ranked<'r>(good: &[(usize, &'r Candidate)], rows: &RowFilter) -> Vec<Suggestion<'r>> {
    let taken: Vec<_> = good.iter().filter(|(_, c)| is_taken(c)).collect();
    let rank_of = |wanted: usize| taken.iter().position(|(place, _)| *place == wanted).map(|position| position + 1);
    let is_hidden = |wanted: usize| taken.iter().any(|(place, c)| *place == wanted && !rows.shows(&c.method));
    let rank = |place: usize, c: &Candidate| match c.instead_of {
        None => rank_of(place).map(Rank::Own),
        Some(other) => rank_of(other).filter(|_| is_hidden(other)).map(Rank::InsteadOf),
    };
    let shown = good.iter().filter(|(_, c)| rows.shows(&c.method));
    shown
        .filter_map(|&(place, candidate)| Some(Suggestion { rank: rank(place, candidate)?, place, candidate }))
        .collect()
}
