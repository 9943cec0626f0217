//! Facts of the whole program that the analysis needs, reachable from a task or not: which classes have instances
//! (rapid type analysis), and the bodies of lambdas.

use paratrace_classfile::{ClassFile, Code, Constant, ConstantPool, opcodes as op};
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};

use super::flow::{MethodName, lambda_bodies};
use super::objects::MethodId;
use crate::error::Error;
use crate::source::Sources;
use crate::world::{MethodTarget, World};

/// The program.
#[derive(Debug, Default)]
pub(crate) struct Program {
    /// Classes of which there may be objects, in order.
    pub(super) instantiated: Vec<usize>,
    /// Bodies of lambdas by the interface that they implement.
    pub(super) lambdas: FxHashMap<String, Vec<MethodName>>,
    /// Major version of each class file.
    pub(crate) versions: Vec<u16>,
}

/// The facts that one class contributes.
#[derive(Debug, Default)]
struct Found {
    created: Vec<String>,
    lambdas: Vec<(String, Vec<MethodName>)>,
    version: u16,
}

impl Program {
    /// Looks through all classes.
    pub(crate) fn read(world: &World, sources: &Sources<'_>) -> Result<Program, Error> {
        let found: Result<Vec<Found>, Error> =
            (0..sources.len()).into_par_iter().map(|class| sources.with(class, look_at)).collect();
        let (mut program, mut instantiated) = (Program::default(), FxHashSet::default());
        for class in found? {
            instantiated.extend(class.created.iter().filter_map(|name| world.find(name)));
            for (interface, bodies) in class.lambdas {
                program.lambdas.entry(interface).or_default().extend(bodies);
            }
            program.versions.push(class.version);
        }
        program.instantiated = instantiated.into_iter().collect();
        program.instantiated.sort_unstable();
        Ok(program)
    }
}

fn look_at(class: &ClassFile<'_>) -> Found {
    let pool = &class.constant_pool;
    let mut found = Found { version: class.major_version, ..Found::default() };
    let codes = class.methods.iter().filter_map(|method| Code::of(class, method).ok().flatten());
    for insn in codes.flat_map(|code| code.instructions().flatten().collect::<Vec<_>>()) {
        let name = insn.constant().filter(|_| insn.opcode == op::NEW).and_then(|index| pool.class_name(index).ok());
        found.created.extend(name.map(|name| name.into_owned()));
    }
    for (_, constant) in pool.iter() {
        if let Constant::InvokeDynamic { bootstrap, name_and_type } = constant {
            found.lambdas.extend(lambda(class, pool, bootstrap, name_and_type));
        }
    }
    found
}

fn lambda(
    class: &ClassFile<'_>,
    pool: &ConstantPool<'_>,
    bootstrap: u16,
    name_and_type: u16,
) -> Option<(String, Vec<MethodName>)> {
    let (bodies, true) = lambda_bodies(class, bootstrap) else { return None };
    let (_, desc) = pool.name_and_type(name_and_type).ok()?;
    let interface = desc.rsplit_once(")L")?.1.strip_suffix(';')?.to_owned();
    Some((interface, bodies))
}

impl World {
    /// Class and position of a method.
    pub(crate) fn method_at(&self, id: MethodId) -> (usize, usize) {
        // Classes without methods have the same base as the next one.
        let class = self.method_base.partition_point(|&base| base <= id.number()).saturating_sub(1);
        (class, (id.number() - self.method_base[class]) as usize)
    }

    /// `pkg/Class.name(desc)ret`.
    pub(crate) fn method_name(&self, id: MethodId) -> String {
        let (class, method) = self.method_at(id);
        let (name, desc) = self.names.member(self.classes[class].methods[method].signature);
        format!("{}.{name}{desc}", self.name(class))
    }

    /// `pkg.Class.name`.
    pub(crate) fn readable_method_name(&self, id: MethodId) -> String {
        let (class, method) = self.method_at(id);
        let (name, _) = self.names.member(self.classes[class].methods[method].signature);
        format!("{}.{name}", self.name(class).replace('/', "."))
    }

    /// The method that a reference leads to, if its code can be followed and changed.
    pub(crate) fn usable(&self, start: usize, target: MethodTarget) -> Option<MethodId> {
        let MethodTarget::Declared(class, method) = target else { return None };
        let declared = &self.classes[class].methods[method];
        let settled = !self.is_unsettled(start) && !self.is_unsettled(class) || self.selects_surely(start, class);
        (settled && self.classes[class].rewritten() && declared.is_rewritten()).then(|| self.method_id(class, method))
    }

    /// A method of this class is found before any class of which there are several.
    fn selects_surely(&self, start: usize, class: usize) -> bool {
        self.supers(start).take_while(|&above| !self.classes[above].ambiguous).any(|above| above == class)
    }
}
