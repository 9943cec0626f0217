package js;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;

/** Evaluates JavaScript from Java in the interpreter: closures, generators, classes, promises, JSON, and calls in both directions. */
public class Graaljs {
    public static class Host {
        private int calls;

        @HostAccess.Export
        public int square(int n) {
            calls++;
            return n * n;
        }
    }

    public static void main(String[] args) {
        Host host = new Host();
        try (Context context = Context.newBuilder("js").allowHostAccess(HostAccess.EXPLICIT)
                .option("engine.WarnInterpreterOnly", "false").build()) {
            Value global = context.getBindings("js");
            global.putMember("host", host);
            System.out.println(context.eval("js", "[5, 3, 8, 1].map(n => n * n).filter(n => n > 5).sort((a, b) => a - b).join()"));
            System.out.println(context.eval("js", "const fib = n => n < 2 ? n : fib(n - 1) + fib(n - 2); fib(12)"));
            System.out.println(context.eval("js", "function* up() { for (let i = 0; i < 4; i++) yield i * 10 } [...up()].toString()"));
            System.out.println(context.eval("js", """
                    class Point { constructor(x, y) { this.x = x; this.y = y }
                      plus({x, y}) { return new Point(this.x + x, this.y + y) } get [Symbol.toStringTag]() { return 'Point' } }
                    JSON.stringify(new Point(1, 2).plus(new Point(3, 4))) + new Point(0, 0)
                    """));
            System.out.println(context.eval("js", "let s = 0; for (let i = 1; i <= 10; i++) s += host.square(i); s"));
            System.out.println(context.eval("js", "'some words in a text'.replace(/(\\w)(\\w*)/g, (m, a, b) => a.toUpperCase() + b)"));
            System.out.println(context.eval("js", "[...new Map([['a', 1], ['b', 2]]).entries()].flat().join('|')"));
            System.out.println(context.eval("js", "2n ** 100n"));
            System.out.println(context.eval("js", "new Proxy({}, { get: (t, k) => 'ghost ' + k }).walk"));
            context.eval("js", "var log = []; Promise.resolve(1).then(v => log.push('then ' + v)); (async () => { log.push('a'); await null; log.push('b') })(); log.push('end')");
            System.out.println(context.eval("js", "log.join(', ')"));
            Value counter = context.eval("js", "(() => { let n = 0; return k => n += k })()");
            int last = 0;
            for (int i = 1; i <= 20; i++) {
                last = counter.execute(i).asInt();
            }
            System.out.println("counter " + last + ", calls " + host.calls);
            try {
                context.eval("js", "null.x");
            } catch (PolyglotException e) {
                System.out.println(e.getMessage() + " guest " + e.isGuestException());
            }
        }
    }
}
