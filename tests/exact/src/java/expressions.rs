//! Expressions of each type. Most can throw. Arguments of overloaded and generic methods are cast: the compiler would try
//! each candidate with everything that is inside.

use super::Writer;
use super::scope::{Method, Scope, Type};

impl Writer {
    /// An expression of a type, at most so deep.
    pub(super) fn expression(&mut self, of: Type, depth: u32) -> String {
        if depth == 0 {
            return self.leaf(of);
        }
        match of {
            Type::Int => self.int(depth - 1),
            Type::Long => self.long(depth - 1),
            Type::Double => self.double(depth - 1),
            Type::Object => self.object(depth - 1),
            Type::Ints => self.ints(depth - 1),
            Type::Text => self.text(depth - 1),
        }
    }

    fn local(&mut self, of: Type) -> Option<String> {
        let fitting: Vec<String> =
            self.scope.locals.iter().filter(|(_, kind)| *kind == of).map(|(name, _)| name.clone()).collect();
        (!fitting.is_empty()).then(|| fitting[self.below(fitting.len() as u32) as usize].clone())
    }

    fn leaf(&mut self, of: Type) -> String {
        if self.chance(65)
            && let Some(local) = self.local(of)
        {
            return local;
        }
        let literal = match of {
            Type::Int if self.chance(40) => return self.below(9).to_string(),
            Type::Int => &["sum", "-1", "1", "2", "3", "100000", "data.length", "d"][..],
            Type::Long => &["wide", "3L", "-7L", "0x123456789L"],
            Type::Double => &["real", "1.5", "-0.0", "1e300"],
            Type::Object if self.scope.has_this => &["this", "next"],
            Type::Object => &["new H0(2, d + 1)", "new H1(3, d + 1)", "new H1(1, d + 1)", "((H0) null)"],
            Type::Ints => &["data", "data", "new int[3]", "null", "new int[] {7, 8}"],
            Type::Text => &["\"a\"", "\"bc\"", "\"12\"", "\"3\"", "\"12\"", "((String) null)"],
        };
        self.pick(literal).to_owned()
    }

    /// A call of a method with this result, if there is one.
    fn call(&mut self, of: Type, depth: u32) -> Option<String> {
        let fitting: Vec<Method> = self.methods.iter().filter(|method| method.result == of).cloned().collect();
        if fitting.is_empty() {
            return None;
        }
        let method = fitting[self.below(fitting.len() as u32) as usize].clone();
        let receiver = match (method.is_static, self.scope.has_this) {
            (true, _) => String::new(),
            (false, true) if self.chance(30) => "this.".to_owned(),
            (false, _) => format!("{}.", self.receiver(depth)),
        };
        let args: Vec<String> = method.params.iter().map(|&param| self.expression(param, depth.min(1))).collect();
        Some(format!("{receiver}{}({}, d + 1)", method.name, args.join(", ")))
    }

    /// An object, parenthesised as the receiver of a call or access.
    fn receiver(&mut self, depth: u32) -> String {
        format!("((H0) {})", self.expression(Type::Object, depth.min(1)))
    }

    fn two(&mut self, of: Type, depth: u32, operators: &[&str]) -> String {
        let (left, right) = (self.expression(of, depth), self.expression(of, depth));
        let operator = self.pick(operators);
        format!("({left} {operator} {right})")
    }

    fn choice(&mut self, of: Type, depth: u32) -> String {
        let condition = self.condition(depth);
        let (yes, no) = (self.expression(of, depth), self.expression(of, depth));
        format!("({condition} ? {yes} : {no})")
    }

