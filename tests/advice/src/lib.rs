//! Programs with known answers, and whether the advice gives them.
//!
//! Each file of `patterns/` is a program. A comment at the end of the first line of a loop or of a method says what an
//! expert would answer there:
//!
//! ```java
//! for (int i = 0; i < n; i++) { // advice: reduction via sum
//! static int work(int n) { // advice of calls: future | none
//! for (int i = 0; i < n; i++) { // advice: independent, gains 1.8 to 4, first
//! for (Node n = first; n != null; n = n.next) { // advice: overlapping, for now serial
//! for (int i = 0; i < n; i++) { // advice: with-changes via last, remedy keep-last
//! ```
//!
//! `|` separates answers that are all right, the names are those of the report's verdicts, and `none` means that it is no
//! candidate. `for now` is what the tool still says instead; the test fails as soon as it says better. `via` names
//! the location of one of its blockers: a variable, a field, a class. `remedy` is what the report recommends for that one.
//! `edit` is the one-line change that the report proposes, or `none`; it ends the comment.
//! `gains` is the range of the speed-up of the run on four cores; `first` says that no other suggestion comes before it.
//!
//! A comment at a line with calls says which of them become tasks, in the order of the code:
//!
//! ```java
//! return sum(left) + sum(right); // advice of sites: start, leave
//! fill(k); // advice of sites: start before 31
//! ```
//!
//! `before` names the lines before which all calls are waited for that were started and not waited for yet; `at the end` means none.
//!
//! # Executed advice
//!
//! `parallel/` has what becomes of some patterns if the advice is followed, and `wrong/` what becomes of them if an advice is
//! followed that the tool does not give. The file has the name of the pattern, its class implements `executed.Versions`, and
//! a comment says which verdict of which line it follows:
//!
//! ```java
//! // follows: SumReduction.java:9 reduction
//! // follows calls: CallsWithResults.java:4 future
//! // follows sites: 17 start before 21
//! ```
//!
//! The serial version has the line that is named. In `parallel/` the verdict is the tool's, and both versions always give the
//! same result. In `wrong/` the tool says something else, and some round gives another result or throws.

mod agreement;
mod edited;
mod execution;
mod expectation;
mod java;
mod pattern;
mod sites;
mod version;

pub use edited::{Edit, differing};
pub use execution::{Execution, execute};
pub use expectation::{Answer, Expectation};
pub use pattern::{Checked, Patterns, patterns};
pub use sites::SitesOfLine;
pub use version::{Advised, Version};
