/** `instanceof` and casts on classes, interfaces, arrays and null. */
public class InstanceofCasts {
    interface Tag {
    }

    static class A {
    }

    static class B extends A implements Tag {
        int weight = 4;
    }

    static String kinds(Object o) {
        String s = "";
        s += o instanceof A ? "A" : "-";
        s += o instanceof B ? "B" : "-";
        s += o instanceof Tag ? "T" : "-";
        s += o instanceof String ? "S" : "-";
        s += o instanceof int[] ? "I" : "-";
        s += o instanceof Object[] ? "O" : "-";
        s += o instanceof A[] ? "Q" : "-";
        s += o instanceof Integer ? "N" : "-";
        return s;
    }

    static int weight(Object o) {
        try {
            return ((B) (A) o).weight;
        } catch (ClassCastException e) {
            return o instanceof String t && t.length() > 1 ? -t.length() : -1;
        } catch (NullPointerException e) {
            return 0;
        }
    }

    public static void main(String[] args) {
        Object[] all = {new A(), new B(), "text", new int[1], new B[2], new Object[0], 7, null, new int[1][1]};
        for (Object o : all) {
            System.out.println(kinds(o) + " " + weight(o));
        }
    }
}
