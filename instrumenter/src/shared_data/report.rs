//! `estimate`: what the annotations of tasks are, for people.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::annotate::{AccessKind, Owner, annotate};
use super::objects::MethodId;
use super::{Analysis, Annotation, Program};
use crate::archive::Input;
use crate::error::Error;
use crate::selection::Selection;
use crate::source::Sources;
use crate::workers::with_workers;
use crate::world::World;

/// The accesses that tasks may make, found without running them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Estimate {
    /// The tasks: `pkg.Class.method`.
    pub tasks: Vec<String>,
    /// All methods that they may reach, in the order in which they were found.
    pub methods: Vec<EstimatedMethod>,
    /// Arrays that may be shared; their numbers count from 1.
    pub arrays: Vec<String>,
    /// Messages to the user: classes that could not be read.
    pub notes: Vec<String>,
}

/// A method that a task may reach.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EstimatedMethod {
    /// `pkg/Class.name(desc)ret`.
    pub method: String,
    /// `pkg.Class.name`.
    pub name: String,
    /// The library may call it.
    pub called_back: bool,
    /// Accesses that may be to shared data, in the order of the code.
    pub accesses: Vec<EstimatedAccess>,
    /// Accesses that surely are to the task's own data.
    pub own: usize,
}

/// An access that may be to shared data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EstimatedAccess {
    /// Offset of the instruction in the class file.
    pub pc: u32,
    /// Line of the source, if known.
    pub line: Option<u16>,
    /// It writes.
    pub write: bool,
    /// `scalar`, `element`, `reference` or `copy`.
    pub kind: &'static str,
    /// Field of a scalar.
    pub field: Option<String>,
    /// Numbers of the arrays that it may be an element of.
    pub arrays: Vec<usize>,
    /// True if only a run can tell whether the data is shared.
    pub depends: bool,
}

impl EstimatedAccess {
    /// A counter is incremented for it: references as such are not counted.
    pub fn is_counted(&self) -> bool {
        matches!(self.kind, "scalar" | "element")
    }
}

impl Estimate {
    /// Counted accesses that read, and those that write.
    pub fn counters(&self) -> (usize, usize) {
        let counted = || self.methods.iter().flat_map(|m| &m.accesses).filter(|access| access.is_counted());
        (counted().filter(|access| !access.write).count(), counted().filter(|access| access.write).count())
    }
}

/// Finds out what tasks may share.
///
/// # Errors
/// Unreadable inputs, and tasks that are not in them.
///
/// ```
/// use paratrace_instrumenter::estimate;
///
/// # let dir = tempfile::tempdir()?;
/// # let jdk = paratrace_verifier::Jdk::find()?;
/// # jdk.javac(&[], &["../examples/sumup/SumUp.java".into()], &dir.path().join("classes"))?;
/// # let classes = dir.path().join("classes");
/// let found = estimate(&[classes], &["SumUp.main".to_owned()])?;
/// assert_eq!(found.methods.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn estimate(inputs: &[PathBuf], tasks: &[String]) -> Result<Estimate, Error> {
    with_workers(0, || estimated(inputs, tasks))
}

fn estimated(inputs: &[PathBuf], tasks: &[String]) -> Result<Estimate, Error> {
    let opened: Vec<Input> = inputs.iter().map(|path| Input::open(path, None)).collect::<Result<_, _>>()?;
    let mut notes = Vec::new();
    let (sources, world) = Sources::read(&opened, false, &Selection::default(), &mut notes);
    let found = find_tasks(&world, tasks)?;
    let program = Program::read(&world, &sources)?;
    let analysis = Analysis::run(&world, &sources, &program, &found)?;
    let annotations = annotate(&analysis);
    let methods = analysis.order.iter().map(|&id| {
        let all = annotations.methods.get(&id).map_or(&[][..], Vec::as_slice);
        method(&analysis, id, all)
    });
    Ok(Estimate {
        tasks: found.iter().map(|&id| world.readable_method_name(id)).collect(),
        methods: methods.collect(),
        arrays: annotations.arrays.clone(),
        notes,
    })
}

fn method(analysis: &Analysis<'_>, id: MethodId, all: &[Annotation]) -> EstimatedMethod {
    let reached = analysis.methods.get(&id);
    let shared = all.iter().filter(|annotation| annotation.owner != Owner::Task);
    let place = |annotation: &Annotation| {
        let body = reached.map(|reached| &reached.flow.body);
        let pc = body.and_then(|body| body.insns.get(annotation.at)).map_or(0, |insn| insn.pc);
        let lines = body.map_or(&[][..], |body| &body.lines);
        let line = lines.iter().rev().find(|&&(from, _)| u32::from(from) <= pc).map(|&(_, line)| line);
        (pc, line)
    };
    let access = |annotation: &Annotation| {
        let (pc, line) = place(annotation);
        let (kind, field, arrays) = match &annotation.kind {
            AccessKind::Scalar(field) => {
                ("scalar", Some(format!("{}.{}", field.class.replace('/', "."), field.name)), Vec::new())
            }
            AccessKind::Element(arrays) => ("element", None, arrays.clone()),
            AccessKind::Reference => ("reference", None, Vec::new()),
            AccessKind::Copy => ("copy", None, Vec::new()),
        };
        let depends = annotation.owner == Owner::Either;
        EstimatedAccess { pc, line, write: annotation.write, kind, field, arrays, depends }
    };
    let accesses: Vec<_> = shared.map(access).collect();
    EstimatedMethod {
        method: analysis.world.method_name(id),
        name: analysis.world.readable_method_name(id),
        called_back: reached.is_some_and(|reached| reached.entered),
        own: all.len() - accesses.len(),
        accesses,
    }
}

/// The methods that tasks are named by: `pkg.Class.method` or with a descriptor, `pkg.Class.method(I)V`.
pub(crate) fn find_tasks(world: &World, tasks: &[String]) -> Result<BTreeSet<MethodId>, Error> {
    let mut found = BTreeSet::new();
    for task in tasks {
        let before = found.len();
        let normal = task.replace(['/', '#'], ".");
        let (named, desc) = match task.find('(') {
            Some(at) => (&normal[..at], Some(&task[at..])),
            None => (&*normal, None),
        };
        let (class, name) = named.rsplit_once('.').unwrap_or(("", named));
        for (index, described) in world.classes.iter().enumerate() {
            if world.name(index).replace('/', ".") != class || described.ambiguous {
                continue;
            }
            for (position, declared) in described.methods.iter().enumerate() {
                let (own, own_desc) = world.names.member(declared.signature);
                let usable = declared.untraced.is_none() && !own.starts_with('<');
                if own == name && usable && desc.is_none_or(|desc| desc == own_desc) {
                    found.insert(world.method_id(index, position));
                }
            }
        }
        if found.len() == before {
            return Err(Error::NoTask { task: task.clone() });
        }
    }
    Ok(found)
}
