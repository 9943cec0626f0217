/** A stack in an array: what is on top depends on all pushes and pops before. */
public class StackOfPlaces {
    public static void main(String[] args) {
        int[] stack = new int[3000];
        int top = 0;
        long sum = 0;
        for (int i = 0; i < 3000; i++) { // advice: serial
            if (top > 0 && stack[top - 1] > i * 7919 % 1009) {
                sum += stack[--top];
            } else {
                stack[top++] = i * 7919 % 1009;
            }
        }
        System.out.println(sum + top);
    }
}
