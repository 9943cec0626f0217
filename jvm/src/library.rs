//! Known classes and methods of the Java library: `library.txt`, which says what each fact means.

use rustc_hash::FxHashMap;
use std::sync::LazyLock;

use crate::elements::Elements;

/// Declares facts and the words that stand for them.
macro_rules! facts {
    ($(#[$doc:meta])* $name:ident: $($fact:ident $word:literal)*) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name {
            $(#[doc = concat!("`", $word, "`")] $fact,)*
        }

        impl $name {
            fn of(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$fact),)*
                    _ => None,
                }
            }
        }
    };
}

facts! {
    /// A fact of a class.
    ClassFact:
    Value "value"
    Final "final"
    Pure "pure"
    Leaf "leaf"
    LeafOfValues "leaf-of-values"
    CallsNothing "calls-nothing"
    StartsSomething "starts-something"
    NamesFields "names-fields"
    Compares "compares"
    HoldsNothing "holds-nothing"
    HoldsValues "holds-values"
    HoldsTexts "holds-texts"
    Locks "locks"
    MayLock "may-lock"
    Hidden "hidden"
    Unguarded "unguarded"
    Log "log"
    Bounded "bounded"
}

facts! {
    /// A fact of a method.
    MethodFact:
    Pure "pure"
    Leaf "leaf"
    Final "final"
    Acquires "acquires"
    Varies "varies"
    Environment "environment"
    CopiesElements "copies-elements"
    Clones "clones"
    NewArray "new-array"
    CopiesFront "copies-front"
    ReturnsArgument "returns-argument"
    Counted "counted"
    Forgets "forgets"
    Twin "twin"
    AndState "and-state"
    Everywhere "everywhere"
    Looks "looks"
    LooksMostly "looks-mostly"
    View "view"
    Forks "forks"
    FillsArgument "fills-argument"
    LooksInside "looks-inside"
    WritesOutside "writes-outside"
    SetsPart "sets-part"
    SetsBits "sets-bits"
    Clears "clears"
    ClearsRange "clears-range"
    Restarts "restarts"
    Passing "passing"
    ShowsAll "shows-all"
    Streams "streams"
    Iterates "iterates"
    Stage "stage"
    Barrier "barrier"
    Cuts "cuts"
    GathersInto "gathers-into"
    GivesEach "gives-each"
    ReplacesEach "replaces-each"
    RemovesSome "removes-some"
    Gathers "gathers"
    Rounds "rounds"
    Folds "folds"
    StopsEarly "stops-early"
    EndsStream "ends-stream"
    SetsElements "sets-elements"
    Collector "collector"
    Orders "orders"
    Reorders "reorders"
    Associative "associative"
    AssociativeButRounds "associative-but-rounds"
}

facts! {
    /// The purpose of the state of a class, or of the part that a method uses.
    Nature:
    Traversal "traversal"
    Random "random"
    Append "append"
    Map "map"
    Queue "queue"
    Collection "collection"
    Output "output"
    Input "input"
    Atomic "atomic"
    Statistics "statistics"
    Lock "lock"
    OnePerTask "one-per-task"
    OnePerThread "one-per-thread"
}

facts! {
    /// A fact of the methods of these names, of all classes of a nature.
    Habit:
    Inside "inside"
    Stores "stores"
    Fills "fills"
    Changes "changes"
    Wraps "wraps"
    Gathers "gathers"
    Adds "adds"
    Fronts "fronts"
    Takes "takes"
    Drains "drains"
    Asks "asks"
    Reads "reads"
    Writes "writes"
    Merges "merges"
    Computes "computes"
    Makes "makes"
    Enters "enters"
}

/// A class of the library.
#[derive(Debug)]
pub struct Class {
    /// Internal name, with slashes.
    pub name: &'static str,
    facts: Vec<ClassFact>,
    nature: Option<Nature>,
    /// The methods that the library calls through this type; `None`: not known.
    pub through: Option<Vec<&'static str>>,
    /// By name, in any order.
    methods: FxHashMap<&'static str, Vec<Method>>,
}

impl Class {
    /// True if a fact is known of the class.
    #[must_use]
    pub fn is(&self, fact: ClassFact) -> bool {
        self.facts.contains(&fact)
    }
}

/// A method as calls of one class name it.
#[derive(Debug, Default)]
pub struct Method {
    /// Its type, in the words of class files.
    pub desc: &'static str,
    facts: Vec<MethodFact>,
    nature: Option<Nature>,
    /// The elements that it reads and writes, if it does nothing else; with [`MethodFact::AndState`] some states, too.
    pub elements: Option<Elements>,
}

impl Method {
    /// The type that it returns.
    #[must_use]
    pub fn result(&self) -> Option<&'static str> {
        self.desc.rsplit_once(')').map(|(_, result)| result)
    }

    /// True if a fact is known of the method.
    #[must_use]
    pub fn is(&self, fact: MethodFact) -> bool {
        self.facts.contains(&fact)
    }
}

