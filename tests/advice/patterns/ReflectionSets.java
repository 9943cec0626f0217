/** A field that is set by reflection is read by the next iteration. */
public class ReflectionSets {
    int state;

    public static void main(String[] args) throws Exception {
        java.lang.reflect.Field field = ReflectionSets.class.getDeclaredField("state");
        ReflectionSets own = new ReflectionSets();
        for (int i = 0; i < 1000; i++) { // advice: serial
            int last = own.state;
            field.setInt(own, (last * last + i) % 10007);
        }
        System.out.println(own.state);
    }
}
