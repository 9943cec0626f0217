/** Each object is asked for its class, whose name is looked at. */
public class ClassesAsked {
    public static void main(String[] args) {
        Object[] objects = {new Object(), "text", 3, new int[0], new ClassesAsked()};
        int[] lengths = new int[1000];
        for (int i = 0; i < lengths.length; i++) { // advice: independent
            Class<?> type = objects[i % 5].getClass();
            lengths[i] = type.isArray() ? -1 : type.getSimpleName().length() + (Number.class.isInstance(objects[i % 5]) ? 10 : 0);
        }
        System.out.println(lengths[999]);
    }
}
