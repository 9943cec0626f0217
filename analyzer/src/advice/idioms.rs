//! Idioms: calls of the Java library that keep tasks apart by changing state, and what to use instead.

use paratrace_jvm::library::{self, ClassFact, Habit, Nature as Use};
use paratrace_traceformat::map::{ProgramMap, Site};

use crate::model::{Nature, Operation, Remedy};

/// An idiom: what a call does by its class and name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Idiom {
    pub(super) nature: Nature,
    /// The recommended change.
    pub(super) remedy: Remedy,
}

/// How what tasks do with an object is put together at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Joined {
    /// In the order of the tasks, as the calls came.
    InOrder,
    /// In the opposite order: what came last is in front.
    Backwards,
    /// Value by value, each in the order of the tasks.
    ByValue,
    /// Value by value, by an operation.
    By(Operation),
}

/// Returns whether calls like this one can be put together at the end, in the order of their tasks: they only add to their
/// object, or take from it what no other call gets, and give nothing back that shows what other calls have done.
/// `is_dropped` tells that nobody uses the result, `is_once` that each task makes the call once.
pub(super) fn gathers(call: &Site, is_dropped: bool, is_once: bool) -> bool {
    let Some(used) = library::nature(&call.class, &call.name, &call.desc) else { return false };
    let has = |habit| library::has_habit(used, habit, &call.name) == Some(true);
    has(Habit::Gathers)
        || has(Habit::Adds) && is_dropped && !(used == Use::Collection && is_at_index(call))
        || has(Habit::Takes) && is_once
}

/// Returns whether a call adds to a queue unless that is full: then it loses what is offered, and the queues of all tasks together lose
/// less.
pub(super) fn offers(call: &Site) -> bool {
    library::nature(&call.class, &call.name, &call.desc) == Some(Use::Queue) && call.name.starts_with("offer")
}

/// Returns whether a program makes queues that may be full.
pub(super) fn makes_bounded(map: &ProgramMap) -> bool {
    let has_capacity =
        |site: &Site| site.desc.starts_with("(I") || &*site.class == "java/util/concurrent/SynchronousQueue";
    let mut made = map.sites.iter().filter(|site| &*site.name == "<init>");
    made.any(|site| library::is(&site.class, ClassFact::Bounded) && has_capacity(site))
}

/// Returns whether a program makes queues that sort what they hold.
pub(super) fn makes_sorting_queues(map: &ProgramMap) -> bool {
    let is_queue = |class: &str| library::nature_of(class) == Some(Use::Queue);
    let mut made = map.sites.iter().filter(|site| &*site.name == "<init>" && is_queue(&site.class));
    made.any(|site| library::is(&site.class, ClassFact::Compares))
}

/// Returns whether a call adds at the front of its object. A stack has its top at the end.
pub(super) fn adds_at_front(call: &Site) -> bool {
    has(call, Habit::Fronts) && &*call.class != "java/util/Stack"
}

/// Returns whether a call has a habit of what its object is for.
pub(super) fn has(call: &Site, habit: Habit) -> bool {
    let used = library::nature(&call.class, &call.name, &call.desc);
    used.and_then(|used| library::has_habit(used, habit, &call.name)) == Some(true)
}

/// Returns whether a call is one of an object that reads from outside.
pub(super) fn reads_input(call: &Site) -> bool {
    library::nature(&call.class, &call.name, &call.desc) == Some(Use::Input)
}

/// Returns whether a call is one of an object that holds elements.
pub(super) fn holds_elements(call: &Site) -> bool {
    let used = library::nature(&call.class, &call.name, &call.desc);
    matches!(used, Some(Use::Queue | Use::Collection))
}

/// Returns whether a call changes a field through a handle or an updater so that threads can share the field.
pub(super) fn updates_field(call: &Site) -> bool {
    let by_handle = || {
        &*call.class == "java/lang/invoke/VarHandle"
            && call.name.starts_with("getAnd")
            && !call.name.starts_with("getAndSet")
    };
    let by_updater = || {
        library::is(&call.class, ClassFact::NamesFields)
            && library::nature(&call.class, &call.name, &call.desc) == Some(Use::Atomic)
            && has(call, Habit::Adds)
    };
    by_handle() || by_updater()
}

/// Returns whether a call waits until no other thread holds the lock.
pub(super) fn enters(call: &Site) -> bool {
    library::nature(&call.class, &call.name, &call.desc) == Some(Use::Lock)
        && library::has_habit(Use::Lock, Habit::Enters, &call.name) == Some(true)
}

/// Returns whether the first of several arguments is a number: the place of an element.
fn is_at_index(call: &Site) -> bool {
    call.desc.starts_with("(I") && !call.desc.starts_with("(I)")
}

