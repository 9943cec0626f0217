//! The index of a map: lookups by name and number that its tables do not have.

use paratrace_jvm::opcodes;
use paratrace_traceformat::map::{
    Class, ClassId, Method, MethodId, PathId, ProgramMap, Site, StartKind, is_public_of_object,
};
use rustc_hash::{FxHashMap, FxHashSet};

use super::lambdas::Makers;
use super::taken_paths::TakenPaths;
use super::variables::{parameter_sizes, parameters};

const PUBLIC: u16 = 0x0001;
pub(super) const PRIVATE: u16 = 0x0002;
const PROTECTED: u16 = 0x0004;
pub(super) const STATIC: u16 = 0x0008;
pub(super) const FINAL: u16 = 0x0010;
pub(super) const INTERFACE: u16 = 0x0200;
pub(super) const ABSTRACT: u16 = 0x0400;

/// Returns the name of a class by the number that the trace gives it.
pub type ClassNames<'a> = dyn Fn(u32) -> Option<String> + Sync + 'a;

/// A program map with indices over it.
pub struct Index<'m> {
    /// The program map.
    pub map: &'m ProgramMap,
    /// Names of the classes that occur in the trace.
    pub class_name: &'m ClassNames<'m>,
    classes: FxHashMap<&'m str, ClassId>,
    pub(super) methods: FxHashMap<(ClassId, &'m str, &'m str), MethodId>,
    pub(super) makers: Makers<'m>,
    start_method: Vec<MethodId>,
    /// For each method, the start at its entry.
    entries: Vec<u32>,
    pub(super) taken: TakenPaths,
}

/// The result of method selection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Selected<'m> {
    /// A method of the map, traced or not.
    Method(MethodId),
    /// The class at which the search leaves the map.
    Outside(&'m str),
}

impl<'m> Index<'m> {
    /// Builds all lookups; time and memory are linear in the map.
    pub fn new(map: &'m ProgramMap, class_name: &'m ClassNames<'m>) -> Self {
        let classes =
            map.classes.iter().zip(ClassId::all()).map(|(class, index)| (class.name.as_str(), index)).collect();
        let methods = map
            .methods
            .iter()
            .zip(MethodId::all())
            .map(|(method, index)| ((method.class, method.name.as_str(), method.desc.as_str()), index))
            .collect();
        let mut start_method = vec![MethodId::NONE; map.starts.len()];
        for (method, index) in map.methods.iter().zip(MethodId::all()) {
            for start in method.starts.clone() {
                if let Some(owner) = start_method.get_mut(start as usize) {
                    *owner = index;
                }
            }
        }
        let entries = map.methods.iter().map(|method| method.starts.start).collect();
        Self {
            map,
            class_name,
            classes,
            methods,
            makers: Makers::of(map),
            start_method,
            entries,
            taken: TakenPaths::default(),
        }
    }

    /// Returns the start that owns a path id.
    pub fn start_of(&self, id: PathId) -> Option<u32> {
        let after = self.map.starts.partition_point(|start| start.base <= id.number());
        let index = after.checked_sub(1)?;
        (id.number() - self.map.starts[index].base < self.map.starts[index].count).then_some(index as u32)
    }

    /// Returns the method that a start belongs to.
    pub fn method_of(&self, start: u32) -> MethodId {
        self.start_method[start as usize]
    }

    /// Returns the start at a method's entry.
    pub fn entry_start(&self, method: MethodId) -> u32 {
        self.entries[method.index()]
    }

    /// Returns the method that a path from this start enters; `None` if the start is no entry.
    pub fn entered_by(&self, start: u32) -> Option<MethodId> {
        (self.map.starts[start as usize].kind == StartKind::Entry).then(|| self.method_of(start))
    }

    /// Returns whether a method writes events of its own.
    pub fn is_traced(&self, method: MethodId) -> bool {
        self.map.methods.get(method.index()).is_some_and(|m| m.untraced.is_none() && !m.starts.is_empty())
    }

    pub(super) fn class(&self, name: &str) -> Option<(ClassId, &'m Class)> {
        let index = *self.classes.get(name)?;
        Some((index, &self.map.classes[index.index()]))
    }

