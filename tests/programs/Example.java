/** The example of figure 1 in Bertels and others (2009): who sends the elements of an array to whom. */
public class Example {
    public static void main(String[] args) {
        int array[] = new int[12];
        fillArray(array);
        printArray(array);
        shiftArray(array);
        printArray(array);
    }

    private static void fillArray(int[] array) {
        for (int i = 0; i < array.length; i++)
            array[i] = (i + 1) * (i + 1);
    }

    private static void printArray(int[] array) {
        System.out.print("array: ");
        for (int i = 0; i < array.length; i++)
            System.out.print(array[i] + " ");
        System.out.println();
    }

    private static void shiftArray(int[] array) {
        int temp = array[0];
        for (int i = 0; i < array.length - 1; i++)
            array[i] = array[i + 1];
        array[array.length - 1] = temp;
    }
}
