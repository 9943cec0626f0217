//! What calls of a traced JDK really share: the dependences inside of it.
//!
//! By what is known of the library, two calls *may* meet at an object. A traced JDK shows whether they *did*: whether anything that
//! one of them wrote was read or overwritten by the other, and whether that was what the program keeps there or only how the object
//! keeps it.

use paratrace_jvm::library::{self, Nature};
use paratrace_replay::program::{ConstructId, ConstructKind, kind_of};
use paratrace_traceformat::map::{Accessed, Class, Effect, Filled, InstructionId, Op, ProgramMap, Site};
use rustc_hash::FxHashMap;

use super::followed::Followed;
use super::task_edge::task_edge;
use super::types::all_above;
use crate::dependences::{DependenceSums, Key, Kind, Points, Stat};
use crate::model::{HandedOn, ViaKind};

/// Beginnings of the names of methods that read what was there before only to give it back.
const REPLACING: [&str; 6] = ["put", "set", "add", "offer", "push", "insert"];

/// A run as far as the JDK was traced, too.
#[derive(Clone, Copy)]
pub(crate) struct WithJdk<'a> {
    pub(crate) map: &'a ProgramMap,
    pub(crate) sums: &'a DependenceSums,
    pub(crate) followed: &'a Followed<'a>,
}

/// What objects are for, one bit for each purpose. Objects of one purpose may keep their state in others of it, as sets do in maps.
type Purposes = u8;

const NONE: Purposes = 0;
const ANY: Purposes = Purposes::MAX;

fn purpose(nature: Nature) -> Purposes {
    1 << match nature {
        Nature::Map | Nature::Queue | Nature::Collection => 0,
        Nature::Traversal => 1,
        Nature::Random => 2,
        Nature::Append | Nature::Output | Nature::Input => 3,
        Nature::Atomic => 4,
        Nature::Lock => 5,
        Nature::OnePerTask | Nature::OnePerThread => 6,
        Nature::Statistics => 7,
    }
}

/// Part of a map: what is put there belongs to the map.
const ENTRY: &str = "java/util/Map$Entry";

/// The class around a class, or itself.
fn outer(class: &str) -> &str {
    class.split_once('$').map_or(class, |(outer, _)| outer)
}

/// A dependence with an end inside of the JDK.
struct Inside<'a> {
    stat: &'a Stat,
    /// How often it runs from one task to another, or from a call to what follows.
    count: u64,
    /// What the objects are for that it may belong to.
    purposes: Purposes,
    /// The class that keeps the program's value that goes from one to the other, if one does.
    hands_on: Option<&'a str>,
    /// Whether code of the program itself reads the value, as an element of an array that it has.
    is_read_by_program: bool,
}

/// Returns the sums of the nearest of several dependences, and how often all of them occurred.
fn nearest<'e>(edges: impl Iterator<Item = &'e Inside<'e>>) -> Option<(&'e Stat, u64)> {
    let edges: Vec<&Inside<'_>> = edges.collect();
    let nearest = edges.iter().min_by_key(|edge| (edge.stat.iterations, edge.stat.min))?;
    Some((nearest.stat, edges.iter().map(|edge| edge.count).sum()))
}

/// The dependences inside of the JDK that leave tasks of candidates.
pub(super) struct InsideJdk<'a> {
    run: WithJdk<'a>,
    points: Points<'a>,
    classes: FxHashMap<&'a str, &'a Class>,
    edges: FxHashMap<ConstructId, Vec<Inside<'a>>>,
}

impl<'a> InsideJdk<'a> {
    /// Gathers the dependences that leave these constructs.
    pub(super) fn of(run: WithJdk<'a>, constructs: impl Iterator<Item = ConstructId>) -> Self {
        let classes = run.map.classes.iter().map(|class| (&*class.name, class)).collect();
        let edges = constructs.map(|construct| (construct, Vec::new())).collect();
        let mut inside = Self { run, points: Points::new(run.map), classes, edges };
        for (key, stat) in run.sums.edges.iter() {
            if inside.is_inside(key)
                && let Some(edge) = inside.edge(key, stat)
            {
                inside.edges.entry(key.construct).or_default().push(edge);
            }
        }
        inside
    }

    fn is_inside(&self, key: &Key) -> bool {
        self.edges.contains_key(&key.construct) && [key.head, key.tail].iter().any(|&end| self.jdk_class(end).is_some())
    }

