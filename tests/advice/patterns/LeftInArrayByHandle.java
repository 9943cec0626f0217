/** Elements that the last iteration left are read through a handle after the loop. */
public class LeftInArrayByHandle {
    public static void main(String[] args) {
        java.lang.invoke.VarHandle elements = java.lang.invoke.MethodHandles.arrayElementVarHandle(int[].class);
        int[] buffer = new int[8];
        int[] sums = new int[1000];
        for (int i = 0; i < 1000; i++) { // advice: with-changes | not-known via buffer
            for (int k = 0; k < 8; k++) {
                buffer[k] = i * k % 13;
            }
            sums[i] = buffer[2] + buffer[7];
        }
        System.out.println((int) elements.get(buffer, 3) + sums[77]);
    }
}
