/** The fields that the last iteration wrote are copied by `clone` after the loop. */
public class ObjectClonedAfter implements Cloneable {
    int first;
    int second;

    public static void main(String[] args) throws CloneNotSupportedException {
        ObjectClonedAfter scratch = new ObjectClonedAfter();
        int[] sums = new int[2000];
        for (int i = 0; i < 2000; i++) { // advice: with-changes | not-known via first
            scratch.first = i % 7;
            scratch.second = i % 11;
            sums[i] = scratch.first * scratch.second;
        }
        ObjectClonedAfter copy = (ObjectClonedAfter) scratch.clone();
        System.out.println(copy.first + copy.second + sums[77]);
    }
}
