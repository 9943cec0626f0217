//! From plans to the program map: each class gives a part with indices of its own, the parts together give the map.

use std::hash::{Hash, Hasher};

use indexmap::IndexSet;
use paratrace_classfile::{ClassFile, SourceMap};
use paratrace_traceformat::map::{self, Access, Accessed, Effect, Field, NONE, PEI, ProgramMap};
use paratrace_traceformat::trace::PATH_IDS;
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::method::{CallUse, Fact, FieldUse, Operand, OperandId, Operands, Plan, Protected, is_cut_call};
use crate::world::{MethodDecl, World, source_file};

/// Name and version of this tool.
const TOOL: &str = concat!("paratrace ", env!("CARGO_PKG_VERSION"));

/// Number of rows of each table.
#[derive(Debug, Clone, Copy, Default)]
struct Extent {
    insns: u32,
    blocks: u32,
    edges: u32,
    starts: u32,
    handlers: u32,
    lines: u32,
    loops: u32,
}

impl Extent {
    fn of(map: &ProgramMap) -> Extent {
        Extent {
            insns: length(map.insns.pc.len()),
            blocks: length(map.blocks.len()),
            edges: length(map.edges.len()),
            starts: length(map.starts.len()),
            handlers: length(map.handlers.len()),
            lines: length(map.lines.len()),
            loops: length(map.loops.len()),
        }
    }

    /// The rows of both.
    fn with(self, more: Extent) -> Extent {
        Extent {
            insns: self.insns.saturating_add(more.insns),
            blocks: self.blocks.saturating_add(more.blocks),
            edges: self.edges.saturating_add(more.edges),
            starts: self.starts.saturating_add(more.starts),
            handlers: self.handlers.saturating_add(more.handlers),
            lines: self.lines.saturating_add(more.lines),
            loops: self.loops.saturating_add(more.loops),
        }
    }
}

/// The end of one method's rows in the map of its class; they follow the rows of the methods before it.
#[derive(Debug)]
struct MethodPart {
    end: Extent,
    max_locals: u16,
    max_entries: u16,
    /// The entry path begins with the hash of the object whose monitor is held.
    records_lock: bool,
}

/// What the world knows of a field.
#[derive(Debug, Clone, Copy)]
struct Declared {
    /// Its class is in the world.
    resolved: bool,
    volatile: bool,
}

/// The key that distinguishes sites of one class: the operand, [`Fact::initializes_this`] and [`Fact::post_receiver`].
type SiteKey = (OperandId, bool, bool);

/// The map of one class. Indices count from the beginning of the class's own rows, fields and sites.
#[derive(Debug, Default)]
pub(crate) struct Part {
    methods: Vec<MethodPart>,
    rows: ProgramMap,
    /// For each field.
    declared: Vec<Declared>,
    fields: FxHashMap<OperandId, u32>,
    sites: FxHashMap<SiteKey, u32>,
    /// Names of variables by their index in the class's constant pool; `None` if it is no text.
    variable_names: FxHashMap<u16, Option<u32>>,
    /// Where the class's lines come from, once that was asked for.
    sources: Option<Sources>,
    /// Path ids of all starts.
    pub(crate) paths: u32,
}

/// What a class file says of its sources.
#[derive(Debug)]
struct Sources {
    own_file: Option<String>,
    /// What its line numbers mean, if they are not those of its own file.
    map: Option<SourceMap>,
    /// For files of that map, their rows among the class's other files.
    other_files: FxHashMap<u32, u32>,
}

impl Sources {
    fn of_class(class: &ClassFile<'_>) -> Sources {
        Sources { own_file: source_file(class), map: SourceMap::of_class(class), other_files: FxHashMap::default() }
    }
}

impl Part {
    /// For a class with so many methods.
    pub(crate) fn with_room(methods: usize) -> Part {
        Part { methods: Vec::with_capacity(methods), ..Part::default() }
    }

    /// Bytes that the rows of a method take, more or less.
    pub(crate) fn bytes_of(plan: &Plan) -> usize {
        /// Of the columns of an instruction.
        const INSTRUCTION: usize = 2 + 1 + 1 + 1 + 4;
        let edges: usize = plan.blocks.iter().map(|block| block.edges.len()).sum();
        plan.facts.len() * INSTRUCTION
            + plan.blocks.len() * size_of::<map::Block>()
            + edges * size_of::<map::Edge>()
            + plan.starts.len() * size_of::<map::Start>()
            + plan.body.lines.len() * size_of::<map::Line>()
            + plan.body.variables.len() * size_of::<map::Variable>()
    }

