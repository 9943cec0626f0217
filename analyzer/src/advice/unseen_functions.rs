//! Functions that untraced code runs and that use objects of untraced code: `list::add`, `map::get`. No instruction of the program
//! shows that use. So do iterators of streams, which compute their elements when they are asked for them.

use paratrace_jvm::library::{self, ClassFact, MethodFact, Nature};
use paratrace_jvm::opcodes::INVOKEDYNAMIC;
use paratrace_replay::program::{has_receiver, parameters};
use paratrace_traceformat::map::{InstructionId, ProgramMap, Site};

use crate::dependences::Points;
use crate::dependences::asked_streams::is_of_stream;
use crate::dependences::definitions::source;
use crate::dependences::runs::Runs;

/// Interfaces, other than those of `java.util.function`, whose methods may run such a function.
const FUNCTIONAL: [&str; 7] = [
    "java/util/Comparator",
    "java/lang/Comparable",
    "java/lang/Iterable",
    "java/lang/Runnable",
    "java/util/Iterator",
    "java/util/PrimitiveIterator$OfInt",
    "java/util/concurrent/Callable",
];

/// Collections that compare their elements by a function that they were given.
const SORTED: [&str; 11] = [
    "java/util/TreeMap",
    "java/util/TreeSet",
    "java/util/PriorityQueue",
    "java/util/concurrent/ConcurrentSkipListMap",
    "java/util/concurrent/ConcurrentSkipListSet",
    "java/util/concurrent/PriorityBlockingQueue",
    "java/util/SortedMap",
    "java/util/NavigableMap",
    "java/util/SortedSet",
    "java/util/NavigableSet",
    "java/util/Arrays",
];

/// Types that what is sorted may have, too.
const MAYBE_SORTED: [&str; 6] = [
    "java/util/Map",
    "java/util/Set",
    "java/util/Collection",
    "java/util/Queue",
    "java/util/List",
    "java/util/Collections",
];

/// Streams that change a checksum, their second argument.
const CHECKED: [&str; 4] = [
    "java/util/zip/CheckedOutputStream",
    "java/util/zip/CheckedInputStream",
    "java/security/DigestOutputStream",
    "java/security/DigestInputStream",
];

/// What a part of the program sets for others that do not name it.
struct Setting {
    /// Classes and names of methods that set it.
    setters: &'static [(&'static str, &'static str)],
    /// Names of methods that read it.
    readers: &'static [&'static str],
}

/// Such settings: properties and defaults of the whole JVM, and whether a thread is interrupted.
const SETTINGS: [Setting; 2] = [
    Setting {
        setters: &[
            ("java/lang/System", "setProperty"),
            ("java/lang/System", "setProperties"),
            ("java/lang/System", "clearProperty"),
            ("java/util/Locale", "setDefault"),
            ("java/util/TimeZone", "setDefault"),
        ],
        readers: &[
            "getProperty",
            "getProperties",
            "getInteger",
            "getLong",
            "getBoolean",
            "lineSeparator",
            "format",
            "printf",
            "formatted",
            "toUpperCase",
            "toLowerCase",
            "getDefault",
            "systemDefault",
            "systemDefaultZone",
            "now",
            "getInstance",
            "toString",
        ],
    },
    Setting { setters: &[("java/lang/Thread", "interrupt")], readers: &["interrupted", "isInterrupted", "sleep"] },
];

/// A set of settings: a bit for each.
pub(super) type Settings = u8;

/// Returns the settings that are so.
fn settings(is: impl Fn(&Setting) -> bool) -> Settings {
    SETTINGS.iter().zip(0..).filter(|(setting, _)| is(setting)).fold(0, |all, (_, at)| all | 1 << at)
}

/// Returns the settings that a call changes.
pub(super) fn set_by(site: &Site) -> Settings {
    settings(|setting| setting.setters.contains(&(&*site.class, &*site.name)))
}

/// Returns the settings that a call may read.
pub(super) fn read_by(site: &Site) -> Settings {
    settings(|setting| setting.readers.contains(&&*site.name))
}

/// Types of checksums.
const CHECKSUMS: [&str; 5] = [
    "java/util/zip/Checksum",
    "java/util/zip/CRC32",
    "java/util/zip/CRC32C",
    "java/util/zip/Adler32",
    "java/security/MessageDigest",
];

/// What the executed code has of them.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct UnseenFunctions {
    /// Such a function is kept: it may run at any time.
    are_kept: bool,
    /// Streams are asked for their elements one by one.
    are_lazy: bool,
    /// Sorted collections are made.
    are_sorted: bool,
    /// Settings that are changed.
    set: Settings,
    /// Streams are made that change a checksum with what passes through.
    are_checked: bool,
}

impl UnseenFunctions {
    pub(super) fn new(points: &Points<'_>, code: impl Iterator<Item = InstructionId>) -> Self {
        let (mut all, mut of_streams) = (Self::default(), false);
        for (insn, site) in code.filter_map(|insn| Some((insn, points.call(insn)?))) {
            all.are_lazy |= is_of_stream(&site.class) && matches!(&*site.name, "iterator" | "spliterator");
            all.are_sorted |= &*site.name == "<init>" && SORTED.contains(&&*site.class);
            all.set |= set_by(site);
            all.are_checked |= &*site.name == "<init>" && CHECKED.contains(&&*site.class);
            if uses_objects(points.map, site) {
                match user(points, insn) {
                    Some(user) if is_of_stream(&user.class) => of_streams = true,
                    Some(user) if runs_at_once(user) => {}
                    _ => all.are_kept = true,
                }
            }
        }
        all.are_kept |= of_streams && all.are_lazy;
        all
    }

