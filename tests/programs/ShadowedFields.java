/** Fields of the same name in a class and its sub classes, reached through casts and `super`. */
public class ShadowedFields {
    static class A {
        int x = 1;
        long y = 2;
        static int s = 3;

        int ax() {
            return x++;
        }
    }

    static class B extends A {
        long x = 10;
        int z = 4;

        long bx() {
            super.x += 5;
            return x += super.x;
        }
    }

    static class C extends B {
        int x = 100;
        static int s = 30;

        int all() {
            return (int) (x + super.x + ((A) this).x + y + s + A.s + z);
        }
    }

    public static void main(String[] args) {
        C c = new C();
        int sum = c.all();
        for (int i = 0; i < 4; i++) {
            c.x *= 2;
            sum += c.ax() + (int) c.bx() + c.all();
            ((A) c).x -= 3;
            C.s++;
            B.s += 2;
            c.y = sum % 7;
        }
        System.out.println(sum + " " + c.x + " " + ((B) c).x + " " + ((A) c).x + " " + A.s);
    }
}
