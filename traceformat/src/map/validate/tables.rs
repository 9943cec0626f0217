//! Ranges and indices.

use std::ops::Range;

use super::{bad, is_traced, rows, within};
use crate::limits::MAX_CLASS_FIELDS;
use crate::map::{Accessed, Effect, Filled, MapError, Method, Mode, NONE, Op, ProgramMap, Ranges, Site, StartKind};
use crate::trace::PATH_IDS;

/// Checks whole tables: tiling, classes, sites, the order of starts.
pub(super) fn check(map: &ProgramMap) -> Result<(), MapError> {
    check_columns(map)?;
    check_tiling(map)?;
    check_classes(map)?;
    check_static_slots(map)?;
    check_sites(map)?;
    check_synchronization(map)?;
    check_ids(map)
}

fn check_columns(map: &ProgramMap) -> Result<(), MapError> {
    let t = &map.insns;
    let rows = t.pc.len();
    for (field, len) in [("opcode", t.opcode.len()), ("op", t.op.len()), ("flags", t.flags.len()), ("arg", t.arg.len())]
    {
        if len != rows {
            return bad("map", 0u64, field, len as u64, format!("{rows} instructions as in column pc"));
        }
    }
    Ok(())
}

/// Checks the number of static slots. It is bounded by the limit of fields per class, as the map does not list all
/// fields of its classes, plus the listed fields, which may be of other classes.
fn check_static_slots(map: &ProgramMap) -> Result<(), MapError> {
    let most = map.classes.len() as u64 * MAX_CLASS_FIELDS + map.fields.len() as u64;
    if u64::from(map.static_slots) > most {
        let classes = map.classes.len();
        return bad("map", 0u64, "static_slots", map.static_slots, format!("at most {most} for {classes} classes"));
    }
    Ok(())
}

fn check_tiling(map: &ProgramMap) -> Result<(), MapError> {
    let m = &map.methods;
    tile("class", "methods", map.classes.iter().map(|c| &c.methods), m.len())?;
    tile("method", "insns", m.iter().map(|m| &m.insns), map.insns.pc.len())?;
    tile("method", "blocks", m.iter().map(|m| &m.blocks), map.blocks.len())?;
    tile("method", "starts", m.iter().map(|m| &m.starts), map.starts.len())?;
    tile("method", "handlers", m.iter().map(|m| &m.handlers), map.handlers.len())?;
    tile("method", "lines", m.iter().map(|m| &m.lines), map.lines.len())?;
    tile("method", "loops", m.iter().map(|m| &m.loops), map.loops.len())?;
    tile("block", "edges", map.blocks.iter().map(|b| &b.edges), map.edges.len())
}

/// The ranges must follow each other without gap or overlap, in any order, and cover the table. Empty ones count nowhere.
fn tile<'a>(
    table: &'static str,
    field: &'static str,
    ranges: impl Iterator<Item = &'a Range<u32>>,
    len: usize,
) -> Result<(), MapError> {
    let mut used: Vec<(Range<u32>, u64)> = Vec::new();
    for (row, range) in (0u64..).zip(ranges) {
        if range.start > range.end || range.end as usize > len {
            return bad(table, row, field, range.end, format!("a range from {} within {len} rows", range.start));
        }
        if !range.is_empty() {
            used.push((range.clone(), row));
        }
    }
    if !used.is_sorted_by_key(|(r, _)| r.start) {
        used.sort_unstable_by_key(|(r, _)| r.start);
    }
    let mut next = 0;
    for (range, row) in &used {
        if range.start != next {
            return bad(table, *row, field, range.start, format!("a range from {next}: each row has one owner"));
        }
        next = range.end;
    }
    if next as usize != len {
        return bad(table, used.last().map_or(0, |u| u.1), field, next, format!("all {len} rows to be owned"));
    }
    Ok(())
}

fn check_classes(map: &ProgramMap) -> Result<(), MapError> {
    for (id, class) in (0u32..).zip(&map.classes) {
        for (row, method) in class.methods.clone().zip(rows(&map.methods, &class.methods)) {
            if method.class.number() != id {
                return bad("method", row, "class", method.class.number(), format!("{id}, whose methods include it"));
            }
        }
    }
    Ok(())
}

fn check_sites(map: &ProgramMap) -> Result<(), MapError> {
    for (row, site) in (0u32..).zip(&map.sites) {
        let callee = map.methods.get(site.callee.index());
        match site.mode {
            Mode::Traced if !callee.is_some_and(is_traced) => {
                return bad("site", row, "callee", site.callee.number(), "a traced method");
            }
            Mode::TracedVirtual if !site.callee.is_none() && !callee.is_some_and(is_traced) => {
                return bad("site", row, "callee", site.callee.number(), "none, or a traced method");
            }
            Mode::Leaf | Mode::Open if !site.callee.is_none() => {
                return bad("site", row, "callee", site.callee.number(), "none in this mode");
            }
            _ => {}
        }
        if let Some(&arg) = site.state_args.iter().find(|&&a| a >= site.args) {
            return bad("site", row, "state_args", arg, format!("below the {} arguments", site.args));
        }
        if !site.state_args.is_sorted_by(|a, b| a < b) {
            return bad("site", row, "state_args", site.state_args.len() as u64, "ascending arguments");
        }
        if let Effect::Access(access) = site.effect {
            check_access(map, (row, site), access.place)?;
        }
        if let Effect::Elements(ranges) = site.effect {
            check_elements((row, site), ranges)?;
        }
    }
    Ok(())
}

