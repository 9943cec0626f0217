/** The fields that the last iteration wrote are written by serialization after the loop. */
public class SerializedAfter implements java.io.Serializable {
    int first;

    public static void main(String[] args) throws java.io.IOException {
        SerializedAfter scratch = new SerializedAfter();
        int[] sums = new int[2000];
        for (int i = 0; i < 2000; i++) { // advice: with-changes | not-known via first
            scratch.first = i % 7;
            sums[i] = scratch.first * i;
        }
        java.io.ByteArrayOutputStream bytes = new java.io.ByteArrayOutputStream();
        new java.io.ObjectOutputStream(bytes).writeObject(scratch);
        System.out.println(bytes.toByteArray()[bytes.size() - 1] + sums[77]);
    }
}
