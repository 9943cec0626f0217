/** A variable handle sets an element that the next iteration reads. */
public class ArrayHandleChain {
    public static void main(String[] args) throws Exception {
        java.lang.invoke.VarHandle handle = java.lang.invoke.MethodHandles.arrayElementVarHandle(int[].class);
        int[] numbers = new int[2000];
        for (int i = 1; i < 2000; i++) { // advice: serial | not-known
            int last = numbers[i - 1];
            handle.set(numbers, i, (last * last + i) % 10007);
        }
        System.out.println(numbers[1999]);
    }
}
