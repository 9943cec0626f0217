//! Random classes of bytecode that no compiler emits: loops entered in the middle, backward branches with values on the
//! stack, exception ranges that overlap or cover their own handlers, handlers that are loop headers or begin with an
//! instruction that may initialise a class, dead code, `wide`, `goto_w`, every form of `dup`, constants that a method of the
//! program computes.

mod assemble;
mod blocks;
mod instructions;

use assemble::{Class, Code};
use blocks::Method;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

/// A Java source with the methods that the random classes call.
pub const SUPPORT: &str = r#"
public class Support {
    public static int fuel, sum;
    public static void reset() { fuel = 60; }
    public static boolean tick() { return --fuel > 0; }
    public static void note(int x) { sum = sum * 31 + x; }
    public static void caught(Throwable t) {
        note(t instanceof ArithmeticException ? 1 : t instanceof NullPointerException ? 2 : t instanceof LinkageError ? 3 : 4);
    }
    public static void print(String name) { System.out.println(name + " " + sum); sum = 0; }
    /** The JVM calls it in the middle of a path. */
    public static int constant(java.lang.invoke.MethodHandles.Lookup lookup, String name, Class<?> type) {
        int[] seen = new int[4];
        for (int i = 0; i < name.length() + 3; i++) {
            seen[i & 3] += name.charAt(i % name.length());
        }
        note(seen[1]);
        return seen[0] + new Box(seen[2] | 1).f;
    }
    public static class Box extends RuntimeException {
        public int f;
        public Box(int x) { super(null, null, false, false); f = 12 / (x & 3); }
    }
}
"#;

/// The classes of a seed: one of this name with a static method `run()`, and one more that it initialises.
#[must_use]
pub fn program(name: &str, seed: u64) -> Vec<(String, Vec<u8>)> {
    let mut rng = StdRng::seed_from_u64(seed);
    // The old verifier needs no frames, the new one does.
    let version = [49, 50, 52, 61][rng.random_range(0..4)];
    let initialised = format!("{name}S");
    let methods = rng.random_range(1..4);
    let mut main = Class::new(name, version);
    for k in 0..methods {
        let code = Method::new(&mut rng, &mut main, name, &initialised, methods).code(false);
        main.add_method(&format!("m{k}"), "(II)I", &code);
    }
    let code = run(&mut main, name, methods);
    main.add_method("run", "()V", &code);
    let mut other = Class::new(&initialised, version);
    other.add_field("v", "I");
    let code = Method::new(&mut rng, &mut other, name, &initialised, methods).code(true);
    other.add_method("<clinit>", "()V", &code);
    vec![(name.to_owned(), main.finish()), (initialised, other.finish())]
}

/// Calls each method three times and catches what it throws.
fn run(class: &mut Class, name: &str, methods: u32) -> Code {
    let mut code = Code::default();
    code.max_stack = 2;
    let throwable = class.class("java/lang/Throwable");
    let support = |class: &mut Class, name: &str, desc: &str| class.method_ref("Support", name, desc);
    for k in 0..methods * 3 {
        let (next, handler) = (code.label(), code.label());
        let from = code.pc();
        code.op_u2(op::INVOKESTATIC, support(class, "reset", "()V"));
        code.op(&[op::BIPUSH, k as u8 * 5]);
        code.op(&[op::ICONST_0 + 1 + (k % 3) as u8]);
        code.op_u2(op::INVOKESTATIC, class.method_ref(name, &format!("m{}", k % methods), "(II)I"));
        code.op_u2(op::INVOKESTATIC, support(class, "note", "(I)V"));
        code.jump(op::GOTO, next);
        let to = code.pc();
        code.place(handler, &[], &[assemble::Type::Reference(throwable)]);
        code.op_u2(op::INVOKESTATIC, support(class, "caught", "(Ljava/lang/Throwable;)V"));
        code.place(next, &[], &[]);
        code.handle(from, to, handler, 0);
    }
    code.op_u2(op::LDC_W, class.string(name));
    code.op_u2(op::INVOKESTATIC, support(class, "print", "(Ljava/lang/String;)V"));
    code.op(&[op::RETURN]);
    code
}

/// Opcodes (JVMS §6.5).
mod op {
    pub(super) use paratrace_classfile::opcodes::*;
}
