//! The look of what limits scaling, compared with `tests/golden/scaling.WIDTH[.ascii].txt`. `BLESS=1` writes them anew.
#![allow(clippy::unwrap_used, clippy::panic)]

mod kmeans;

use paratrace_report::communication::TableOptions;
use paratrace_report::{lists::Top, scaling};
use paratrace_scaling::measurements::{Measurements, Metric};
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
#[test]
fn without_counters() {
    let mut measured = kmeans::measured();
    measured.runs.retain(|run| !matches!(run.metric, Metric::Instructions | Metric::CacheMisses));
    measured.runs.iter_mut().filter(|run| run.metric == Metric::Cycles).for_each(|run| run.metric = Metric::CpuTime);
    check("scaling-time.100.txt", &measured, &options(100, true));
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