    fn edge(&self, key: &Key, stat: &'a Stat) -> Option<Inside<'a>> {
        // What a class initialiser has done is there before all else that uses its class, whoever ran it.
        if !key.initializer.is_none() {
            return None;
        }
        let is_of_functions =
            || [key.head, key.tail].iter().any(|&end| self.run.followed.calls_function(&self.points, end));
        if key.kind.is_of_calls() && is_of_functions() {
            return None;
        }
        // What follows calls may need what they did at any time.
        let are_calls = kind_of(self.run.map, key.construct).0 == ConstructKind::Method;
        let count = if are_calls { stat.count } else { task_edge(true, key, stat)?.count };
        let is_read_by_program = key.kind == Kind::Raw && self.jdk_class(key.tail).is_none();
        Some(Inside { stat, count, purposes: self.purposes(key), hands_on: self.hands_on(key), is_read_by_program })
    }

    /// Returns the class of the JDK whose code an instruction is.
    fn jdk_class(&self, insn: InstructionId) -> Option<&'a str> {
        let class = &self.run.map.classes[self.run.map.methods[self.points.method_of(insn).index()].class.index()];
        class.is_of_jdk().then_some(&*class.name)
    }

    /// Returns the purposes of the objects that an edge may belong to: any, if that is not known of one of its ends in the JDK.
    fn purposes(&self, key: &Key) -> Purposes {
        if key.kind.is_of_calls() {
            // What code that is not followed does may show in any object.
            return ANY;
        }
        let ends = [key.head, key.tail].into_iter().filter_map(|end| self.purposes_at(end));
        let known = ends.fold(NONE, |all, one| all | one);
        // Other objects are made of atomics and locks, as `Random` of an `AtomicLong`.
        if known & (purpose(Nature::Atomic) | purpose(Nature::Lock)) == NONE { known } else { ANY }
    }

    fn purposes_at(&self, end: InstructionId) -> Option<Purposes> {
        let code = self.jdk_class(end)?;
        let map = self.run.map;
        // Elements may be those of the object around, as an iterator reads those of its list.
        let of_elements = || self.purposes_of(code) | self.purposes_of(outer(code));
        Some(match self.points.op(end) {
            Op::ArrayLoad | Op::ArrayStore => of_elements(),
            Op::Invoke if matches!(self.points.accessed(end), Some(Accessed::Element | Accessed::Memory(_))) => {
                of_elements()
            }
            op => {
                let field = match (op, self.points.accessed(end)) {
                    (Op::GetField | Op::PutField, _) => Some(map.insns.arg[end.index()]),
                    (_, Some(Accessed::Field(field))) => Some(field),
                    _ => None,
                };
                let field = field.and_then(|field| map.fields.get(field as usize));
                let class = field.map_or(code, |field| &*field.class);
                match self.purposes_of(class) {
                    ANY => self.purposes_of(outer(class)),
                    known => known,
                }
            }
        })
    }

    /// Returns what objects of a class are for, by what is known of it and of what is above it; any if nothing is known.
    fn purposes_of(&self, class: &str) -> Purposes {
        let above = all_above(&self.classes, class);
        let known =
            above.iter().filter_map(|class| library::nature_of(class)).fold(NONE, |all, one| all | purpose(one));
        if known == NONE { ANY } else { known }
    }

