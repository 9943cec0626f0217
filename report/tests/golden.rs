//! The look of results, compared with files: `tests/golden/NAME.json` is a result, `NAME.WIDTH[.color|.ascii|.exclude].txt` what
//! it must look like; its schema says which view it is for. `BLESS=1 cargo test -p paratrace-report` writes the texts
//! anew.
#![allow(clippy::unwrap_used, clippy::panic)]

use paratrace_report::{lists::Top, rows::RowFilter, sources::SourceFinder, text};
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// Patterns of texts with `exclude` in their names.
const EXCLUDED: [&str; 2] = ["demo.Rays.render", "Inputs.work"];

/// Options as the parts of a golden file's name say.
fn options(parts: &[&str]) -> text::TextOptions {
    text::TextOptions {
        top: Top::of(4),
        color: parts.contains(&"color"),
        unicode: !parts.contains(&"ascii"),
        width: parts.iter().find_map(|p| p.parse().ok()).unwrap(),
        cores: 8,
        mine: Vec::new(),
        rows: if parts.contains(&"exclude") {
            RowFilter::new(&[], &EXCLUDED.map(str::to_owned))
        } else {
            RowFilter::default()
        },
        sources: SourceFinder::new(&[folder().join("sources")], &[], Path::new("/nowhere")),
    }
}

/// The view of a result.
fn shown(json: &str, options: &text::TextOptions) -> String {
    fn view<T: DeserializeOwned>(
        json: &str,
        options: &text::TextOptions,
        view: fn(&T, &text::TextOptions) -> String,
    ) -> String {
        view(&serde_json::from_str(json).unwrap(), options)
    }
    let result: serde_json::Value = serde_json::from_str(json).unwrap();
    match result["schema"].as_str().unwrap() {
        "paratrace.report/1" => view(json, options, text::summary),
        "paratrace.critical-path/1" => view(json, options, text::critical_path),
        "paratrace.why/1" => view(json, options, text::why),
        "paratrace.simulations/1" => view(json, options, text::simulations),
        "paratrace.diff/1" => view(json, options, text::diff),
        "paratrace.merged/1" => view(json, options, text::merged),
        other => panic!("{other}"),
    }
}

fn check(file: &str) {
    let parts: Vec<_> = file.split('.').collect();
    let result = fs::read_to_string(folder().join(parts[0]).with_extension("json")).unwrap();
    let shown = shown(&result, &options(&parts));
    let path = folder().join(file);
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &shown).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(shown == expected, "{file} differs (BLESS=1 accepts it):\n{shown}");
    if !parts.contains(&"color") {
        let width = options(&parts).width;
        assert!(shown.lines().all(|l| l.chars().count() <= width), "{file}: a line is too long");
    }
}

#[test]
fn wide() {
    check("raytracer.100.txt");
}

#[test]
fn very_wide() {
    check("raytracer.140.txt");
}

#[test]
fn middle() {
    check("raytracer.80.txt");
}

#[test]
fn narrow() {
    check("raytracer.50.txt");
}

#[test]
fn coloured() {
    check("raytracer.100.color.txt");
}

#[test]
fn ascii_only() {
    check("raytracer.100.ascii.txt");
}

#[test]
fn rows_are_hidden() {
    check("raytracer.100.exclude.txt");
    check("merged.100.exclude.txt");
}

#[test]
fn critical_paths_with_locks() {
    check("locks.100.txt");
    check("locks.60.ascii.txt");
    check("why-locks.100.txt");
}

#[test]
fn incomplete() {
    check("incomplete.100.txt");
}

#[test]
fn left_out_for_memory() {
    check("left-out.100.txt");
}

#[test]
fn empty() {
    check("empty.100.txt");
}

#[test]
fn critical_paths() {
    check("critical-path.100.txt");
    check("critical-path.60.ascii.txt");
}

#[test]
fn why() {
    check("why.100.txt");
    check("why-not.100.txt");
}

#[test]
fn simulations() {
    check("simulation.100.txt");
    check("simulation.60.txt");
}

#[test]
fn two_runs() {
    check("diff.100.txt");
    check("diff.60.ascii.txt");
}

#[test]
fn several_runs() {
    check("merged.100.txt");
    check("merged.60.txt");
}

/// Figures of a run on a traced JDK count what the JDK executes.
#[test]
fn a_traced_jdk_is_told() {
    let of = |name: &str, places: &[&str]| {
        let mut document: serde_json::Value =
            serde_json::from_str(&fs::read_to_string(folder().join(name)).unwrap()).unwrap();
        let place = places.iter().fold(&mut document, |place, name| &mut place[*name]);
        match places {
            [_] => place["jdk_traced"] = true.into(),
            _ => *place = serde_json::json!({"traced": true, "methods": 2000, "traced_methods": 1900}),
        }
        let text = shown(&document.to_string(), &options(&["", "140", "txt"]));
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let report = of("raytracer.json", &["coverage", "jdk"]);
    assert!(report.contains("The JDK is traced, too: 1,900 methods of java.base."), "{report}");
    assert!(!report.contains("JDK is not traced"), "{report}");
    let diff = of("diff.json", &["after"]);
    assert!(diff.contains("The JDK is traced in the second run only"), "{diff}");
}
