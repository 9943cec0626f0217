//! Methods that the JVM itself may call while another method is in the middle of an instruction.
//!
//! Resolving a constant asks a class loader for a class; the loader's super class in the library asks methods that it may
//! override, the security manager, class file transformers. Dynamic constants call their bootstrap methods. None of this
//! is at a place where a path ends, so events of these methods would stand amid those of the path. They are not traced,
//! and pause the recording of their thread while they run ([`Untraced::CalledByJvm`]).
//!
//! How far HotSpot goes: `SystemDictionary::load_instance_class`, `validate_protection_domain`,
//! `JvmtiExport::post_class_file_load_hook` (`sun.instrument`), `LinkResolver::resolve_dynamic_call`; in the library
//! `ClassLoader`, `SecureClassLoader`, `URLClassLoader`.
//!
//! Programs that remake classes of the library while they run may be called by any of its methods: known of Mockito ([`MOCK_DISPATCHER`]).

use paratrace_classfile::{ClassFile, Constant, MemberRef};
use paratrace_traceformat::map::Untraced;
use rustc_hash::FxHashSet;

use super::{MethodTarget, Name, World};

/// Library classes, and those of their methods that the JVM calls and a class may override: names and descriptors. A
/// name that ends with `*` is a prefix; an empty descriptor means any.
#[derive(Debug, Clone, Copy)]
struct Upcalls {
    classes: &'static [&'static str],
    methods: &'static [(&'static str, &'static str)],
}

const LOADERS: &[&str] = &["java/lang/ClassLoader", "java/security/SecureClassLoader", "java/net/URLClassLoader"];
const TRANSFORMER: &str = "java/lang/instrument/ClassFileTransformer";
/// A class and the file that an agent redefines it with.
pub(crate) const CLASS_DEFINITION: &str = "java/lang/instrument/ClassDefinition";
/// What its `transform` has from the name of a class on; for modules it has one more parameter, lambdas have more in front.
pub(crate) const FROM_NAME_OF_TRANSFORMED: &str =
    "Ljava/lang/String;Ljava/lang/Class;Ljava/security/ProtectionDomain;[B)[B";

const LOADER: Upcalls = Upcalls {
    classes: LOADERS,
    methods: &[
        ("loadClass", "(Ljava/lang/String;)Ljava/lang/Class;"),
        ("loadClass", "(Ljava/lang/String;Z)Ljava/lang/Class;"),
        ("findClass", "(Ljava/lang/String;)Ljava/lang/Class;"),
        ("findClass", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/Class;"),
        ("getClassLoadingLock", "(Ljava/lang/String;)Ljava/lang/Object;"),
    ],
};

/// Inline mocks of Mockito ask it whether an object is one, at the begin of each method that has become able to answer as a mock. One of those is
/// `Object.hashCode`, of all objects, and what links a call site asks for hashes. It comes with no class file.
const MOCK_DISPATCHER: &str = "org/mockito/internal/creation/bytebuddy/inject/MockMethodDispatcher";

const SUPER_CLASSES: [Upcalls; 5] = [
    LOADER,
    // Methods that the library's loaders call, too, while they define a class.
    Upcalls { classes: LOADERS, methods: &[("definePackage", ""), ("getPackage", ""), ("getPermissions", "")] },
    Upcalls { classes: &[MOCK_DISPATCHER], methods: &[("is*", "")] },
    Upcalls { classes: &["java/lang/SecurityManager"], methods: &[("check*", "")] },
    Upcalls { classes: &["java/security/Policy"], methods: &[("implies", ""), ("getPermissions", "")] },
];
const INTERFACE: Upcalls = Upcalls { classes: &[TRANSFORMER], methods: &[("transform", "")] };

impl Upcalls {
    fn include(&self, name: &str, desc: &str) -> bool {
        self.methods.iter().any(|&(known, descriptor)| {
            let named = known.strip_suffix('*').map_or(known == name, |first| name.starts_with(first));
            named && (descriptor.is_empty() || descriptor == desc)
        })
    }
}

/// A method behind a method handle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Handle {
    class: String,
    name: String,
    desc: String,
}

