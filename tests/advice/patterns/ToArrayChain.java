/** The elements of a list are taken as an array and one more is added. */
public class ToArrayChain {
    public static void main(String[] args) throws Exception {
        java.util.List<Integer> list = new java.util.ArrayList<>();
        list.add(1);
        for (int i = 1; i < 300; i++) { // advice: serial | not-known
            Object[] all = list.toArray();
            int last = (Integer) all[i - 1];
            list.add((last * last + i) % 10007);
        }
        System.out.println(list.get(299));
    }
}
