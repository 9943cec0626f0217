//! How lists, numbers and names are told.

use crate::common::{javac, json, paratrace, parsed, rewrite, root, shown, succeed, text, traced};
use tempfile::TempDir;

const SOURCE: &str = "cli/tests/commands/Lists.java";

/// A trace of the program, called `trace`.
fn lists() -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    javac([root().join(SOURCE)], &dir.path().join("plain"));
    rewrite(dir.path());
    traced(dir.path(), "trace", &["Lists"]);
    dir
}

/// Iterations are told as the source has them, not as executions of the test.
#[test]
fn iterations_are_rounds() {
    let dir = lists();
    let report = json(dir.path(), &["analyze", "trace", "--json", "-"]);
    let source = std::fs::read_to_string(root().join(SOURCE)).unwrap();
    let expected: Vec<(u64, u64)> = (1..)
        .zip(source.lines())
        .filter_map(|(line, text)| Some((line, text.split_once("// rounds ")?.1.parse().ok()?)))
        .collect();
    assert_eq!(expected.len(), 12);
    let loops = report["loops"].as_array().unwrap();
    for (line, rounds) in expected {
        let found: Vec<_> = loops.iter().filter(|l| l["line"] == line).map(|l| l["rounds"].as_u64()).collect();
        assert_eq!(found, [Some(rounds)], "line {line}");
    }
    let first = loops.iter().find(|l| l["method"] == "Lists.a()V").unwrap();
    assert_eq!((&first["iterations"], &first["rounds"]), (&1001.into(), &1000.into()));
    let told = shown(dir.path(), &["analyze", "trace"])
        + &shown(dir.path(), &["simulate", "trace", "--loop", "Lists.java:11"]);
    assert!(told.contains("1,000 iterations of") && told.contains("  1,000 iterations,"), "{told}");
    assert!(!told.contains("1,001"), "{told}");
}

/// `--top` counts for every list, and where one is cut, that is said.
#[test]
fn top_counts_for_every_list() {
    let dir = lists();
    let all = |words: &[&str]| shown(dir.path(), &[words, &["--top", "all"]].concat());
    let rows = |text: &str, what: &str| text.lines().filter(|line| line.contains(what)).count();
    let usual = shown(dir.path(), &["analyze", "trace", "--task-cost", "0"]);
    assert!(usual.contains("more: --top shows them"), "{usual}");
    assert_eq!(rows(&usual, "are independent"), 5, "{usual}");
    let fifty = shown(dir.path(), &["analyze", "trace", "--task-cost", "0", "--top", "50"]);
    assert!(rows(&fifty, "are independent") >= 12, "{fifty}");
    for words in [
        &["analyze", "trace", "--simulate"][..],
        &["critical-path", "trace"],
        &["communication", "trace", "--by", "activation", "--min-share", "0", "--cores", "2"],
        &["communication", "trace", "--by", "activation", "--min-share", "0", "--matrix"],
        &["shared", "trace", "--task", "Lists.a", "--task", "Lists.b"],
        &["cost", "trace"],
        &["simulate", "trace", "--ladder", "1"],
        &["diff", "trace", "trace"],
        &["merge", "trace", "trace"],
    ] {
        let shown_all = all(words);
        assert!(!shown_all.contains("--top"), "{words:?}\n{shown_all}");
        let one = shown(dir.path(), &[words, &["--top", "1"]].concat());
        assert!(one.lines().count() <= shown_all.lines().count(), "{words:?}");
    }
}

/// Nothing is told as "1 calls".
#[test]
fn one_is_singular() {
    let dir = tempfile::tempdir().unwrap();
    let source = dir.path().join("One.java");
    let body = "static int[] d = new int[1]; static void one() { d[0]++; } \
                public static void main(String[] a) { one(); for (int i = 0; i < 1; i++) d[i] += i; System.out.println(d[0]); }";
    std::fs::write(&source, format!("class One {{ {body} }}")).unwrap();
    javac([source], &dir.path().join("plain"));
    rewrite(dir.path());
    traced(dir.path(), "trace", &["One"]);
    let mut told =
        vec![text(&succeed(paratrace().args(["instrument", "plain", "-o", "again"]).current_dir(dir.path())).stderr)];
    for words in [
        "analyze trace --top 1 --cores 1",
        "critical-path trace --top 1",
        "why trace One.java:1",
        "communication trace --by method --cores 1",
        "communication trace --by activation",
        "communication trace --by method --svg",
        "communication trace --by method --dot",
        "shared trace --task One.one",
        "cost trace --task One.one",
        "simulate trace --cores 1",
        "merge trace",
        "diff trace trace",
        "info trace",
        "verify trace",
        "estimate plain --task One.one",
    ] {
        told.push(shown(dir.path(), &words.split(' ').collect::<Vec<_>>()));
    }
    for text in told {
        assert_eq!(plurals_of_one(&text), [""; 0], "{text}");
    }
}

