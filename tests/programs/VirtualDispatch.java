/** Abstract classes, overriding, `super` calls, and calls from a constructor into a sub class. */
public class VirtualDispatch {
    static abstract class Node {
        int initial = 1;

        Node() {
            initial = start();
        }

        int start() {
            return 10;
        }

        abstract int eval(int x);

        int twice(int x) {
            return eval(eval(x));
        }
    }

    static class Add extends Node {
        final int n;

        Add(int n) {
            this.n = n;
        }

        int start() {
            return n + 100;
        }

        int eval(int x) {
            return x + n;
        }
    }

    static class AddTwice extends Add {
        AddTwice(int n) {
            super(n);
        }

        int eval(int x) {
            return super.eval(x) + super.eval(1);
        }

        int twice(int x) {
            return super.twice(x) * 2;
        }
    }

    public static void main(String[] args) {
        Node[] nodes = {new Add(3), new AddTwice(5), new Add(7)};
        int sum = 0;
        for (int i = 0; i < 12; i++) {
            Node n = nodes[i * 5 % 3];
            sum += n.twice(i) + n.initial;
        }
        System.out.println(sum);
    }
}
