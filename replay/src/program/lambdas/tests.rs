//! Which methods calls of lambdas enter.
#![allow(clippy::unwrap_used)]

use super::*;

use paratrace_jvm::opcodes::{INVOKEINTERFACE, INVOKESTATIC};
use paratrace_traceformat::map::{Class, ClassId, Effect, Mode, Op, StartKind};

const FUNCTION: &str = "java/util/function/Function";
const APPLY: &str = "(Ljava/lang/Object;)Ljava/lang/Object;";

fn site(opcode: u8, class: &str, name: &str, desc: &str) -> Site {
    let args = (parameters(desc).count() + usize::from(opcode == INVOKEINTERFACE)) as u8;
    Site {
        opcode,
        class: class.into(),
        name: name.into(),
        desc: desc.into(),
        mode: Mode::Open,
        effect: Effect::State,
        callee: MethodId::NONE,
        args,
        has_result: !desc.ends_with(")V"),
        class_recorded: opcode == INVOKEINTERFACE,
        state_args: vec![0],
        post_receiver: false,
    }
}

/// A map of classes (name, access, interfaces) and methods (class, access, name, descriptor), traced unless abstract. The first method
/// makes the lambdas of these sites.
fn map(classes: &[(&str, u16, &[&str])], methods: &[(u32, u16, &str, &str)], makes: Vec<Site>) -> ProgramMap {
    let mut map = ProgramMap { sites: makes, ..ProgramMap::default() };
    for &(number, access, name, desc) in methods {
        let start = map.starts.len() as u32;
        let mut method = Method::without_code(ClassId::new(number), name, desc);
        (method.access, method.untraced) = (access, (access & ABSTRACT != 0).then_some(Untraced::Abstract));
        if access & ABSTRACT == 0 {
            map.starts.push(paratrace_traceformat::map::Start {
                block: paratrace_traceformat::map::BlockId::new(0),
                base: start,
                count: 1,
                kind: StartKind::Entry,
                silent: false,
            });
        }
        method.starts = start..map.starts.len() as u32;
        map.methods.push(method);
    }
    for arg in 0..map.sites.len() as u32 {
        map.insns.op.push(Op::Invoke as u8);
        map.insns.arg.push(arg);
    }
    map.methods[0].insns = 0..map.sites.len() as u32;
    for (number, (name, access, interfaces)) in (0..).zip(classes) {
        let first = methods.iter().position(|method| method.0 == number).unwrap_or(0) as u32;
        let count = methods.iter().filter(|method| method.0 == number).count() as u32;
        map.classes.push(Class {
            name: (*name).into(),
            super_name: Some("java/lang/Object".into()),
            interfaces: interfaces.iter().map(|&interface| interface.into()).collect(),
            access: *access,
            source: None,
            origin: "app.jar".into(),
            untraced: None,
            methods: first..first + count,
        });
    }
    map
}

/// The names of the methods that a call on a lambda of this class enters.
fn entered(map: &ProgramMap, class: &str, call: &Site) -> Vec<String> {
    let index = Index::new(map, &|_| None);
    index.run_by_lambda(class, call).iter().map(|method| map.methods[method.index()].name.clone()).collect()
}

fn lambda(runs: &str, captured: &str, interface: &str) -> Site {
    site(INVOKEDYNAMIC, runs, "apply", &format!("({captured})L{interface};"))
}

fn program(makes: Vec<Site>) -> ProgramMap {
    let methods = [
        (0, STATIC, "main", "()V"),
        (0, STATIC, "one", APPLY),
        (0, STATIC, "two", "(ILjava/lang/Object;)Ljava/lang/Object;"),
        (0, 0, "own", APPLY),
        (0, STATIC, "boxed", "(I)Ljava/lang/Integer;"),
        (0, 0, "<init>", "(Ljava/lang/Object;)V"),
    ];
    map(&[("a/Main", 0, &[])], &methods, makes)
}

