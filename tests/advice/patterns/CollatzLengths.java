/** The longest sequence is a maximum over starts; within a sequence each number follows from the last. */
public class CollatzLengths {
    public static void main(String[] args) {
        int longest = 0;
        for (int start = 1; start < 300; start++) { // advice: reduction via longest
            int length = 0;
            long number = start;
            while (number != 1) { // advice: serial | search via number
                number = number % 2 == 0 ? number / 2 : 3 * number + 1;
                length++;
            }
            longest = Math.max(longest, length);
        }
        System.out.println(longest);
    }
}