#[derive(Debug, Default)]
struct Library {
    classes: FxHashMap<&'static str, Class>,
    found: Vec<&'static str>,
    habits: Vec<(Nature, Habit, Vec<&'static str>)>,
    plain: Vec<&'static str>,
    /// By class, fields.
    keeps: FxHashMap<&'static str, Vec<&'static str>>,
}

const TEXT: &str = include_str!("library.txt");

static LIBRARY: LazyLock<Library> = LazyLock::new(|| parse(TEXT).0);

const OBJECT: &str = "java/lang/Object";

/// The class of this internal name, if anything is known of it; what begins with `[` is an array.
#[must_use]
pub fn class(name: &str) -> Option<&'static Class> {
    LIBRARY.classes.get(if name.starts_with('[') { "[]" } else { name })
}

/// True if a fact is known of the class of this internal name.
#[must_use]
pub fn is(name: &str, fact: ClassFact) -> bool {
    class(name).is_some_and(|class| class.is(fact))
}

/// The method that a call names, if anything is known of it.
#[must_use]
pub fn method(of: &str, name: &str, desc: &str) -> Option<&'static Method> {
    let own = class(of).and_then(|class| class.methods.get(name)?.iter().find(|method| method.desc == desc));
    own.or_else(|| everywhere(name, desc))
}

/// True if a fact is known of the method that a call names.
#[must_use]
pub fn method_is(of: &str, name: &str, desc: &str, fact: MethodFact) -> bool {
    method(of, name, desc).is_some_and(|method| method.is(fact))
}

/// True if what has the type of this descriptor has no state: it is primitive, or immutable.
#[must_use]
pub fn is_value_type(descriptor: &str) -> bool {
    match descriptor.strip_prefix('L').and_then(|name| name.strip_suffix(';')) {
        Some(class) => is(class, ClassFact::Value),
        None => !descriptor.starts_with('['),
    }
}

/// True if the method that a call names reads and writes no state.
#[must_use]
pub fn is_pure(of: &str, name: &str, desc: &str) -> bool {
    let fills = || method_is(of, name, desc, MethodFact::FillsArgument);
    method_is(of, name, desc, MethodFact::Pure) || is(of, ClassFact::Pure) && !fills()
}

/// The method of `Object` that is known by what it does in whatever class.
fn everywhere(name: &str, desc: &str) -> Option<&'static Method> {
    static ALL: LazyLock<Vec<(&'static str, &'static Method)>> = LazyLock::new(|| {
        let named = class(OBJECT).into_iter().flat_map(|class| &class.methods);
        let all = named.flat_map(|(&name, methods)| methods.iter().map(move |method| (name, method)));
        all.filter(|(_, method)| method.is(MethodFact::Everywhere)).collect()
    });
    // A handful of names: comparing them is quicker than hashing one.
    ALL.iter().find(|(known, method)| *known == name && method.desc == desc).map(|&(_, method)| method)
}

/// The purpose of the state that a call uses: as its method says, or else the class that it names.
#[must_use]
pub fn nature(of: &str, name: &str, desc: &str) -> Option<Nature> {
    let method = method(of, name, desc).and_then(|method| method.nature);
    method.or_else(|| class(of)?.nature)
}

/// The purpose of the state of a class, if it is known.
#[must_use]
pub fn nature_of(class: &str) -> Option<Nature> {
    self::class(class)?.nature
}

/// True if a class keeps in a field what the program gives it.
#[must_use]
pub fn keeps(class: &str, field: &str) -> bool {
    LIBRARY.keeps.get(class).is_some_and(|fields| fields.contains(&field))
}

/// True if a class keeps in the elements of an array what the program gives it.
#[must_use]
pub fn keeps_elements(class: &str) -> bool {
    LIBRARY.keeps.get(class).is_some_and(|fields| fields.iter().any(|field| field.ends_with("[]")))
}

/// True if the methods of this name have the habit, `None` if the table says nothing of it for the nature.
#[must_use]
pub fn has_habit(nature: Nature, habit: Habit, name: &str) -> Option<bool> {
    let (_, _, names) = LIBRARY.habits.iter().find(|(of, known, _)| (*of, *known) == (nature, habit))?;
    Some(names.contains(&name))
}

/// The methods that the library calls of objects that it finds in collections and arrays.
#[must_use]
pub fn found() -> &'static [&'static str] {
    &LIBRARY.found
}

/// True if a package, named with slashes, holds plain data.
#[must_use]
pub fn is_plain(package: &str) -> bool {
    LIBRARY.plain.contains(&package)
}

/// Reads the table; the lines that mean nothing come second.
fn parse(text: &'static str) -> (Library, Vec<&'static str>) {
    let (mut library, mut class, mut wrong) = (Library::default(), None, Vec::new());
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if library.line(line, &mut class).is_none() {
            wrong.push(line);
        }
    }
    (library, wrong)
}

