/** A field that is read and set by reflection carries a value from iteration to iteration. */
public class ReflectiveField {
    static int state = 1;

    public static void main(String[] args) throws ReflectiveOperationException {
        java.lang.reflect.Field field = ReflectiveField.class.getDeclaredField("state");
        for (int i = 0; i < 1000; i++) { // advice: serial
            int last = field.getInt(null);
            field.setInt(null, (last * last + i) % 10007);
        }
        System.out.println(state);
    }
}
