//! The listing of nodes as text.

use std::io::{self, Write};

use paratrace_replay::base::error::AnalyzeError;
use paratrace_traceformat::map::ProgramMap;
use paratrace_traceformat::plain;
use paratrace_traceformat::trace::TraceDir;

use super::sink::{Location, Node, NodeSink, Object, Region};
use super::{mnemonic, replay_nodes};

/// Options of a listing.
#[derive(Debug, Clone, Copy, Default)]
pub struct DumpOptions {
    /// Java id of the only thread to list; `None` for all threads.
    pub thread: Option<u64>,
    /// Greatest number of nodes listed for each thread.
    pub limit: Option<u64>,
}

/// First line of a listing: what the columns are. Programs that read listings skip lines that begin with `#`.
const HEADING: &str = "# number method offset instruction: locations read -> locations written";

/// Writes executed nodes as text, after a heading that begins with `#`: time stamp, method, offset, instruction, locations read and written. Regions are
/// written as they begin (`{`) and end (`}`).
///
/// Locations are `L` local, `S` operand-stack entry, `G` static field, `F` field, `A` array element, `O` opaque state,
/// `C` inputs of an untraced call, `P` the same before it got a value back, `R` such a value, `X` the exception in flight.
/// Returns the numbers in the trace of those threads whose listing reached the limit.
///
/// # Errors
/// If the trace cannot be read, or the listing cannot be written.
///
/// ```
/// use paratrace_analyzer::{DumpOptions, dump_nodes};
/// use paratrace_traceformat::trace::TraceDir;
///
/// let trace = TraceDir::open("tests/versions/1.1")?;
/// let mut text = Vec::new();
/// dump_nodes(&trace, &DumpOptions { limit: Some(2), ..DumpOptions::default() }, &mut text)?;
/// assert!(String::from_utf8(text)?.contains("3 iload_0: L0.0 -> S0.1"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn dump_nodes(dir: &TraceDir, options: &DumpOptions, out: &mut dyn Write) -> Result<Vec<usize>, AnalyzeError> {
    let class_name = |index: u32| dir.class_name(index).map(str::to_owned);
    let input = crate::input::input(dir, &class_name);
    let mut cut = Vec::new();
    writeln!(out, "{HEADING}")?;
    for (number, thread) in input.threads.into_iter().enumerate() {
        if options.thread.is_some_and(|id| id != thread.id) {
            continue;
        }
        writeln!(out, "thread {} {}", thread.id, plain::line(&thread.name))?;
        let map = input.map;
        let sink = Listing { map, out, time: 0, level: 0, limit: options.limit.unwrap_or(u64::MAX), failed: None };
        let (sink, desync) = replay_nodes(map, &class_name, thread, sink)?;
        if sink.time >= sink.limit {
            cut.push(number);
        }
        if let Some(error) = sink.failed {
            return Err(error.into());
        }
        if let Some(why) = desync {
            writeln!(out, "stopped: {why}")?;
        }
    }
    Ok(cut)
}

struct Listing<'a> {
    map: &'a ProgramMap,
    out: &'a mut dyn Write,
    time: u64,
    level: usize,
    limit: u64,
    failed: Option<io::Error>,
}

impl Listing<'_> {
    fn line(&mut self, text: &str) {
        if self.failed.is_none() && self.time <= self.limit {
            let text = plain::line(text);
            self.failed = writeln!(self.out, "{:indent$}{text}", "", indent = self.level.min(60)).err();
        }
    }

    fn locations(&self, locations: &[Location]) -> String {
        let names: Vec<String> = locations.iter().map(|&location| self.name(location)).collect();
        if names.is_empty() { "-".to_owned() } else { names.join(" ") }
    }

    fn name(&self, location: Location) -> String {
        match location {
            Location::Local { frame, slot } => format!("L{frame}.{slot}"),
            Location::Entry { frame, entry } => format!("S{frame}.{entry}"),
            Location::Static(slot) => format!("G{}", self.field(slot, |f| f.is_static)),
            Location::Field(object, slot) => {
                let traced = matches!(object, Object::Number(_));
                format!("F{}.{}", object_name(object), self.field(slot, |f| !f.is_static && f.traced == traced))
            }
            Location::Element(array, index) => format!("A{}[{index}]", object_name(array)),
            Location::State(object) => format!("O{}", object_name(object)),
            Location::Call(frame) => format!("C{frame}"),
            Location::Passed(frame) => format!("P{frame}"),
            Location::Returned(frame) => format!("R{frame}"),
            Location::Exception => "X".to_owned(),
        }
    }

    /// Returns the name of the field with a slot. Fields of unrelated classes may share a slot; then it is the slot's
    /// number.
    fn field(&self, slot: u32, which: impl Fn(&paratrace_traceformat::map::Field) -> bool) -> String {
        let found = self.map.fields.iter().filter(|f| f.slot == slot && which(f));
        let names: Vec<String> = found.map(|f| format!("{}.{}", f.class, f.name)).take(2).collect();
        if let [only] = &names[..] { only.clone() } else { format!("#{slot}") }
    }
}

fn object_name(object: Object) -> String {
    match object {
        Object::Number(number) => format!("{number}"),
        Object::Hash(hash, 0) => format!("@{hash:x}"),
        Object::Hash(hash, generation) => format!("@{hash:x}~{generation}"),
        Object::Anonymous(number) => format!("?{number}"),
    }
}

impl NodeSink for Listing<'_> {
    fn node(&mut self, node: Node<'_>) {
        let insns = &self.map.insns;
        let i = node.insn.index();
        let text = format!(
            "{} {} {} {}: {} -> {}",
            self.time,
            self.map.method_name(node.method),
            insns.pc[i],
            mnemonic(insns.opcode[i]),
            self.locations(node.reads),
            self.locations(node.writes)
        );
        self.time += 1;
        self.line(&text);
    }

    fn vertex(&mut self, reads: &[Location], writes: &[Location]) {
        let text = format!("+ {} -> {}", self.locations(reads), self.locations(writes));
        self.line(&text);
    }

    fn moved(&mut self, from: Option<Location>, to: Location) {
        let from = from.map_or_else(|| "-".to_owned(), |from| self.name(from));
        let text = format!("= {from} -> {}", self.name(to));
        self.line(&text);
    }

    fn joined(&mut self, from: Location, to: Location) {
        let text = format!("| {} -> {}", self.name(from), self.name(to));
        self.line(&text);
    }

    fn gathered(&mut self, array: Object, to: Location) {
        let text = format!("| A{}[*] -> {}", object_name(array), self.name(to));
        self.line(&text);
    }

    fn enter(&mut self, region: Region) {
        let text = match region {
            Region::Method(method) => format!("{{ method {}", self.map.method_name(method)),
            Region::Loop(looped) => format!("{{ loop {looped}"),
            Region::Iteration { looped, .. } => format!("{{ iteration of loop {looped}"),
        };
        self.line(&text);
        self.level += 1;
    }

    fn exit(&mut self) {
        self.level = self.level.saturating_sub(1);
        self.line("}");
    }

    fn done(&self) -> bool {
        self.time >= self.limit || self.failed.is_some()
    }
}
