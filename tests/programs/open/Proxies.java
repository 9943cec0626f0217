import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;

/** Dynamic proxies: classes made at run time that call traced handlers and implement traced interfaces. */
public class Proxies {
    interface Counter {
        int add(int x);

        default int addTwice(int x) {
            return add(add(x));
        }

        void fail() throws Exception;
    }

    static class Logging implements InvocationHandler {
        final StringBuilder log = new StringBuilder();
        int total;

        @Override
        public Object invoke(Object proxy, Method m, Object[] a) throws Throwable {
            log.append(m.getName()).append(' ');
            if (m.getName().equals("fail")) {
                throw new Exception("refused");
            }
            if (m.isDefault()) {
                Counter c = (Counter) proxy;
                return c.add(c.add((Integer) a[0]));
            }
            return total += (Integer) a[0];
        }
    }

    public static void main(String[] args) {
        Logging h = new Logging();
        Counter c = (Counter) Proxy.newProxyInstance(Proxies.class.getClassLoader(), new Class<?>[] {Counter.class}, h);
        for (int i = 0; i < 4; i++) {
            c.add(i);
        }
        System.out.println(c.addTwice(5));
        try {
            c.fail();
        } catch (Exception e) {
            System.out.println(e.getMessage());
        }
        System.out.println(h.log.toString() + h.total);
    }
}
