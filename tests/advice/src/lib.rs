//! Programs with known answers, and whether the advice gives them.
//!
//! Each file of `patterns/` is a program. A comment at the end of the first line of a loop or of a method says what an
//! expert would answer there:
//!
//! ```java
//! for (int i = 0; i < n; i++) { // advice: reduction via sum
//! static int work(int n) { // advice of calls: future | none
//! for (Node n = first; n != null; n = n.next) { // advice: overlapping, for now serial
//! ```
//!
//! `|` separates answers that are all right, the names are those of the report's verdicts, and `none` means that it is no
//! candidate. `for now` is what the tool still says instead; the test fails as soon as it says better. `via` names the location of one of its blockers: a variable, a field, a class.

mod expectation;
mod pattern;

pub use expectation::{Answer, Expectation};
pub use pattern::{Patterns, patterns};