    /// Returns the class whose code or fields keep the value of the program that goes from one end to the other.
    fn hands_on(&self, key: &Key) -> Option<&'a str> {
        let method = |insn| &*self.run.map.methods[self.points.method_of(insn).index()].name;
        let replaces =
            || self.jdk_class(key.tail).is_some() && REPLACING.iter().any(|name| method(key.tail).starts_with(name));
        // A collection that grows copies its elements, and nobody takes one. What only reads them does, as the call by which newer JDKs hash
        // arrays.
        let only_reads = |site: &Site| matches!(site.effect, Effect::Elements(ranges) if ranges.written().is_empty() && ranges.result == Filled::Nothing);
        let copies = self.points.op(key.tail) == Op::Invoke
            && self.points.accessed(key.tail).is_none()
            && !self.points.call(key.tail).is_some_and(only_reads);
        if key.kind == Kind::Raw && !copies && !replaces() { self.kept_in(key) } else { None }
    }

    /// Returns the class that keeps what an edge runs through for the program.
    fn kept_in(&self, key: &Key) -> Option<&'a str> {
        let via = self.points.location(key);
        let ends = [key.head, key.tail].map(|end| self.jdk_class(end));
        match via.kind {
            ViaKind::Field => {
                let (class, _) = via.name.rsplit_once('.').filter(|(class, field)| library::keeps(class, field))?;
                self.classes.get_key_value(class).map(|(&class, _)| class)
            }
            ViaKind::Element => {
                let keeps = |class| {
                    let around = || all_above(&self.classes, outer(class)).into_iter();
                    all_above(&self.classes, class).into_iter().chain(around()).any(library::keeps_elements)
                };
                let is_own = ends.iter().any(Option::is_none);
                // The program has the array itself, or the object keeps its elements.
                ends.into_iter().flatten().find(|&class| is_own || keeps(class))
            }
            _ => None,
        }
    }

    /// Lists the edges between tasks that may belong to an object of this type.
    fn between(&self, construct: ConstructId, class: &str) -> impl Iterator<Item = &Inside<'a>> {
        let is_known = self.classes.get(class).is_some_and(|known| known.is_of_jdk());
        let purposes = if is_known { self.purposes_of(class) } else { ANY };
        let edges = self.edges.get(&construct).into_iter().flatten();
        edges.filter(move |edge| edge.purposes & purposes != NONE)
    }

    /// Returns whether everything that an instruction calls was followed, if it is a call.
    fn is_followed(&self, insn: InstructionId) -> bool {
        self.run.followed.is_followed(&self.points, insn)
    }

    /// Returns whether two calls that may meet at an object of this type did not do so from one task to another.
    pub(super) fn parts(&self, key: &Key, class: &str) -> bool {
        key.kind.is_of_calls()
            && self.is_followed(key.head)
            && self.is_followed(key.tail)
            && self.between(key.construct, class).next().is_none()
    }

    /// Returns what goes from one task to another through an object of this type, and the sums of the nearest such dependence. `is_taken`:
    /// calls of the program take something from the object; otherwise only what its own code reads is handed on.
    pub(super) fn handed_on(
        &self,
        construct: ConstructId,
        class: &str,
        is_taken: bool,
    ) -> Option<(HandedOn, &Stat, u64)> {
        let is_its = |edge: &&Inside<'_>| {
            (is_taken || edge.is_read_by_program) && edge.hands_on.is_some_and(|keeper| self.may_keep_in(class, keeper))
        };
        let (nearest, count) = nearest(self.between(construct, class).filter(is_its))?;
        let what = match library::nature_of(class) {
            // What a generator keeps is its own.
            Some(Nature::Random) => return None,
            Some(Nature::Map) => HandedOn::Value,
            None if class == ENTRY => HandedOn::Value,
            Some(Nature::Collection | Nature::Queue) => HandedOn::Element,
            _ if class.starts_with('[') => HandedOn::Element,
            _ => HandedOn::Content,
        };
        Some((what, nearest, count))
    }

    /// Returns whether an object of a class may keep a value in objects of another one. Of a class with a known purpose those of the same
    /// purpose do; others keep values in objects of the class itself, or of one within it. No class: any object.
    fn may_keep_in(&self, class: &str, keeper: &'a str) -> bool {
        let is_it = |keeper: &'a str| all_above(&self.classes, keeper).contains(&class);
        let is_any = class.is_empty() || class.starts_with('[') || library::nature_of(class).is_some();
        is_any || [keeper, outer(keeper)].into_iter().any(is_it)
    }

    /// Returns whether a call was executed and followed, and nothing went from one task to another inside of the JDK.
    pub(super) fn meets_nothing(&self, construct: ConstructId, insn: InstructionId) -> bool {
        self.edges.get(&construct).is_some_and(Vec::is_empty) && self.run.followed.was_followed(&self.points, insn)
    }

    /// Returns whether a value goes from one task to another that none of the objects of these types keeps.
    pub(super) fn hands_on_unseen<'c>(&self, construct: ConstructId, classes: impl Iterator<Item = &'c str>) -> bool {
        let seen = classes.map(|class| self.purposes_of(class)).fold(NONE, |all, one| all | one);
        let mut edges = self.edges.get(&construct).into_iter().flatten();
        edges.any(|edge| edge.hands_on.is_some() && edge.purposes & seen == NONE)
    }

    /// Returns what goes from one task to another through state of the JDK that no object shows.
    pub(super) fn handed_on_unseen(&self, construct: ConstructId) -> Option<(HandedOn, &Stat, u64)> {
        let edges = self.edges.get(&construct).into_iter().flatten();
        let (nearest, count) = nearest(edges.filter(|edge| edge.hands_on.is_some()))?;
        Some((HandedOn::Hidden, nearest, count))
    }

    /// Returns whether calls of these instructions were followed: what they share is known.
    pub(super) fn follows(&self, mut insns: impl Iterator<Item = InstructionId>) -> bool {
        insns.all(|insn| self.is_followed(insn))
    }
}
