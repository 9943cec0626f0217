//! A report in the brute force's form.

use std::collections::BTreeMap;

use paratrace_analyzer::Report;
use paratrace_traceformat::map::{MethodId, ProgramMap};

use crate::figures::{Figures, Summary};

/// A report's figures in the form of the brute force's.
pub fn summary(map: &ProgramMap, report: &Report) -> Summary {
    let mut regions = BTreeMap::new();
    let total = |influence: f64| (influence * report.nodes as f64).round() as u64;
    for m in &report.methods {
        let number = MethodId::all().take(map.methods.len()).find(|&n| map.method_name(n) == m.method).unwrap();
        let figures = Figures {
            instances: m.activations,
            iterations: 0,
            nodes: m.nodes,
            own_nodes: m.own_nodes,
            critical_path: m.critical_path,
            outermost: total(m.influence),
            self_numerator: (m.self_parallelism * m.critical_path as f64).round() as u64,
        };
        assert_eq!(m.parallelism, m.nodes as f64 / m.critical_path as f64);
        regions.insert(("method", number.number()), figures);
    }
    for l in &report.loops {
        let number = (0..map.loops.len()).find(|&n| {
            let header = map.loops[n].header;
            let block = &map.blocks[header.index()];
            let method = map.methods.iter().position(|m| m.blocks.contains(&header.number())).unwrap();
            u32::from(map.insns.pc[block.insns.start as usize]) == l.header_pc
                && map.method_name(MethodId::new(method as u32)) == l.method
        });
        let figures = Figures {
            instances: l.instances,
            iterations: l.iterations,
            nodes: l.nodes,
            own_nodes: 0,
            critical_path: l.critical_path,
            outermost: total(l.influence),
            self_numerator: (l.self_parallelism * l.critical_path as f64).round() as u64,
        };
        regions.insert(("loop", number.unwrap() as u32), figures);
    }
    Summary {
        nodes: report.nodes,
        critical_path: report.critical_path,
        free_induction: report.critical_path_without_induction,
        regions,
    }
}
