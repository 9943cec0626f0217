use std::path::PathBuf;
fn main() {
    let mut args = std::env::args().skip(1);
    let task = args.next().unwrap();
    let count = args.next().unwrap();
    let inputs: Vec<PathBuf> = args.map(PathBuf::from).collect();
    let t = std::time::Instant::now();
    if count == "count" {
        let out = paratrace_instrumenter::Output::Directory("/tmp/est/out".into());
        println!("{:?} {:?}", paratrace_instrumenter::count(&inputs, &out, &[task], false).map(|s| (s.classes, s.changed, s.methods, s.notes.len(), s.notes.iter().take(20).cloned().collect::<Vec<_>>())), t.elapsed());
        return;
    }
    let e = paratrace_instrumenter::estimate(&inputs, &[task]).map(|e| {
        if count == "dump" { for m in &e.methods { println!("{} {} own {}", m.method, m.called_back, m.own); for a in &m.accesses { println!("  {} {} {} {:?} {} {}", a.pc, a.write, a.kind, a.field, a.arrays.len(), a.depends); } } }
        (e.counters(), e.methods.len(), e.arrays.len(), e.methods.iter().flat_map(|m| &m.accesses).map(|a| a.arrays.len()).sum::<usize>(),
         e.methods.iter().map(|m| m.own).sum::<usize>(), e.methods.iter().flat_map(|m| &m.accesses).filter(|a| a.depends).count())
    });
    println!("counters, methods, arrays, listed, own, depends {e:?} {:?}", t.elapsed());
}
