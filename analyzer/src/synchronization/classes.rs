//! Which class initialiser has run, if code uses a class.

use paratrace_traceformat::map::{Accessed, ClassId, InstructionId, MethodId, ProgramMap, Site};
use rustc_hash::FxHashMap;

/// The classes that have initialisers, by classes that use them.
#[derive(Debug)]
pub(crate) struct Classes<'m> {
    map: &'m ProgramMap,
    /// Of each class, the nearest one that has an initialiser: itself or a super class.
    initialised: Vec<Option<ClassId>>,
    by_name: FxHashMap<&'m str, ClassId>,
}

impl<'m> Classes<'m> {
    pub(crate) fn new(map: &'m ProgramMap) -> Self {
        let named = map.classes.iter().zip(0..).map(|(class, number)| (&*class.name, ClassId::new(number)));
        let by_name: FxHashMap<&str, ClassId> = named.collect();
        let mut has_initialiser = vec![false; map.classes.len()];
        let initialisers = map.methods.iter().filter(|method| method.name == "<clinit>" && method.untraced.is_none());
        initialisers.for_each(|method| has_initialiser[method.class.index()] = true);
        let nearest = |(_, number)| {
            let mut class = Some(ClassId::new(number));
            for _ in 0..map.classes.len() {
                let found = class?;
                if has_initialiser[found.index()] {
                    return Some(found);
                }
                class = map.classes[found.index()].super_name.as_deref().and_then(|name| by_name.get(name).copied());
            }
            None
        };
        let initialised = map.classes.iter().zip(0..).map(nearest).collect();
        Self { map, initialised, by_name }
    }

    /// Returns the first instruction of a method; `NONE` if there is none.
    pub(super) fn first_instruction(&self, method: MethodId) -> InstructionId {
        let first = self.map.methods.get(method.index()).and_then(|method| method.instructions().next());
        first.unwrap_or(InstructionId::NONE)
    }

    /// The class whose initialiser has ended before code of a class runs.
    pub(super) fn of(&self, class: ClassId) -> Option<ClassId> {
        self.initialised.get(class.index()).copied().flatten()
    }

    /// The class whose initialiser has ended before an instruction accesses a static field.
    pub(super) fn of_access(&self, insn: InstructionId) -> Option<ClassId> {
        let field = match self.map.call_at(insn).map(Site::accessed) {
            Some(Some(Accessed::Field(field))) => field,
            Some(_) => return None,
            None => *self.map.insns.arg.get(insn.index())?,
        };
        let class = &*self.map.fields.get(field as usize)?.class;
        self.of(*self.by_name.get(class)?)
    }
}
