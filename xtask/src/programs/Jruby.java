package ruby;

import org.jruby.embed.LocalContextScope;
import org.jruby.embed.LocalVariableBehavior;
import org.jruby.embed.ScriptingContainer;

import java.util.List;

/** Evaluates Ruby from Java: blocks, classes, strings, exceptions, a fiber, and calls of Java from Ruby and back. */
public class Jruby {
    public static int square(int n) {
        return n * n;
    }

    public static void main(String[] args) {
        ScriptingContainer ruby = new ScriptingContainer(LocalContextScope.SINGLETHREAD, LocalVariableBehavior.PERSISTENT);
        ruby.put("numbers", List.of(5, 3, 8, 1));
        System.out.println(ruby.runScriptlet("numbers.map { |n| n * n }.select { |n| n > 5 }.sort.inspect"));
        System.out.println(ruby.runScriptlet("def fib(n) n < 2 ? n : fib(n - 1) + fib(n - 2) end; fib(12)"));
        System.out.println(ruby.runScriptlet("'some ruby words in a text'.split.group_by(&:size).sort.inspect"));
        System.out.println(ruby.runScriptlet("""
                Point = Struct.new(:x, :y) do
                  include Comparable
                  def <=>(o) [x, y] <=> [o.x, o.y] end
                  def +(o) Point.new(x + o.x, y + o.y) end
                end
                [Point.new(3, 1), Point.new(1, 2), Point.new(2, 2)].sort.reduce(:+).to_a.inspect
                """));
        System.out.println(ruby.runScriptlet("require 'java'; (1..10).map { |i| Java::Ruby::Jruby.square(i) }.sum"));
        System.out.println(ruby.runScriptlet("h = Hash.new { |hash, k| hash[k] = k.to_s * 2 }; [:a, :b, :a].map { |k| h[k] }.join('-')"));
        System.out.println(ruby.runScriptlet("f = Fiber.new { 3.times { |i| Fiber.yield i * 10 }; :done }; Array.new(4) { f.resume }.inspect"));
        System.out.println(ruby.runScriptlet("begin; Integer('x'); rescue ArgumentError => e; e.message; end"));
        System.out.println(ruby.runScriptlet("class Ghost; def method_missing(n, *a) \"#{n}(#{a.join(',')})\" end; end; Ghost.new.walk(1, 2)"));
        System.out.println(ruby.runScriptlet("Array.new(4) { |i| Thread.new { (1..50).sum * i } }.map(&:value).inspect"));
        System.out.println(ruby.runScriptlet("2**100"));
        Object receiver = ruby.runScriptlet("class Counter; def initialize() @n = 0 end; def add(k) @n += k end; end; Counter.new");
        Object last = null;
        for (int i = 1; i <= 20; i++) {
            last = ruby.callMethod(receiver, "add", i);
        }
        System.out.println("counter " + last);
        try {
            ruby.runScriptlet("raise 'from the script'");
        } catch (org.jruby.embed.EvalFailedException e) {
            System.out.println(e.getMessage());
        }
        ruby.terminate();
    }
}
