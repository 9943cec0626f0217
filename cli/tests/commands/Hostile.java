class EVIL {
    static int[] EVIL = new int[8];
    static int EVIL_count;
    int EVIL_field;

    int EVIL(int EVIL_n) {
        for (int i = 0; i < EVIL_n; i++) {
            EVIL_field += EVIL[i] + EVIL_count;
            EVIL[i] = i;
        }
        return EVIL_field;
    }
}

class Hostile {
    public static void main(String[] args) throws InterruptedException {
        EVIL one = new EVIL();
        EVIL[] all = {one, one};
        Thread[] threads = new Thread[2];
        for (int k = 0; k < 2; k++) {
            EVIL it = all[k];
            threads[k] = new Thread(() -> EVIL.EVIL_count += it.EVIL(8), "EVIL " + k);
            threads[k].start();
            threads[k].join();
        }
        System.out.println(one.EVIL(4) + EVIL.EVIL_count);
    }
}
