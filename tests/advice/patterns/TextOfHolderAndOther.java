/** As TextOfHolder, but the last change before each look is one of another list. */
public class TextOfHolderAndOther {
    public static void main(String[] args) {
        java.util.List<Object> list = new java.util.ArrayList<>();
        int[] results = new int[300];
        StringBuilder text = new StringBuilder("a");
        list.add(text);
        for (int i = 0; i < results.length; i++) { // advice: serial | not-known
            StringBuilder own = new StringBuilder();
            java.util.Optional.of(own);
            own.append(i);
            results[i] = list.toString().hashCode();
            text.append(own.length() + i);
        }
        System.out.println(results[299]);
    }
}