#[test]
fn the_name_of_a_lambdas_class_says_who_made_it_of_what() {
    let read = |class| LambdaClass::read(class).map(|lambda| (lambda.host, lambda.captured(), lambda.interface()));
    assert_eq!(read("a/B$$Lambda.0x1f(I[JLa/C;)La/F;"), Some(("a/B", 3, Some("a/F"))));
    assert_eq!(read("a/B$$Lambda$12.0x1f()La/F;"), Some(("a/B", 0, Some("a/F"))));
    for other in ["a/B$$Lambda.0x1f", "a/B$$Lambda/0x1f()La/F;", "a/B$$Lambda$x.1()La/F;", "a/B.0x1f()La/F;", "a/B"] {
        assert_eq!(read(other), None, "{other}");
    }
}

#[test]
fn captured_values_come_before_arguments() {
    let call = site(INVOKEINTERFACE, FUNCTION, "apply", APPLY);
    let map = program(vec![
        lambda(&format!("a/Main.one{APPLY}"), "", FUNCTION),
        lambda("a/Main.two(ILjava/lang/Object;)Ljava/lang/Object;", "I", FUNCTION),
        lambda(&format!("a/Main.own{APPLY}"), "La/Main;", FUNCTION),
    ]);
    assert_eq!(entered(&map, "a/Main$$Lambda.1()Ljava/util/function/Function;", &call), ["one"]);
    assert_eq!(entered(&map, "a/Main$$Lambda.1(I)Ljava/util/function/Function;", &call), ["two"]);
    assert_eq!(entered(&map, "a/Main$$Lambda.1(La/Main;)Ljava/util/function/Function;", &call), ["own"]);
    let none: [String; 0] = [];
    assert_eq!(entered(&map, "a/Main$$Lambda.1(J)Ljava/util/function/Function;", &call), none);
    assert_eq!(entered(&map, "a/Else$$Lambda.1()Ljava/util/function/Function;", &call), none);
    let shorter = site(INVOKEINTERFACE, FUNCTION, "apply", "()Ljava/lang/Object;");
    assert_eq!(entered(&map, "a/Main$$Lambda.1()Ljava/util/function/Function;", &shorter), none);
}

#[test]
fn functions_of_values_have_no_state() {
    let call = site(INVOKEINTERFACE, FUNCTION, "apply", APPLY);
    let is_stateless = |captured: &str, runs: &[&str]| {
        let map = program(runs.iter().map(|runs| lambda(runs, captured, FUNCTION)).collect());
        Index::new(&map, &|_| None).is_stateless_lambda(&format!("a/Main$$Lambda.1({captured})L{FUNCTION};"), &call)
    };
    let sum = "java/lang/Integer.sum(II)I";
    assert!(is_stateless("", &[sum]) && is_stateless("", &[sum, "java/lang/Math.max(II)I"]));
    // What it has captured, or is given, may have a state.
    assert!(!is_stateless("I", &[sum]));
    assert!(!is_stateless("", &["java/lang/String.valueOf(Ljava/lang/Object;)Ljava/lang/String;"]));
    // One that is alike may be the one that is called.
    assert!(!is_stateless("", &[sum, &format!("a/Main.one{APPLY}")]));
    assert!(!is_stateless("", &[]) && !is_stateless("", &["a/Main.unknown()V"]));
}

