//! The map of a program without the JDK that it ran on.

use fixedbitset::FixedBitSet;
use paratrace_traceformat::map::{Class, Effect, Method, MethodId, Mode, NONE, Op, ProgramMap, Site, Untraced};
use rustc_hash::{FxHashMap, FxHashSet};

/// A name that no class file has.
const NOBODY: &str = ";";

/// Returns a map of the program alone, as if the traced JDK that it ran on were not traced; `None` if it ran on none. All numbers stay as
/// they are. The JDK's classes have no names, its methods no code, and its own calls are not told.
pub fn without_jdk(map: &ProgramMap) -> Option<ProgramMap> {
    map.has_jdk().then_some(())?;
    let own = OwnMethods::of(map);
    let mut is_used = FixedBitSet::with_capacity(map.sites.len());
    let mut program = map.clone();
    for method in &mut program.methods {
        if map.is_of_jdk(method) {
            *method = without_code(method);
            continue;
        }
        for at in method.instructions().map(|insn| insn.index()) {
            if map.insns.op[at] == Op::Invoke as u8 && map.insns.arg[at] != NONE {
                is_used.insert(map.insns.arg[at] as usize);
            }
        }
    }
    program.locked_methods.retain(|method| program.methods[method.index()].untraced.is_none());
    program.classes.iter_mut().filter(|class| class.is_of_jdk()).for_each(forget);
    for (at, site) in program.sites.iter_mut().enumerate() {
        match is_used.contains(at) {
            true if own.answer(site) => {}
            true => {
                (site.mode, site.callee) =
                    (if site.mode == Mode::Leaf { Mode::Leaf } else { Mode::Open }, MethodId::NONE)
            }
            false => *site = nobodys(site),
        }
    }
    Some(program)
}

fn forget(class: &mut Class) {
    class.name = NOBODY.to_owned();
    class.super_name = None;
    class.interfaces.clear();
    class.untraced = Some(Untraced::Abstract);
}

/// The method's place among all stays, so that those around it are found.
fn without_code(method: &Method) -> Method {
    let Method { insns, blocks, starts, handlers, lines, loops, .. } = method;
    let [insns, blocks, starts] = [insns, blocks, starts].map(|range| range.start..range.start);
    let [handlers, lines, loops] = [handlers, lines, loops].map(|range| range.start..range.start);
    let none = Method::without_code(method.class, NOBODY, "()V");
    Method { untraced: Some(Untraced::Abstract), insns, blocks, starts, handlers, lines, loops, ..none }
}

/// The site of calls that the program does not make.
fn nobodys(site: &Site) -> Site {
    Site {
        opcode: site.opcode,
        class: NOBODY.to_owned(),
        name: NOBODY.to_owned(),
        desc: "()V".to_owned(),
        mode: Mode::Leaf,
        effect: Effect::Pure,
        callee: MethodId::NONE,
        args: 0,
        has_result: false,
        class_recorded: false,
        state_args: Vec::new(),
        post_receiver: false,
    }
}

/// The methods that the program declares.
struct OwnMethods<'m> {
    map: &'m ProgramMap,
    classes: FxHashMap<&'m str, &'m Class>,
    /// By class, name and descriptor.
    declared: FxHashSet<(&'m str, &'m str, &'m str)>,
}

impl<'m> OwnMethods<'m> {
    fn of(map: &'m ProgramMap) -> Self {
        let own = || map.classes.iter().filter(|class| !class.is_of_jdk());
        let declared = own().flat_map(|class| {
            let methods = &map.methods[crate::base::span(&class.methods)];
            methods.iter().map(|method| (&*class.name, &*method.name, &*method.desc))
        });
        Self { map, classes: own().map(|class| (&*class.name, class)).collect(), declared: declared.collect() }
    }

