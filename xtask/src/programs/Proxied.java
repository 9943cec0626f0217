import static net.bytebuddy.matcher.ElementMatchers.named;

import java.lang.reflect.Proxy;
import javassist.util.proxy.ProxyFactory;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.implementation.MethodDelegation;
import org.mockito.Mockito;
import org.springframework.cglib.proxy.Enhancer;
import org.springframework.cglib.proxy.MethodInterceptor;

/** Proxies, mocks and advised copies of a class, each called beside a chain. */
public class Proxied {
    public interface Pinging {
        int ping(int i);
    }

    public static class Service implements Pinging {
        public int ping(int i) {
            return i + 1;
        }
    }

    /** A class that only the program itself extends. */
    public static class Plain {
        public int ping(int i) {
            return i + 2;
        }
    }

    public static class Delegate {
        public static int ping(int i) {
            return tick(i) + 1;
        }
    }

    public static class Template {
        @Advice.OnMethodEnter
        static long enter(@Advice.Argument(0) int x) {
            long s = 0;
            for (int i = 0; i < x; i++) {
                s += i;
            }
            return s;
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter long entered, @Advice.Return(readOnly = false) int result) {
            result += (int) entered;
        }
    }

    static int tick(int i) {
        int r = i;
        for (int k = 0; k < 3; k++) {
            r ^= k;
        }
        return r;
    }

    static int step(int x) {
        int r = x;
        for (int k = 0; k < 200; k++) {
            r = r * 31 + k;
        }
        return r;
    }

    static int chain(Plain plain) {
        int x = 1;
        for (int i = 0; i < 20; i++) {
            plain.ping(i);
            x = step(x);
        }
        return x;
    }

    static int chain(Pinging pinging) {
        int x = 1;
        for (int i = 0; i < 20; i++) {
            pinging.ping(i);
            x = step(x);
        }
        return x;
    }

    static int sum(Plain plain) {
        int sum = 0;
        for (int i = 0; i < 5; i++) {
            sum += plain.ping(i);
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        ClassLoader loader = Proxied.class.getClassLoader();
        Plain delegated = new ByteBuddy().subclass(Plain.class).method(named("ping")).intercept(MethodDelegation.to(Delegate.class)).make()
                .load(loader).getLoaded().getDeclaredConstructor().newInstance();
        System.out.println("delegation " + chain(delegated) + " " + sum(delegated));
        Class<?> advised = new ByteBuddy().redefine(Plain.class).name("Advised").visit(Advice.to(Template.class).on(named("ping"))).make()
                .load(loader, ClassLoadingStrategy.Default.WRAPPER).getLoaded();
        System.out.println("advice " + advised.getMethod("ping", int.class).invoke(advised.getDeclaredConstructor().newInstance(), 10));
        Plain enhanced = (Plain) Enhancer.create(Plain.class,
                (MethodInterceptor) (object, method, arguments, proxy) -> (Integer) proxy.invokeSuper(object, arguments) + tick(3));
        System.out.println("cglib " + chain(enhanced) + " " + sum(enhanced));
        ProxyFactory factory = new ProxyFactory();
        factory.setSuperclass(Plain.class);
        Plain assisted = (Plain) factory.create(new Class<?>[0], new Object[0],
                (self, method, proceed, arguments) -> (Integer) proceed.invoke(self, arguments) + tick(4));
        System.out.println("javassist " + chain(assisted) + " " + sum(assisted));
        Pinging proxy = (Pinging) Proxy.newProxyInstance(loader, new Class<?>[] {Pinging.class},
                (object, method, arguments) -> tick((Integer) arguments[0]));
        System.out.println("proxy " + chain(proxy) + " " + chain(new Service()));
        Plain mock = Mockito.mock(Plain.class);
        Mockito.when(mock.ping(Mockito.anyInt())).thenAnswer(call -> tick(call.<Integer>getArgument(0)));
        Plain spy = Mockito.spy(new Plain());
        Mockito.doReturn(7).when(spy).ping(3);
        System.out.println("mockito " + chain(mock) + " " + sum(mock) + " " + sum(spy));
        Mockito.verify(spy).ping(2);
    }
}
