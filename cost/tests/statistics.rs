//! The text format of statistics.
#![allow(clippy::unwrap_used, clippy::panic)]

use paratrace_cost::{Accesses, Counter, MethodTime, Run, RunTimes, Statistics, ThreadStatistics, WorkerStatistics};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;

/// The paper's figure 10, without the dots at its end.
const FIGURE: &str = "\
===== statistics =====
VM thd[8] = 4477709 type java.lang.Thread
VM cnt [8,1] = 4430072
VM drd [8,0] = 12495801
VM drd [8,1] = 200
VM drd [8,7] = 12495400
VM main[5] = 5207051
VM cnt [5,1] = 5141155
VM drd [5,0] = 12459201
VM drd [5,7] = 12458800
VM drd [5,2] = 12458600
";

#[test]
fn figure_10() {
    let statistics: Statistics = FIGURE.parse().unwrap();
    assert_eq!(statistics.threads.len(), 2);
    let worker = &statistics.threads[0];
    assert_eq!((worker.id, worker.main, worker.time_us), (8, false, 4_477_709));
    assert_eq!(worker.class.as_deref(), Some("java.lang.Thread"));
    assert_eq!(worker.methods, [MethodTime { number: 1, time_us: 4_430_072, method: None }]);
    let reads: Vec<(u64, u64)> = worker.counters.iter().map(|counter| (counter.id, counter.reads)).collect();
    assert_eq!(reads, [(0, 12_495_801), (1, 200), (7, 12_495_400)]);
    assert_eq!(statistics.time_us(), 5_207_051);
    let run = Run::of_statistics("figure 10", &statistics, None);
    assert_eq!(run.workers.len(), 1, "main is no worker");
    assert_eq!(run.workers[0].accesses, Accesses { scalars: 12_495_801, elements: 12_495_600 });
}

#[test]
fn remarks_and_comments() {
    let text = "# by hand\n\n VM main [1] = 7 name main\nVM thd [2] = 3 type T name \"a \\\"b\\\" \\\\ c\"\n\
                VM cnt [2,1] = 2 method p.C.run(I)V\nVM drd [2,3] = 9 array double[] length 5\nVM dwr [2,3] = 4 index 2..4\n";
    let statistics: Statistics = text.parse().unwrap();
    assert_eq!(statistics.threads[1].name.as_deref(), Some("a \"b\" \\ c"));
    let array = Some("double[]".to_owned());
    let counter = Counter { id: 3, reads: 9, writes: 4, array, length: Some(5), read: None, written: Some((2, 4)) };
    assert_eq!(statistics.threads[1].counters, [counter]);
}

#[test]
fn errors_say_where() {
    for (text, message) in [
        ("VM thd [1] = x", "line 1, column 14: a time in µs expected, `x` found"),
        ("VM thd [1] = 1\nVM drd [1] = 2", "line 2, column 10: `,` expected, `]` found"),
        (
            "VM foo [1] = 1",
            "line 1, column 4: `main`, `thd`, `cnt`, `drd`, `dwr`, `run` or `wrk` expected, `foo` found",
        ),
        ("...", "line 1, column 1: `VM`, `#` or the heading expected, `...` found"),
        ("VM thd [1 = 1", "line 1, column 11: `]` expected, `=` found"),
        ("VM thd [1] =", "line 1, column 13: a time in µs expected, the end of the line found"),
        ("VM thd [1] = 99999999999999999999", "line 1, column 14: 99999999999999999999 is too large"),
        ("VM thd [1] = 1\nVM thd [1] = 2", "line 2, column 4: thd [1] is there twice"),
        ("VM thd [1] = 1\nVM main [1] = 2", "line 2, column 4: main [1] is there twice"),
        ("VM drd [3,0] = 1\nVM drd [2,0] = 1", "line 1, column 9: thread 3 has no line `VM thd [3]` or `VM main [3]`"),
        ("VM thd [1] = 1 name \"x", "line 1, column 21: the closing quote is missing"),
        (
            "VM thd [1] = 1 colour x",
            "line 1, column 16: `type`, `name` or the end of the line expected, `colour` found",
        ),
        ("VM thd [1] = 1 name", "line 1, column 20: a name expected, the end of the line found"),
        ("VM thd [1] = 1\nVM drd [1,2] = 1 length 2 length 3", "line 2, column 27: `length` is there twice"),
        ("VM thd [1] = 1\nVM drd [1,2] = 1 index 2.3", "line 2, column 26: `..` expected, `3` found"),
        (
            "VM thd [1] = 1\nVM drd [1,2] = 1 size 2",
            "line 2, column 18: `array`, `length`, `index` or the end of the line expected, `size` found",
        ),
        ("VM run = 1 sequential x", "line 1, column 23: a time in µs expected, `x` found"),
        ("VM run = 1\nVM run = 2", "line 2, column 4: run is there twice"),
        (
            "VM wrk [1,1] = 1 time 3",
            "line 1, column 18: `name`, `scalars`, `elements` or the end of the line expected, `time` found",
        ),
        ("VM thd [ä] = 1", "line 1, column 9: a thread's number expected, `ä]` found"),
    ] {
        assert_eq!(text.parse::<Statistics>().unwrap_err().to_string(), message, "{text}");
    }
}

