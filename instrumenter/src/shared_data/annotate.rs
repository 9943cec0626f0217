//! Annotations: the origin of the data of each access, by the references found. They neither count nor change anything.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;

use super::analysis::Analysis;
use super::flow::Event;
use super::flow::{Access, FieldName, Place};
use super::library::{Known, known};
use super::objects::{MethodId, Object};
use crate::world::{FieldTarget, World};

/// The owner of the data that is accessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Owner {
    /// Always the task's own.
    Task,
    /// The task's or others': only the run tells.
    Either,
    /// Never the task's own.
    Shared,
}

/// The kind of an access, by its target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum AccessKind {
    /// A primitive field.
    Scalar(FieldName),
    /// A primitive element of one of these arrays, by number.
    Element(Vec<usize>),
    /// A reference: not counted, as accesses through it are.
    Reference,
    /// Elements of an array, copied at once.
    Copy,
}

/// An access that may be to shared data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Annotation {
    /// Instruction.
    pub(crate) at: usize,
    pub(crate) write: bool,
    pub(crate) owner: Owner,
    pub(crate) kind: AccessKind,
}

impl Annotation {
    /// Counters are incremented for it.
    pub(crate) fn is_counted(&self) -> bool {
        matches!(self.kind, AccessKind::Scalar(_) | AccessKind::Element(_)) && self.owner != Owner::Task
    }
}

/// Annotations of all methods reached.
#[derive(Debug, Default)]
pub(crate) struct Annotations {
    pub(crate) methods: BTreeMap<MethodId, Vec<Annotation>>,
    /// Names of the arrays that are shared, by their number less one.
    pub(crate) arrays: Vec<String>,
    /// Instructions that create arrays of which only the run can tell that they are the task's own.
    pub(crate) noted: BTreeSet<(MethodId, usize)>,
}

/// Annotates everything that was reached.
pub(crate) fn annotate(analysis: &Analysis<'_>) -> Annotations {
    let mut annotations = Annotations::default();
    let mut numbers = BTreeMap::new();
    for &method in &analysis.order {
        let Some(reached) = analysis.methods.get(&method) else { continue };
        let mut found: Vec<Annotation> = Vec::new();
        for access in &reached.flow.accesses {
            found.push(annotations.access(analysis, method, access, &mut numbers));
        }
        found.extend(annotations.copies(analysis, method));
        found.sort_by_key(|annotation| (annotation.at, annotation.write));
        annotations.methods.insert(method, found);
    }
    annotations.arrays = vec![String::new(); numbers.len()];
    for (object, number) in numbers {
        annotations.arrays[number - 1] = describe(analysis, object);
    }
    annotations
}

impl Annotations {
    fn access(
        &mut self,
        analysis: &Analysis<'_>,
        method: MethodId,
        access: &Access,
        numbers: &mut BTreeMap<Object, usize>,
    ) -> Annotation {
        let (owner, objects) = match &access.place {
            Place::Static(_) => (Owner::Shared, Vec::new()),
            Place::Field(_, _, base) => owner(analysis.objects(method, *base)),
            Place::Element(base, ..) => {
                let wanted = analysis.element_kind(method, access.at);
                let mut objects = analysis.objects(method, *base);
                objects.retain(|object| may_have(analysis.solver.types.name(object.class()), wanted));
                owner(objects)
            }
        };
        let kind = match &access.place {
            _ if access.of_reference => AccessKind::Reference,
            Place::Static(field) | Place::Field(field, ..) => AccessKind::Scalar(field.clone()),
            Place::Element(..) => {
                if owner == Owner::Either {
                    self.note(&objects);
                }
                let outside = objects.iter().filter(|object| !object.is_created());
                let mut number = |&object: &Object| {
                    let next = numbers.len() + 1;
                    *numbers.entry(object).or_insert(next)
                };
                AccessKind::Element(outside.map(&mut number).collect())
            }
        };
        Annotation { at: access.at, write: access.write, owner, kind }
    }

    /// Arrays created here are told apart from others at run time.
    fn note(&mut self, objects: &[Object]) {
        for object in objects {
            if let Object::Created { method, at, .. } = *object {
                self.noted.insert((method, at as usize));
            }
        }
    }
}

