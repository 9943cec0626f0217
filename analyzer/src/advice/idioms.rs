//! Idioms: calls of well-known classes of the Java library that keep tasks apart by changing state, and what to use
//! instead.

use crate::model::Nature;

/// An idiom: what a call does by its class and name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Idiom {
    pub(super) nature: Nature,
    /// The recommended change.
    pub(super) advice: &'static str,
}

/// Names of methods that only look at their object.
const LOOKS: [&str; 30] = [
    "get",
    "size",
    "length",
    "isEmpty",
    "contains",
    "containsKey",
    "containsValue",
    "charAt",
    "indexOf",
    "lastIndexOf",
    "equals",
    "hashCode",
    "toString",
    "getOrDefault",
    "compareTo",
    "compare",
    "substring",
    "subList",
    "keySet",
    "values",
    "entrySet",
    "getKey",
    "getValue",
    "getName",
    "getClass",
    "intValue",
    "longValue",
    "doubleValue",
    "first",
    "last",
];

/// Returns whether a method leaves its object unchanged. This is known for collections and similar classes.
pub(crate) fn looks_only(class: &str, method: &str) -> bool {
    let known = class.starts_with("java/util/") || class.starts_with("java/lang/") || class.starts_with("java/math/");
    let moves = ["Random", "Scanner", "Iterator", "ThreadLocal"].iter().any(|name| class.ends_with(name));
    known && !moves && LOOKS.contains(&method)
}

/// Returns the idiom that a call belongs to.
pub(super) fn idiom(class: &str, method: &str) -> Idiom {
    let simple = class.rsplit(['/', '$']).next().unwrap_or(class);
    let found = by_class(simple, method);
    found.map_or(
        Idiom {
            nature: Nature::Untraced,
            advice: "its code is not traced: make sure that tasks do not share the object, or guard it",
        },
        |(nature, advice)| Idiom { nature, advice },
    )
}

fn by_class(class: &str, method: &str) -> Option<(Nature, &'static str)> {
    let is = |part: &str| class.contains(part);
    Some(match () {
        () if is("Iterator") || is("Enumeration") || is("Spliterator") => {
            (Nature::Traversal, "hand the elements out by index, or let a parallel stream split the collection")
        }
        () if is("Random") && !is("ThreadLocalRandom") => (
            Nature::Random,
            "one generator per task: SplittableRandom.split() or ThreadLocalRandom; numbers will differ",
        ),
        () if is("StringBuilder") || is("StringBuffer") || is("StringJoiner") || is("StringWriter") => {
            (Nature::Append, "one builder per task, joined in order at the end (Collectors.joining)")
        }
        () if is("Map") || is("Table") || is("Properties") => (
            Nature::Collect,
            "a ConcurrentHashMap, or one map per task merged at the end (Collectors.toConcurrentMap, groupingByConcurrent)",
        ),
        () if is("Queue") || is("Deque") || is("Stack") || method == "pop" || method == "poll" => {
            (Nature::Collect, "a concurrent queue if the order does not matter; a work list is a task pool of its own")
        }
        () if is("List") || is("Vector") || is("Set") || is("Collection") || is("BitSet") => {
            (Nature::Collect, "one collection per task, joined in order at the end (Collectors.toList)")
        }
        () if is("PrintStream") || is("PrintWriter") || is("Writer") || is("OutputStream") || is("Logger") => {
            (Nature::Output, "let tasks return their text and print it in order")
        }
        () if is("Reader") || is("InputStream") || is("Scanner") || is("Channel") => {
            (Nature::Input, "read in one thread and process what was read in others: a pipeline")
        }
        () if is("Atomic") || is("Adder") || is("Accumulator") => {
            (Nature::Atomic, "is already safe to share; LongAdder scales better for counts")
        }
        () if is("Matcher")
            || is("Format")
            || is("MessageDigest")
            || is("Cipher")
            || is("Buffer")
            || is("Deflater") =>
        {
            (Nature::PrivateCopy, "one object per task")
        }
        () => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn well_known_classes_are_told_apart() {
        let nature = |class, method| idiom(class, method).nature;
        assert_eq!(nature("java/util/ArrayList", "add"), Nature::Collect);
        assert_eq!(nature("java/util/HashMap", "put"), Nature::Collect);
        assert_eq!(nature("java/util/Random", "nextInt"), Nature::Random);
        assert_eq!(nature("java/lang/StringBuilder", "append"), Nature::Append);
        assert_eq!(nature("java/util/Iterator", "next"), Nature::Traversal);
        assert_eq!(nature("java/util/ArrayList$Itr", "next"), Nature::Untraced);
        assert_eq!(nature("some/Thing", "run"), Nature::Untraced);
        assert!(looks_only("java/util/List", "get") && !looks_only("java/util/Scanner", "get"));
    }
}
