//! How far results can be trusted.

use super::Term;

pub(super) const TERMS: &[Term] = &[
    Term::new(
        "trace",
        &["traced"],
        "What the run wrote down while it ran: enough to follow every instruction of your code again.",
        "docs/metrics.md#trace-model",
    ),
    Term::new(
        "untraced",
        &["code that is not traced", "not traced", "opaque", "opaque calls", "blind"],
        "Code that was not rewritten, such as the JDK or native methods: what happens inside is not seen. Methods of the \
         library that are known exactly are taken as what they do; of all others the worst is assumed.",
        "docs/metrics.md#critical-path",
    ),
    Term::new(
        "in several threads already",
        &["in_threads", "balance", "work of the busiest"],
        "A method that several threads of the program run already, such as the body of a worker. It is no candidate. The \
         balance says how evenly the work is spread: what a thread does on average, of what the busiest does.",
        "docs/report.md#the-json-form-paratracereport1",
    ),
    Term::new(
        "hand to each other",
        &["handovers", "handover", "between_threads"],
        "A value that one thread wrote and another read: a field, a static field or an element. The one that \
         reads must wait for the one that writes, so these values limit how much the threads can overlap.",
        "docs/metrics.md#critical-path",
    ),
    Term::new(
        "overwrite that others have read",
        &["handover_reads_left_out"],
        "A thread overwrites a value that another one has read: it must wait until that has happened. It need not if it \
         writes to a place of its own, such as a new object or another array.",
        "docs/metrics.md#critical-path",
    ),
    Term::new(
        "pull from each other",
        &["false sharing", "transfers", "per_1000_nodes", "false_sharing_lines_left_out"],
        "Threads write different elements of an array, or fields of an object, that may lie in one line of the cache: \
         64 bytes, which only one core at a time can write. How often the line moves is not recorded; the number is the \
         most that is possible.",
        "docs/metrics.md#critical-path",
    ),
    Term::new(
        "locks",
        &["protects", "unneeded", "shared_objects", "handed_over", "compared", "locks_left_out"],
        "Where the program enters monitors and locks, and how much of the run is under them. A lock protects a field if all \
         accesses lie under it once another thread has accessed it. Sections that touch nothing that those of other threads \
         before them changed wait only because they have one lock.",
        "docs/metrics.md#critical-path",
    ),
    Term::new(
        "coverage",
        &[],
        "How many of the program's methods with code were traced, and why the others were not; and whether the JDK was traced, \
         too. In JSON, `coverage` of a candidate is its share of the run.",
        "docs/report.md#the-json-form-paratracereport1",
    ),
    Term::new(
        "completeness",
        &["complete", "incomplete", "killed", "lost", "limit", "damaged", "unreplayable", "too-long"],
        "Whether the trace has the whole run. Of an incomplete one, figures are right for the part that is there, but a \
         dependence that is not shown may be in what is missing.",
        "docs/cli.md#incomplete-traces",
    ),
];