#[test]
fn one_that_may_run_something_before_makes_all_alike_uncertain() {
    let call = site(INVOKEINTERFACE, FUNCTION, "apply", APPLY);
    let class = "a/Main$$Lambda.1()Ljava/util/function/Function;";
    let one = || lambda(&format!("a/Main.one{APPLY}"), "", FUNCTION);
    for other in ["java/util/function/Function.apply(Ljava/lang/Object;)Ljava/lang/Object;", "lib/L.get()V", ""] {
        assert!(entered(&program(vec![one(), lambda(other, "", FUNCTION)]), class, &call).is_empty(), "{other}");
        assert_eq!(entered(&program(vec![one(), lambda(other, "I", FUNCTION)]), class, &call), ["one"]);
    }
    // A constructor is entered at once, too, but what it makes is not what it returns.
    let constructs = lambda("a/Main.<init>(Ljava/lang/Object;)V", "", FUNCTION);
    assert_eq!(entered(&program(vec![one(), constructs]), class, &call), ["one"]);
    let by_hand = site(INVOKESTATIC, FACTORY, "metafactory", "()Ljava/lang/Object;");
    assert!(entered(&program(vec![one(), by_hand]), class, &call).is_empty());
    let mut unseen = program(vec![one()]);
    unseen.methods[4].untraced = Some(Untraced::CodeTooLarge);
    assert!(entered(&unseen, class, &call).is_empty());
    let mut overridden = program(vec![lambda(&format!("a/Main.own{APPLY}"), "La/Main;", FUNCTION)]);
    let class = "a/Main$$Lambda.1(La/Main;)Ljava/util/function/Function;";
    assert_eq!(entered(&overridden, class, &call), ["own"]);
    overridden
        .methods
        .push(Method { untraced: Some(Untraced::Excluded), ..Method::without_code(ClassId::new(0), "own", APPLY) });
    assert!(entered(&overridden, class, &call).is_empty());
}

#[test]
fn a_box_that_is_opened_behind_the_method_is_not_its_result() {
    let call = site(INVOKEINTERFACE, "java/util/function/IntUnaryOperator", "apply", "(I)I");
    let map = program(vec![lambda("a/Main.boxed(I)Ljava/lang/Integer;", "", "java/util/function/IntUnaryOperator")]);
    assert!(entered(&map, "a/Main$$Lambda.1()Ljava/util/function/IntUnaryOperator;", &call).is_empty());
    let kept = site(INVOKEINTERFACE, "java/util/function/IntUnaryOperator", "apply", "(I)Ljava/lang/Object;");
    assert_eq!(entered(&map, "a/Main$$Lambda.1()Ljava/util/function/IntUnaryOperator;", &kept), ["boxed"]);
}

#[test]
fn a_default_method_of_the_interface_may_stand_in_between() {
    let methods = [
        (0, STATIC, "main", "()V"),
        (0, STATIC, "one", APPLY),
        (1, ABSTRACT, "apply", APPLY),
        (1, 0, "apply", "(Ljava/lang/String;)Ljava/lang/Object;"),
        (1, 0, "twice", "()V"),
        (2, ABSTRACT, "apply", APPLY),
        (2, 0, "apply", "()Ljava/lang/Object;"),
    ];
    let classes: [(&str, u16, &[&str]); 3] =
        [("a/Main", 0, &[]), ("a/Over", INTERFACE, &[]), ("a/Plain", INTERFACE, &[FUNCTION])];
    let one = format!("a/Main.one{APPLY}");
    let makes = vec![lambda(&one, "", "a/Over"), lambda(&one, "", "a/Plain"), lambda(&one, "", "lib/Any")];
    let map = map(&classes, &methods, makes);
    let call = |class| site(INVOKEINTERFACE, class, "apply", APPLY);
    assert!(entered(&map, "a/Main$$Lambda.1()La/Over;", &call("a/Over")).is_empty());
    assert_eq!(entered(&map, "a/Main$$Lambda.1()La/Plain;", &call("a/Plain")), ["one"]);
    assert!(entered(&map, "a/Main$$Lambda.1()Llib/Any;", &call("lib/Any")).is_empty());
    let index = Index::new(&map, &|_| None);
    let inherited = |name, desc| {
        index.inherited_by_lambda("a/Main$$Lambda.1()La/Over;", &site(INVOKEINTERFACE, "a/Over", name, desc))
    };
    assert_eq!(inherited("twice", "()V"), Some(Selected::Method(MethodId::new(4))));
    assert_eq!(inherited("apply", "(Ljava/lang/String;)Ljava/lang/Object;"), None);
}