    /// Returns whether traced code of the program answers all calls of a site.
    fn answer(&self, site: &Site) -> bool {
        match site.mode {
            Mode::Traced => {
                let callee = self.map.methods.get(site.callee.index());
                callee.is_some_and(|method| !self.map.classes[method.class.index()].is_of_jdk())
            }
            Mode::TracedVirtual => self.has_or_inherits(&site.class, &site.name, &site.desc),
            Mode::Open | Mode::Leaf => false,
        }
    }

    fn has_or_inherits(&self, class: &str, name: &str, desc: &str) -> bool {
        let (mut todo, mut seen) = (vec![class], FxHashSet::default());
        while let Some(class) = todo.pop() {
            let Some((known, described)) = self.classes.get_key_value(class).filter(|(name, _)| seen.insert(**name))
            else {
                continue;
            };
            if self.declared.contains(&(*known, name, desc)) {
                return true;
            }
            todo.extend(described.super_name.as_deref().into_iter().chain(described.interfaces.iter().map(|s| &**s)));
        }
        false
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    use paratrace_traceformat::map::{ClassId, InstructionId, JDK_ORIGIN};

    fn class(name: &str, origin: &str, methods: std::ops::Range<u32>) -> Class {
        Class {
            name: name.into(),
            super_name: Some("java/lang/Object".into()),
            interfaces: Vec::new(),
            access: 0,
            source: None,
            origin: origin.into(),
            untraced: None,
            methods,
        }
    }

    fn site(class: &str, mode: Mode, callee: MethodId) -> Site {
        Site { class: class.into(), name: "get".into(), desc: "()I".into(), mode, callee, ..nobodys(&BLANK) }
    }

    const BLANK: Site = Site {
        opcode: paratrace_jvm::opcodes::INVOKEVIRTUAL,
        class: String::new(),
        name: String::new(),
        desc: String::new(),
        mode: Mode::Leaf,
        effect: Effect::State,
        callee: MethodId::NONE,
        args: 0,
        has_result: true,
        class_recorded: false,
        state_args: Vec::new(),
        post_receiver: false,
    };

    #[test]
    fn the_program_stays_and_its_calls_of_the_jdk_are_open() {
        let origin = format!("{JDK_ORIGIN}java.base!/java/util/Box.class");
        let jdk = MethodId::new(0);
        let mut map = ProgramMap {
            classes: vec![class("java/util/Box", &origin, 0..1), class("Main", "app.jar!/Main.class", 1..2)],
            methods: vec![
                Method { insns: 0..1, ..Method::without_code(ClassId::new(0), "get", "()I") },
                Method { insns: 1..3, ..Method::without_code(ClassId::new(1), "get", "()I") },
            ],
            // The JDK's own call, one of the program's that the JDK answers, and one that the program answers itself.
            sites: vec![
                site("java/util/Box", Mode::Traced, jdk),
                site("java/util/Box", Mode::Traced, jdk),
                site("Main", Mode::TracedVirtual, MethodId::NONE),
            ],
            ..ProgramMap::default()
        };
        for arg in 0..3 {
            map.insns.op.push(Op::Invoke as u8);
            map.insns.arg.push(arg);
        }
        let alone = without_jdk(&map).unwrap();
        assert!(without_jdk(&ProgramMap { classes: vec![map.classes[1].clone()], ..ProgramMap::default() }).is_none());
        assert_eq!((&*alone.classes[0].name, &*alone.classes[1].name), (NOBODY, "Main"));
        assert_eq!((alone.methods[0].insns.clone(), alone.methods[1].insns.clone()), (0..0, 1..3));
        let modes: Vec<Mode> = alone.sites.iter().map(|site| site.mode).collect();
        assert_eq!(modes, [Mode::Leaf, Mode::Open, Mode::TracedVirtual]);
        assert!(alone.sites.iter().all(|site| site.callee.is_none()));
        assert_eq!(alone.call_at(InstructionId::new(0)).map(|site| &*site.name), Some(NOBODY));
    }
}