    /// Returns whether a call may read a setting that the program changes.
    pub(super) fn may_set_for(self, site: &Site) -> bool {
        self.set & read_by(site) != 0
    }

    /// Returns whether a call may run a function that is kept, or compute elements of a stream.
    pub(super) fn may_run_in(self, site: &Site) -> bool {
        let class = &*site.class;
        let is_function = class.starts_with("java/util/function/") || FUNCTIONAL.contains(&class);
        let compares = SORTED.contains(&class) || MAYBE_SORTED.contains(&class);
        self.are_kept && (is_function || self.are_sorted && compares || site.desc.contains("Ljava/util/Comparator;"))
            || self.are_checked && CHECKSUMS.contains(&class)
            || self.are_lazy && (class == "java/util/Iterator" || class.starts_with("java/util/PrimitiveIterator"))
    }
}

/// Returns whether an instruction makes a function that runs untraced code with objects which it is given here.
pub(super) fn uses_objects(map: &ProgramMap, site: &Site) -> bool {
    let has_objects = || parameters(&site.desc).any(|captured| !library::is_value_type(captured));
    let runs = || Runs::read(&site.class).filter(|runs| runs.traced(map).is_none());
    site.opcode == INVOKEDYNAMIC && has_objects() && runs().is_some_and(|runs| !is_of_program(map, runs))
}

/// Returns whether a function runs a method of the program, as an accessor that is not traced itself.
fn is_of_program(map: &ProgramMap, runs: Runs<'_>) -> bool {
    map.classes.iter().any(|class| class.name == runs.class && class.untraced.is_none())
}

/// Returns the call in the same block that gets what an instruction makes.
fn user<'m>(points: &Points<'m>, made: InstructionId) -> Option<&'m Site> {
    let block = points.block_of(made)?;
    let end = InstructionId::new(points.map.blocks[block.index()].insns.end).plus(STATEMENT);
    let calls = made.plus(1).up_to(end).filter_map(|insn| Some((insn, points.call(insn)?)));
    let mut getting =
        calls.filter(|&(insn, site)| (0..u32::from(site.args)).any(|above| points.producer(insn, above) == Some(made)));
    getting.next().map(|(_, site)| site)
}

/// Instructions behind a block that may belong to a statement which is begun in it: a block ends with a call.
const STATEMENT: u32 = 16;

/// Returns whether a call runs the functions that it is given, if at all, before it returns.
fn runs_at_once(site: &Site) -> bool {
    let is_at_once = |nature| matches!(nature, Nature::Map | Nature::Collection | Nature::Queue | Nature::Atomic);
    site.class.starts_with("java/util/Optional")
        || &*site.class == "java/lang/Iterable"
        || &*site.name != "<init>" && library::nature(&site.class, &site.name, &site.desc).is_some_and(is_at_once)
}

/// Returns whether a call reads an entry that tasks do not plainly get from going through a map's entries: a change of the map
/// shows in it, and the map is not seen to be the one. `is_of_tasks` tells which calls tasks make.
pub(super) fn reads_other_entry(
    points: &Points<'_>,
    insn: InstructionId,
    is_of_tasks: impl Fn(InstructionId) -> bool,
) -> bool {
    let is_read = |site: &&Site| {
        &*site.class == "java/util/Map$Entry" && matches!(&*site.name, "getValue" | "toString" | "hashCode" | "equals")
    };
    points.call(insn).filter(is_read).is_some_and(|site| {
        let entry = source(points, insn, u32::from(site.args) - 1);
        let next = entry.filter(|&next| is_call(points, next, "next") && is_of_tasks(next));
        let iterator = next.and_then(|next| source(points, next, 0)).filter(|&it| is_call(points, it, "iterator"));
        let all = iterator.and_then(|iterator| source(points, iterator, 0));
        !all.is_some_and(|all| is_call(points, all, "entrySet"))
    })
}

/// Returns whether a call changes a map.
pub(super) fn changes_map(points: &Points<'_>, insn: InstructionId) -> bool {
    let is_map = |site: &Site| library::nature(&site.class, &site.name, &site.desc) == Some(Nature::Map);
    let makes = |site: &Site| {
        let method = library::method(&site.class, &site.name, &site.desc);
        &*site.name == "<init>" || method.is_some_and(|method| method.is(MethodFact::View))
    };
    points.call(insn).is_some_and(|site| {
        is_map(site) && has_receiver(site) && !makes(site) && !is_read(&site.name) && !points.only_looks(insn)
    })
}

/// Returns whether a method of a map of this name leaves the values unchanged, whatever order it keeps them in.
fn is_read(name: &str) -> bool {
    matches!(name, "get" | "getOrDefault" | "containsKey")
}

fn is_call(points: &Points<'_>, insn: InstructionId, name: &str) -> bool {
    points.call(insn).is_some_and(|site| &*site.name == name && !library::is(&site.class, ClassFact::Value))
}
