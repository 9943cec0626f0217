/** Every step works on the top of a shared stack. */
public class StackMachine {
    public static void main(String[] args) {
        java.util.ArrayDeque<Integer> stack = new java.util.ArrayDeque<>();
        stack.push(1);
        for (int i = 0; i < 2000; i++) { // advice: serial | not-known
            int top = stack.pop();
            stack.push((top * top + i) % 10007);
        }
        System.out.println(stack.pop());
    }
}
