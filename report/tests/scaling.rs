//! The look of what limits scaling, compared with `tests/golden/scaling.WIDTH[.ascii].txt`. `BLESS=1` writes them anew.
#![allow(clippy::unwrap_used, clippy::panic)]

mod kmeans;

use paratrace_report::communication::TableOptions;
use paratrace_report::{lists::Top, scaling};
use paratrace_scaling::measurements::{Measurements, Metric, Sample, ThreadKind, ThreadProfile, Version};
use paratrace_scaling::{Settings, analyze};
use std::path::Path;
use std::{env, fs};

fn options(width: usize, unicode: bool) -> TableOptions {
    TableOptions { top: Top::default(), color: false, unicode, width }
}

fn check(name: &str, measured: &Measurements, options: &TableOptions) {
    let found = analyze(measured, &Settings::default()).unwrap();
    let shown = scaling::text(&found, options);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name);
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &shown).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(shown == expected, "{name} differs (BLESS=1 accepts it):\n{shown}");
    assert!(shown.lines().all(|line| line.chars().count() <= options.width), "{name}: a line is too long");
}

#[test]
fn wide() {
    check("scaling.100.txt", &kmeans::measured(), &options(100, true));
}

#[test]
fn narrow() {
    check("scaling.60.ascii.txt", &kmeans::measured(), &options(60, false));
}

/// What a machine without hardware counters gives.
fn without_hardware() -> Measurements {
    let mut measured = kmeans::measured();
    measured.runs.retain(|run| !matches!(run.metric, Metric::Instructions | Metric::CacheMisses));
    for run in measured.runs.iter_mut().filter(|run| run.metric == Metric::Cycles) {
        run.metric = Metric::CpuTime;
        // At 3 GHz.
        run.profiles.iter_mut().flat_map(|thread| &mut thread.samples).for_each(|sample| sample.value /= 3.0);
    }
    measured
}

#[test]
fn without_counters() {
    check("scaling-time.100.txt", &without_hardware(), &options(100, true));
}

/// The same with traced runs, whose simulated threads need a tenth less time than those that were measured.
#[test]
fn traces_beside_what_was_measured() {
    let mut measured = without_hardware();
    let times: Vec<_> = measured.runs.iter().filter(|run| run.metric == Metric::CpuTime).cloned().collect();
    for (metric, factor) in [(Metric::SimulatedTime, 0.9), (Metric::Bytecodes, 3.0)] {
        for mut run in times.iter().filter(|run| run.iteration == 0).cloned() {
            run.metric = metric;
            run.profiles.iter_mut().flat_map(|thread| &mut thread.samples).for_each(|sample| sample.value *= factor);
            measured.runs.push(run);
        }
    }
    check("scaling-traces.80.txt", &measured, &options(80, true));
}

/// Nothing but elapsed times: a speed-up, and no reason.
#[test]
fn without_samples() {
    let mut measured = kmeans::measured();
    measured.runs.retain(|run| run.metric == Metric::Elapsed);
    check("scaling-elapsed.80.txt", &measured, &options(80, true));
}

/// `PAGE=FILE` writes the page, to look at it.
#[test]
fn the_page_needs_nothing_else() {
    let mut measured = kmeans::measured();
    measured.frames[2] = "demo.KMeans.</script>".into();
    let found = analyze(&measured, &Settings::default()).unwrap();
    let page = scaling::html(&measured, &found).unwrap();
    if let Some(file) = env::var_os("PAGE") {
        fs::write(file, &page).unwrap();
    }
    assert_eq!(page.matches("</script>").count(), 2, "what is measured ends no element");
    assert!(!page.contains("src=\"") && !page.contains("@import") && !page.contains("url(http"));
    assert!(["/*DATA*/", "/*STYLE*/", "/*SCRIPT*/"].iter().all(|mark| !page.contains(mark)));
}

/// Work that is spread evenly, on a quiet machine.
fn even(waits: f64) -> Measurements {
    let mut measured = kmeans::measured();
    measured.runs.retain(|run| !matches!(run.metric, Metric::Instructions | Metric::CacheMisses) && run.threads < 4);
    for run in &mut measured.runs {
        let work = if run.version == Version::Sequential { 3 } else { 4 };
        let stack = if run.metric == Metric::LockTime { 6 } else { work };
        let value = if run.metric == Metric::LockTime { waits } else { 1e9 / f64::from(run.threads) };
        let of = |name: String| ThreadProfile {
            name,
            id: 0,
            kind: ThreadKind::Application,
            samples: vec![Sample { stack, value, time: None }],
        };
        run.profiles = (0..run.threads).map(|number| of(format!("worker-{number}"))).collect();
    }
    measured
}

fn verdict(measured: &Measurements) -> String {
    scaling::verdict(&analyze(measured, &Settings::default()).unwrap())
}

#[test]
fn nothing_limits() {
    let told = verdict(&even(0.0));
    assert!(
        told.ends_with("(calculated 2.00). Nothing limits it: the end of no limitation would bring 5 %."),
        "{told}"
    );
}

/// The main thread lives for twice as long as its workers are busy.
#[test]
fn idle_time_is_where_the_main_thread_waits() {
    let mut measured = even(0.0);
    measured.runs.iter_mut().filter(|run| run.metric == Metric::Cycles).for_each(|run| run.metric = Metric::CpuTime);
    let lives = |run: &&mut paratrace_scaling::measurements::Run| run.metric == Metric::WallTime && run.threads == 2;
    for run in measured.runs.iter_mut().filter(lives) {
        let samples = vec![Sample { stack: 8, value: 1e9, time: None }];
        run.profiles.push(ThreadProfile { name: "main".into(), id: 9, kind: ThreadKind::Application, samples });
    }
    let told = verdict(&measured);
    let expected = "(calculated 1.00). Idle time (threads that wake up or wait for a processor, unevenly handed out rounds, pauses of the \
                    JVM) limits it most: without it 2.00. Thread main waits in KMeans.run (100 % of its waits): larger pieces \
                    of work wait less often.";
    assert!(told.ends_with(expected), "{told}");
    // With work to do, it waits for a processor.
    for sample in measured.runs.iter_mut().flat_map(|run| &mut run.profiles).flat_map(|thread| &mut thread.samples) {
        sample.stack = if sample.stack == 8 { 4 } else { sample.stack };
    }
    let told = verdict(&measured);
    assert!(told.contains("it has work, and no processor. Does something else use them?"), "{told}");
}

#[test]
fn waits_leave_no_speedup() {
    let told = verdict(&even(1e12));
    let expected = "(calculated: undefined). Waiting for locks limits it most: without it 2.00. Look at Progress.step, which \
                    waits for demo.Progress: 100 % of all waits.";
    assert!(told.ends_with(expected), "{told}");
}
