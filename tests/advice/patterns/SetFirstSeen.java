/** Whether a value is new depends on all iterations before. */
public class SetFirstSeen {
    public static void main(String[] args) {
        java.util.Set<Integer> seen = new java.util.HashSet<>();
        int[] firsts = new int[2000];
        for (int i = 0; i < firsts.length; i++) { // advice: serial | not-known | scan
            if (seen.add(i * i % 1009)) {
                firsts[i] = i;
            }
        }
        System.out.println(seen.size() + firsts[100]);
    }
}
