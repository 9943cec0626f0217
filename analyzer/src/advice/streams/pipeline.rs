//! Pipelines in the code: the calls of a stream, from its source to the call that runs it.

use paratrace_jvm::library::{self, MethodFact};
use paratrace_traceformat::map::InstructionId;

use crate::advice::functions::Arguments;
use crate::dependences::Points;
use crate::dependences::runs::Runs;
use crate::model::{self, Obstacle, ObstacleKind};

/// The types of streams.
const STREAMS: [&str; 4] = [
    "java/util/stream/Stream",
    "java/util/stream/IntStream",
    "java/util/stream/LongStream",
    "java/util/stream/DoubleStream",
];

/// What calls do that run functions for elements.
const ENDS: [MethodFact; 10] = [
    MethodFact::GivesEach,
    MethodFact::ReplacesEach,
    MethodFact::RemovesSome,
    MethodFact::Gathers,
    MethodFact::GathersInto,
    MethodFact::Rounds,
    MethodFact::Folds,
    MethodFact::StopsEarly,
    MethodFact::EndsStream,
    MethodFact::SetsElements,
];

/// A pipeline, as the code shows it.
pub(super) struct Pipeline<'m> {
    /// Its calls, from the source on.
    pub(super) calls: Vec<InstructionId>,
    /// The methods that its functions run.
    pub(super) functions: Vec<Runs<'m>>,
    obstacle: Option<Obstacle>,
    rounds: bool,
    reorders: bool,
    /// All functions only make each element from the one before.
    only_iterates: bool,
}

impl<'m> Pipeline<'m> {
    /// Finds the pipeline that ends with a call; `None` if the call ends none, or one that is parallel already.
    pub(super) fn that_ends_with(points: &Points<'m>, end: InstructionId) -> Option<Self> {
        let arguments = Arguments { points };
        if !ENDS.iter().any(|&fact| arguments.is(end, fact)) {
            return None;
        }
        let mut found = Self {
            calls: vec![end],
            functions: Vec::new(),
            obstacle: None,
            rounds: false,
            reorders: false,
            only_iterates: false,
        };
        found.end(arguments, end);
        let mut at = end;
        while points.call(at).is_some_and(|site| STREAMS.contains(&&*site.class)) && !is_source(arguments, at) {
            let Some(before) = arguments.producer(at, 0).filter(|&before| points.call(before).is_some()) else {
                found.stopped(points, ObstacleKind::Source, at);
                break;
            };
            if arguments.is(before, MethodFact::Forks) {
                return None;
            }
            at = before;
            found.calls.push(at);
            if arguments.is(at, MethodFact::Iterates) {
                found.iterates(points, at);
            } else if arguments.is(at, MethodFact::Barrier) && found.functions.is_empty() {
                // It only puts in order what functions before it have given.
            } else if arguments.is(at, MethodFact::Cuts) && found.functions.is_empty() && follows_barrier(arguments, at)
            {
                // All functions have run before it takes some of what they gave.
            } else if !arguments.is(at, MethodFact::Streams) && !arguments.is(at, MethodFact::Stage) {
                found.stopped(points, ObstacleKind::Call, at);
            }
            found.take_functions(arguments, at);
        }
        found.calls.reverse();
        Some(found)
    }

    /// Notes what the last call does.
    fn end(&mut self, arguments: Arguments<'_, 'm>, end: InstructionId) {
        let points = arguments.points;
        self.rounds = arguments.is(end, MethodFact::Rounds) || arguments.round(end);
        self.reorders = arguments.reorder(end);
        if arguments.is(end, MethodFact::EndsStream) {
            return self.stopped(points, ObstacleKind::Call, end);
        }
        if arguments.is(end, MethodFact::GathersInto) {
            if !arguments.gathers_into(end) {
                self.stopped(points, ObstacleKind::Call, end);
            }
            return;
        }
        if arguments.is(end, MethodFact::StopsEarly) {
            self.stopped(points, ObstacleKind::StopsEarly, end);
        }
        if arguments.is(end, MethodFact::Folds) {
            match arguments.operator(end) {
                Some(operator) => self.rounds |= operator.rounds,
                None => return self.stopped(points, ObstacleKind::Operator, end),
            }
        }
        self.take_functions(arguments, end);
    }