impl Library {
    /// Reads one line; methods are those of the class that was named last.
    fn line(&mut self, line: &'static str, class: &mut Option<&'static str>) -> Option<()> {
        let mut words = line.split_whitespace();
        match words.next()? {
            "package" => {
                self.plain.push(words.next()?);
                (words.next()? == "plain").then_some(())
            }
            "keeps" => {
                let name = words.next()?;
                self.keeps.insert(name, words.collect()).is_none().then_some(())
            }
            "nature" => {
                let nature = Nature::of(words.next()?)?;
                words.try_for_each(|word| self.habit(nature, word))
            }
            "class" => {
                let name = words.next()?;
                *class = Some(name);
                let described = self.class(name, words)?;
                self.classes.insert(name, described).is_none().then_some(())
            }
            signature => {
                let (name, desc) = signature.split_at(signature.find('(')?);
                let described = method_of(desc, words)?;
                let methods = self.classes.get_mut((*class)?)?.methods.entry(name).or_default();
                let new = methods.iter().all(|method| method.desc != desc);
                methods.push(described);
                new.then_some(())
            }
        }
    }

    fn habit(&mut self, nature: Nature, word: &'static str) -> Option<()> {
        let (habit, names) = word.split_once(':')?;
        self.habits.push((nature, Habit::of(habit)?, listed(names).collect()));
        Some(())
    }

    fn class(&mut self, name: &'static str, words: impl Iterator<Item = &'static str>) -> Option<Class> {
        let mut class = Class { name, facts: Vec::new(), nature: None, through: None, methods: FxHashMap::default() };
        for word in words {
            match word.split_once(':') {
                Some(("through", names)) => class.through = Some(listed(names).collect()),
                Some(("found", names)) => self.found.extend(listed(names)),
                _ if is_release(word) => {}
                _ => match Nature::of(word) {
                    Some(nature) => class.nature = Some(nature),
                    None => class.facts.push(ClassFact::of(word)?),
                },
            }
        }
        Some(class)
    }
}

fn method_of(desc: &'static str, words: impl Iterator<Item = &'static str>) -> Option<Method> {
    let mut method = Method { desc, ..Method::default() };
    for word in words.filter(|word| !is_release(word)) {
        match Nature::of(word) {
            Some(nature) => method.nature = Some(nature),
            None if word.contains(':') => method.elements.get_or_insert_default().read(word)?,
            None => method.facts.push(MethodFact::of(word)?),
        }
    }
    if method.is(MethodFact::AndState) {
        method.elements.get_or_insert_default();
    }
    Some(method)
}

fn listed(names: &str) -> impl Iterator<Item = &str> {
    names.split(',').filter(|name| !name.is_empty())
}

fn is_release(word: &str) -> bool {
    let release = word.strip_prefix("since:").or_else(|| word.strip_prefix("until:"));
    release.is_some_and(|release| release.parse::<u16>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_understood_and_there_once() {
        assert_eq!(parse(TEXT).1, Vec::<&str>::new());
        let wrong =
            "class a final\nclass a\n    b leaf\n    b()V leaf\n    b()V\n    c()V leef\npackage p plane\nkeeps\n";
        assert_eq!(parse(wrong).1, ["class a", "    b leaf", "    b()V", "    c()V leef", "package p plane", "keeps"]);
    }

    #[test]
    fn names_are_exact() {
        assert!(is("java/lang/String", ClassFact::Value) && !is("my/java/lang/String", ClassFact::Value));
        let leaf = |class, name, desc| method(class, name, desc).is_some_and(|method| method.is(MethodFact::Leaf));
        assert!(leaf("java/util/ArrayList", "size", "()I") && !leaf("java/util/ArrayList", "size", "(I)I"));
        assert!(leaf("[[I", "clone", "()Ljava/lang/Object;") && !leaf("my/List", "clone", "()Ljava/lang/Object;"));
        assert!(leaf("my/List", "getClass", "()Ljava/lang/Class;") && !leaf("my/List", "<init>", "()V"));
    }

    #[test]
    fn what_is_kept_is_told_apart() {
        assert!(keeps("java/util/HashMap$Node", "value") && !keeps("java/util/HashMap$Node", "next"));
        assert!(keeps_elements("java/util/ArrayList") && !keeps_elements("java/util/HashMap"));
    }

    #[test]
    fn natures_are_those_of_methods_or_else_of_classes() {
        assert_eq!(nature("java/util/ArrayList", "add", "(Ljava/lang/Object;)Z"), Some(Nature::Collection));
        assert_eq!(nature("java/util/LinkedList", "add", "(Ljava/lang/Object;)Z"), Some(Nature::Collection));
        assert_eq!(nature("java/util/LinkedList", "poll", "()Ljava/lang/Object;"), Some(Nature::Queue));
        assert_eq!(nature("my/List", "add", "(Ljava/lang/Object;)Z"), None);
    }
}
