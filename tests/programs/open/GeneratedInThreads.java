/** Classes made at run time, as in {@link GeneratedClasses}, each of which another thread uses first. */
public class GeneratedInThreads {
    public static void main(String[] args) throws Exception {
        Thread[] threads = new Thread[3];
        int[] results = new int[threads.length];
        for (int t = 0; t < threads.length; t++) {
            int place = t;
            GeneratedClasses.Service own = GeneratedClasses.service("Own" + t, 0x2a, 0x1b, 0xb7,
                    GeneratedClasses.SERVICE + GeneratedClasses.PING, 0xb8, GeneratedClasses.MAIN + ".tick(I)I", 0xac);
            threads[t] = new Thread(
                    () -> results[place] = GeneratedClasses.drive(own) + GeneratedClasses.drive(new GeneratedClasses.Service()),
                    "worker " + t);
            threads[t].start();
            threads[t].join();
        }
        System.out.println("threads " + results[0] + " " + results[1] + " " + results[2]);
    }
}
