/** Every iteration pushes to a stack: the parts of tasks lie on each other, the last one on top. */
public class StackPushed {
    public static void main(String[] args) {
        java.util.ArrayDeque<Integer> stack = new java.util.ArrayDeque<>();
        for (int i = 0; i < 2000; i++) { // advice: reduction | with-changes | not-known
            int value = i;
            for (int k = 0; k < 20; k++) {
                value = value * 31 % 10007;
            }
            stack.push(value);
        }
        System.out.println(stack.peek() + stack.size());
    }
}