    /// Makes room for methods with these plans.
    pub(crate) fn reserve<'p>(&mut self, plans: impl Iterator<Item = &'p Plan> + Clone) {
        let sum = |of: fn(&Plan) -> usize| plans.clone().map(of).sum::<usize>();
        let (insns, rows) = (sum(|plan| plan.facts.len()), &mut self.rows);
        rows.insns.pc.reserve_exact(insns);
        rows.insns.opcode.reserve_exact(insns);
        rows.insns.op.reserve_exact(insns);
        rows.insns.flags.reserve_exact(insns);
        rows.insns.arg.reserve_exact(insns);
        rows.blocks.reserve_exact(sum(|plan| plan.blocks.len()));
        rows.edges.reserve_exact(sum(|plan| plan.blocks.iter().map(|block| block.edges.len()).sum()));
        rows.starts.reserve_exact(sum(|plan| plan.starts.len()));
        rows.lines.reserve_exact(sum(|plan| plan.body.lines.len()));
        rows.variables.reserve_exact(sum(|plan| plan.body.variables.len()));
    }

    /// Adds a method that is not traced.
    pub(crate) fn skip(&mut self) {
        let end = Extent::of(&self.rows);
        self.methods.push(MethodPart { end, max_locals: 0, max_entries: 0, records_lock: false });
    }

    /// Adds a method; `None` if there are more paths than numbers.
    pub(crate) fn add(&mut self, operands: &Operands<'_>, plan: &Plan) -> Option<()> {
        let base = Extent::of(&self.rows);
        let positions = self.insns(operands, plan);
        self.loops(plan, base);
        self.blocks(plan, base, &positions);
        self.starts(plan, base)?;
        let covers = |range: &Protected| positions.at(range.from) < positions.at(range.to);
        for (range, block) in plan.handlers.iter().filter(|(range, _)| covers(range)) {
            let (from, to) = (positions.of(range.from), positions.of(range.to));
            let block = map::BlockId::new(base.blocks + length(*block));
            self.rows.handlers.push(map::Handler { from, to, block });
        }
        self.lines(operands, plan);
        self.variables(operands, plan);
        let heights = plan.starts.iter().map(|start| plan.blocks[start.block].height);
        self.methods.push(MethodPart {
            end: Extent::of(&self.rows),
            max_locals: plan.body.max_locals,
            max_entries: heights.max().unwrap_or(0),
            records_lock: plan.frame.records_lock,
        });
        Some(())
    }

    /// The class is complete: gives back memory that is not used.
    pub(crate) fn finish(mut self) -> Part {
        (self.fields, self.sites, self.variable_names, self.sources) = Default::default();
        self.rows.sites.shrink_to_fit();
        self.rows.fields.shrink_to_fit();
        self
    }

    /// Lines of a method, as the sources have them.
    fn lines(&mut self, operands: &Operands<'_>, plan: &Plan) {
        let sources = self.sources.get_or_insert_with(|| Sources::of_class(operands.class));
        for &(pc, line) in &plan.body.lines {
            let Some(place) = sources.map.as_ref().and_then(|map| map.place_of(line)) else {
                self.rows.lines.push(map::Line { pc, line });
                continue;
            };
            if sources.own_file.as_deref() != Some(place.file) {
                let names = &mut self.rows.other_files;
                let file = *sources.other_files.entry(place.file_number).or_insert_with(|| {
                    names.push(place.file.to_owned());
                    length(names.len() - 1)
                });
                self.rows.foreign_lines.push(map::ForeignLine { line: length(self.rows.lines.len()), file });
            }
            self.rows.lines.push(map::Line { pc, line: place.line });
        }
    }

    /// Variables of the method that comes next.
    fn variables(&mut self, operands: &Operands<'_>, plan: &Plan) {
        let pool = &operands.class.constant_pool;
        let (method, rows) = (map::MethodId::new(length(self.methods.len())), &mut self.rows);
        for row in &plan.body.variables {
            let name = *self.variable_names.entry(row.name).or_insert_with(|| {
                let text = pool.utf8(row.name).ok()?.into_owned();
                rows.variable_names.push(text);
                Some(length(rows.variable_names.len() - 1))
            });
            let variable = |name| map::Variable { method, name, from: row.from, end: row.end, slot: row.slot };
            rows.variables.extend(name.map(variable));
        }
    }

    /// Reachable instructions, in order.
    fn insns(&mut self, operands: &Operands<'_>, plan: &Plan) -> Positions {
        let mut positions = Vec::with_capacity(plan.facts.len() + 1);
        for (insn, fact) in plan.body.insns.iter().zip(&plan.facts) {
            positions.push(length(self.rows.insns.pc.len()));
            let Some(fact) = fact else { continue };
            let arg = self.argument(operands, fact);
            let columns = &mut self.rows.insns;
            columns.pc.push(u16::try_from(insn.pc).unwrap_or(u16::MAX));
            columns.opcode.push(insn.opcode);
            columns.op.push(fact.op as u8);
            columns.flags.push(if is_cut_call(fact) { fact.flags & !PEI } else { fact.flags });
            columns.arg.push(arg);
        }
        positions.push(length(self.rows.insns.pc.len()));
        Positions(positions)
    }

    fn argument(&mut self, operands: &Operands<'_>, fact: &Fact) -> u32 {
        match operands.get(fact.operand) {
            Some(Operand::Field(field)) => self.field(fact.operand, field),
            Some(Operand::Call(call)) => self.site(call, fact),
            _ => fact.arg,
        }
    }

    /// Instructions that call alike share a site.
    fn site(&mut self, call: &CallUse<'_>, fact: &Fact) -> u32 {
        let Some(kind) = fact.kind_of_call(call) else { return NONE };
        let effect = match (kind.effect, call.access.as_ref().and_then(|access| access.field.as_ref())) {
            (Effect::Access(access), Some(field)) => {
                Effect::Access(Access { place: Accessed::Field(self.field(fact.operand, field)), ..access })
            }
            (effect, _) => effect,
        };
        let sites = &mut self.rows.sites;
        *self.sites.entry((fact.operand, fact.initializes_this, fact.post_receiver)).or_insert_with(|| {
            sites.push(map::Site {
                opcode: call.opcode,
                class: call.class.clone().into_owned(),
                name: call.name.clone().into_owned(),
                desc: call.desc.clone().into_owned(),
                mode: kind.mode,
                effect,
                callee: kind.callee,
                args: u8::try_from(call.args.len()).unwrap_or(u8::MAX),
                has_result: call.result.is_some(),
                class_recorded: kind.class_recorded,
                state_args: kind.state_args.clone(),
                post_receiver: fact.post_receiver,
            });
            length(sites.len() - 1)
        })
    }

    fn field(&mut self, operand: OperandId, field: &FieldUse<'_>) -> u32 {
        *self.fields.entry(operand).or_insert_with(|| {
            self.declared.push(Declared { resolved: field.resolved, volatile: field.volatile });
            self.rows.fields.push(Field {
                class: field.class.clone().into_owned(),
                name: field.name.clone().into_owned(),
                desc: field.desc.clone().into_owned(),
                is_static: field.is_static,
                traced: field.traced,
                slot: field.slot,
            });
            length(self.rows.fields.len() - 1)
        })
    }

    fn loops(&mut self, plan: &Plan, base: Extent) {
        let rows = plan.loops.iter().zip(&plan.header_blocks).map(|(found, &header)| map::Loop {
            header: map::BlockId::new(base.blocks + length(header)),
            parent: found.parent.map_or(map::LoopId::NONE, |parent| map::LoopId::new(base.loops + length(parent))),
            depth: found.depth,
            reducible: found.reducible,
        });
        self.rows.loops.extend(rows);
    }

    fn blocks(&mut self, plan: &Plan, base: Extent, positions: &Positions) {
        for (block, start) in plan.blocks.iter().zip(&plan.start_of) {
            let first_edge = length(self.rows.edges.len());
            for edge in plan.edges_of(block) {
                self.rows.edges.push(map::Edge {
                    to: map::BlockId::new(base.blocks + length(edge.to)),
                    inc: edge.inc,
                    cut: edge.cut,
                });
            }
            let first = positions.at(block.first);
            self.rows.blocks.push(map::Block {
                insns: first..positions.at(block.end).max(first),
                edges: first_edge..length(self.rows.edges.len()),
                loop_: block.innermost.map_or(map::LoopId::NONE, |innermost| map::LoopId::new(base.loops + innermost)),
                start: start.map_or(NONE, |start| base.starts + start),
                height: block.height,
                after_call: block.after_call.map_or(map::InstructionId::NONE, |call| positions.of(call as usize)),
            });
        }
    }

    fn starts(&mut self, plan: &Plan, base: Extent) -> Option<()> {
        for start in &plan.starts {
            self.rows.starts.push(map::Start {
                block: map::BlockId::new(base.blocks + length(start.block)),
                base: self.paths,
                count: start.count,
                kind: start.kind,
                silent: start.silent,
            });
            self.paths = self.paths.checked_add(start.count)?;
        }
        Some(())
    }
}

