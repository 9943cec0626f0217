import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;

/** Serialization there and back, with own read and write methods; the computed `serialVersionUID`. */
public class Serialization {
    static class Node implements Serializable {
        int value;
        Node next;
        transient int cache = 5;

        Node(int value, Node next) {
            this.value = value;
            this.next = next;
        }

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            out.writeInt(value * 2);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            cache = in.readInt();
        }
    }

    static class Plain implements Serializable {
        long a = 7;
        protected static int unused = 3;

        public String toString() {
            return "plain " + a;
        }
    }

    public static void main(String[] args) throws Exception {
        Node n = null;
        for (int i = 0; i < 10; i++) n = new Node(i, n);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(n);
            out.writeObject(new Plain());
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            int sum = 0;
            for (Node m = (Node) in.readObject(); m != null; m = m.next) sum = sum * 3 + m.value + m.cache;
            System.out.println(sum + " " + in.readObject() + " " + bytes.size());
        }
        System.out.println(ObjectStreamClass.lookup(Node.class).getSerialVersionUID());
        System.out.println(ObjectStreamClass.lookup(Plain.class).getSerialVersionUID());
    }
}
