package scripts;

import groovy.lang.Binding;
import groovy.lang.Closure;
import groovy.lang.GroovyShell;
import groovy.lang.Script;

import java.util.List;

/** Evaluates Groovy scripts from Java: closures, collections, a class, a builder by metaprogramming, and exceptions. */
public class Groovy {
    public static int twice(int n) {
        return 2 * n;
    }

    public static void main(String[] args) {
        Binding binding = new Binding();
        binding.setVariable("numbers", List.of(5, 3, 8, 1));
        GroovyShell shell = new GroovyShell(binding);
        System.out.println(shell.evaluate("numbers.collect { it * it }.findAll { it > 5 }.sort()"));
        System.out.println(shell.evaluate("(1..10).inject(0) { a, b -> a + b }"));
        System.out.println(shell.evaluate("def fib; fib = { n -> n < 2 ? n : fib(n - 1) + fib(n - 2) }; fib(10)"));
        System.out.println(shell.evaluate("'groovy words in a text'.split(' ').groupBy { it.size() }.sort()"));
        System.out.println(shell.evaluate("scripts.Groovy.twice(numbers.max())"));
        System.out.println(shell.evaluate("""
                class Point { int x, y; Point plus(Point o) { new Point(x: x + o.x, y: y + o.y) }
                              String toString() { "($x, $y)" } }
                new Point(x: 1, y: 2) + new Point(x: 3, y: 4)
                """).toString());
        System.out.println(shell.evaluate("""
                class Tags { def out = []
                  def methodMissing(String name, args) {
                    out << "<$name>".toString(); if (args) { args[-1].delegate = this; args[-1]() }; out << "</$name>".toString(); out } }
                def tags = new Tags(); tags.html { body { p { } } }; tags.out.join('')
                """));
        System.out.println(shell.evaluate("Integer.metaClass.half = { -> delegate.intdiv(2) }; 42.half()"));
        Closure<?> add = (Closure<?>) shell.evaluate("{ a, b = 10 -> a + b }");
        System.out.println(add.call(1) + " " + add.call(1, 2) + " " + add.curry(5).call(6));
        Script script = shell.parse("counter = (binding.hasVariable('counter') ? counter : 0) + step");
        for (int i = 1; i <= 12; i++) {
            script.setProperty("step", i);
            script.run();
        }
        System.out.println("counter " + binding.getVariable("counter"));
        System.out.println(shell.evaluate("@groovy.transform.CompileStatic int f(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; s }; f(100)"));
        try {
            shell.evaluate("missing.call()");
        } catch (groovy.lang.MissingPropertyException e) {
            System.out.println("missing " + e.getProperty());
        }
        try {
            shell.evaluate("throw new IllegalStateException('from the script at ' + numbers.size())");
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage());
        }
    }
}