/// Returns the idiom that a call belongs to.
pub(super) fn idiom(call: Option<&Site>) -> Idiom {
    let (nature, remedy) = match call.and_then(|call| library::nature(&call.class, &call.name, &call.desc)) {
        Some(Use::Queue) if call.is_some_and(adds_at_front) => (Nature::Collect, Remedy::QueueInReverse),
        Some(Use::Queue) if call.is_some_and(may_sort) => (Nature::Collect, Remedy::SortingQueue),
        Some(Use::Map) if call.is_some_and(makes_values) => (Nature::Collect, Remedy::GroupedMaps),
        Some(Use::Atomic) if call.is_some_and(adds_floats) => (Nature::Atomic, Remedy::AlreadySafeButRounds),
        Some(Use::Statistics) if call.is_some_and(adds_floats) => (Nature::Collect, Remedy::RoundedStatisticsPerTask),
        Some(used) => of_use(used),
        None => (Nature::Untraced, Remedy::Guard),
    };
    Idiom { nature, remedy }
}

/// Returns whether a call may be one of a priority queue.
fn may_sort(call: &Site) -> bool {
    library::is(&call.class, ClassFact::Compares)
}

/// Returns whether a call of a map makes the values that others change.
fn makes_values(call: &Site) -> bool {
    library::has_habit(Use::Map, Habit::Makes, &call.name) == Some(true)
}

/// Returns whether a call adds floating point numbers to what holds their sum.
fn adds_floats(call: &Site) -> bool {
    const FLOATS: [&str; 3] = [
        "java/util/concurrent/atomic/DoubleAdder",
        "java/util/concurrent/atomic/DoubleAccumulator",
        "java/util/DoubleSummaryStatistics",
    ];
    FLOATS.contains(&&*call.class)
}

fn of_use(used: Use) -> (Nature, Remedy) {
    match used {
        Use::Traversal => (Nature::Traversal, Remedy::SplitElements),
        Use::Random => (Nature::Random, Remedy::GeneratorPerTask),
        Use::Append => (Nature::Append, Remedy::BuilderPerTask),
        Use::Map => (Nature::Collect, Remedy::ConcurrentMap),
        Use::Queue => (Nature::Collect, Remedy::QueuePerTask),
        Use::Collection => (Nature::Collect, Remedy::CollectionPerTask),
        Use::Output => (Nature::Output, Remedy::PrintInOrder),
        Use::Input => (Nature::Input, Remedy::Pipeline),
        Use::Atomic => (Nature::Atomic, Remedy::AlreadySafe),
        Use::Statistics => (Nature::Collect, Remedy::StatisticsPerTask),
        Use::Lock => (Nature::Lock, Remedy::NoLock),
        Use::OnePerTask => (Nature::PrivateCopy, Remedy::ObjectPerTask),
        Use::OnePerThread => (Nature::PrivateCopy, Remedy::CopyOfHeldObject),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dependences::effects::tests::call;

    #[test]
    fn well_known_classes_are_told_apart() {
        let nature = |class, method| idiom(Some(&call(class, method, "(I)V"))).nature;
        assert_eq!(nature("java/util/ArrayList", "add"), Nature::Collect);
        assert_eq!(nature("java/util/Hashtable", "put"), Nature::Collect);
        assert_eq!(nature("java/util/Random", "nextInt"), Nature::Random);
        let remedy = |class| idiom(Some(&call(class, "add", "(D)V"))).remedy;
        assert_eq!(remedy("java/util/concurrent/atomic/LongAdder"), Remedy::AlreadySafe);
        assert_eq!(remedy("java/util/concurrent/atomic/DoubleAdder"), Remedy::AlreadySafeButRounds);
        assert_eq!(nature("java/lang/StringBuilder", "append"), Nature::Append);
        assert_eq!(nature("java/util/Iterator", "next"), Nature::Traversal);
        assert_eq!(nature("java/nio/MappedByteBuffer", "put"), Nature::PrivateCopy);
    }

    #[test]
    fn what_says_where_it_goes_is_not_gathered() {
        let gathered = |class, name, desc, once| gathers(&call(class, name, desc), true, once);
        assert!(gathered("java/util/List", "add", "(Ljava/lang/Object;)Z", false));
        assert!(!gathered("java/util/List", "add", "(ILjava/lang/Object;)V", false));
        assert!(gathered("java/util/concurrent/atomic/AtomicIntegerArray", "addAndGet", "(II)I", false));
        assert!(gathered("java/util/Iterator", "next", "()Ljava/lang/Object;", true));
        assert!(!gathered("java/util/Iterator", "next", "()Ljava/lang/Object;", false));
        assert!(gathered("java/util/Iterator", "hasNext", "()Z", false));
    }

    #[test]
    fn parts_of_names_say_nothing() {
        for class in [
            "java/util/ArrayList$Itr",
            "java/io/RandomAccessFile",
            "java/lang/StackTraceElement",
            "java/util/EventListener",
            "my/ThreadLocalRandom",
            "my/ArrayList",
        ] {
            assert_eq!(idiom(Some(&call(class, "run", "()V"))).nature, Nature::Untraced, "{class}");
        }
    }
}
