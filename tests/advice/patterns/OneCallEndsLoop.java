/** Most results are added up; where one ends a loop, its call stays with its caller. */
public class OneCallEndsLoop {
    static int work(int seed) {
        int hash = seed; // advice of calls: future via work
        for (int j = 0; j < 200; j++) {
            hash = hash * hash % 10007 + j;
        }
        return hash;
    }

    static long sum(int from) {
        int early = work(from); // advice of sites: start
        int late = work(from + 1); // advice of sites: leave
        return early + late;
    }

    public static void main(String[] args) {
        long total = 0;
        for (int i = 0; i < 40; i++) {
            total += sum(i);
        }
        int found = -1;
        for (int i = 0; i < 60; i++) { // advice: search
            if (work(i) % 29 == 7) { // advice of sites: leave
                found = i;
                break;
            }
        }
        System.out.println(total + " " + found);
    }
}