    fn int(&mut self, depth: u32) -> String {
        let e = |writer: &mut Self| writer.expression(Type::Int, depth);
        match self.below(24) {
            0..=3 => self.two(Type::Int, depth, &["+", "-", "*", "&", "|", "^", "<<", ">>", ">>>"]),
            4 => self.two(Type::Int, depth, &["/", "%"]),
            5 => self.expression(Type::Int, depth),
            6 => self.choice(Type::Int, depth),
            7..=9 => self.call(Type::Int, depth).unwrap_or_else(|| "note(4)".to_owned()),
            10 => format!("{}[{} & 3]", self.array(depth), e(self)),
            11 => format!("{}[small({})]", self.array(depth), e(self)),
            12 => format!("{}.f", self.receiver(depth)),
            13 => format!("((H1) {}).g", self.receiver(depth)),
            14 => format!("(int) {}", self.expression(Type::Long, depth)),
            15 => format!("(int) {}", self.expression(Type::Double, depth)),
            16 => format!("new int[small({})].length", e(self)),
            17 => format!("(int) ({}).charAt(0)", self.expression(Type::Text, depth)),
            18 => format!("Integer.parseInt({})", self.leaf(Type::Text)),
            19 => self.lambda_call(depth),
            20 => self.initialised(depth),
            21 => self.switch_expression(depth),
            22 => format!("Kind.values()[small({})].weight({})", e(self), e(self)),
            _ => match self.local(Type::Int) {
                Some(local) => format!("({local} {} {})", self.pick(&["=", "+=", "*=", "/="]), e(self)),
                None => format!("new Pair({}, null).left()", e(self)),
            },
        }
    }

    fn array(&mut self, depth: u32) -> String {
        format!("((int[]) {})", self.expression(Type::Ints, depth.min(1)))
    }

    fn long(&mut self, depth: u32) -> String {
        match self.below(8) {
            0..=2 => self.two(Type::Long, depth, &["+", "-", "*", "&", "^", "/", "%"]),
            3 => format!("(long) {}", self.expression(Type::Int, depth)),
            4 => self.choice(Type::Long, depth),
            5 => format!("{}.h", self.receiver(depth)),
            6 => format!("({} << {})", self.expression(Type::Long, depth), self.expression(Type::Int, depth)),
            _ => self.call(Type::Long, depth).unwrap_or_else(|| "(wide += 3)".to_owned()),
        }
    }

    fn double(&mut self, depth: u32) -> String {
        match self.below(6) {
            0..=1 => self.two(Type::Double, depth, &["+", "-", "*", "/", "%"]),
            2 => format!("(double) {}", self.expression(Type::Int, depth)),
            3 => self.choice(Type::Double, depth),
            4 => format!("Math.abs((double) ({}))", self.expression(Type::Double, depth)),
            _ => self.call(Type::Double, depth).unwrap_or_else(|| "(real *= 1.5)".to_owned()),
        }
    }

    fn object(&mut self, depth: u32) -> String {
        match self.below(8) {
            0..=2 => self.creation(depth),
            3 => self.choice(Type::Object, depth),
            4 => format!("{}.next", self.receiver(depth)),
            5 => format!("((H{}) {})", self.below(self.heirs), self.receiver(depth)),
            6 => format!("Objects.requireNonNull((H0) ({}))", self.expression(Type::Object, depth)),
            _ => self.call(Type::Object, depth).unwrap_or_else(|| "(H0) null".to_owned()),
        }
    }

    /// A new object of the hierarchy.
    pub(super) fn creation(&mut self, depth: u32) -> String {
        format!("new H{}({}, d + 1)", self.below(self.heirs), self.expression(Type::Int, depth))
    }

    fn ints(&mut self, depth: u32) -> String {
        match self.below(6) {
            0 => format!("new int[small({})]", self.expression(Type::Int, depth)),
            1 => format!("new int[] {{{}, {}}}", self.expression(Type::Int, depth), self.expression(Type::Int, depth)),
            2 => format!("{}.clone()", self.array(depth)),
            3 => self.choice(Type::Ints, depth),
            4 => format!("(new int[small({})][2])[{}]", self.expression(Type::Int, depth), self.below(3)),
            _ => self.call(Type::Ints, depth).unwrap_or_else(|| "data".to_owned()),
        }
    }

