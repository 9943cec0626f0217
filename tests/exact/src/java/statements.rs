//! Statements. Each can complete normally, as far as the compiler can tell: jumps stand behind conditions.

use super::Writer;
use super::scope::Type;

const LOOPS: [&str; 5] = ["for", "while", "do", "each", "endless"];

impl Writer {
    /// Writes at most `count` statements, in blocks nested at most `nesting` deep.
    pub(super) fn statements(&mut self, nesting: u32, count: u32) {
        let (locals, labels) = (self.scope.locals.len(), self.scope.labels.len());
        for _ in 0..1 + self.below(count) {
            if self.room == 0 {
                break;
            }
            self.room -= 1;
            self.statement(nesting);
        }
        self.scope.locals.truncate(locals);
        self.scope.labels.truncate(labels);
    }

    fn block(&mut self, head: &str, nesting: u32) {
        self.open(head);
        self.statements(nesting, 3);
        self.close("");
    }

    fn number(&mut self, depth: u32) -> String {
        self.expression(Type::Int, depth)
    }

    fn statement(&mut self, nesting: u32) {
        match self.below(if nesting == 0 { 10 } else { 26 }) {
            0..=2 => self.declaration(),
            3..=4 => self.effect(),
            5..=6 => self.jump(),
            7 => self.throw(),
            8..=9 => {
                let value = self.number(3);
                self.line(&format!("note({value});"));
            }
            10..=11 => self.branch(nesting - 1),
            12..=15 => self.any_loop(nesting - 1),
            16..=19 => self.try_statement(nesting - 1),
            20 => self.switch(nesting - 1),
            21 => self.text_switch(nesting - 1),
            22 => self.synchronized(nesting - 1),
            23..=24 => self.call_back(nesting - 1),
            _ => self.resource(nesting - 1),
        }
    }

    fn declaration(&mut self) {
        let of = self.any_type();
        let value = self.expression(of, 3);
        let name = self.name("a");
        self.line(&format!("{} {name} = {value};", of.java()));
        self.scope.locals.push((name, of));
    }

    /// An assignment to the heap.
    fn effect(&mut self) {
        let (object, value) = (self.expression(Type::Object, 1), self.number(2));
        let text = match self.below(7) {
            0 => format!("((H0) {object}).f {} {value};", self.pick(&["=", "+=", "/=", "<<="])),
            1 => format!("((H0) {object}).h = {};", self.expression(Type::Long, 2)),
            2 => format!("((H0) {object}).next = {};", self.expression(Type::Object, 2)),
            3 => format!("((int[]) {})[{value}] += {};", self.expression(Type::Ints, 1), self.number(2)),
            4 => format!("data[small({value})] = {};", self.number(2)),
            5 => format!("((Object[]) new H1[2])[{value}] = {};", self.expression(Type::Object, 2)),
            _ => format!("wide {} {};", self.pick(&["+=", "^=", "/="]), self.expression(Type::Long, 2)),
        };
        self.line(&text);
    }

    /// `break`, `continue` or `return`, where there is something to leave.
    fn jump(&mut self) {
        let condition = self.condition(1);
        let labels = self.scope.labels.clone();
        if !labels.is_empty() && self.chance(75) {
            let (label, is_loop) = &labels[self.below(labels.len() as u32) as usize];
            let word = if *is_loop && self.chance(50) { "continue" } else { "break" };
            self.line(&format!("if ({condition}) {word} {label};"));
        } else if let Some(result) = self.scope.result {
            let value = self.expression(result, 2);
            self.line(&format!("if ({condition}) return {value};"));
        }
    }

    fn throw(&mut self) {
        let condition = self.condition(1);
        let value = self.number(1);
        let class = self.pick(&["Oops", "Ouch", "Oops", "IllegalStateException"]);
        let argument = if class.starts_with('O') { value } else { format!("\"\" + {value}") };
        self.line(&format!("if ({condition}) throw new {class}({argument});"));
    }

    fn branch(&mut self, nesting: u32) {
        let condition = self.condition(2);
        self.block(&format!("if ({condition})"), nesting);
        if self.chance(50) {
            self.block("else", nesting);
        }
    }

    fn any_loop(&mut self, nesting: u32) {
        let label = self.name("l");
        self.scope.labels.push((label.clone(), true));
        let (counter, bound) = (self.name("i"), self.number(1));
        let condition = self.condition(1);
        match self.pick(&LOOPS) {
            "for" => {
                let head = format!("for (int {counter} = 0; {counter} < small({bound}) && tick(); {counter}++)");
                self.scope.locals.push((counter, Type::Int));
                self.block(&format!("{label}: {head}"), nesting);
                self.scope.locals.pop();
            }
            "while" => self.block(&format!("{label}: while ({condition} && tick())"), nesting),
            "do" => {
                self.open(&format!("{label}: do"));
                self.statements(nesting, 3);
                self.close(&format!(" while (tick() && {condition});"));
            }
            "each" => {
                self.scope.locals.push((counter.clone(), Type::Int));
                self.block(&format!("{label}: for (int {counter} : new Range(small({bound})))"), nesting);
                self.scope.locals.pop();
            }
            _ => {
                self.open(&format!("{label}: for (;;)"));
                self.line("if (!tick()) break;");
                self.statements(nesting, 3);
                self.line(&format!("if ({condition}) break;"));
                self.close("");
            }
        }
        self.scope.labels.pop();
    }

