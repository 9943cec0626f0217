import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;

/** One object is overwritten by all iterations, and kept by them: copies of it would be others. */
public class ObjectKeptByTasks {
    static class Node {
        int value;
    }

    static class Holder {
        final Node node;

        Holder(Node node) {
            this.node = node;
        }
    }

    static Node shared = new Node();
    static int[] row = new int[2];

    static int work(int x) {
        for (int i = 0; i < 30; i++) {
            x = x * 31 + (x >>> 7) + i;
        }
        return x & 0xffff;
    }

    static Node same(Node node) {
        return node;
    }

    public static void main(String[] args) {
        int[] out = new int[2000];
        Node[] nodes = new Node[2000];
        for (int i = 0; i < 2000; i++) { // advice: not-known via value, remedy keep-one-object
            shared.value = work(i);
            out[i] = shared.value * 3;
            nodes[i] = shared;
        }
        nodes[0].value = 5;
        System.out.println(nodes[1999].value);

        int[][] rows = new int[2000][];
        for (int i = 0; i < 2000; i++) { // advice: not-known via int[], remedy keep-one-object
            row[0] = work(i);
            out[i] = row[0] * 5;
            rows[i] = row;
        }
        rows[0][0] = 7;
        System.out.println(rows[1999][0]);

        List<Holder> holders = new ArrayList<>();
        Node local = new Node();
        for (int i = 0; i < 2000; i++) { // advice: not-known via value, remedy keep-one-object
            local.value = work(i);
            out[i] = local.value * 7;
            holders.add(new Holder(same(local)));
        }
        holders.get(0).node.value = 5;
        System.out.println(holders.get(1999).node.value);

        List<Node> list = new ArrayList<>();
        for (int i = 0; i < 2000; i++) { // advice: not-known via value, remedy keep-one-object
            local.value = work(i);
            out[i] = local.value * 9;
            list.add(local);
        }
        list.get(0).value = 5;
        System.out.println(list.get(1999).value);

        IntSupplier[] suppliers = new IntSupplier[2000];
        int[] box = new int[1];
        for (int i = 0; i < 2000; i++) { // advice: not-known via int[], remedy keep-one-object
            box[0] = work(i);
            out[i] = box[0] * 11;
            suppliers[i] = () -> box[0];
        }
        box[0] = 3;
        System.out.println(suppliers[7].getAsInt());

        // The same without the objects being kept: what is stored is made in the iteration, or has another type.
        for (int i = 0; i < 2000; i++) { // advice: private-copies via value
            shared.value = work(i);
            Node own = new Node();
            own.value = shared.value * 3;
            nodes[i] = own;
        }
        shared.value = 5;
        System.out.println(nodes[1999].value + shared.value);
        for (int i = 0; i < 2000; i++) { // advice: private-copies via int[]
            row[0] = work(i);
            rows[i] = row.clone();
        }
        row[0] = 7;
        System.out.println(rows[1999][0] + row[0]);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 2000; i++) { // advice: reduction via value
            shared.value = work(i);
            texts.add(Integer.toString(shared.value));
            String.format("%d", shared.value);
        }
        shared.value = 9;
        System.out.println(texts.get(1999) + shared.value + out[3]);
    }
}
