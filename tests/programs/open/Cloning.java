import java.util.ArrayList;

/** `clone` overridden, inherited, deep and shallow; clones must be objects of their own. */
public class Cloning {
    static class Base implements Cloneable {
        int[] data = {1, 2, 3};
        int count;

        @Override
        public Base clone() {
            try {
                Base b = (Base) super.clone();
                b.data = data.clone();
                b.count = ++count;
                return b;
            } catch (CloneNotSupportedException e) {
                throw new AssertionError(e);
            }
        }
    }

    static class Derived extends Base {
        Base shared = new Base();
    }

    static class Refusing {
        Object copy() throws CloneNotSupportedException {
            return clone();
        }
    }

    public static void main(String[] args) throws Exception {
        Derived d = new Derived();
        Derived e = (Derived) d.clone();
        e.data[0] = 9;
        e.shared.count = 50;
        e.shared = (Base) e.shared.clone();
        e.shared.data[1]++;
        System.out.println(d.data[0] + " " + d.count + " " + e.count + " " + d.shared.count + " " + d.shared.data[1]);
        ArrayList<Derived> list = new ArrayList<>();
        list.add(d);
        @SuppressWarnings("unchecked")
        ArrayList<Derived> copy = (ArrayList<Derived>) list.clone();
        System.out.println((copy.get(0) == d) + " " + (copy != list));
        try {
            new Refusing().copy();
        } catch (CloneNotSupportedException x) {
            System.out.println(x.getMessage());
        }
    }
}
