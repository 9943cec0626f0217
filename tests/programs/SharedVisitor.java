/** A visitor over a tree of several node classes: double dispatch, state in the visitor. */
public class SharedVisitor {
    interface Visitor {
        int number(int value);
        int pair(char op, Expr left, Expr right);
    }

    interface Expr {
        int accept(Visitor v);
    }

    static class Num implements Expr {
        final int value;

        Num(int value) {
            this.value = value;
        }

        public int accept(Visitor v) {
            return v.number(value);
        }
    }

    static class Pair implements Expr {
        final char op;
        final Expr left, right;

        Pair(char op, Expr left, Expr right) {
            this.op = op;
            this.left = left;
            this.right = right;
        }

        public int accept(Visitor v) {
            return v.pair(op, left, right);
        }
    }

    static class Eval implements Visitor {
        int visited;

        public int number(int value) {
            visited++;
            return value;
        }

        public int pair(char op, Expr l, Expr r) {
            int a = l.accept(this);
            int b = r.accept(this);
            return op == '+' ? a + b : op == '*' ? a * b : a - b;
        }
    }

    static Expr grow(int depth, int seed) {
        if (depth == 0) return new Num(seed % 10);
        char op = seed % 3 == 0 ? '+' : seed % 3 == 1 ? '*' : '-';
        return new Pair(op, grow(depth - 1, seed * 3 + 1), grow(depth - 1, seed * 5 + 2));
    }

    public static void main(String[] args) {
        Eval e = new Eval();
        System.out.println(grow(5, 7).accept(e) + " " + e.visited);
    }
}
