//! Recommended changes: what would let tasks run without waiting for each other at a location.

use serde::{Deserialize, Serialize};

/// The recommended change of a blocker.
///
/// The analyzer names a [`Remedy`]; whoever shows a report words it. A report that was written in words is read in words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Advice {
    /// A remedy, in JSON by its name.
    Remedy(Remedy),
    /// Words for a person.
    Words(String),
}

/// A change of the program that removes a blocker, or the reason why there is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Remedy {
    /// None is needed: the value follows from the iteration's number.
    IterationNumber,
    /// The same of a field: each task has a local variable in its place.
    CountedInLocal,
    /// The value is about the product of the iteration's number and the step: sums of steps round otherwise.
    RoundedProduct,
    /// Each iteration works on its own copy.
    CopyPerTask,
    /// Each task has its own array of marks, which begins as the first one does: iterations only look for their own stamps.
    MarksPerTask,
    /// All tasks read a copy that was made before.
    CopyBefore,
    /// The call works on its own copy.
    CopyForCall,
    /// The write of the last iteration is the one to keep.
    KeepLast,
    /// The value belongs to what a reduction finds, as its position does: each task keeps both together.
    KeepTogether,
    /// The sums so far are computed as a parallel prefix sum.
    PrefixSum,
    /// The least or greatest values so far are computed as a parallel prefix.
    PrefixExtremum,
    /// What each iteration starts with is computed from the number of the iteration.
    StartPlusSteps,
    /// The same of values that may be floating point: sums in another order round differently.
    PrefixRoundedSum,
    /// The chain is computed in a loop of its own, before the rest or after it.
    Fission,
    /// Each task keeps its least or greatest value, and the least or greatest of those is taken.
    ExtremumPerTask,
    /// The same of values that may be floating point, for which `Math.max` is not what a comparison does.
    ExtremumByComparison,
    /// Each task computes a partial result, and those are combined: whole numbers or truth values.
    PartialResults,
    /// The same of values that may be floating point: sums in another order round differently.
    PartialRoundedResults,
    /// The call starts early, and its result is awaited where it is used.
    AwaitResult,
    /// The call starts early, and is awaited where something needs what it did.
    AwaitEffect,
    /// The same, before what it uses is overwritten.
    AwaitOverwriting,
    /// Tasks are apart as long as code does not run that did not in this run.
    OnlyIfNotRun,
    /// None is needed as long as no task takes the way at a branch that none took.
    OnlyIfNotTaken,
    /// None is known: an iteration needs what an earlier one computed.
    NoneForLoop,
    /// None is known: no iteration of this run needed what an earlier one computed, but the code says that one may.
    NoneInOtherRuns,
    /// None is known: handling an element needs what handling an earlier one computed.
    NoneForStream,
    /// What follows the calls keeps the value of the one that came last in order.
    KeepLastCall,
    /// None is known: the result decides what the next call is given, or whether there is one.
    NoneForNextCall,
    /// None is known: what follows the call needs what it computed.
    NoneForCall,
    /// None is known: the object's code is not traced.
    Unseen,
    /// None is known: tasks share how the object keeps things, and none of them took what another one had put there.
    OnlyBookkeeping,
    /// None is known: code that is not traced uses the result.
    UsedUnseen,
    /// Tasks may keep the object that they overwrite: if so, there must be only one.
    KeepOneObject,
    /// The object's code is not traced: it is guarded, or not shared.
    Guard,
    /// Elements are handed out by index, or by a parallel stream.
    SplitElements,
    /// The elements are taken in order by a loop of their own, and handed out then.
    TakeElementsFirst,
    /// All elements are taken first, in order, as nothing is added meanwhile.
    TakeAllFirst,
    /// The elements that are there are taken first, those that tasks add are joined in order.
    QueueByLevel,
    /// All of it is read first.
    ReadFirst,
    /// A concurrent map makes each value once, whoever asks first.
    RememberedOnce,
    /// Each task has a generator of random numbers.
    GeneratorPerTask,
    /// Each task has a builder, and the texts are joined in order.
    BuilderPerTask,
    /// A concurrent map, or a map per task.
    ConcurrentMap,
    /// A map per task, merged at the end by the operation that updates the values.
    MergedMaps,
    /// The same of values that may be floating point: sums in another order round differently.
    MergedRoundedMaps,
    /// A map per task, whose values are joined at the end, in order.
    GroupedMaps,
    /// A queue for each task, joined in order.
    QueuePerTask,
    /// The same, of queues that may sort their elements: equal ones may come out in another order.
    SortingQueue,
    /// A queue for each task, joined in the opposite order: all add at the front.
    QueueInReverse,
    /// Each task has a collection, and those are joined in order.
    CollectionPerTask,
    /// Nobody knows what state a call uses.
    UnseenState,
    /// Statistics for each task, combined at the end.
    StatisticsPerTask,
    /// The same, of floating point numbers: their sum is rounded in another way.
    RoundedStatisticsPerTask,
    /// Tasks return their text, which is printed in order.
    PrintInOrder,
    /// One thread reads, and others process what was read.
    Pipeline,
    /// None is needed: the object may be shared as it is.
    AlreadySafe,
    /// The object may be shared as it is, but sums in another order round differently.
    AlreadySafeButRounds,
    /// None is needed: with results of its own, no task needs the lock.
    NoLock,
    /// What is under the lock is made shorter, or the lock is left out.
    OneAtATime,
    /// Each task has an object of its own.
    ObjectPerTask,
    /// Each task has a copy of the object that a variable of the thread holds.
    CopyOfHeldObject,
    /// The class is initialised before the tasks.
    InitializeBefore,
    /// The tasks run after the class is initialised, or use another one.
    LeaveInitializer,
    /// The tasks run where the lock is not held.
    LeaveLock,
    /// All tasks take their locks in one order.
    OneOrderOfLocks,
    /// The thread that takes a lock gives it back.
    SameThreadUnlocks,
}
