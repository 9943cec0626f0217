//! Figures of runs, loops and methods.

use super::Term;

const PATH: &str = "docs/metrics.md#critical-path";
const LOOPS: &str = "docs/metrics.md#loops-and-methods";
const ADVICE: &str = "docs/report.md#candidates-and-advice";
const SIMULATION: &str = "docs/simulation.md#the-model";

pub(super) const TERMS: &[Term] = &[
    Term::new(
        "instruction",
        &["instructions", "node", "nodes"],
        "One execution of one bytecode instruction of your code. All lengths and shares are counted in instructions, \
         not in seconds.",
        "docs/metrics.md#trace-model",
    ),
    Term::new(
        "critical path",
        &["longest chain"],
        "The longest chain of instructions of which each needs a value of the one before, from thread to thread. \
         However many cores there are, the run cannot be shorter than it.",
        PATH,
    )
    .example("for (int i = 1; i < n; i++) a[i] = a[i - 1] + 1;  // each round lengthens the chain\nfor (int i = 0; i < n; i++) b[i] = f(i);         // rounds lie side by side"),
    Term::new(
        "slack",
        &[],
        "How many instructions later a line could come without making the critical path longer. 0 means that no delay \
         is without effect.",
        "docs/report.md#the-critical-path-as-json-paratracecritical-path1-paratracewhy1",
    ),
    Term::new(
        "parallelism",
        &[],
        "Instructions divided by the length of the critical path: how many could run at the same time on average. It is \
         a bound; threads and memory cost extra.",
        PATH,
    ),
    Term::new(
        "parallelism without loop counters",
        &["if loop counters cost nothing", "without induction", "parallelism_without_induction", "induction"],
        "The parallelism if counting the rounds of loops took no time. If it is far greater than the parallelism, only \
         the counters hold the run back, and every parallel loop gets rid of them.",
        PATH,
    )
    .example("for (int i = 0; i < n; i++) b[i] = f(i);  // i++ waits for i++, f(i) for nothing else"),
    Term::new(
        "parallelism with synchronization",
        &["with its locks and joins", "with_synchronization"],
        "The parallelism if code also waits for what its threads synchronise on: starts, joins, locks, volatile fields. If it \
         is far below the parallelism, the program's own locks hold its threads back, and not its data.",
        PATH,
    ),
    Term::new(
        "self-parallelism",
        &["loop parallelism"],
        "The parallelism of a loop or method itself, without that of the loops inside it. 1 says: an inner loop has \
         it; near the number of iterations: run this loop in parallel.",
        LOOPS,
    ),
    Term::new(
        "influence",
        &["of run", "share"],
        "The share of the run's instructions that a loop or method takes, with everything that it calls. Below 5 % \
         nothing done there can be seen in the whole.",
        LOOPS,
    ),
    Term::new(
        "gain",
        &[],
        "Of a loop: influence² · parallelism, the order in which loops are listed. It is not a speed-up.",
        LOOPS,
    ),
    Term::new(
        "speed-up",
        &["speedup", "local_speedup", "gains"],
        "Time before divided by time after: 2.00× is half the time. Each list says above it on how many cores, and \
         whether it is a bound, an estimate or simulated.",
        ADVICE,
    ),
    Term::new(
        "Amdahl bound",
        &["amdahl", "Amdahl's law"],
        "The greatest speed-up of the run on the given cores if only this loop ran in parallel: the rest of the run \
         takes as long as before.",
        LOOPS,
    ),
    Term::new(
        "iteration",
        &["iterations", "round", "rounds"],
        "One round of a loop, as a task of its own. Tables count executions of the body; JSON also has those of the \
         loop's head, where the last test counts, too.",
        LOOPS,
    ),
    Term::new("loop", &["loops"], "A loop of the source; one instance of it is from entering to leaving it.", LOOPS),
    Term::new(
        "candidate",
        &["candidates"],
        "A loop whose iterations, or a method whose calls, were examined: could they run at the same time?",
        ADVICE,
    ),
    Term::new(
        "task",
        &["tasks"],
        "The piece of work that one core would take: an iteration of a loop, or a call of a method. In `shared` and \
         `cost` a task is a thread, or a method that you name.",
        ADVICE,
    ),
    Term::new(
        "task cost",
        &["cost of a task"],
        "How many instructions it takes to hand a task to another core. Tasks that are not much longer than that are \
         not worth it: put several iterations into one task.",
        SIMULATION,
    ),
    Term::new(
        "chunk",
        &["chunks", "grain", "in a task"],
        "Several iterations that follow one another, run as one task, so that the cost of a task is paid once for all \
         of them.",
        SIMULATION,
    )
    .example("IntStream.range(0, n / 1000).parallel()\n    .forEach(c -> { for (int i = c * 1000; i < (c + 1) * 1000; i++) work(i); });"),
    Term::new(
        "simulation",
        &["simulate", "simulated"],
        "The recorded run played again with tasks on a number of cores, each instruction waiting for the values that it \
         needs.",
        SIMULATION,
    ),
    Term::new(
        "stall",
        &["stalls", "then waits for"],
        "Time in which a simulated task has a core but waits for a value of an earlier task. The list names what tasks \
         wait for most.",
        SIMULATION,
    ),
    Term::new(
        "cores busy",
        &["utilisation", "cores busy then", "busy"],
        "The share of the time in which simulated cores execute instructions; the rest is waiting, or there is no task.",
        SIMULATION,
    ),
    Term::new(
        "ladder",
        &["rung", "step", "as is", "as advised", "own counters and locals", "without"],
        "What a candidate would bring step by step: as it is, with counters and locals of its own, with private copies, \
         without the dependence that tasks wait for most, and so on.",
        "docs/simulation.md#the-ladder",
    ),
    Term::new(
        "plan",
        &["plans", "best plans", "together", "or instead"],
        "Candidates to use together: those of which none runs inside another, with the greatest speed-up in sum.",
        "docs/simulation.md#plans",
    ),
];
