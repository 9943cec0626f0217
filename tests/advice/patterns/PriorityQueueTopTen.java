/** The least of the ten values kept so far is thrown out when a greater one comes. */
public class PriorityQueueTopTen {
    public static void main(String[] args) {
        java.util.PriorityQueue<Integer> top = new java.util.PriorityQueue<>();
        int thrown = 0;
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            top.add(i * 7919 % 10007);
            if (top.size() > 10) {
                thrown += top.poll();
            }
        }
        System.out.println(top.peek() + thrown);
    }
}