/// Bytes of the widest value.
const MOST_BYTES: u8 = 8;

/// An access names its field, and the object that it is in.
fn check_access(map: &ProgramMap, (row, site): (u32, &Site), place: Accessed) -> Result<(), MapError> {
    let mut objects = 1;
    match place {
        Accessed::Field(field) => match map.fields.get(field as usize) {
            Some(field) => objects = usize::from(!field.is_static),
            None => return bad("site", row, "field", field, format!("below the {} fields", map.fields.len())),
        },
        Accessed::Memory(bytes) if bytes > MOST_BYTES => {
            return bad("site", row, "bytes", bytes, format!("at most {MOST_BYTES}"));
        }
        Accessed::Element | Accessed::Memory(_) | Accessed::Reflected => {}
    }
    if site.state_args.len() != objects {
        return bad("site", row, "state_args", site.state_args.len() as u64, format!("{objects} for this access"));
    }
    Ok(())
}

/// A call that works on elements and ends a path does not tell what it returns. It is bound to one method.
fn check_elements((row, site): (u32, &Site), ranges: Ranges) -> Result<(), MapError> {
    if site.mode != Mode::Leaf && ranges.result != Filled::Nothing {
        return bad("site", row, "mode", site.mode as u64, "that of a leaf, as it fills what it returns");
    }
    if site.class_recorded {
        return bad("site", row, "class_recorded", 1u64, "none, as it works on elements");
    }
    if ranges.result != Filled::Nothing && !site.has_result {
        return bad("site", row, "result", ranges.result as u64, "none, as the call has no result");
    }
    if ranges.result == Filled::Found && !ranges.written().is_empty() {
        return bad("site", row, "result", ranges.result as u64, "a new one, as others are written as well");
    }
    Ok(())
}

/// Methods whose lock is recorded have one, and are traced; the lists of methods and fields ascend.
fn check_synchronization(map: &ProgramMap) -> Result<(), MapError> {
    for (row, &id) in (0u32..).zip(&map.locked_methods) {
        let method = map.methods.get(id.index());
        if !method.is_some_and(|method| is_traced(method) && method.is_synchronized()) {
            return bad("locked method", row, "method", id.number(), "a traced method that holds a monitor");
        }
    }
    for (row, &field) in (0u32..).zip(&map.volatile_fields) {
        if field as usize >= map.fields.len() {
            return bad("volatile field", row, "field", field, format!("below the {} fields", map.fields.len()));
        }
    }
    if !map.locked_methods.is_sorted_by(|a, b| a < b) || !map.volatile_fields.is_sorted_by(|a, b| a < b) {
        return bad("map", 0u64, "synchronization", 0u32, "lists of methods and fields that ascend");
    }
    Ok(())
}

/// Starts ascend by their ids and do not share any.
fn check_ids(map: &ProgramMap) -> Result<(), MapError> {
    let mut next = 0u32;
    for (row, start) in (0u32..).zip(&map.starts) {
        if start.base < next {
            return bad("start", row, "base", start.base, format!("{next} or more, behind the ids before it"));
        }
        match start.base.checked_add(start.count).filter(|&end| end <= PATH_IDS) {
            Some(end) => next = end,
            None => return bad("start", row, "count", start.count, "ids below 2^32 - 3"),
        }
    }
    Ok(())
}

/// Checks one method, apart from its instructions and its path numbers.
pub(super) fn check_method(map: &ProgramMap, id: u32) -> Result<(), MapError> {
    let Some(method) = map.methods.get(id as usize) else { return Ok(()) };
    if !is_traced(method) {
        return check_untraced(method, id);
    }
    check_entry(map, method, id)?;
    check_blocks(map, method)?;
    check_starts(map, method)?;
    check_loops(map, method)?;
    check_handlers(map, method)?;
    check_lines(map, method)
}

fn check_untraced(m: &Method, id: u32) -> Result<(), MapError> {
    for (field, range) in [
        ("insns", &m.insns),
        ("blocks", &m.blocks),
        ("starts", &m.starts),
        ("handlers", &m.handlers),
        ("lines", &m.lines),
        ("loops", &m.loops),
    ] {
        if !range.is_empty() {
            return bad("method", id, field, range.len() as u64, "nothing in an untraced method");
        }
    }
    Ok(())
}

