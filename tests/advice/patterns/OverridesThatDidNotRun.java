/** Code that did not run would make iterations depend on one another: methods of other classes, and fields of other elements. */
public class OverridesThatDidNotRun {
    interface Action {
        void run(int v);
    }

    static class Counts implements Action {
        @Override
        public void run(int v) {
            total = v;
        }
    }

    static class Silent implements Action {
        private int last;

        @Override
        public void run(int v) {
            last = v;
        }
    }

    static class Box {
        int v;
    }

    static int total;
    static int unrelated;

    static int mix(int v) {
        for (int k = 0; k < 60; k++) {
            v = v * v % 10007 + k;
        }
        return v;
    }

    // Counts.run would change what iterations read.
    static int calls(int n, Action action) {
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: with-changes
            int v = mix(i);
            action.run(v);
            o[i] = v + total;
        }
        return o[3];
    }

    // It would not change this.
    static int callsApart(int n, Action action) {
        int[] o = new int[n];
        for (int i = 0; i < n; i++) { // advice: independent
            int v = mix(i);
            action.run(v);
            o[i] = v + unrelated;
        }
        return o[3];
    }

    static int neighbours(Box[] boxes) {
        for (int i = 1; i < boxes.length; i++) { // advice: with-changes
            int v = mix(i);
            if (v < 0) {
                boxes[i].v += boxes[i - 1].v;
            }
            boxes[i].v += v;
        }
        return boxes[3].v;
    }

    static int neighboursByName(Box[] boxes) {
        for (int i = 1; i < boxes.length; i++) { // advice: with-changes
            Box own = boxes[i];
            Box other = boxes[i - 1];
            int v = mix(i);
            if (v < 0) {
                v += other.v;
            }
            own.v += v;
        }
        return boxes[3].v;
    }

    // Each has its own.
    static int own(Box[] boxes) {
        for (int i = 0; i < boxes.length; i++) { // advice: independent
            Box box = boxes[i];
            int v = mix(i);
            if (v < 0) {
                box.v -= v;
            }
            boxes[i].v += v;
        }
        return boxes[3].v;
    }

    public static void main(String[] args) {
        int n = 60;
        Box[] boxes = new Box[n];
        for (int i = 0; i < n; i++) {
            boxes[i] = new Box();
        }
        Action action = args.length > 3 ? new Counts() : args.length > 2 ? new Silent() : v -> { };
        System.out.println(calls(n, action) + callsApart(n, action));
        System.out.println(neighbours(boxes) + neighboursByName(boxes) + own(boxes));
    }
}
