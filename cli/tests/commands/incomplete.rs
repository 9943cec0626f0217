//! A trace that cannot be replayed to its end: every command says so first, and ends with a status of its own.

use super::common::{Traced, paratrace, parsed, succeed, text};
use paratrace_analyzer::{Options, analyze};
use paratrace_traceformat::map::{ProgramMap, StartKind};
use paratrace_traceformat::trace::write::{Column, SegmentWriter};
use paratrace_traceformat::trace::{ColumnKind, Encoding, TraceDir};
use serde_json::json;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// The control and data values of each thread.
type Events = Vec<(Vec<u32>, Vec<u32>)>;

fn events(trace: &TraceDir) -> Events {
    let read = |thread| {
        let (mut control, mut data) = (Vec::new(), Vec::new());
        let mut columns = trace.columns(thread);
        while columns.next_chunk(&mut control, &mut data, None).unwrap() {}
        (control, data)
    };
    (0..trace.threads().len()).map(read).collect()
}

/// Writes a trace with these events instead.
fn write(trace: &TraceDir, events: &Events, to: &Path) {
    let mut writer = SegmentWriter::new(Vec::new(), trace.map_hash()).unwrap();
    let classes: Vec<(u32, &str)> = trace.classes().filter(|(index, _)| *index != 0).collect();
    writer.classes(&classes).unwrap();
    for (thread, (control, data)) in trace.threads().iter().zip(events) {
        let column = |kind, values| Column { kind, encoding: Encoding::Predicted, values };
        writer.thread(thread.thread, thread.java_id, &thread.name, thread.hash).unwrap();
        let columns = [column(ColumnKind::Control, control.as_slice()), column(ColumnKind::Data, data.as_slice())];
        writer.events(thread.thread, &columns).unwrap();
        writer.thread_end(thread.thread).unwrap();
    }
    writer.trace_end(1, 0).unwrap();
    fs::write(to.join("segment-00000.trace"), writer.finish().unwrap()).unwrap();
}

/// Paths that begin where no call does: in most places they fit nothing.
fn misfits(map: &ProgramMap) -> impl Iterator<Item = u32> + '_ {
    map.starts.iter().filter(|start| start.kind == StartKind::Header).map(|start| start.base)
}

/// A traced run whose events cannot be followed behind the middle: each value is the number of a path, and sound.
fn spoiled() -> Traced {
    let traced = Traced::new("Sorting");
    let dir = traced.file("trace");
    let trace = TraceDir::open(&dir).unwrap();
    let whole = events(&trace);
    let middle = whole[0].0.len() / 2;
    for id in misfits(trace.map()) {
        let mut events = whole.clone();
        events[0].0[middle] = id;
        write(&trace, &events, &dir);
        let report = analyze(&TraceDir::open(&dir).unwrap(), &Options::default()).unwrap();
        if report.completeness.unread_events > 0 {
            return traced;
        }
    }
    panic!("every path fits everywhere");
}

fn output(traced: &Traced, words: &[&str]) -> Output {
    paratrace().args(words).current_dir(traced.file("")).output().unwrap()
}

#[test]
fn every_summary_begins_with_what_is_missing() {
    let traced = spoiled();
    let report = traced.file("report.json");
    output(&traced, &["analyze", "trace", "--json", report.to_str().unwrap()]);
    let views: [&[&str]; 10] = [
        &["analyze", "trace"],
        &["critical-path", "trace"],
        &["why", "trace", "Sorting.java:10"],
        &["communication", "trace"],
        &["shared", "trace"],
        &["simulate", "trace"],
        &["cost", "trace"],
        &["diff", "trace", "trace"],
        &["diff", "report.json", "report.json"],
        &["merge", "trace", "trace"],
    ];
    for words in views {
        let output = output(&traced, words);
        let shown = text(&output.stdout);
        assert!(shown.starts_with("INCOMPLETE: the trace"), "{words:?}: {shown}{}", text(&output.stderr));
        let first = shown.split("What to do: ").next().unwrap().replace("\n ", "");
        assert!(first.contains(" % of the events (") && first.contains(" % of the bytes"), "{words:?}: {shown}");
        assert!(first.contains("does not fit the program map"), "{words:?}: {shown}");
        assert!(shown.contains("verify --deep"), "{words:?}: {shown}");
        assert_eq!(output.status.code(), Some(6), "{words:?}");
    }
}

#[test]
fn figures_are_written_all_the_same() {
    let traced = spoiled();
    let output = output(&traced, &["analyze", "trace", "--json", "-"]);
    assert_eq!(output.status.code(), Some(6));
    assert!(text(&output.stderr).starts_with("paratrace: INCOMPLETE: "), "{}", text(&output.stderr));
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let found = &report["completeness"];
    assert_eq!(found["complete"], false);
    assert_eq!(found["causes"], json!(["unreplayable"]));
    let figure = |name: &str| found[name].as_u64().unwrap();
    assert_eq!(figure("missing_events"), figure("unread_events") + figure("unread_data"), "{found}");
    assert!(figure("missing_events") > 1_000 && figure("missing_events") < figure("events"), "{found}");
    assert_eq!(found["notes"], json!([]), "nothing is known about the end of such a thread");
    assert!(figure("missing_bytes") > 0 && figure("missing_bytes") < figure("bytes"), "{found}");
    assert!(report["nodes"].as_u64().unwrap() > 0);
}

