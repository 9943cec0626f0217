/** The calls of one method from several places: some have work beside them, others are needed at once. */
public class CallSites {
    static long[] shared = new long[100];

    interface Task {
        long run(int seed);
    }

    static final class Hashing implements Task {
        @Override
        public long run(int seed) {
            long hash = seed; // advice of calls: future
            for (int i = 0; i < 300; i++) { // advice: serial via hash
                hash = hash * 31 + i;
            }
            return hash;
        }
    }

    static void store(int place, int seed) {
        long hash = seed; // advice of calls: independent | future
        for (int i = 0; i < 300; i++) { // advice: serial via hash
            hash = hash * 17 + i;
        }
        shared[place] = hash;
    }

    static long beside(Task task, int seed) {
        long early = task.run(seed); // advice of sites: start
        store(seed, seed); // advice of sites: start
        long late = task.run(seed + 1); // advice of sites: leave
        return late + early + shared[seed];
    }

    static long atOnce(Task task, int seed) {
        store(seed + 50, seed); // advice of sites: leave
        return shared[seed + 50] + task.run(seed); // advice of sites: leave
    }

    public static void main(String[] args) {
        long sum = 0;
        Task task = new Hashing();
        for (int i = 0; i < 20; i++) { // advice: reduction | with-changes
            sum += beside(task, i);
            sum += atOnce(task, i);
        }
        System.out.println(sum);
    }
}
