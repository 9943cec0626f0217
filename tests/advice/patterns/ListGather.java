/** Results are added to a list, whose order can be restored at the end. */
public class ListGather {
    public static void main(String[] args) {
        java.util.List<Integer> results = new java.util.ArrayList<>();
        for (int i = 0; i < 3000; i++) { // advice: reduction
            results.add(i * 7919 % 1009);
        }
        System.out.println(results.get(17) + results.size());
    }
}
