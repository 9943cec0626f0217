/** Each iteration reads a part of a list. */
public class SubListsRead {
    public static void main(String[] args) throws Exception {
        java.util.List<Integer> all = new java.util.ArrayList<>();
        for (int i = 0; i < 500; i++) {
            all.add(i * 7919 % 1009);
        }
        long[] sums = new long[400];
        for (int i = 0; i < 400; i++) { // advice: independent | not-known
            java.util.List<Integer> part = all.subList(i, i + 50);
            for (int j = 0; j < 50; j++) {
                sums[i] += part.get(j) * part.get(j) % 31;
            }
        }
        System.out.println(sums[399]);
    }
}