    /// Notes that a call makes each element from the one before, which matters more than what other calls do.
    fn iterates(&mut self, points: &Points<'_>, call: InstructionId) {
        self.only_iterates = self.functions.is_empty();
        self.obstacle = Some(Obstacle { kind: ObstacleKind::Iterates, call: name(points, call) });
    }

    fn take_functions(&mut self, arguments: Arguments<'_, 'm>, call: InstructionId) {
        // What an operator is was proved; it need not be traced.
        let is_proved = arguments.is(call, MethodFact::Folds) && self.obstacle.is_none();
        match arguments.functions(call) {
            Some(functions) => self.functions.extend(functions),
            None if is_proved => {}
            None => self.stopped(arguments.points, ObstacleKind::Function, call),
        }
    }

    /// Notes an obstacle. What is not known counts for more than that the end may come early.
    pub(super) fn stopped(&mut self, points: &Points<'_>, kind: ObstacleKind, call: InstructionId) {
        let is_first = self.obstacle.as_ref().is_none_or(|known| known.kind == ObstacleKind::StopsEarly);
        if is_first {
            self.obstacle = Some(Obstacle { kind, call: name(points, call) });
        }
    }

    pub(super) fn obstacle(&self) -> Option<ObstacleKind> {
        self.obstacle.as_ref().map(|obstacle| obstacle.kind)
    }

    pub(super) fn only_iterates(&self) -> bool {
        self.only_iterates
    }

    pub(super) fn rounds(&self) -> bool {
        self.rounds
    }

    /// Returns the call that the pipeline begins with.
    pub(super) fn source(&self) -> InstructionId {
        self.calls[0]
    }

    /// Returns the call that it ends with.
    pub(super) fn end_call(&self) -> InstructionId {
        self.calls[self.calls.len() - 1]
    }

    /// Returns whether it changes what it runs over, between the elements or behind the last one.
    pub(super) fn changes_source(&self, points: &Points<'m>) -> bool {
        let arguments = Arguments { points };
        [MethodFact::ReplacesEach, MethodFact::RemovesSome].iter().any(|&fact| arguments.is(self.end_call(), fact))
    }

    /// Returns the text that makes it parallel, put where its first call is.
    pub(super) fn edit(&self, points: &Points<'_>) -> Option<String> {
        let site = points.call(self.source())?;
        let method = library::method(&site.class, &site.name, &site.desc)?;
        let arguments = if site.desc.starts_with("()") { "" } else { "…" };
        Some(match () {
            () if method.is(MethodFact::SetsElements) => "Arrays.parallelSetAll(…)".to_owned(),
            () if method.is(MethodFact::GivesEach) && site.desc.contains("BiConsumer") => {
                "entrySet().parallelStream().forEach(…)".to_owned()
            }
            () if method.is(MethodFact::GivesEach) => "parallelStream().forEach(…)".to_owned(),
            () if self.changes_source(points) => return None,
            () => format!("{}({arguments}).parallel()", site.name),
        })
    }

    /// Returns it as data.
    pub(super) fn told(self, points: &Points<'_>) -> model::Pipeline {
        let calls = self.calls.iter().map(|&call| name(points, call)).collect();
        model::Pipeline { calls, obstacle: self.obstacle, rounds: self.rounds, reorders: self.reorders }
    }
}

/// Returns whether a stream begins with a call.
fn is_source(arguments: Arguments<'_, '_>, call: InstructionId) -> bool {
    [MethodFact::Streams, MethodFact::Iterates].iter().any(|&fact| arguments.is(call, fact))
}

fn name(points: &Points<'_>, call: InstructionId) -> String {
    points.call(call).map(|site| site.name.clone()).unwrap_or_default()
}

/// Returns whether a call of a stream follows one that gets all elements before it gives the first one.
fn follows_barrier(arguments: Arguments<'_, '_>, call: InstructionId) -> bool {
    arguments.producer(call, 0).is_some_and(|before| {
        arguments.is(before, MethodFact::Barrier)
            || arguments.is(before, MethodFact::Cuts) && follows_barrier(arguments, before)
    })
}