    fn text(&mut self, depth: u32) -> String {
        match self.below(7) {
            0 => format!("(\"x\" + {} + {})", self.expression(Type::Int, depth), self.expression(Type::Long, depth)),
            1 => format!("String.valueOf((int) ({}))", self.expression(Type::Int, depth)),
            2 => format!(
                "({}).substring(small({}))",
                self.expression(Type::Text, depth),
                self.expression(Type::Int, depth)
            ),
            3 => format!("{}.toString()", self.receiver(depth)),
            4 => format!("(\"\" + {})", self.expression(Type::Object, depth)),
            5 => {
                let (text, int) = (self.expression(Type::Text, depth), self.expression(Type::Int, depth));
                format!("new StringBuilder().append((String) ({text})).append((int) ({int})).toString()")
            }
            _ => self.call(Type::Text, depth).unwrap_or_else(|| "\"t\"".to_owned()),
        }
    }

    /// A condition.
    pub(super) fn condition(&mut self, depth: u32) -> String {
        let depth = depth.min(2);
        match self.below(9) {
            0..=3 => self.two(Type::Int, depth, &["<", ">", "<=", ">=", "==", "!="]),
            4 => self.two(Type::Long, depth, &["<", ">=", "=="]),
            5 => self.two(Type::Double, depth, &["<", ">="]),
            6 => format!("({} instanceof H{})", self.receiver(depth), self.below(self.heirs)),
            7 if depth > 0 => {
                let (left, right) = (self.condition(depth - 1), self.condition(depth - 1));
                format!("({left} {} {right})", self.pick(&["&&", "||", "^"]))
            }
            _ => format!("\"a\".equals({})", self.expression(Type::Text, depth)),
        }
    }

    /// A call that calls back a lambda or a method.
    fn lambda_call(&mut self, depth: u32) -> String {
        let argument = self.expression(Type::Int, depth);
        let name = self.name.clone();
        match self.below(5) {
            0 => format!("apply({name}::note, {argument})"),
            1 => {
                format!("Optional.ofNullable((H0) ({})).map(o -> o.f).orElse(3)", self.expression(Type::Object, depth))
            }
            2 => {
                let (x, body) = self.lambda(depth);
                format!("IntStream.range(0, small({argument})).map({x} -> {body}).sum()")
            }
            _ => {
                let (x, body) = self.lambda(depth);
                format!("apply({x} -> {body}, {argument})")
            }
        }
    }

    /// Parameter and body of a lambda of type `IntUnaryOperator`.
    fn lambda(&mut self, depth: u32) -> (String, String) {
        let x = self.name("x");
        let body = self.in_lambda(&[&x], |writer| writer.expression(Type::Int, depth));
        (x, body)
    }

    /// Writes what is in a lambda: it sees its parameters only.
    pub(super) fn in_lambda<T>(&mut self, params: &[&str], write: impl FnOnce(&mut Self) -> T) -> T {
        let locals = params.iter().map(|&name| (name.to_owned(), Type::Int)).collect();
        let inner = Scope { locals, has_this: self.scope.has_this, ..Scope::default() };
        let outer = std::mem::replace(&mut self.scope, inner);
        let written = write(self);
        self.scope = outer;
        written
    }

    /// An access that may run a class initialiser.
    fn initialised(&mut self, depth: u32) -> String {
        let class = self.below(self.initialised);
        match self.below(3) {
            0 => format!("S{class}.value"),
            1 => format!("S{class}.get({})", self.expression(Type::Int, depth)),
            _ => format!("(S{class}.value = {})", self.expression(Type::Int, depth)),
        }
    }

    fn switch_expression(&mut self, depth: u32) -> String {
        let key = self.expression(Type::Int, depth);
        let [a, b, c] = [(); 3].map(|()| self.expression(Type::Int, depth.min(1)));
        if !self.modern {
            return format!("(({key} & 7) < 4 ? {a} : {b} - {c})");
        }
        format!(
            "(switch ({key} & 7) {{ case 0, 3 -> {a}; case 5 -> {b}; case 6 -> throw new Oops(6); default -> {c}; }})"
        )
    }
}
