//! Limits of what is written to files, each with its reason.

use paratrace_analyzer::Listed;

/// Rows of each list that a JSON report has by default. In large programs few of thousands have a thousandth of the run, and the file
/// is to have a few million bytes. The others are counted; an option lifts the limit.
pub(crate) const LISTED_ROWS: Listed = Listed { complete: 1000, most: 500 };