impl Annotations {
    /// Explicit copying of data.
    fn copies(&mut self, analysis: &Analysis<'_>, method: MethodId) -> Vec<Annotation> {
        let Some(reached) = analysis.methods.get(&method) else { return Vec::new() };
        let mut found = Vec::new();
        for event in &reached.flow.events {
            let Event::Call(call) = event else { continue };
            let mut copied = |index: usize, write: bool| {
                let array = call.args.get(index).copied().unwrap_or(0);
                let (owner, objects) = owner(analysis.objects(method, array));
                if owner == Owner::Either {
                    self.note(&objects);
                }
                found.push(Annotation { at: call.at, write, owner, kind: AccessKind::Copy });
            };
            match known(&call.class, &call.name, &call.desc) {
                Some(Known::CopyElements) => {
                    [(0, false), (2, true)].into_iter().for_each(|(n, write)| copied(n, write))
                }
                Some(Known::Clone) => copied(0, false),
                _ => {}
            }
        }
        found
    }
}

/// A reference that nothing flows to is null, or comes from where the analysis does not look: it counts as shared.
fn owner(objects: Vec<Object>) -> (Owner, Vec<Object>) {
    let created = objects.iter().filter(|object| object.is_created()).count();
    let owner = match created {
        0 => Owner::Shared,
        all if all == objects.len() => Owner::Task,
        _ => Owner::Either,
    };
    (owner, objects)
}

/// True if an instruction for elements of these types, given by their descriptors, may access an object of this class.
fn may_have(class: &str, elements: &str) -> bool {
    match class.strip_prefix('[') {
        Some(element) if element.len() == 1 => elements.contains(element),
        Some(_) => elements.is_empty(),
        None => true,
    }
}

/// Says in words where an array outside comes from.
fn describe(analysis: &Analysis<'_>, object: Object) -> String {
    let class = readable(analysis.solver.types.name(object.class()));
    match object {
        Object::Field(field, _) => {
            let name = analysis.members.name(field).map(|f| format!("{}.{}", f.class.replace('/', "."), f.name));
            format!("{} {class}", name.unwrap_or_default())
        }
        Object::Parameter(method, index, _) => {
            format!("parameter {index} of {} {class}", analysis.world.readable_method_name(method))
        }
        Object::Element(_) => format!("element {class}"),
        Object::Library(_) => format!("library {class}"),
        _ => format!("cast {class}"),
    }
}

/// A class or array name in Java notation.
pub(crate) fn readable(name: &str) -> String {
    let dimensions = name.len() - name.trim_start_matches('[').len();
    let element = &name[dimensions..];
    let base = match element {
        "Z" if dimensions > 0 => "boolean".to_owned(),
        "B" if dimensions > 0 => "byte".to_owned(),
        "C" if dimensions > 0 => "char".to_owned(),
        "S" if dimensions > 0 => "short".to_owned(),
        "I" if dimensions > 0 => "int".to_owned(),
        "J" if dimensions > 0 => "long".to_owned(),
        "F" if dimensions > 0 => "float".to_owned(),
        "D" if dimensions > 0 => "double".to_owned(),
        _ if dimensions > 0 => element.trim_start_matches('L').trim_end_matches(';').replace('/', "."),
        _ => element.replace('/', "."),
    };
    base + &"[]".repeat(dimensions)
}

/// Classes whose objects must say which task created them: the topmost ones of the program above the fields' classes.
pub(crate) fn marked_classes(world: &World, annotations: &Annotations) -> FxHashSet<usize> {
    let either = |annotation: &&Annotation| annotation.owner == Owner::Either;
    let all = annotations.methods.values().flatten().filter(either);
    let classes = all.filter_map(|annotation| match &annotation.kind {
        AccessKind::Scalar(field) => mark_holder(world, field),
        _ => None,
    });
    classes.collect()
}

/// The class that holds the mark of objects with this field.
pub(crate) fn mark_holder(world: &World, field: &FieldName) -> Option<usize> {
    let FieldTarget::Declared(owner, _) = world.field(&field.class, &field.name, &field.desc) else { return None };
    world.identity_holder(owner).filter(|&holder| !world.is_unsettled(holder) && !world.is_unsettled(owner))
}
