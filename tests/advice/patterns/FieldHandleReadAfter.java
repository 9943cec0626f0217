/** The field that the last iteration wrote is read through a handle after the loop. */
public class FieldHandleReadAfter {
    int first;

    public static void main(String[] args) throws ReflectiveOperationException {
        java.lang.invoke.VarHandle handle =
            java.lang.invoke.MethodHandles.lookup().findVarHandle(FieldHandleReadAfter.class, "first", int.class);
        FieldHandleReadAfter scratch = new FieldHandleReadAfter();
        int[] sums = new int[2000];
        for (int i = 0; i < 2000; i++) { // advice: with-changes | not-known via first
            scratch.first = i % 7;
            sums[i] = scratch.first * i;
        }
        System.out.println((int) handle.get(scratch) + sums[77]);
    }
}