/// Words that end with a plural's `s` behind a `1`.
fn plurals_of_one(text: &str) -> Vec<&str> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let singular = |word: &str| word.ends_with("ss") || ["this", "is", "has", "was", "ms"].contains(&word);
    let is_one = |word: &str| word.trim_start_matches('(') == "1";
    // `[ms]` is a unit.
    let pairs = words.windows(2).filter(|pair| is_one(pair[0]) && !pair[1].starts_with('['));
    pairs
        .map(|pair| pair[1].trim_end_matches(|c: char| !c.is_alphabetic()))
        .filter(|word| word.ends_with('s') && !singular(word))
        .collect()
}

#[test]
fn the_check_of_plurals_fires() {
    assert_eq!(plurals_of_one("(1 calls) 11 calls, 1 class, 1 methods."), ["calls", "methods"]);
}

/// Shared objects of the library have the type of the one that is passed, and the field or variable that all tasks have them from.
#[test]
fn shared_objects_are_named() {
    let dir = tempfile::tempdir().unwrap();
    let source = dir.path().join("Cache.java");
    let body = "static final java.util.HashMap<Object, Object> map = new java.util.HashMap<>(); \n\
        static void keep(int i) { int h = i; for (int j = 0; j < 20; j++) h = h * 31 + j; map.put(i, h); } \n\
        public static void main(String[] a) { \n\
        java.util.List<Object> list = new java.util.ArrayList<>(); \n\
        for (int i = 0; i < 30; i++) keep(i); \n\
        for (int i = 0; i < 30; i++) list.add(i % 2 == 0 ? map : list); \n\
        for (int i = 0; i < 30; i++) { java.util.List<Object> own = new java.util.ArrayList<>(); own.add(map); } \n\
        for (int i = 0; i < 30; i++) java.util.Collections.reverse(list); \n\
        System.out.println(map.size() + list.size()); }";
    std::fs::write(&source, format!("class Cache {{ {body} }}")).unwrap();
    javac([source], &dir.path().join("plain"));
    rewrite(dir.path());
    traced(dir.path(), "trace", &["Cache"]);
    let told = shown(dir.path(), &["analyze", "trace", "--task-cost", "0", "--top", "all"]);
    for text in ["a shared HashMap (field Cache.map)", "a shared List (variable list)"] {
        assert!(told.contains(text), "{text}: {told}");
    }
    let report = json(dir.path(), &["analyze", "trace", "--json", "-"]);
    let of = |line: u64| {
        let loops = report["candidates"].as_array().unwrap().iter();
        let of_line: Vec<_> = loops.filter(|c| c["kind"] == "loop" && c["line"] == line).collect();
        let objects = of_line[0]["blockers"].as_array().unwrap().iter().filter(|b| b["via"]["kind"] == "object");
        objects.map(|b| (b["via"]["name"].clone(), b["object"].clone())).collect::<Vec<_>>()
    };
    assert_eq!(of(5), [("java/util/HashMap".into(), "field Cache.map".into())]);
    assert_eq!(of(7), [], "lists leave what is added to them unchanged");
    assert_eq!(of(8), [("java/util/List".into(), "variable list".into())], "not Collections");
}

/// Speed-ups are for as many cores as one asks for.
#[test]
fn cores_count_for_every_command() {
    let dir = lists();
    for words in [&["analyze", "trace"][..], &["diff", "trace", "trace"], &["merge", "trace", "trace"]] {
        let with = |cores: &str, json: &[&str]| shown(dir.path(), &[words, &["--cores", cores], json].concat());
        for cores in ["3", "64"] {
            // A comparison of a run with itself has nothing to tell in words.
            let told = with(cores, &[]);
            assert!(words[0] == "diff" || told.contains(&format!("on {cores} cores")), "{words:?}: {told}");
            let found = parsed(&with(cores, &["--json", "-"]));
            let candidates = found["candidates"].as_array().unwrap();
            assert!(!candidates.is_empty());
            for candidate in candidates {
                let one = if words[0] == "diff" { &candidate["after"] } else { candidate };
                assert_eq!(one["cores"].to_string(), cores, "{words:?}");
            }
        }
        let [few, many] = ["3", "64"].map(|cores| with(cores, &["--json", "-"]));
        assert_ne!(few, many, "{words:?}");
    }
}

/// A listing that is cut says so, and of how many instructions.
#[test]
fn a_cut_listing_says_how_many_there_were() {
    let dir = lists();
    let nodes = json(dir.path(), &["analyze", "trace", "--json", "-"])["nodes"].as_u64().unwrap();
    let told = shown(dir.path(), &["analyze", "trace", "--nodes", "--limit", "1000"]);
    let heading: Vec<_> = told.lines().filter(|line| line.starts_with('#')).collect();
    assert_eq!(heading, ["# number method offset instruction: locations read -> locations written"]);
    assert_eq!(told.lines().next(), heading.first().copied());
    let all = paratrace_traceformat::numbers::count(nodes);
    let last = format!("… thread 1 (main): 1,000 of {all} instructions listed: --limit shows more");
    assert_eq!(told.lines().last(), Some(last.as_str()));
    for limit in [nodes, 10 * nodes] {
        let whole = shown(dir.path(), &["analyze", "trace", "--nodes", "--limit", &limit.to_string()]);
        assert!(!whole.contains("--limit"), "{limit}");
    }
}