/// Class-wide index of each instruction of the body (of the next reachable one for those that are not).
struct Positions(Vec<u32>);

impl Positions {
    fn at(&self, index: usize) -> u32 {
        self.0.get(index).or(self.0.last()).copied().unwrap_or(0)
    }

    fn of(&self, index: usize) -> map::InstructionId {
        map::InstructionId::new(self.at(index))
    }
}

/// Builds the map out of the parts of all classes.
pub(crate) struct Assembler<'w> {
    world: &'w World,
    map: ProgramMap,
    /// The fields of all classes, without duplicates.
    fields: IndexSet<ByName, FxBuildHasher>,
    /// The sites of all classes, without duplicates.
    sites: IndexSet<map::Site, FxBuildHasher>,
    /// The names of the variables of all classes, without duplicates.
    variable_names: IndexSet<String, FxBuildHasher>,
    /// The source files of lines that are not in the file of their class, without duplicates.
    other_files: IndexSet<String, FxBuildHasher>,
    library_slots: u32,
    /// Hot tables of each class so far, their rows in all, and path ids of their starts.
    pieces: Vec<HotTables>,
    rows: Extent,
    paths: u32,
}

/// The hot tables of a class, and what their numbers are in the map.
struct HotTables {
    rows: ProgramMap,
    bases: map::Bases,
    fields: Vec<u32>,
    sites: Vec<u32>,
    variable_names: Vec<u32>,
}