fn name() -> impl Strategy<Value = Option<String>> {
    proptest::option::of("[ a-zä.\"\\\\\n\r\t$\\[\\]]{0,8}")
}

fn thread() -> impl Strategy<Value = ThreadStatistics> {
    let indices = || proptest::option::of(any::<(u64, u64)>());
    let counter = (1..u64::MAX, 1..u64::MAX, name(), proptest::option::of(any::<u64>()), (indices(), indices()));
    let parts = (
        any::<(bool, u64)>(),
        (name(), name()),
        btree_map(any::<u64>(), (any::<u64>(), name()), 0..4),
        btree_map(any::<u64>(), counter, 0..5),
    );
    parts.prop_map(|((main, time_us), (class, name), methods, counters)| ThreadStatistics {
        id: 0,
        main,
        time_us,
        class,
        name,
        methods: methods
            .into_iter()
            .map(|(number, (time_us, method))| MethodTime { number, time_us, method })
            .collect(),
        counters: counters
            .into_iter()
            .map(|(id, (reads, writes, array, length, (read, written)))| Counter {
                id,
                reads,
                writes,
                array,
                length,
                read,
                written,
            })
            .collect(),
    })
}

fn run() -> impl Strategy<Value = Option<RunTimes>> {
    let times = (any::<u64>(), proptest::option::of(any::<u64>()));
    proptest::option::of(times.prop_map(|(time_us, sequential_us)| RunTimes { time_us, sequential_us }))
}

fn worker() -> impl Strategy<Value = WorkerStatistics> {
    (any::<[u64; 4]>(), name()).prop_map(|([thread, time_us, scalars, elements], name)| WorkerStatistics {
        thread,
        number: 0,
        time_us,
        name,
        accesses: Accesses { scalars, elements },
    })
}

/// Whoever runs no task is no worker; in a run without methods all threads do but the main one.
#[test]
fn workers_run_tasks() {
    let workers = |text: &str| {
        let run = Run::of_statistics("", &text.parse().unwrap(), None);
        run.workers.into_iter().map(|worker| worker.name).collect::<Vec<_>>()
    };
    let threads = "VM main [1] = 9\nVM thd [2] = 3\nVM thd [3] = 4 name b\n";
    assert_eq!(workers(threads), ["thread 2", "b (3)"]);
    assert_eq!(workers(&format!("{threads}VM cnt [1,1] = 2\nVM cnt [3,1] = 2\n")), ["b (3)"]);
    assert!(workers(&format!("{threads}VM cnt [1,1] = 2\n")).is_empty());
    assert!(workers(&format!("{threads}VM run = 9\n")).is_empty(), "none is said to be one");
    assert_eq!(
        workers(&format!("{threads}VM run = 9\nVM wrk [1,1] = 2 name a\nVM wrk [1,2] = 2\n")),
        ["a", "worker 2"]
    );
}

/// What is said of the run counts in place of its threads.
#[test]
fn runs_say_their_times() {
    let text = "VM main [1] = 9000\nVM run = 7000 sequential 21000\nVM wrk [1,1] = 2000 scalars 5 elements 8\n";
    let run = |sequential| Run::of_statistics("", &text.parse().unwrap(), sequential);
    assert_eq!(
        (run(None).time_ms, run(None).sequential_ms, run(Some(14_000)).sequential_ms),
        (7.0, Some(21.0), Some(14.0))
    );
    assert_eq!(run(None).workers[0].accesses, Accesses { scalars: 5, elements: 8 });
    assert_eq!(
        text.parse::<Statistics>().unwrap().time_us(),
        9000,
        "that of a sequential program is the main thread's"
    );
}

proptest! {
    #[test]
    fn what_is_written_is_read(
        threads in vec(thread(), 0..5),
        first in 0u64..1000,
        run in run(),
        workers in vec(worker(), 0..4),
    ) {
        let mut statistics = Statistics { threads, run, workers };
        for (worker, number) in statistics.workers.iter_mut().zip(1..) {
            worker.number = number;
        }
        for (thread, id) in statistics.threads.iter_mut().zip(first..) {
            thread.id = id;
        }
        let text = statistics.to_string();
        prop_assert_eq!(text.parse::<Statistics>().unwrap(), statistics);
    }

    #[test]
    fn anything_is_read_or_refused(text in "(VM|thd|drd|\\[|,|\\]|=|[0-9]| |\"|\n|name|x|ä){0,40}") {
        let _ = text.parse::<Statistics>();
    }
}
