// Serialised bytes are the same, with and without a serialVersionUID of one's own, and can be read back.

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

public class Serialised {
    static class Plain {
        int inherited = 5;
    }

    static class Node extends Plain implements Serializable {
        Node next;
        int[] cells = {1, 2};
        private String name = "n";
        transient int hidden = 3;

        static int made;

        Node(Node next) {
            this.next = next;
            hidden = ++made;
        }
    }

    static class Own extends Node {
        private static final long serialVersionUID = 42;
        long wide = 1L << 40;

        Own(Node next) {
            super(next);
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(inherited);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            inherited = in.readInt();
        }
    }

    public static class External implements Externalizable {
        int value = 9;

        @Override
        public void writeExternal(ObjectOutput out) throws IOException {
            out.writeInt(value);
        }

        @Override
        public void readExternal(ObjectInput in) throws IOException {
            value = in.readInt() + 1;
        }
    }

    record Pair(int a, String b) implements Serializable {}

    enum Kind {
        ONE, TWO;

        int uses;
    }

    interface Task extends Runnable, Serializable {}

    public static void main(String[] args) throws Exception {
        Node node = new Node(null);
        node.next = new Own(node);
        Kind.TWO.uses += node.next.cells.length;
        Task task = () -> System.out.println("task " + node.cells.length);
        List<Object> all = new ArrayList<>(List.of(node, new External(), new Pair(1, "b"), Kind.TWO, task));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(all);
        }
        System.out.println(HexFormat.of().formatHex(bytes.toByteArray()));
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            List<?> read = (List<?>) in.readObject();
            Node copy = (Node) read.get(0);
            copy.cells[1] += copy.next.inherited;
            System.out.println(copy.hidden + copy.cells[1] + copy.name + (copy.next.next == copy) + ((Own) copy.next).wide);
            System.out.println(((External) read.get(1)).value + " " + read.get(2) + read.get(3));
            ((Task) read.get(4)).run();
        }
    }
}
