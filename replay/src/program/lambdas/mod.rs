//! Lambdas and method references: which methods a call of one enters.
//!
//! The class of a lambda is made at run time. It runs one method, and nothing before it. Its name in the trace says which class made it
//! and what it captures (docs/format.md section 3); the map says which methods such lambdas of that class run.

#[cfg(test)]
mod tests;

use paratrace_jvm::library;
use paratrace_jvm::opcodes::INVOKEDYNAMIC;
use paratrace_traceformat::map::{Method, MethodId, ProgramMap, Site, Untraced};
use rustc_hash::{FxHashMap, FxHashSet};

use super::index::{ABSTRACT, FINAL, INTERFACE, Index, PRIVATE, STATIC, Selected, has_receiver};
use super::variables::parameters;

/// Interfaces outside of the map, none of which has a default method with the name of what a lambda implements.
const PLAIN: [&str; 4] =
    ["java/lang/Runnable", "java/util/concurrent/Callable", "java/util/Comparator", "java/io/Serializable"];
/// The package of more such interfaces.
const PLAIN_PACKAGE: &str = "java/util/function/";
/// Code that calls it makes lambdas by hand, of anything.
const FACTORY: &str = "java/lang/invoke/LambdaMetafactory";

/// What makes lambdas: the `invokedynamic` sites of each class, by its name.
#[derive(Debug, Default)]
pub(super) struct Makers<'m>(FxHashMap<&'m str, Vec<&'m Site>>);

impl<'m> Makers<'m> {
    pub(super) fn of(map: &'m ProgramMap) -> Self {
        let mut makers = Self::default();
        let mut unseen = FxHashSet::default();
        for method in &map.methods {
            let class = &*map.classes[method.class.index()].name;
            if has_unknown_code(method) {
                unseen.insert(class);
            }
            for site in method.instructions().filter_map(|insn| map.call_at(insn)) {
                if site.opcode == INVOKEDYNAMIC {
                    makers.0.entry(class).or_default().push(site);
                } else if site.class == FACTORY {
                    unseen.insert(class);
                }
            }
        }
        makers.0.retain(|class, _| !unseen.contains(class));
        makers
    }

    /// Lists the sites that may have made a lambda of this class; `None` if the map does not have them all.
    fn alike(&self, lambda: &LambdaClass<'_>) -> Option<impl Iterator<Item = &'m Site>> {
        let made = self.0.get(lambda.host)?;
        Some(made.iter().copied().filter(|made| made.desc == lambda.desc))
    }
}

/// Splits the signature of a method, `class.name(desc)ret`, as sites of lambdas name what these run.
pub fn signature(text: &str) -> Option<(&str, &str, &str)> {
    let (named, _) = text.split_once('(')?;
    let (class, name) = named.rsplit_once('.')?;
    Some((class, name, &text[named.len()..]))
}

/// Returns whether a method has no state, nor has anything that it is given.
fn is_pure((class, name, desc): (&str, &str, &str)) -> bool {
    library::is_pure(class, name, desc) && parameters(desc).all(library::is_value_type)
}

/// Returns whether a method has code that may make lambdas of which the map says nothing.
fn has_unknown_code(method: &Method) -> bool {
    !matches!(method.untraced, None | Some(Untraced::Abstract | Untraced::Native))
}

/// The class of a lambda.
#[derive(Debug, PartialEq, Eq)]
struct LambdaClass<'n> {
    /// The class that made it.
    host: &'n str,
    /// Descriptor of the instruction that makes it: captured values and interface.
    desc: &'n str,
}

impl<'n> LambdaClass<'n> {
    /// Reads `host$$Lambda$number.suffix(captured)interface`. Only names of hidden classes have a dot.
    fn read(class: &'n str) -> Option<Self> {
        let (name, hidden) = class.split_once('.')?;
        let (host, number) = name.rsplit_once("$$Lambda")?;
        let is_number = number.bytes().all(|byte| byte == b'$' || byte.is_ascii_digit());
        is_number.then_some(Self { host, desc: &hidden[hidden.find('(')?..] })
    }

    fn interface(&self) -> Option<&'n str> {
        self.desc.rsplit_once(")L")?.1.strip_suffix(';')
    }

    fn captured(&self) -> usize {
        parameters(self.desc).count()
    }
}

