//! Verdicts: the ways in which a candidate can run.

use super::Term;

const SEE: &str = "docs/report.md#candidates-and-advice";

pub(super) const TERMS: &[Term] = &[
    Term::new(
        "verdict",
        &["verdicts"],
        "The way in which the tasks of a candidate can run at the same time, judged by this run with this input: \
         independent, with private copies, as a reduction, and so on, down to serial and not known.",
        SEE,
    ),
    Term::new(
        "independent",
        &[],
        "No task needs anything of another one: they can run at the same time as they are.",
        SEE,
    )
    .example("for (int i = 0; i < n; i++) b[i] = f(a[i]);\nIntStream.range(0, n).parallel().forEach(i -> b[i] = f(a[i]));"),
    Term::new(
        "independent with private copies",
        &["private copies", "independent once each has its own copy of what they overwrite"],
        "Tasks use one object or array one after the other, but none needs what another left there: give each task its \
         own.",
        SEE,
    )
    .example("for (Row r : rows) { fill(buffer, r); print(buffer); }           // one buffer\nrows.parallelStream().forEach(r -> { var own = new int[N]; … });  // one per task"),
    Term::new(
        "reduction",
        &["reduce", "reduce (sum)", "reduce (product)", "reduce (bits)", "reduce (min, max)", "reduce (part by part)", "combined", "sum", "product", "and", "or", "xor", "minimum", "maximum", "extremum"],
        "Tasks only add to one value (or multiply, take the minimum, …), and nothing else reads it meanwhile: let each \
         task gather a part, and combine the parts at the end. Floating-point results differ in their last digits.",
        SEE,
    )
    .example("for (int i = 0; i < n; i++) sum += f(i);\nlong sum = IntStream.range(0, n).parallel().mapToLong(i -> f(i)).sum();"),
    Term::new(
        "independent with changes",
        &["with changes", "independent but for what they share"],
        "Tasks share an object, such as a list that all of them fill; with the change that is named beside each they can \
         run at the same time.",
        SEE,
    ),
    Term::new(
        "overlapping",
        &["pipeline", "pipelines", "DOACROSS", "can overlap if they keep their order (a pipeline)"],
        "Each task needs a value of an earlier one, but the value comes early, or is used late: the next task can begin \
         before the last has ended.",
        SEE,
    )
    .example("for (;;) { line = in.readLine(); parse(line); }   // parse one line while the next is read"),
    Term::new(
        "future",
        &["futures", "can run beside what follows (a future)"],
        "A call whose result is not needed at once: start it, go on, and wait where the result is used.",
        SEE,
    )
    .example("var left = CompletableFuture.supplyAsync(() -> sort(a));\nvar right = sort(b);  return merge(left.join(), right);"),
    Term::new(
        "prefix sum",
        &["scan", "prefix sum of"],
        "Every task needs the sum of all before it. It looks serial, but what each task adds can be computed in \
         parallel, and then a parallel algorithm finds the sums, which adds about twice as often.",
        SEE,
    )
    .example("for (int i = 1; i < n; i++) a[i] += a[i - 1];\nArrays.parallelPrefix(a, Integer::sum);"),
    Term::new(
        "search",
        &["speculation", "speculative"],
        "Each task decides whether there is a next one, as in looking for the first match. Further tasks could only be \
         tried ahead, and their work is lost if the search ends before them.",
        SEE,
    )
    .example("for (int i = 0; i < n; i++) if (matches(a[i])) return i;"),
    Term::new(
        "serial",
        &["must run one after the other"],
        "Each task needs what the one before it computed: they must run one after the other unless the algorithm \
         changes.",
        SEE,
    )
    .example("for (int i = 0; i < n; i++) x = f(x);"),
    Term::new(
        "not known",
        &[],
        "Tasks use an object whose code is not traced and not exactly known, or overwrite an object that they may keep. Whether they \
         disturb each other cannot be told from this run, so nothing is promised.",
        SEE,
    ),
    Term::new(
        "identity not certain",
        &["identity_uncertain", "identity"],
        "Arrays and objects of untraced classes are told apart by their hash. Two of them may have had the same one, so \
         a dependence that is not there may have been seen here.",
        "docs/report.md#the-json-form-paratracereport1",
    ),
];
