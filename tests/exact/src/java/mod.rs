//! Random Java programs. Each is one source file, always terminates (a fuel counter burns in every loop and method) and
//! does the same in every run. What it computes means nothing; how it gets there is the point: exceptions out of every
//! kind of instruction, constructor, initialiser, callee and call-back, through nests of `finally`, loops and switches.

mod classes;
mod expressions;
mod scope;
mod statements;

use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use scope::{Method, Scope, Type};
use std::fmt::Write;

/// Releases from this one on have records, patterns and switch expressions.
pub const MODERN: u32 = 17;

/// The source of the program of a seed for a release, 8 or newer. Its class has this name, and a static method `run()`.
#[must_use]
pub fn program(name: &str, seed: u64, release: u32) -> String {
    let mut writer = Writer {
        name: name.to_owned(),
        modern: release >= MODERN,
        rng: StdRng::seed_from_u64(seed),
        out: String::new(),
        indent: 0,
        names: 0,
        methods: Vec::new(),
        heirs: 0,
        initialised: 0,
        scope: Scope::default(),
        room: 0,
    };
    writer.program();
    writer.out
}

/// Writes one program.
struct Writer {
    name: String,
    modern: bool,
    rng: StdRng,
    out: String,
    indent: usize,
    names: u32,
    /// The methods that can be called.
    methods: Vec<Method>,
    /// Classes `H0`, `H1` … of the hierarchy.
    heirs: u32,
    /// Classes `S0`, `S1` … with static initialisers.
    initialised: u32,
    scope: Scope,
    /// How many more statements the present method may have.
    room: u32,
}

impl Writer {
    fn below(&mut self, bound: u32) -> u32 {
        self.rng.random_range(0..bound)
    }

    /// True in so many of a hundred cases.
    fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    fn pick<'a, T: ?Sized>(&mut self, from: &[&'a T]) -> &'a T {
        from[self.below(from.len() as u32) as usize]
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:width$}{text}", "", width = self.indent * 4);
    }

    fn open(&mut self, text: &str) {
        self.line(&format!("{text} {{"));
        self.indent += 1;
    }

    fn close(&mut self, text: &str) {
        self.indent -= 1;
        self.line(&format!("}}{text}"));
    }

    /// A new name.
    fn name(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    fn program(&mut self) {
        self.heirs = 2 + self.below(2);
        self.initialised = 1 + self.below(2);
        for k in 0..2 + self.below(3) {
            let method = self.signature(format!("m{k}"), true);
            self.methods.push(method);
        }
        for name in ["v", "w"] {
            let method = self.signature(name.to_owned(), false);
            self.methods.push(method);
        }
        self.line("import java.util.*;\nimport java.util.function.*;\nimport java.util.stream.*;\n");
        let name = self.name.clone();
        self.open(&format!("public class {name}"));
        self.fixed_members();
        self.hierarchy();
        self.initialised_classes();
        for method in self.methods.clone().iter().filter(|method| method.is_static) {
            self.method(method, "static ");
        }
        self.run();
        self.close("");
    }

    fn signature(&mut self, name: String, is_static: bool) -> Method {
        let params = (0..1 + self.below(3)).map(|_| self.any_type()).collect();
        Method { name, params, result: self.any_type(), is_static }
    }

    fn any_type(&mut self) -> Type {
        *self.pick(&[
            &Type::Int,
            &Type::Int,
            &Type::Int,
            &Type::Long,
            &Type::Double,
            &Type::Object,
            &Type::Ints,
            &Type::Text,
        ])
    }

    /// Adds the members that every program has.
    fn fixed_members(&mut self) {
        let fuel = 100 + self.below(900);
        let name = self.name.clone();
        self.line(&format!("static int fuel = {fuel}, sum;"));
        self.line("static long wide = 5; static double real = 0.5; static int[] data = {3, 1, 4, 1, 5};");
        self.line("static boolean tick() { return --fuel > 0; }");
        self.line("static int note(int x) { sum = sum * 31 + x; return x; }");
        self.line("static int small(int x) { return x > 9 ? x % 7 : x; }");
        self.line("static int apply(IntUnaryOperator f, int x) { return f.applyAsInt(x); }");
        let code = if self.modern { "Oops o ? o" } else { "Oops ? ((Oops) t)" };
        self.line(&format!("static int code(Throwable t) {{ return t instanceof {code}.code : t instanceof ArithmeticException ? 2 : 3; }}"));
        self.line("enum Kind { RED, GREEN { int weight(int x) { return note(x) / (x & 3); } }, BLUE; int weight(int x) { return x + ordinal(); } }");
        self.line(
            "static class Oops extends RuntimeException { final int code; Oops(int code) { this.code = note(code); } }",
        );
        self.line("static class Ouch extends Oops { Ouch(int code) { super(10 / (code & 7)); } }");
        self.pair();
        self.open("static class Door implements AutoCloseable");
        self.line("final int x; Door(int x) { this.x = x; if ((x & 7) == 6) throw new Oops(x); }");
        self.line("public void close() { if ((note(x) & 3) == 1) throw new Ouch(x); }");
        self.close("");
        self.open("static class Range implements Iterable<Integer>");
        self.line("final int to; Range(int to) { this.to = to; }");
        self.open("public Iterator<Integer> iterator()");
        self.open("return new Iterator<Integer>()");
        self.line("int at;");
        self.line("public boolean hasNext() { return at < to && tick(); }");
        self.line(&format!(
            "public Integer next() {{ if (at == 6) throw new NoSuchElementException(); return {name}.note(at++); }}"
        ));
        self.close(";");
        self.close("");
        self.close("");
    }

    fn pair(&mut self) {
        if self.modern {
            return self.line("record Pair(int left, Object right) { Pair { if (left == 5) throw new Oops(left); } }");
        }
        self.open("static final class Pair");
        self.line("private final int left; private final Object right;");
        self.line("Pair(int left, Object right) { if (left == 5) throw new Oops(left); this.left = left; this.right = right; }");
        self.line("int left() { return left; }");
        self.close("");
    }

    fn run(&mut self) {
        self.open("public static void run()");
        self.line("int d = 0;");
        for _ in 0..3 + self.below(4) {
            self.room = 5;
            self.open("try");
            self.scope = Scope::default();
            self.statements(2, 3);
            self.close("");
            self.open("catch (Throwable t)");
            self.line("note(code(t));");
            self.close("");
        }
        let name = self.name.clone();
        self.line(&format!("System.out.println(\"{name} \" + sum + \" \" + wide + \" \" + real + \" \" + fuel);"));
        self.close("");
    }
}
