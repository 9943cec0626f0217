//! Lists of edges with a limit against whole ones.

use paratrace_analyzer::model::{Completeness, Construct, Edge, Report};
use paratrace_analyzer::{Input, Listed, Options, ThreadInput, VecSource, analyze_input};
use paratrace_oracle::program::Program;
use paratrace_oracle::sites::class_name;

use super::sampling::case;

fn measure((program, control, data): &(Program, Vec<u32>, Vec<u32>), edges: Listed) -> Report {
    let events = Box::new(VecSource::new(control.clone(), data.clone()));
    let threads = vec![ThreadInput { id: 1, name: "t".to_owned(), hash: 0, ended: true, events }];
    let completeness = Completeness { complete: true, ..Completeness::default() };
    let input = Input { map: &program.map, class_name: &class_name, threads, again: Vec::new(), completeness };
    analyze_input(input, &Options { edges, communication: None, ..Options::default() }).unwrap()
}

fn edges(report: &Report) -> impl Iterator<Item = (&Construct, &Edge)> {
    report.constructs.iter().flat_map(|construct| construct.edges.iter().map(move |edge| (construct, edge)))
}

fn violating(report: &Report) -> usize {
    edges(report).filter(|(_, edge)| edge.violations > 0).count()
}

#[test]
fn a_cut_list_has_what_violates_and_counts_the_rest() {
    let cases: Vec<_> = (0..100).filter_map(case).collect();
    let mut compared = 0;
    for case in &cases {
        let whole = measure(case, Listed::ALL);
        let all = edges(&whole).count();
        let max = violating(&whole) / 2;
        if max == 0 {
            continue;
        }
        compared += 1;
        let cut = measure(case, Listed::at_most(max));
        assert_eq!((edges(&cut).count(), violating(&cut)), (max, max));
        assert_eq!(cut.edges_left_out, (all - max) as u64);
        let complete = measure(case, Listed { complete: all, most: max });
        assert_eq!((edges(&complete).count(), complete.edges_left_out), (all, 0));
        for (whole, cut) in whole.constructs.iter().zip(&cut.constructs) {
            assert_eq!(cut.edges_left_out, (whole.edges.len() - cut.edges.len()) as u64, "{}", cut.method);
            assert!(cut.edges.iter().all(|edge| whole.edges.contains(edge)), "{}", cut.method);
            assert_eq!((whole.edges_left_out, whole.violating_raw), (0, cut.violating_raw));
        }
    }
    assert!(compared > 30, "{compared} of {} are large enough", cases.len());
}
