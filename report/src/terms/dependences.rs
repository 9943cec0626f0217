//! Dependences, and the data that goes from one piece of code to another.

use super::Term;

const MODEL: &str = "docs/metrics.md#trace-model";
const DISTANCES: &str = "docs/metrics.md#dependence-distances";
const COMMUNICATION: &str = "docs/metrics.md#communication";
const SHARED: &str = "docs/metrics.md#shared-data";

pub(super) const TERMS: &[Term] = &[
    Term::new(
        "dependence",
        &["dependences", "dependency", "edge", "edges"],
        "Two instructions that touch the same location, of which one writes: they must stay in their order. There are \
         three kinds: RAW, WAR, WAW.",
        MODEL,
    ),
    Term::new(
        "RAW",
        &["read after write", "flow dependence", "true dependence"],
        "Read after write: one instruction reads what another wrote, so it must wait for it. Only another algorithm, or \
         a reduction, gets rid of it.",
        MODEL,
    )
    .example("total = f(x);      // writes total\nprint(total);      // reads it: RAW"),
    Term::new(
        "WAR",
        &["write after read", "anti-dependence"],
        "Write after read: an instruction overwrites what another still had to read. No value goes from one to the \
         other: a private copy gets rid of it.",
        MODEL,
    )
    .example("use(buffer[0]);    // reads\nbuffer[0] = y;     // overwrites it: WAR"),
    Term::new(
        "WAW",
        &["write after write", "output dependence"],
        "Write after write: two instructions write the same location, and the last one must win. A private copy gets rid \
         of it, unless the value is read afterwards.",
        MODEL,
    )
    .example("last = a;\nlast = b;          // overwrites it: WAW"),
    Term::new(
        "location",
        &["locations", "via", "through", "element", "elements of", "local", "parameter", "field"],
        "What a dependence runs through: a local variable, a field of one object, a static field, one element of one \
         array, the result of a call, or the state of an object whose code is not traced.",
        MODEL,
    ),
    Term::new(
        "distance",
        &["min_distance", "iterations apart"],
        "How many instructions, or iterations, lie between the two ends of a dependence. The further, the more can run \
         in between.",
        DISTANCES,
    ),
    Term::new(
        "violation",
        &["violating", "violations", "too short", "violating_raw"],
        "A value is needed sooner than the call or iteration that produces it would end: what follows cannot run beside \
         all of it.",
        DISTANCES,
    ),
    Term::new(
        "blocker",
        &["blockers"],
        "What keeps the tasks of a candidate apart: all dependences between them that run through one location, with the \
         change that would get rid of them.",
        "docs/report.md#candidates-and-advice",
    ),
    Term::new(
        "why",
        &["waits for", "it waits for", "what waits for it"],
        "What the critical path does at a line: the instructions whose values the line waits for, and those that wait \
         for its values.",
        "docs/report.md#the-critical-path-as-json-paratracecritical-path1-paratracewhy1",
    ),
    Term::new(
        "communication",
        &["producer", "consumer", "partner", "partners", "values"],
        "Which code (the producer) writes values to fields and arrays that other code (the consumer) reads. Much of it \
         between two parts says: keep them on one core.",
        COMMUNICATION,
    ),
    Term::new(
        "sample",
        &["interval", "share of a sample"],
        "Reads that were chosen at random, to show how sure a share is if only some of them are counted.",
        COMMUNICATION,
    ),
    Term::new(
        "shared data",
        &["drd", "dwr", "shared"],
        "What a task accesses that was created outside of it: these accesses leave the core if tasks run on several.",
        SHARED,
    ),
    Term::new(
        "communication time",
        &["T_C", "T_T", "S_0", "S_pg", "S_rnd", "ca", "sa"],
        "What the accesses of tasks to shared data cost in nanoseconds, by a model of the memory that you choose.",
        SHARED,
    ),
];