impl HotTables {
    fn piece(&self) -> map::Piece<'_> {
        map::Piece {
            rows: &self.rows,
            bases: self.bases,
            fields: Some(&self.fields),
            sites: Some(&self.sites),
            variable_names: Some(&self.variable_names),
        }
    }
}

impl<'w> Assembler<'w> {
    /// For the parts of all classes, which it gets one by one.
    pub(crate) fn new(world: &'w World) -> Assembler<'w> {
        let map = ProgramMap { tool: TOOL.to_owned(), static_slots: world.static_slots, ..ProgramMap::default() };
        let (fields, sites, variable_names, other_files, pieces, rows) = Default::default();
        Assembler { world, map, fields, sites, variable_names, other_files, library_slots: 0, pieces, rows, paths: 0 }
    }

    /// The bytes of the map, and the first path id of each class.
    pub(crate) fn finish(mut self) -> Result<(Vec<u8>, Vec<u32>), map::MapError> {
        self.map.fields = self.fields.into_iter().map(|field| field.0).collect();
        self.map.sites = self.sites.into_iter().collect();
        self.map.variable_names = self.variable_names.into_iter().collect();
        self.map.other_files = self.other_files.into_iter().collect();
        let pieces: Vec<map::Piece<'_>> = self.pieces.iter().map(HotTables::piece).collect();
        let bytes = self.map.to_bytes_with(&pieces)?;
        // Every reader checks what it reads; a release does not check what it has just made.
        if cfg!(debug_assertions) {
            ProgramMap::from_bytes(&bytes)?;
        }
        Ok((bytes, self.pieces.iter().map(|piece| piece.bases.paths).collect()))
    }

    /// Adds the part of the next class; `None` if there are more paths than numbers.
    pub(crate) fn add(&mut self, part: Part) -> Option<()> {
        let bases = map::Bases {
            methods: length(self.map.methods.len()),
            insns: self.rows.insns,
            blocks: self.rows.blocks,
            edges: self.rows.edges,
            starts: self.rows.starts,
            loops: self.rows.loops,
            paths: self.paths,
        };
        self.class(&part, self.rows);
        let Part { mut rows, declared, paths, .. } = part;
        let (names, fields) = (std::mem::take(&mut rows.variable_names), std::mem::take(&mut rows.fields));
        let sites = std::mem::take(&mut rows.sites);
        self.foreign_lines(&mut rows);
        let variable_names = names.into_iter().map(|name| length(self.variable_names.insert_full(name).0)).collect();
        let fields: Vec<u32> =
            fields.into_iter().zip(declared).map(|(field, declared)| self.field(field, declared)).collect();
        let sites = sites.into_iter().map(|site| length(self.sites.insert_full(of_program(site, &fields)).0)).collect();
        self.rows = self.rows.with(Extent::of(&rows));
        self.paths = self.paths.checked_add(paths).filter(|&paths| paths <= PATH_IDS)?;
        self.pieces.push(HotTables { rows, bases, fields, sites, variable_names });
        Some(())
    }

    /// Lines of other files, of the class that comes next.
    fn foreign_lines(&mut self, rows: &mut ProgramMap) {
        let names = std::mem::take(&mut rows.other_files).into_iter();
        let files: Vec<u32> = names.map(|name| length(self.other_files.insert_full(name).0)).collect();
        let of_program = |foreign: map::ForeignLine| {
            let file = files.get(foreign.file as usize).copied().unwrap_or(NONE);
            map::ForeignLine { line: self.rows.lines + foreign.line, file }
        };
        self.map.foreign_lines.extend(std::mem::take(&mut rows.foreign_lines).into_iter().map(of_program));
    }

    fn class(&mut self, part: &Part, base: Extent) {
        let (world, id) = (self.world, self.map.classes.len());
        let class = &world.classes[id];
        let text = |name| world.names.text(name).to_owned();
        let first = world.method_base[id];
        let mut begin = Extent::default();
        for (declared, method) in class.methods.iter().zip(&part.methods) {
            if method.records_lock {
                self.map.locked_methods.push(map::MethodId::new(length(self.map.methods.len())));
            }
            self.map.methods.push(self.method(declared, method, begin, base));
            begin = method.end;
        }
        self.map.classes.push(map::Class {
            name: text(class.name),
            super_name: class.super_name.map(text),
            interfaces: class.interfaces.iter().map(|&name| text(name)).collect(),
            access: class.access,
            source: class.source.map(text),
            origin: class.origin.to_string(),
            untraced: class.untraced,
            methods: first..first + length(class.methods.len()),
        });
    }

    fn method(&self, declared: &MethodDecl, part: &MethodPart, begin: Extent, base: Extent) -> map::Method {
        let (name, desc) = self.world.names.member(declared.signature);
        let end = part.end;
        map::Method {
            class: map::ClassId::new(length(self.map.classes.len())),
            name: name.to_owned(),
            desc: desc.to_owned(),
            access: declared.access,
            untraced: declared.untraced,
            max_locals: part.max_locals,
            max_entries: part.max_entries,
            insns: moved(begin.insns..end.insns, base.insns),
            blocks: moved(begin.blocks..end.blocks, base.blocks),
            starts: moved(begin.starts..end.starts, base.starts),
            handlers: moved(begin.handlers..end.handlers, base.handlers),
            lines: moved(begin.lines..end.lines, base.lines),
            loops: moved(begin.loops..end.loops, base.loops),
        }
    }

    fn field(&mut self, field: Field, Declared { resolved, volatile }: Declared) -> u32 {
        let mut field = ByName(field);
        if let Some(known) = self.fields.get_index_of(&field) {
            return length(known);
        }
        if volatile {
            self.map.volatile_fields.push(length(self.fields.len()));
        }
        // Fields of classes in the world that are not rewritten are told apart by hash, as library fields are.
        match field.0.is_static {
            true if resolved => {}
            true => field.0.slot = next(&mut self.map.static_slots),
            false if resolved && field.0.traced => {}
            false => field.0.slot = next(&mut self.library_slots),
        }
        length(self.fields.insert_full(field).0)
    }
}

/// A site of a class, with the number that the field that it accesses has in the program.
fn of_program(site: map::Site, fields: &[u32]) -> map::Site {
    let effect = match site.effect {
        Effect::Access(Access { place: Accessed::Field(field), reads, writes }) => {
            let field = fields.get(field as usize).copied().unwrap_or(NONE);
            Effect::Access(Access { place: Accessed::Field(field), reads, writes })
        }
        effect => effect,
    };
    map::Site { effect, ..site }
}

/// A field that is the same as any other of its class, name and descriptor, if both or none are static.
struct ByName(Field);

impl ByName {
    fn key(&self) -> (&str, &str, &str, bool) {
        (&self.0.class, &self.0.name, &self.0.desc, self.0.is_static)
    }
}

impl PartialEq for ByName {
    fn eq(&self, other: &ByName) -> bool {
        self.key() == other.key()
    }
}

impl Eq for ByName {}

impl Hash for ByName {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

fn moved(range: std::ops::Range<u32>, by: u32) -> std::ops::Range<u32> {
    range.start + by..range.end + by
}

fn next(counter: &mut u32) -> u32 {
    *counter += 1;
    *counter - 1
}

fn length(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}