/// The methods that the JVM calls through handles of a class: for its dynamic constants, and lambdas that transform
/// class files.
pub(super) fn handles(class: &ClassFile<'_>) -> Vec<Handle> {
    if class.bootstrap_methods().next().is_none() {
        return Vec::new();
    }
    let pool = &class.constant_pool;
    let mut called = Vec::new();
    for (_, constant) in pool.iter() {
        match constant {
            Constant::Dynamic { bootstrap, .. } => {
                let Some(row) = class.bootstrap_methods().nth(bootstrap.into()) else { continue };
                called.push(row.method);
                called.extend(row.arguments());
            }
            Constant::InvokeDynamic { bootstrap, name_and_type } if makes_transformer(class, name_and_type) => {
                // The second argument of the lambda factory is the lambda's body.
                let row = class.bootstrap_methods().nth(bootstrap.into());
                called.extend(row.and_then(|row| row.arguments().nth(1)));
            }
            _ => {}
        }
    }
    called.into_iter().filter_map(|handle| method_behind(class, handle)).collect()
}

fn makes_transformer(class: &ClassFile<'_>, name_and_type: u16) -> bool {
    let described = class.constant_pool.name_and_type(name_and_type);
    let result = |desc: &str| desc.rsplit_once(")L").map(|(_, result)| result.trim_end_matches(';').to_owned());
    described.is_ok_and(|(_, desc)| result(&desc).is_some_and(|result| result == TRANSFORMER))
}

fn method_behind(class: &ClassFile<'_>, handle: u16) -> Option<Handle> {
    let Constant::MethodHandle { reference, .. } = class.constant_pool.get(handle).ok()? else { return None };
    let MemberRef { class, name, descriptor, .. } = class.constant_pool.member_ref(reference).ok()?;
    Some(Handle { class: class.into_owned(), name: name.into_owned(), desc: descriptor.into_owned() })
}

impl World {
    /// Marks the methods that the JVM may call, as far as they would be traced otherwise.
    pub(super) fn find_upcalls(&mut self) {
        for (class, method) in [self.overridden_upcalls(), self.handled_upcalls()].concat() {
            let declared = &mut self.classes[class].methods[method];
            declared.untraced.get_or_insert(Untraced::CalledByJvm);
            self.remakes_classes |= self.names.member(declared.signature).1.ends_with(FROM_NAME_OF_TRANSFORMED);
        }
    }

    fn overridden_upcalls(&self) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (class, described) in self.classes.iter().enumerate() {
            let lists = self.upcalls_above(class);
            if lists.is_empty() {
                continue;
            }
            for (method, declared) in described.methods.iter().enumerate().filter(|(_, m)| m.is_inheritable()) {
                let (name, desc) = self.names.member(declared.signature);
                if lists.iter().any(|list| list.include(name, desc)) {
                    found.push((class, method));
                }
            }
        }
        found
    }

    /// Handles of a program do not count for a traced JDK, which was rewritten without it: what links call sites and constants pauses there.
    fn handled_upcalls(&self) -> Vec<(usize, usize)> {
        let mut found = Vec::new();
        for (handle, of_jdk) in &self.handles {
            if let MethodTarget::Declared(owner, method) = self.method(&handle.class, &handle.name, &handle.desc)
                && (*of_jdk || !self.classes[owner].of_jdk)
            {
                let signature = self.classes[owner].methods[method].signature;
                found.extend(self.variants(owner).filter_map(|class| Some((class, self.declared(class, signature)?))));
            }
        }
        found
    }

    /// The methods that the JVM calls because of the library classes above a class. A super class that is not of the
    /// platform may be a class loader.
    fn upcalls_above(&self, class: usize) -> Vec<Upcalls> {
        let top = self.supers(class).last().unwrap_or(class);
        let above = self.classes[top].super_name.map_or("", |name| self.names.text(name));
        let names: Vec<&str> = self.supers(class).map(|class| self.name(class)).chain([above]).collect();
        let extends = |list: &Upcalls| list.classes.iter().any(|class| names.contains(class));
        let mut lists: Vec<Upcalls> = SUPER_CLASSES.into_iter().filter(extends).collect();
        if !above.is_empty() && !paratrace_jvm::platform::owns(above) {
            lists.push(LOADER);
        }
        if self.names.find(TRANSFORMER).is_some_and(|transformer| self.implements(class, transformer)) {
            lists.push(INTERFACE);
        }
        lists
    }

    /// True if a class implements a library interface, as far as the world knows.
    fn implements(&self, class: usize, interface: Name) -> bool {
        let mut seen = FxHashSet::default();
        let mut todo: Vec<usize> = self.supers(class).collect();
        while let Some(class) = todo.pop() {
            if self.classes[class].interfaces.contains(&interface) {
                return true;
            }
            todo.extend(self.interfaces(class).iter().copied().filter(|&above| seen.insert(above)));
        }
        false
    }
}
