//! The words of a report: its opening, and those of recommended changes.

use crate::opening::opening;
use paratrace_analyzer::Report;
use paratrace_analyzer::model::{Advice, Remedy};

/// Returns the report with its opening and its advice in words, as its JSON has them.
#[must_use]
pub fn in_words(mut report: Report) -> Report {
    for blocker in report.candidates.iter_mut().flat_map(|candidate| &mut candidate.blockers) {
        blocker.advice = Advice::Words(sentence(&blocker.advice).to_owned());
    }
    report.opening = opening(&report);
    report
}

/// Returns the advice in words.
pub(crate) fn sentence(advice: &Advice) -> &str {
    match advice {
        Advice::Words(words) => words,
        Advice::Remedy(remedy) => words(*remedy),
    }
}

fn words(remedy: Remedy) -> &'static str {
    match remedy {
        Remedy::IterationNumber => "follows from the number of the iteration",
        Remedy::CountedInLocal => {
            "follows from the number of the iteration: a local variable per task in its place, and the last value behind the loop"
        }
        Remedy::RoundedProduct => {
            "follows from the number of the iteration: its product with the step (x = x0 + k * step), which rounds differently from sums"
        }
        Remedy::CopyPerTask => "one copy per task: no iteration needs what another one wrote",
        Remedy::MarksPerTask => {
            "one array per task, filled as this one is before the loop: each iteration only looks for marks that it has set itself"
        }
        Remedy::CopyBefore => {
            "let all tasks read a copy that is made before the loop: they read what later iterations overwrite"
        }
        Remedy::CopyForCall => "a copy for the call: what follows only overwrites it",
        Remedy::KeepLast => "what follows the loop reads the value written last: keep it with its iteration's number",
        Remedy::KeepTogether => {
            "belongs to the value that is found beside it: each task keeps both together; of equal values the one that the loop keeps wins (the first with < and >, the last with <= and >=)"
        }
        Remedy::StartPlusSteps => {
            "each iteration moves it by the same number: an iteration starts with the first value plus that number times its own number"
        }
        Remedy::PrefixSum => {
            "each iteration uses the result so far: compute in parallel what each one adds, then a prefix sum of that (Arrays.parallelPrefix), then the rest in parallel"
        }
        Remedy::PrefixExtremum => {
            "each iteration uses the result so far: compute in parallel the value that each one compares, then the least or greatest so far of those (Arrays.parallelPrefix), then the rest in parallel"
        }
        Remedy::PrefixRoundedSum => {
            "each iteration uses the result so far: compute in parallel what each one adds, then a prefix sum of that (Arrays.parallelPrefix), then the rest in parallel; floating point rounds differently"
        }
        Remedy::Fission => "only this is in order: compute it in a short loop of its own, and the rest in parallel",
        Remedy::ExtremumPerTask => "one value per task, the least or greatest of them at the end (min, max)",
        Remedy::ExtremumByComparison => {
            "one value per task, the least or greatest of them at the end by the same comparison (Math.min and Math.max differ from < and > for NaN and -0.0)"
        }
        Remedy::PartialResults => "one partial result per task, combined at the end (sum, reduce)",
        Remedy::PartialRoundedResults => {
            "one partial result per task, combined at the end (sum, reduce); floating point rounds differently"
        }
        Remedy::AwaitResult => "start the call early and wait where its result is used (CompletableFuture.join)",
        Remedy::AwaitEffect => "start the call early and wait for it before what it did is needed",
        Remedy::AwaitOverwriting => "wait for the calls before this is overwritten, which they use",
        Remedy::OnlyIfNotRun => {
            "iterations are apart only as long as code does not run that did not in this run: with other input it may"
        }
        Remedy::OnlyIfNotTaken => {
            "iterations are apart only as long as all of them go this way at the branch, as in this run: past what is written here, one would read what an earlier one wrote"
        }
        Remedy::NoneForLoop => "each iteration needs what an earlier one computed",
        Remedy::NoneInOtherRuns => {
            "no iteration of this run needed what an earlier one stores there, but with other input one may"
        }
        Remedy::NoneForStream => "an element needs what was computed for an earlier one",
        Remedy::KeepLastCall => "a copy for each call; the value to keep is that of the call that came last in order",
        Remedy::NoneForNextCall => "this result decides what the next call is given, or whether there is one",
        Remedy::NoneForCall => "what follows the call needs what it computed",
        Remedy::Unseen => "what one task changes there, others may see: not known from outside",
        Remedy::UnseenState => "the call may use state that no object shows: not known from outside",
        Remedy::OnlyBookkeeping => {
            "no task took what another one had put there, but all change its size and links: one for each task, or one made to be shared"
        }
        Remedy::UsedUnseen => {
            "code that is not traced gets this result, and may decide by it what the next call is given: not known from outside"
        }
        Remedy::KeepOneObject => {
            "each task overwrites this in an object that it may store or return: what finds the object there later must find one, not a copy per task"
        }
        Remedy::Guard => "its code is not traced: make sure that tasks do not share the object, or guard it",
        Remedy::SplitElements => "hand the elements out by index, or let a parallel stream split the collection",
        Remedy::TakeElementsFirst => {
            "take the elements in a short loop of its own, and hand those out: collections of this program have iterators of their own, which a stream does not ask"
        }
        Remedy::TakeAllFirst => "take all elements first, in order, and handle them in parallel: the loop adds none",
        Remedy::QueueByLevel => {
            "take the elements that are there first, in order; tasks add the next ones to queues of their own, which are joined in order at the end"
        }
        Remedy::ReadFirst => "read all of it first, in order, and handle what was read in parallel",
        Remedy::RememberedOnce => {
            "one ConcurrentHashMap for all tasks: its computeIfAbsent makes each value once, and it does not matter which task asks first"
        }
        Remedy::GeneratorPerTask => {
            "one generator per task: SplittableRandom.split() or ThreadLocalRandom; numbers will differ"
        }
        Remedy::BuilderPerTask => "one builder per task, joined in order at the end (Collectors.joining)",
        Remedy::ConcurrentMap => {
            "one map per task, merged in order at the end (putAll: the last one wins; a hashed map may list its keys in another order); a ConcurrentHashMap only if no key comes twice"
        }
        Remedy::MergedMaps => {
            "one map per task, merged in order at the end by this operation (Map.merge): get and put on a shared map lose updates, also on a concurrent one"
        }
        Remedy::MergedRoundedMaps => {
            "one map per task, merged in order at the end by this operation (Map.merge): get and put on a shared map lose updates, also on a concurrent one; floating point rounds differently"
        }
        Remedy::GroupedMaps => {
            "one map per task, joined at the end in order, key by key (addAll), or Collectors.groupingBy; a concurrent map does not guard its values"
        }
        Remedy::QueuePerTask => "one queue per task, joined in order at the end",
        Remedy::SortingQueue => {
            "one queue per task, joined in order at the end; equal elements of a priority queue may come out in another order"
        }
        Remedy::QueueInReverse => {
            "one queue per task, joined in reverse at the end: what the last task has added is in front of what the others have"
        }
        Remedy::StatisticsPerTask => "one object per task, combined at the end (combine, or a collector)",
        Remedy::RoundedStatisticsPerTask => {
            "one object per task, combined at the end (combine, or a collector); the sum may round differently"
        }
        Remedy::CollectionPerTask => "one collection per task, joined in order at the end (addAll, or a collector)",
        Remedy::PrintInOrder => "let tasks return their text and print it in order",
        Remedy::Pipeline => "read in one thread and process what was read in others: a pipeline",
        Remedy::AlreadySafe => "is already safe to share; LongAdder scales better for counts",
        Remedy::AlreadySafeButRounds => "is already safe to share; floating point rounds differently from run to run",
        Remedy::NoLock => "keeps no order by itself; where each task has a result of its own, no lock is needed",
        Remedy::OneAtATime => {
            "only one task at a time is under this lock: the gain needs what is under it to be short, or no lock, where each task has a result of its own"
        }
        Remedy::ObjectPerTask => "one object per task",
        Remedy::CopyOfHeldObject => {
            "give each task a copy of the object that get() returns here: other threads start with another one"
        }
        Remedy::InitializeBefore => {
            "initialise the class before: the first task that needs it does so, and all others wait"
        }
        Remedy::LeaveLock => {
            "the code around may hold this lock, which tasks take: in other threads they would wait for it, and it for them: run them where it is not held"
        }
        Remedy::OneOrderOfLocks => {
            "tasks take one lock while they hold another: two tasks that take them in opposite orders wait for ever: take them in one order everywhere, or none with results of their own"
        }
        Remedy::SameThreadUnlocks => {
            "only the thread that took a lock can give it back: take and give back in the same task"
        }
        Remedy::LeaveInitializer => {
            "other threads that use the class wait until its initialiser ends, which would wait for them: do this in a method that is called later"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn advice_is_kept_whether_it_is_in_words_or_not() {
        for advice in [Advice::Remedy(Remedy::PrefixSum), Advice::Words(words(Remedy::PrefixSum).to_owned())] {
            let json = serde_json::to_string(&advice).expect("it is text");
            let read: Advice = serde_json::from_str(&json).expect("it was written as advice");
            assert_eq!((&read, sentence(&read)), (&advice, words(Remedy::PrefixSum)));
        }
    }
}