    /// Selects the method that a call runs on an object of a class (JVMS §5.4.6). That is the private method which the
    /// call names, else one of the class or above that overrides the named one, else the most specific default method.
    pub fn select(&self, class: &str, site: &Site) -> Option<Selected<'m>> {
        let at = self.class(class)?;
        let named = self.resolve(site);
        if let Some(method) = named.filter(|&method| self.access(method) & PRIVATE != 0) {
            return Some(Selected::Method(method));
        }
        let mut outside = "java/lang/Object";
        for (class, described) in self.supers(at) {
            if let Some(method) = self.method(class, site).filter(|&method| self.may_be_selected(method, named)) {
                return Some(Selected::Method(method));
            }
            outside = described.super_name.as_deref().unwrap_or("java/lang/Object");
        }
        if outside == "java/lang/Object" && is_public_of_object(&site.name, &site.desc) {
            return Some(Selected::Outside(outside));
        }
        let default = self.default_method(class, &site.name, &site.desc);
        Some(default.map_or(Selected::Outside(outside), Selected::Method))
    }

    /// Returns the method of the map that a site names, in its class or above.
    fn resolve(&self, site: &Site) -> Option<MethodId> {
        let at = self.class(&site.class)?;
        let mut declared = self.supers(at).filter_map(|(class, _)| self.method(class, site));
        declared.next()
    }

    fn method(&self, class: ClassId, site: &Site) -> Option<MethodId> {
        self.methods.get(&(class, site.name.as_str(), site.desc.as_str())).copied()
    }

    fn access(&self, method: MethodId) -> u16 {
        self.map.methods[method.index()].access
    }

    /// Lists a class and its super classes, as far as the map has them.
    fn supers(&self, at: (ClassId, &'m Class)) -> impl Iterator<Item = (ClassId, &'m Class)> + '_ {
        let above = |&(_, class): &(ClassId, &'m Class)| class.super_name.as_deref().and_then(|name| self.class(name));
        std::iter::successors(Some(at), above).take(self.map.classes.len())
    }

    /// Returns whether a call may select a method of the receiver's class or above: it is the one that the call names,
    /// or overrides it.
    fn may_be_selected(&self, method: MethodId, named: Option<MethodId>) -> bool {
        let overrides = |named| self.is_visible_from(named, method);
        named == Some(method) || self.access(method) & (STATIC | PRIVATE) == 0 && named.is_none_or(overrides)
    }

    /// Returns whether a method can be overridden by another one. Methods without access flags can only be within their
    /// package. A method between them that widens the access is not considered; a callee behind one counts as called
    /// back.
    fn is_visible_from(&self, overridden: MethodId, method: MethodId) -> bool {
        let package = |method: MethodId| {
            let class = self.map.methods[method.index()].class;
            self.map.classes[class.index()].name.rsplit_once('/').map_or("", |(package, _)| package)
        };
        self.access(overridden) & (PUBLIC | PROTECTED) != 0 || package(overridden) == package(method)
    }

    fn default_method(&self, class: &str, name: &str, desc: &str) -> Option<MethodId> {
        let found: Vec<MethodId> = self
            .interfaces_of(class)
            .into_iter()
            .filter_map(|class| self.methods.get(&(class, name, desc)).copied())
            .filter(|&m| self.access(m) & (STATIC | PRIVATE) == 0)
            .collect();
        let specific = |&m: &MethodId| !found.iter().any(|&other| other != m && self.overrides(other, m));
        let mut with_code = found.iter().copied().filter(specific).filter(|&m| self.access(m) & ABSTRACT == 0);
        with_code.next().filter(|_| with_code.next().is_none())
    }

    fn overrides(&self, method: MethodId, overridden: MethodId) -> bool {
        let class = |m: MethodId| self.map.methods[m.index()].class;
        let name = &self.map.classes[class(method).index()].name;
        self.interfaces_of(name).contains(&class(overridden))
    }

    /// Lists all super interfaces of a class that are in the map, nearest first.
    fn interfaces_of(&self, class: &str) -> Vec<ClassId> {
        let (mut seen, mut found, mut todo) = (FxHashSet::default(), Vec::new(), Vec::new());
        let mut at = self.class(class);
        let mut chain = FxHashSet::default();
        while let Some((index, class)) = at {
            if !chain.insert(index) {
                break;
            }
            todo.extend(class.interfaces.iter());
            at = class.super_name.as_deref().and_then(|name| self.class(name));
        }
        let mut next = 0;
        while let Some(name) = todo.get(next) {
            next += 1;
            if let Some((index, class)) = self.class(name)
                && seen.insert(index)
            {
                found.push(index);
                todo.extend(class.interfaces.iter());
            }
        }
        found
    }
}

/// Returns whether the first value that a site's call pops is its receiver.
pub fn has_receiver(site: &Site) -> bool {
    !matches!(site.opcode, opcodes::INVOKESTATIC | opcodes::INVOKEDYNAMIC)
}

/// Returns whether the class that answers a call is that of its receiver, and not the one that it names: constructors have no object yet.
pub fn is_told_by_receiver(site: &Site) -> bool {
    has_receiver(site) && site.name != "<init>"
}

/// Returns whether an argument of a call is an array of references, as far as the call names its type.
pub fn is_array_of_references(site: &Site, argument: u8) -> bool {
    let parameter = usize::from(argument).checked_sub(usize::from(has_receiver(site)));
    let described = parameter.and_then(|parameter| parameters(&site.desc).nth(parameter));
    described.is_some_and(|described| described.starts_with("[L") || described.starts_with("[["))
}

/// Returns the site as that of a call which a class answers that the map does not know, if more is recorded of it then than its receiver
/// (docs/format.md section 1.5).
pub fn answered_outside(site: &Site) -> Option<Site> {
    if !site.tells_arguments() {
        return None;
    }
    let is_reference = |described: &str| described.starts_with(['L', '[']);
    let first = u8::from(has_receiver(site));
    let arguments = (first..).zip(parameters(&site.desc)).filter(|(_, described)| is_reference(described));
    let receiver = if is_told_by_receiver(site) { Some(0) } else { None };
    let state_args = receiver.into_iter().chain(arguments.map(|(argument, _)| argument)).collect();
    Some(Site { class_recorded: true, state_args, ..site.clone() })
}

/// Returns the local-variable slot of every argument of a method, the receiver first.
pub fn parameter_slots(method: &Method) -> Vec<u32> {
    slots_of(&method.desc, !method.is_static())
}

/// Returns the local-variable slot, in the callee, of every argument that a site pops.
pub fn argument_slots(site: &Site) -> Vec<u32> {
    slots_of(&site.desc, has_receiver(site))
}

fn slots_of(descriptor: &str, receiver: bool) -> Vec<u32> {
    let sizes = receiver.then_some(1).into_iter().chain(parameter_sizes(descriptor));
    let before = |next: &mut u32, size: u16| {
        let slot = *next;
        *next += u32::from(size);
        Some(slot)
    };
    sizes.scan(0, before).collect()
}
