/** Inner classes: `this$0`, two levels of it, access to private members of the outer object. */
public class InnerClasses {
    private int total;
    private final int[] cells = new int[8];

    class Cursor {
        private int at;

        class Mark {
            final int remembered = at;

            int distance() {
                return at - remembered + total * 0;
            }

            void back() {
                at = remembered;
                total += 1000;
            }
        }

        void put(int v) {
            cells[at++] = v;
            total += v;
        }

        Mark mark() {
            return new Mark();
        }
    }

    public static void main(String[] args) {
        InnerClasses outer = new InnerClasses();
        Cursor c = outer.new Cursor();
        c.put(5);
        Cursor.Mark m = c.mark();
        c.put(6);
        c.put(7);
        int far = m.distance();
        m.back();
        c.put(8);
        int sum = 0;
        for (int v : outer.cells) {
            sum = sum * 10 + v;
        }
        System.out.println(far + " " + sum + " " + outer.total);
    }
}
