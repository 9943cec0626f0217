//! Sources of a JDK as those of a program: the same lines, in packages below `copied`.

use paratrace_verifier::Jdk;
use paratrace_zip::{Archive, Source};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Where the copies are.
pub(crate) const COPIED: &str = "copied";

/// Classes that are copied, by package: those that work by themselves. Interfaces stay those of the JDK, as the rest of it names
/// them.
const CLASSES: [(&str, &str); 2] = [
    (
        "java.util",
        "AbstractCollection AbstractList AbstractMap AbstractQueue AbstractSequentialList AbstractSet ArrayDeque ArrayList \
         ArrayPrefixHelpers Arrays ArraysParallelSortHelpers BitSet Collections Comparators ComparableTimSort \
         ConcurrentModificationException Dictionary DualPivotQuicksort HashMap HashSet Hashtable \
         IdentityHashMap IntSummaryStatistics KeyValueHolder LinkedHashMap LinkedHashSet LinkedList \
         NoSuchElementException Objects Optional PriorityQueue ReverseOrderDequeView ReverseOrderListView \
         ReverseOrderSortedMapView ReverseOrderSortedSetView Stack StringTokenizer TimSort TreeMap TreeSet Vector",
    ),
    ("jdk.internal.util", "ArraysSupport"),
];

/// Packages of `java.base` that the copies use, and no program may.
const INTERNAL: [&str; 5] =
    ["jdk.internal", "jdk.internal.access", "jdk.internal.misc", "jdk.internal.util", "jdk.internal.vm.annotation"];

/// Stays a call of the JDK: for arrays of references it is not traced there, and for those of a `BitSet` it is. Other methods can be left
/// untraced by their names.
const COPY: &str = "Arrays.copyOf(";

/// More than any file of sources has, bytes.
const LIMIT: u64 = 1 << 24;

/// Options of the compiler and of the JVM.
pub(crate) fn exports() -> Vec<String> {
    let export = |package| ["--add-exports".to_owned(), format!("java.base/{package}=ALL-UNNAMED")];
    INTERNAL.into_iter().flat_map(export).collect()
}

/// Compiles a program as it is, to `plain`, and with copies of the JDK's classes in their place, to `copied`. Texts are put together as
/// in the JDK.
pub(crate) fn compile(jdk: &Jdk, sources: &Path, program: &Path, dir: &Path) {
    let exports = exports();
    let mut options = vec!["-proc:none", "-XDstringConcat=inline"];
    jdk.javac(&options, &[program.to_owned()], &dir.join("plain")).unwrap();
    options.extend(exports.iter().map(String::as_str));
    let archive = Archive::open(Source::new(File::open(sources).unwrap()).unwrap()).unwrap();
    let mut files = vec![dir.join("source").join(program.file_name().unwrap())];
    write(&files[0], &renamed(&fs::read_to_string(program).unwrap()));
    for (package, class) in classes() {
        let path = package.replace('.', "/");
        let entry = archive.find(&format!("java.base/{path}/{class}.java")).unwrap();
        let text = String::from_utf8(archive.bytes(entry, LIMIT).unwrap()).unwrap();
        let file = dir.join(format!("source/{COPIED}/{path}/{class}.java"));
        write(&file, &copy(package, class, &text));
        files.push(file);
    }
    jdk.javac(&options, &files, &dir.join(COPIED)).unwrap();
}

fn write(file: &Path, text: &str) {
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text).unwrap();
}

fn classes() -> impl Iterator<Item = (&'static str, &'static str)> {
    CLASSES.into_iter().flat_map(|(package, names)| names.split_whitespace().map(move |name| (package, name)))
}

/// A copy of a class, in the same lines. Classes that are not copied are those of the JDK: the package's own win over them.
fn copy(package: &str, class: &str, text: &str) -> String {
    let own = format!("package {COPIED}.{package}; import {package}.*;");
    let text = renamed(text).replacen(&format!("package {package};"), &own, 1);
    match class {
        "Arrays" => text.lines().map(copying_by_class).collect::<Vec<_>>().join("\n"),
        "BitSet" => text,
        _ => text.replace(COPY, &format!("java.util.{COPY}")),
    }
}

/// The text with imports of copies.
fn renamed(text: &str) -> String {
    let import = |line: &str| {
        let (word, name) = line.split_once(' ')?;
        let copied = |(package, class): (&str, &str)| {
            let of_package = name.strip_prefix("static ").unwrap_or(name).strip_prefix(package)?.strip_prefix('.')?;
            let rest = of_package.strip_prefix(class)?;
            rest.starts_with([';', '.']).then(|| line.replacen(package, &format!("{COPIED}.{package}"), 1))
        };
        (word == "import").then(|| classes().find_map(copied))?
    };
    text.lines().map(|line| import(line).unwrap_or_else(|| line.to_owned())).collect::<Vec<_>>().join("\n")
}

/// Copying to arrays of a class is what the JIT compilers replace, and not traced in the JDK.
fn copying_by_class(line: &str) -> String {
    let by_class = line.contains(".getClass())") || line.contains("[].class)");
    match line.find("copyOf") {
        Some(at) if by_class => format!("{}java.util.Arrays.{}", line[..at].trim_end_matches("Arrays."), &line[at..]),
        _ => line.to_owned(),
    }
}

/// Names of the classes that are compiled below a directory, as `Class.forName` takes them.
pub(crate) fn compiled(classes: &Path) -> Vec<String> {
    let mut names = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(classes.join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let path = folder.join(entry.file_name());
            if entry.file_type().unwrap().is_dir() {
                folders.push(path);
            } else if path.components().count() > 1 {
                names.push(path.with_extension("").to_str().unwrap().replace('/', "."));
            }
        }
    }
    names.sort();
    names
}