    fn try_statement(&mut self, nesting: u32) {
        self.block("try", nesting);
        let catches = ["ArithmeticException", "Ouch", "Oops | NullPointerException", "RuntimeException", "Throwable"];
        let mut any = false;
        for class in catches {
            if self.chance(25) {
                any = true;
                let name = self.name("t");
                self.open(&format!("catch ({class} {name})"));
                self.line(&format!("note(code({name}));"));
                if self.chance(20) {
                    let condition = self.condition(1);
                    self.line(&format!("if ({condition}) throw {name};"));
                }
                self.statements(nesting, 2);
                self.close("");
            }
        }
        if !any || self.chance(40) {
            self.block("finally", nesting);
        }
    }

    fn switch(&mut self, nesting: u32) {
        let key = self.number(2);
        let label = self.name("s");
        self.scope.labels.push((label.clone(), false));
        let mask = self.pick(&["& 3", "% 5", "& 1023"]);
        self.open(&format!("{label}: switch ({key} {mask})"));
        let spread = 1 + self.below(2) * 300;
        for k in 0..2 + self.below(3) {
            self.line(&format!("case {}:", k * spread));
            self.case(nesting);
        }
        self.line("default:");
        self.case(nesting);
        self.close("");
        self.scope.labels.pop();
    }

    /// The statements of a case; it may fall through.
    fn case(&mut self, nesting: u32) {
        self.block("", nesting);
        if self.chance(60) {
            self.line("break;");
        }
    }

    fn text_switch(&mut self, nesting: u32) {
        let key = self.expression(Type::Text, 2);
        self.open(&format!("switch ({key})"));
        if self.modern {
            self.block("case \"a\", \"Aa\" ->", nesting);
            self.block("case \"BB\", \"12\" ->", nesting);
            self.line("case \"bc\" -> throw new Oops(4);");
            self.block("default ->", nesting);
        } else {
            for labels in ["case \"a\": case \"Aa\":", "case \"BB\": case \"12\":"] {
                self.block(labels, nesting);
                self.line("break;");
            }
            self.line("case \"bc\": throw new Oops(4);");
            self.block("default:", nesting);
        }
        self.close("");
    }

    fn synchronized(&mut self, nesting: u32) {
        let lock = match self.below(3) {
            0 => "data".to_owned(),
            1 => format!("{}.class", self.name),
            _ => self.expression(Type::Object, 1),
        };
        self.block(&format!("synchronized ({lock})"), nesting);
    }

    /// Library code that calls back.
    fn call_back(&mut self, nesting: u32) {
        let elements = [(); 3].map(|()| format!("(int) ({})", self.number(1))).join(", ");
        let list_of = if self.modern { "List.<Integer>of" } else { "Arrays.<Integer>asList" };
        match self.below(4) {
            0 => {
                let x = self.name("x");
                self.open(&format!("{list_of}({elements}).forEach({x} ->"));
                self.in_lambda(&[&x], |writer| writer.statements(nesting, 3));
                self.close(");");
            }
            1 => {
                let [x, y] = [self.name("x"), self.name("y")];
                let list = self.name("b");
                self.line(&format!("List<Integer> {list} = new ArrayList<>({list_of}({elements}));"));
                self.open(&format!("{list}.sort(({x}, {y}) ->"));
                self.in_lambda(&[&x, &y], |writer| writer.statements(nesting, 2));
                self.line(&format!("return Integer.compare({x}, {y});"));
                self.close(");");
            }
            2 => {
                let (key, x) = (self.number(1), self.name("x"));
                let body = self.in_lambda(&[&x], |writer| writer.expression(Type::Int, 2));
                self.line(&format!(
                    "note(new HashMap<Integer, Integer>().computeIfAbsent((int) ({key}), {x} -> (int) ({body})));"
                ));
            }
            _ => {
                let x = self.name("x");
                let body = self.in_lambda(&[&x], |writer| writer.condition(2));
                self.line(&format!("note((int) Stream.<Integer>of({elements}).filter({x} -> {body}).count());"));
            }
        }
    }

    fn resource(&mut self, nesting: u32) {
        let (door, x) = (self.name("r"), self.number(1));
        self.block(&format!("try (Door {door} = new Door({x}))"), nesting);
    }
}
