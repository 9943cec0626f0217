//! Classes and methods.

use super::Writer;
use super::scope::{Method, Scope, Type};

impl Writer {
    /// `H0` and its heirs. Constructors throw before and after `super()`; the interface has a default method, and an
    /// initialiser of its own.
    pub(super) fn hierarchy(&mut self) {
        let name = self.name.clone();
        self.open("interface Shape");
        self.line(&format!("int UNIT = {name}.note(7);"));
        self.line("int area(int x);");
        self.line("default int twice(int x) { return area(x) + area(x + UNIT); }");
        self.close("");
        for k in 0..self.heirs {
            let from = self.below(k.max(1));
            let shape = if k > 0 && self.chance(50) { " implements Shape" } else { "" };
            let heritage = if k == 0 { String::new() } else { format!(" extends H{from}{shape}") };
            self.open(&format!("static class H{k}{heritage}"));
            self.members(k, !shape.is_empty());
            self.close("");
        }
    }

    fn members(&mut self, k: u32, shape: bool) {
        match k {
            0 => self.line("int f; long h; H0 next;"),
            _ => self.line("int g;"),
        }
        self.open(&format!("H{k}(int x, int d)"));
        self.constructor(k);
        self.close("");
        for method in self.methods.clone().iter().filter(|method| !method.is_static) {
            if k == 0 || self.chance(60) {
                self.method(method, "");
            }
        }
        if shape {
            let body = self.in_method(&[Type::Int], true, |writer, names| {
                let expression = writer.expression(Type::Int, 2);
                format!("public int area(int {}) {{ int d = 3; return {expression}; }}", names[0])
            });
            self.line(&body);
        }
        if self.chance(60) {
            self.line("public String toString() { return \"H\" + 12 / f; }");
        }
    }

    fn constructor(&mut self, k: u32) {
        self.scope = Scope { locals: vec![("x".to_owned(), Type::Int)], ..Scope::default() };
        if k > 0 {
            let argument = self.expression(Type::Int, 2);
            self.line(&format!("super(d > 3 || !tick() ? x : {argument}, d + 1);"));
        }
        self.scope.has_this = true;
        self.line(&format!("this.{} = x;", if k == 0 { "f" } else { "g" }));
        // Objects that make objects end with the fuel, or with the depth.
        self.open("if (d < 4 && tick())");
        self.room = 3;
        self.statements(1, 3);
        self.close("");
    }

    /// Classes whose initialisers loop, throw, and use each other.
    pub(super) fn initialised_classes(&mut self) {
        for k in 0..self.initialised {
            self.scope = Scope::default();
            let heritage = if k > 0 && self.chance(40) { format!(" extends S{}", k - 1) } else { String::new() };
            self.open(&format!("static class S{k}{heritage}"));
            self.line(&format!("static int value = {k} + note(1);"));
            self.line("static int get(int x) { return value / (x & 3); }");
            self.open("static");
            self.line("int d = 2;");
            self.room = 4;
            self.statements(2, 3);
            self.close("");
            self.close("");
        }
    }

    pub(super) fn method(&mut self, method: &Method, modifiers: &str) {
        let text = self.in_method(&method.params, !method.is_static, |writer, names| {
            let params: Vec<String> =
                names.iter().zip(&method.params).map(|(name, of)| format!("{} {name}", of.java())).collect();
            format!("{modifiers}{} {}({}, int d)", method.result.java(), method.name, params.join(", "))
                + if writer.chance(10) { " throws Oops" } else { "" }
        });
        let text = if self.chance(10) { format!("synchronized {text}") } else { text };
        self.open(&text);
        self.scope.result = Some(method.result);
        self.line(&format!("if (d > 4 || !tick()) return {};", method.result.default()));
        self.room = 2 + self.below(6);
        self.statements(3, 4);
        let result = self.expression(method.result, 2);
        self.line(&format!("return {result};"));
        self.close("");
    }

    /// Makes a scope with the parameters of a method.
    fn in_method<T>(&mut self, params: &[Type], this: bool, write: impl FnOnce(&mut Self, &[String]) -> T) -> T {
        let names: Vec<String> = params.iter().map(|_| self.name("p")).collect();
        let locals = names.iter().cloned().zip(params.iter().copied()).collect();
        self.scope = Scope { locals, has_this: this, ..Scope::default() };
        write(self, &names)
    }
}