#[test]
fn what_does_not_replay_is_not_called_complete() {
    let traced = spoiled();
    assert_eq!(output(&traced, &["verify", "trace"]).status.code(), Some(0), "every chunk is sound");
    let deep = output(&traced, &["verify", "--deep", "trace"]);
    assert_eq!(deep.status.code(), Some(5));
    assert!(text(&deep.stdout).starts_with("problem: replay: thread "), "{}", text(&deep.stdout));
    let info = text(&output(&traced, &["info", "trace"]).stdout);
    assert!(info.contains("trace is    incomplete, or cannot be followed to its end\n"), "{info}");
    let info = text(&output(&traced, &["info", "trace", "--json"]).stdout);
    let info = parsed(&info);
    assert_eq!(info["completeness"]["complete"], false);
}

#[test]
fn whole_traces_are_called_complete() {
    let traced = Traced::new("Sorting");
    let nodes = traced.json(&["info", "trace"])["nodes"].as_u64().unwrap();
    let deep = output(&traced, &["verify", "--deep", "trace"]);
    let count = paratrace_traceformat::numbers::count(nodes);
    let replayed = format!("every event was replayed and fits the code: {count} instructions\n");
    assert!(deep.status.success() && text(&deep.stdout).ends_with(&replayed), "{}", text(&deep.stdout));
    assert!(!text(&output(&traced, &["verify", "trace"]).stdout).contains("replayed"));
    let analysed = output(&traced, &["analyze", "trace"]);
    assert_eq!(analysed.status.code(), Some(0));
    assert!(!text(&analysed.stdout).contains("INCOMPLETE"));
    assert!(text(&output(&traced, &["info", "trace"]).stdout).contains("trace is    complete\n"));
}

#[test]
fn a_trace_at_its_size_limit_says_so_and_the_program_goes_on() {
    let traced = Traced::new("Sorting");
    let plain =
        text(&succeed(Command::new("java").args(["-cp", "plain", "Sorting"]).current_dir(traced.file(""))).stdout);
    let run = ["run", "--app-only", "--max-size", "2K", "--out", "cut", "java", "-cp", "plain", "Sorting"];
    let run = output(&traced, &run);
    assert_eq!((run.status.code(), text(&run.stdout)), (Some(124), plain), "{}", text(&run.stderr));
    let shown = text(&run.stderr);
    let summary = &shown[shown.find("INCOMPLETE: ").unwrap()..];
    assert!(summary.contains("the trace was cut at its size limit"), "{shown}");
    assert!(summary.contains("raise the limit (run --max-size"), "{shown}");
    assert!(summary.find("INCOMPLETE").unwrap() < summary.find("critical path").unwrap(), "{shown}");
    assert!(fs::metadata(traced.file("cut/segment-00000.trace")).unwrap().len() <= 2048);
    assert_eq!(output(&traced, &["verify", "cut"]).status.code(), Some(5));
    let report = output(&traced, &["analyze", "cut", "--json", "-"]);
    let report: serde_json::Value = serde_json::from_slice(&report.stdout).unwrap();
    assert_eq!(report["completeness"]["causes"], json!(["limit"]));
    assert_eq!(
        output(&traced, &["run", "--app-only", "--max-size", "much", "java", "-version"]).status.code(),
        Some(125)
    );
}

/// An analysis beside the program says the same of it as one afterwards.
#[test]
fn a_live_analysis_of_a_trace_at_its_size_limit() {
    let traced = Traced::new("Sorting");
    let words = ["run", "--app-only", "--live", "--max-size", "2K", "--out", "cut", "--json", "live.json"];
    let run = output(&traced, &[&words[..], &["java", "-cp", "plain", "Sorting"]].concat());
    let shown = text(&run.stderr);
    assert_eq!(run.status.code(), Some(124), "{shown}");
    let summary = &shown[shown.find("INCOMPLETE: ").unwrap()..];
    assert!(summary.contains("the trace was cut at its size limit"), "{shown}");
    let read = |bytes: &[u8]| serde_json::from_slice::<serde_json::Value>(bytes).unwrap();
    let live = read(&fs::read(traced.file("live.json")).unwrap());
    let after = ["analyze", "cut", "--no-distances", "--no-communication", "--json", "-"];
    let after = read(&output(&traced, &after).stdout);
    assert_eq!(live["completeness"]["causes"], json!(["limit"]));
    assert_eq!(live["completeness"], after["completeness"]);
    let lost = &after["completeness"]["lost_events"];
    assert_eq!((&after["completeness"]["missing_events"], &after["completeness"]["missing_bytes"]), (lost, &json!(0)));
    assert_eq!(after["completeness"]["reasons"].as_array().unwrap().len(), 1, "{after:#}");
    assert_eq!((&live["nodes"], &live["loops"]), (&after["nodes"], &after["loops"]));
}