fn check_entry(map: &ProgramMap, m: &Method, id: u32) -> Result<(), MapError> {
    let Some(start) = rows(&map.starts, &m.starts).first() else {
        return bad("method", id, "starts", 0u32, "a start in a traced method");
    };
    if m.blocks.is_empty() {
        return bad("method", id, "blocks", 0u32, "a block in a traced method");
    }
    if start.block.number() != m.blocks.start {
        return bad("start", m.starts.start, "block", start.block.number(), format!("{}, the entry", m.blocks.start));
    }
    if start.kind != StartKind::Entry {
        return bad("start", m.starts.start, "kind", start.kind as u32, "Entry, as the method's first");
    }
    Ok(())
}

fn check_blocks(map: &ProgramMap, m: &Method) -> Result<(), MapError> {
    for (id, block) in m.blocks.clone().zip(rows(&map.blocks, &m.blocks)) {
        let r = &block.insns;
        if r.start > r.end || r.start < m.insns.start || r.end > m.insns.end {
            return bad("block", id, "insns", r.start, format!("a range within {:?}", m.insns));
        }
        if !block.loop_.is_none() {
            within(block.loop_.number(), &m.loops, "block", id, "loop", "a loop of the method")?;
        }
        check_block_start(map, m, id)?;
        for (edge, e) in block.edges.clone().zip(rows(&map.edges, &block.edges)) {
            within(e.to.number(), &m.blocks, "edge", edge, "to", "a block of the method")?;
        }
    }
    Ok(())
}

/// A block and its start name each other, and it is an `AfterCall` start exactly if the block follows a call.
fn check_block_start(map: &ProgramMap, m: &Method, id: u32) -> Result<(), MapError> {
    let block = &map.blocks[id as usize];
    let mut kind = None;
    if block.start != NONE {
        within(block.start, &m.starts, "block", id, "start", "a start of the method")?;
        let start = &map.starts[block.start as usize];
        if start.block.number() != id {
            return bad("start", block.start, "block", start.block.number(), format!("{id}, which names it"));
        }
        if block.height > m.max_entries {
            return bad("block", id, "height", block.height, format!("at most {} at a start", m.max_entries));
        }
        kind = Some(start.kind);
    }
    let after_call = kind == Some(StartKind::AfterCall);
    if after_call == block.after_call.is_none() {
        return bad("block", id, "after_call", block.after_call.number(), "a call exactly if the start is AfterCall");
    }
    if after_call {
        within(block.after_call.number(), &m.insns, "block", id, "after_call", "an instruction of the method")?;
        let op = map.insns.op[block.after_call.index()];
        if op != Op::Invoke as u8 {
            return bad("insn", block.after_call.number(), "op", op, "Invoke, as a block follows it as a call");
        }
    }
    Ok(())
}

fn check_starts(map: &ProgramMap, m: &Method) -> Result<(), MapError> {
    for (id, start) in m.starts.clone().zip(rows(&map.starts, &m.starts)) {
        within(start.block.number(), &m.blocks, "start", id, "block", "a block of the method")?;
        let named = map.blocks[start.block.index()].start;
        if named != id {
            return bad("block", start.block.number(), "start", named, format!("{id}, which begins there"));
        }
        if start.kind == StartKind::Entry && id != m.starts.start {
            return bad("start", id, "kind", start.kind as u32, "Entry only for the method's first");
        }
    }
    Ok(())
}

fn check_loops(map: &ProgramMap, m: &Method) -> Result<(), MapError> {
    for (id, l) in m.loops.clone().zip(rows(&map.loops, &m.loops)) {
        within(l.header.number(), &m.blocks, "loop", id, "header", "a block of the method")?;
        let depth = if l.parent.is_none() {
            0
        } else {
            within(l.parent.number(), &(m.loops.start..id), "loop", id, "parent", "an earlier loop of the method")?;
            map.loops[l.parent.index()].depth.saturating_add(1)
        };
        if l.depth != depth {
            return bad("loop", id, "depth", l.depth, format!("{depth}, by its parent"));
        }
    }
    Ok(())
}

fn check_handlers(map: &ProgramMap, m: &Method) -> Result<(), MapError> {
    for (id, h) in m.handlers.clone().zip(rows(&map.handlers, &m.handlers)) {
        if h.from > h.to || h.from.number() < m.insns.start || h.to.number() > m.insns.end {
            return bad("handler", id, "from", h.from.number(), format!("a range within {:?}", m.insns));
        }
        within(h.block.number(), &m.blocks, "handler", id, "block", "a block of the method")?;
        let block = &map.blocks[h.block.index()];
        if block.start == NONE {
            return bad("block", h.block.number(), "start", block.start, "a start, as an exception handler");
        }
        if block.height != 1 {
            return bad("block", h.block.number(), "height", block.height, "1, the exception");
        }
    }
    Ok(())
}

fn check_lines(map: &ProgramMap, m: &Method) -> Result<(), MapError> {
    let lines = rows(&map.lines, &m.lines);
    for (id, pair) in (m.lines.start..).zip(lines.windows(2)) {
        if let [a, b] = pair
            && a.pc > b.pc
        {
            return bad("line", id + 1, "pc", b.pc, format!("{} or more, as the entry before", a.pc));
        }
    }
    Ok(())
}
