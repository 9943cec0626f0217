//! Streams that are only asked for elements: what they come from stays as it is.

use paratrace_jvm::library::{self, MethodFact};
use paratrace_replay::program::{has_receiver, parameters};
use paratrace_traceformat::map::{InstructionId, Site};

use super::closed_types::DEEP;
use super::definitions::source;
use super::points::Points;
use super::runs::Runs;

/// Calls of streams that give nobody an object which functions change behind their back.
const ASKING: [MethodFact; 5] =
    [MethodFact::Stage, MethodFact::Barrier, MethodFact::Cuts, MethodFact::StopsEarly, MethodFact::Gathers];

/// The longest chain of calls of a stream that is looked at.
const LONGEST_PIPELINE: usize = 32;

/// Most collectors that one is made of, one inside of the other.
const DEEPEST_COLLECTOR: usize = 8;

/// Returns whether a class is one of streams, or of what they are made with.
pub(crate) fn is_of_stream(class: &str) -> bool {
    class.starts_with("java/util/stream/")
}

/// Returns whether a call only has a stream give elements, and so have those that made the stream: they leave what the elements come from
/// unchanged, and nobody else sees that the stream is used up. The functions that they run are traced, or only compute.
pub(super) fn asks_stream(points: &Points<'_>, call: InstructionId) -> bool {
    let mut next = Some(call);
    for _ in 0..LONGEST_PIPELINE {
        let Some((insn, site)) = next.and_then(|insn| Some((insn, points.call(insn)?))) else { return false };
        if is(site, MethodFact::Streams) {
            return insn != call;
        }
        if !has_receiver(site)
            || !ASKING.iter().any(|&fact| is(site, fact))
            || !runs_known_functions(points, insn, site, DEEPEST_COLLECTOR)
        {
            return false;
        }
        next = u32::from(site.args).checked_sub(1).and_then(|receiver| source(points, insn, receiver));
    }
    false
}

/// Returns whether a call may have a stream give elements: what that looks at then may have been changed since the stream was made.
pub(super) fn runs_stream(site: &Site) -> bool {
    const STREAMS: [&str; 4] = [
        "java/util/stream/Stream",
        "java/util/stream/IntStream",
        "java/util/stream/LongStream",
        "java/util/stream/DoubleStream",
    ];
    has_receiver(site) && STREAMS.contains(&&*site.class)
}

/// Returns whether all that a call is given are values, and functions that are traced or only compute: by themselves, in collectors or orders.
fn runs_known_functions(points: &Points<'_>, call: InstructionId, site: &Site, deep: usize) -> bool {
    let count = parameters(&site.desc).count() as u32;
    parameters(&site.desc).zip((0..count).rev()).all(|(parameter, above)| {
        let is_known = |made| {
            points.pushes(made, DEEP, &library::is_value_type) || is_known_function(points, made, parameter, deep)
        };
        library::is_value_type(parameter) || source(points, call, above).is_some_and(is_known)
    })
}

/// Returns whether an instruction makes a function, a collector or an order whose functions are traced or only compute. Of what makes containers for a
/// collector, it must be seen that it makes new ones.
fn is_known_function(points: &Points<'_>, made: InstructionId, parameter: &str, deep: usize) -> bool {
    let Some(site) = points.call(made) else { return false };
    let has_known = |fact| deep > 0 && is(site, fact) && runs_known_functions(points, made, site, deep - 1);
    match parameter {
        "Ljava/util/stream/Collector;" => has_known(MethodFact::Collector),
        "Ljava/util/function/Supplier;" => Runs::of_function(site).is_some_and(Runs::makes_container),
        "Ljava/util/Comparator;" if has_known(MethodFact::Orders) => true,
        _ => Runs::of_function(site).is_some_and(|runs| runs.traced(points.map).is_some() || runs.is_pure()),
    }
}

fn is(site: &Site, fact: MethodFact) -> bool {
    library::method_is(&site.class, &site.name, &site.desc, fact)
}
