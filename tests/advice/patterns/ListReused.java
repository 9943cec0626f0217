/** One list is emptied and filled again in each iteration: one per task. */
public class ListReused {
    public static void main(String[] args) {
        java.util.List<Integer> work = new java.util.ArrayList<>();
        int[] results = new int[1000];
        for (int i = 0; i < results.length; i++) { // advice: private-copies
            work.clear();
            work.add(i * 7919 % 1009);
            work.add(i);
            results[i] = work.get(0) * 3 + work.get(1);
        }
        System.out.println(results[7] + results[999]);
    }
}
