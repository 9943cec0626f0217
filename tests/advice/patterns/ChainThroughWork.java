/** Chains of which the work is a link: in every loop an iteration waits for the work of the last one. */
public class ChainThroughWork {
    static int cell;
    int value;
    ChainThroughWork next;

    static int work(int seed) {
        int hash = seed;
        for (int j = 0; j < 300; j++) {
            hash = hash * hash % 10007 + j;
        }
        return hash;
    }

    static int steps(int number) {
        int steps = 0;
        for (int n = number + 27; n != 1 && steps < 200; steps++) {
            n = n % 2 == 0 ? n / 2 : 3 * n + 1;
        }
        return steps;
    }

    static int workOfCell() {
        return work(cell);
    }

    static int decided() {
        int x = 5;
        for (int i = 0; i < 2000; i++) { // advice: serial
            x = steps(x);
        }
        return x;
    }

    static int argument() {
        int x = 5;
        for (int i = 0; i < 60; i++) { // advice: serial
            x = x * 31 + work(x);
        }
        return x;
    }

    static int throughStatic() {
        int x = 5;
        for (int i = 0; i < 60; i++) { // advice: serial
            cell = x;
            x = x * 31 + workOfCell();
        }
        return x;
    }

    static int throughLocal() {
        int x = 5;
        for (int i = 0; i < 60; i++) { // advice: serial
            int half = work(x);
            x = half * 3;
        }
        return x;
    }

    static int unless() {
        int x = 5;
        for (int i = 0; i < 60; i++) { // advice: serial
            if (work(x + i) % 3 != 0) {
                x = x * 31 + i;
            }
        }
        return x;
    }

    static int growing() {
        ChainThroughWork node = new ChainThroughWork();
        for (int i = 0; i < 60; i++) { // advice: serial
            node.value = work(node.value + i);
            node.next = new ChainThroughWork();
            node.next.value = node.value;
            node = node.next;
        }
        return node.value;
    }

    public static void main(String[] args) {
        int all = decided() + argument() + throughStatic() + throughLocal() + unless() + growing();
        System.out.println(all);
    }
}
