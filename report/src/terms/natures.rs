//! Natures of dependences between tasks, by the words that begin the lines of blockers.

use super::Term;

const SEE: &str = "docs/report.md#candidates-and-advice";

pub(super) const TERMS: &[Term] = &[
    Term::new(
        "counter",
        &["counters"],
        "The loop's own `i++`. It blocks nothing: each task knows its number.",
        SEE,
    ),
    Term::new(
        "privatise",
        &["private copy"],
        "Give each task its own copy of a variable or array: tasks overwrite it, but none reads what another one wrote.",
        SEE,
    )
    .example("int[] buffer = new int[N];  for (…) { fill(buffer); use(buffer); }   // one for all\nfor (…) { int[] buffer = new int[N]; fill(buffer); use(buffer); }     // one each"),
    Term::new(
        "keep the last of",
        &["last value", "live-out"],
        "Tasks overwrite a variable, and what follows the loop reads the value written last: keep it together with the \
         number of its iteration, and let the greatest number win.",
        SEE,
    )
    .example("for (int i = 0; i < n; i++) if (a[i] > 200) last = a[i];\nreturn last;"),
    Term::new(
        "collect",
        &[],
        "Tasks put things into one collection or map: use a concurrent one, or one per task that is joined at the end.",
        SEE,
    )
    .example("for (var x : in) out.add(f(x));\nvar out = in.parallelStream().map(x -> f(x)).toList();"),
    Term::new(
        "append",
        &[],
        "Tasks append to one text: one builder per task, joined in order at the end.",
        SEE,
    ),
    Term::new(
        "traversal",
        &[],
        "Tasks take the elements of a collection one by one from an iterator: hand them out by index, or use a parallel \
         stream, which splits the collection.",
        SEE,
    ),
    Term::new(
        "random numbers",
        &["random"],
        "Tasks draw from one generator of random numbers: give each its own (SplittableRandom.split()). The numbers will \
         be others.",
        SEE,
    ),
    Term::new("output", &[], "Tasks write to one stream or file: let them return what they would write, and write it in order.", SEE),
    Term::new("input", &[], "Tasks read from one stream or file, one after the other: read in one thread, process in others.", SEE),
    Term::new(
        "initialise before",
        &["initialization"],
        "The first task that needs a class runs its initialiser, whose values all tasks need: initialise the class before.",
        SEE,
    ),
    Term::new(
        "not while initialising",
        &["initializing"],
        "The initialiser of a class runs the tasks. Another thread that uses the class waits until the initialiser ends; if that waits \
         for the thread, both wait for ever.",
        SEE,
    ),
    Term::new(
        "locks of",
        &["held lock"],
        "The code around the tasks may hold a lock that they take. Another thread waits until it is released; if its holder waits for the \
         thread, both wait for ever. So do two tasks that take two locks in opposite orders.",
        SEE,
    ),
    Term::new("atomic", &[], "Tasks change an atomic variable, which is safe to share already.", SEE),
    Term::new(
        "lock",
        &[],
        "Tasks enter and leave one lock, which keeps no order between them. What they change under it is judged by itself: if that is a \
         sum, each task can have its own, and needs no lock.",
        SEE,
    ),
    Term::new(
        "join on",
        &["join"],
        "Wait there for the result of a call that was started earlier.",
        SEE,
    )
    .example("var price = CompletableFuture.supplyAsync(() -> price(order));\n…; total += price.join();"),
    Term::new(
        "unknown",
        &["untraced object"],
        "Tasks call methods of one object whose code is not traced and not exactly known: what one changes there, \
         others may see.",
        SEE,
    ),
    Term::new(
        "condition",
        &["not-run"],
        "Code of the loop that did not run would make iterations depend on one another through this location. They are apart only as \
         long as it does not run: make sure that it cannot, or that it may come in any order.",
        SEE,
    )
    .example("for (int i = 0; i < n; i++) { if (rare(i)) last = i; use(last); }   // last: never assigned in this run"),
    Term::new(
        "may be kept",
        &["kept"],
        "Each task overwrites a part of one object, so each could have a copy; but it may also store the object, or return it. What \
         finds it later must find one object, not a copy per task.",
        SEE,
    )
    .example("for (int i = 0; i < n; i++) { point.x = f(i); use(point); all[i] = point; }   // one object in all places"),
    Term::new(
        "in order",
        &["chain", "fission"],
        "A short value goes from each round to the next. Most of a round does not take part in that: compute these values \
         first, one after the other, and run the rest in parallel (fission).",
        SEE,
    )
    .example("for (Node n = first; n != null; n = n.next) work(n);\nnodes.parallelStream().forEach(n -> work(n));   // nodes: collected first"),
    Term::new(
        "blocked by",
        &["flow", "blocked"],
        "A value goes from one task to the next through this location, and no known change gets rid of that.",
        SEE,
    )
    .example("for (Token t = first(); t != null; t = next(t)) …   // blocked by variable t"),
];