impl<'m> Index<'m> {
    /// Lists the traced methods of which a call on a lambda of this class enters one directly, with the captured values and the arguments
    /// in order. None of them, if it is not certain that each such lambda enters its method directly.
    pub fn run_by_lambda(&self, class: &str, call: &Site) -> Vec<MethodId> {
        let certain = || {
            let lambda = LambdaClass::read(class)?;
            let alike = self.makers.alike(&lambda)?.filter(|made| made.name == call.name);
            let run: Vec<MethodId> = alike.map(|made| self.entered_at_once(made)).collect::<Option<_>>()?;
            let takes = |&method: &MethodId| takes(&self.map.methods[method.index()], lambda.captured(), call);
            let is_plain = self.is_plain(lambda.interface()?, call, &mut FxHashSet::default());
            is_plain.then(|| run.into_iter().filter(takes).collect())
        };
        certain().unwrap_or_default()
    }

    /// Returns whether a lambda of this class has captured nothing, and a call on it runs a method of the library without state, on
    /// values without state: `Integer::sum`.
    pub fn is_stateless_lambda(&self, class: &str, call: &Site) -> bool {
        let certain = || {
            let lambda = LambdaClass::read(class)?;
            let mut alike = self.makers.alike(&lambda)?.filter(|made| made.name == call.name).peekable();
            alike.peek()?;
            Some(lambda.captured() == 0 && alike.all(|made| signature(&made.class).is_some_and(is_pure)))
        };
        certain().unwrap_or(false)
    }

    /// Selects the method of its interface that a call on a lambda of this class runs, if that is none which the lambda implements.
    pub fn inherited_by_lambda(&self, class: &str, call: &Site) -> Option<Selected<'m>> {
        let lambda = LambdaClass::read(class)?;
        let mut alike = self.makers.alike(&lambda)?.peekable();
        alike.peek()?;
        if alike.any(|made| made.name == call.name) { None } else { self.select(lambda.interface()?, call) }
    }

    /// Returns whether neither an interface nor those above it have a method of this name and number of parameters with code: on a lambda,
    /// a call of such a method runs what the lambda implements.
    fn is_plain<'n>(&'n self, interface: &'n str, call: &Site, seen: &mut FxHashSet<&'n str>) -> bool {
        if !seen.insert(interface) {
            return true;
        }
        let Some((_, described)) = self.class(interface) else {
            return PLAIN.contains(&interface) || interface.starts_with(PLAIN_PACKAGE);
        };
        let count = parameters(&call.desc).count();
        let is_alike = |method: &Method| method.name == call.name && parameters(&method.desc).count() == count;
        let has_code = |method: &Method| method.access & (ABSTRACT | STATIC) == 0;
        let methods = &self.map.methods[crate::base::span(&described.methods)];
        !methods.iter().any(|method| is_alike(method) && has_code(method))
            && described.interfaces.iter().all(|above| self.is_plain(above, call, seen))
    }

    /// Returns the method that the lambdas of a site run, if it is traced and no other one can run in its place.
    fn entered_at_once(&self, made: &Site) -> Option<MethodId> {
        let (class, name, desc) = signature(&made.class)?;
        let (class, described) = self.class(class)?;
        let id = *self.methods.get(&(class, name, desc))?;
        let method = &self.map.methods[id.index()];
        let is_bound = (method.access | described.access & FINAL) & (STATIC | PRIVATE | FINAL) != 0 || name == "<init>";
        let stays_here = described.access & INTERFACE == 0 && !described.is_of_jdk();
        let is_certain = is_bound || stays_here && !self.has_untraced_namesake(method);
        (self.is_traced(id) && is_certain).then_some(id)
    }

    /// Returns whether code that is not traced may override a method.
    fn has_untraced_namesake(&self, method: &Method) -> bool {
        let is_namesake = |other: &&Method| other.name == method.name && other.desc == method.desc;
        let has_code = |other: &Method| !matches!(other.untraced, None | Some(Untraced::Abstract));
        self.map.methods.iter().filter(is_namesake).any(has_code)
    }
}

/// Returns whether a method takes what was captured and then what the call passes, and returns what the call expects. What a constructor
/// makes, and a box that is opened behind the method, are not returned by it.
fn takes(method: &Method, captured: usize, call: &Site) -> bool {
    let receiver = usize::from(!method.is_static());
    let passed = usize::from(call.args).saturating_sub(usize::from(has_receiver(call)));
    let is_object = |desc: &str| desc.rsplit_once(')').is_some_and(|(_, result)| result.starts_with(['L', '[']));
    method.name != "<init>"
        && receiver + parameters(&method.desc).count() == captured + passed
        && (!call.has_result || !method.desc.ends_with(")V") && (is_object(&call.desc) || !is_object(&method.desc)))
}
