//! Checked exceptions, which a lambda of `forEach` may not throw. The map has no `throws` clauses: code that may throw such exceptions is known by
//! what it calls.

use paratrace_traceformat::map::{InstructionId, Op, Site};

use super::body::Body;
use super::caught_exits::handlers_that_go_on;
use super::reach::Reach;
use crate::dependences::Points;

/// Packages of the library most of whose methods declare checked exceptions.
const PACKAGES: [&str; 9] = [
    "java/io/",
    "java/lang/reflect/",
    "java/net/",
    "java/nio/channels/",
    "java/nio/file/",
    "java/rmi/",
    "java/security/",
    "java/sql/",
    "javax/",
];

/// Classes of them that declare none.
const SILENT: [&str; 4] = ["java/io/PrintStream", "java/io/PrintWriter", "java/io/StringWriter", "java/io/File"];

/// Names of methods of other classes and packages that declare one.
const METHODS: [(&str, &[&str]); 9] = [
    ("java/lang/Appendable", &["append"]),
    ("java/lang/AutoCloseable", &["close"]),
    ("java/lang/Class", &["forName", "newInstance"]),
    ("java/lang/Object", &["clone", "wait"]),
    ("java/lang/Process", &["waitFor"]),
    ("java/lang/Thread", &["join", "sleep"]),
    ("java/lang/invoke/", &["invoke", "invokeExact"]),
    ("java/text/", &["parse", "parseObject"]),
    (
        "java/util/concurrent/",
        &["acquire", "await", "awaitTermination", "call", "exchange", "get", "invokeAll", "invokeAny", "put", "take"],
    ),
];

/// Classes of those packages that have such methods without one.
const QUIET: [&str; 4] = [
    "java/util/concurrent/Concurrent",
    "java/util/concurrent/CopyOnWrite",
    "java/util/concurrent/PriorityBlocking",
    "java/util/concurrent/atomic/",
];

/// Returns whether an iteration of the loop may end by a checked exception, as far as the code shows it.
pub(super) fn may_leave(points: &Points<'_>, reach: &Reach<'_>, body: &Body<'_>) -> bool {
    reach.reached(body.instructions()).any(|insn| {
        throws_checked(points, reach, insn) && is_of_program(points, insn) && !is_caught(points, body, insn)
    })
}

fn is_of_program(points: &Points<'_>, insn: InstructionId) -> bool {
    let method = &points.map.methods[points.method_of(insn).index()];
    !points.map.is_of_jdk(method)
}

fn throws_checked(points: &Points<'_>, reach: &Reach<'_>, insn: InstructionId) -> bool {
    if points.op(insn) == Op::Throw {
        let made = points.producer_by_all_ways(insn, 0).and_then(|new| points.made_class(new));
        return made.is_some_and(|class| is_checked(reach, class));
    }
    points.call(insn).is_some_and(declares_checked)
}

/// Returns whether a method of the library declares a checked exception.
fn declares_checked(site: &Site) -> bool {
    let is_in = |all: &[&str]| all.iter().any(|begin| site.class.starts_with(begin));
    let is_named = |&(begin, names): &(&str, &[&str])| site.class.starts_with(begin) && names.contains(&&*site.name);
    is_in(&PACKAGES) && !SILENT.contains(&&*site.class) || METHODS.iter().any(is_named) && !is_in(&QUIET)
}

/// Returns whether a class of the program is a checked exception.
fn is_checked(reach: &Reach<'_>, class: &str) -> bool {
    let is_below = |other| reach.is_below(class, other);
    let is_unchecked = ["java/lang/RuntimeException", "java/lang/Error"].into_iter().any(is_below);
    !is_unchecked && ["java/lang/Exception", "java/lang/Throwable"].into_iter().any(is_below)
}

/// Returns whether a handler of the same method, and of the same iteration, goes on with what an instruction throws.
fn is_caught(points: &Points<'_>, body: &Body<'_>, insn: InstructionId) -> bool {
    let method = points.method_of(insn);
    let is_inside = |handler| method != body.method || body.blocks.contains(&handler);
    handlers_that_go_on(points, method, insn).any(is_inside)
}
