import static net.bytebuddy.matcher.ElementMatchers.named;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import javassist.util.proxy.ProxyFactory;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.dynamic.loading.ClassLoadingStrategy;
import net.bytebuddy.dynamic.loading.ClassReloadingStrategy;
import net.bytebuddy.implementation.MethodDelegation;
import org.mockito.MockedConstruction;
import org.mockito.MockedStatic;
import org.mockito.Mockito;
import org.springframework.cglib.proxy.Enhancer;
import org.springframework.cglib.proxy.MethodInterceptor;

/**
 * Proxies, mocks and advised copies of a class. Each is called beside a chain of calls that it has nothing to do with, in a loop of its own, as
 * one that is misread must not hide behind another one that is not.
 */
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

    /** As before; agents give it other code. */
    public static class Reloaded {
        public int ping(int i) {
            return i + 3;
        }
    }

    /** As before; it cannot be extended. */
    public static final class Closed {
        public int ping(int i) {
            return i + 4;
        }
    }

    /** As before; the agent that gives it other code shares no class with it. */
    public static class Apart {
        public int ping(int i) {
            return i + 5;
        }
    }

    /** Its methods are mocked for a while. */
    public static class Tools {
        static int ping(int i) {
            return i + 6;
        }
    }

    /** Its objects are mocks for a while. */
    public static class Made {
        final int made;

        Made(int i) {
            made = i + 7;
        }

        int ping(int i) {
            return made + i;
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

    /** Calls the program before the method's own code, which it skips at times. */
    public static class Skipping {
        @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
        public static int enter(@Advice.Argument(0) int x) {
            return x % 2 == 0 ? tick(x) + 1 : 0;
        }

        @Advice.OnMethodExit
        public static void exit(@Advice.Enter int entered, @Advice.Return(readOnly = false) int result) {
            result += entered;
        }
    }

    static final int TIMES = 20;

    static int tick(int i) {
        int r = i;
        for (int k = 0; k < 3; k++) {
            r ^= k;
        }
        return r;
    }

    static int step(int x) {
        int r = x;
        for (int k = 0; k < 20_000; k++) {
            r = r * 31 + k;
        }
        return r;
    }

    static int besideDelegation(Plain plain) {
        int x = 1;
        for (int i = 0; i < TIMES; i++) { // advice: serial via x
            plain.ping(i);
            x = step(x);
        }
        return x;
    }

    static int besideAdvice(Method ping, Object advised) throws Exception {
        int x = 1;
        for (int i = 0; i < TIMES; i++) { // advice: serial via x
            ping.invoke(advised, i);
            x = step(x);
        }
        return x;
    }

    static int besideReloaded(Reloaded reloaded) {
        int x = 1;
        for (int i = 0; i < TIMES; i++) { // advice: serial via x
            reloaded.ping(i);
            x = step(x);
        }
        return x;
    }

    static int besideRetransformed(Reloaded reloaded) {
        int x = 1;
        for (int i = 0; i < TIMES; i++) { // advice: serial via x
            reloaded.ping(i);
            x = step(x);
        }
        return x;
    }

    static int besideEnhanced(Plain plain) {
        int x = 1;
        for (int i = 0; i < TIMES; i++) { // advice: serial via x
            plain.ping(i);
            x = step(x);
        }
        return x;
    }

    static int besideAssisted(Plain plain) {
        int x = 1;
        for (int i = 0; i < TIMES; i++) { // advice: serial via x
            plain.ping(i);
            x = step(x);
        }
        return x;
    }

    static int besideProxy(Pinging pinging) {
        int x = 1;
        for (int i = 0; i < TIMES; i++) { // advice: serial via x
            pinging.ping(i);
            x = step(x);
        }
        return x;
    }

    static int besideMock(Plain plain) {
        int x = 1;
        for (int i = 0; i < TIMES; i++) { // advice: serial via x
            plain.ping(i);
            x = step(x);
        }
        return x;
    }

    static int besideSpy(Plain plain) {
        int x = 1;
        for (int i = 0; i < TIMES; i++) { // advice: serial via x
            plain.ping(i);
            x = step(x);
        }
        return x;
    }

    static int besideFinalMock(Closed closed) {
        int x = 1;
        for (int i = 0; i < TIMES; i++) { // advice: serial via x
            closed.ping(i);
            x = step(x);
        }
        return x;
    }

    static int besideApart(Apart apart) {
        int x = 1;
        for (int i = 0; i < TIMES; i++) { // advice: serial via x
            apart.ping(i);
            x = step(x);
        }
        return x;
    }

    static int besideStaticMock() {
        int x = 1;
        for (int i = 0; i < TIMES; i++) { // advice: serial via x
            Tools.ping(i);
            x = step(x);
        }
        return x;
    }

    static int besideConstruction() {
        int x = 1;
        for (int i = 0; i < TIMES; i++) { // advice: serial via x
            new Made(i).ping(i);
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

    static void print(String kind, int... results) {
        System.out.println(kind + " " + java.util.Arrays.toString(results));
    }

    static void byteBuddy(ClassLoader loader) throws Exception {
        Plain delegated = new ByteBuddy().subclass(Plain.class).method(named("ping")).intercept(MethodDelegation.to(Delegate.class)).make()
                .load(loader).getLoaded().getDeclaredConstructor().newInstance();
        print("delegation", besideDelegation(delegated), sum(delegated));
        Class<?> advised = new ByteBuddy().redefine(Plain.class).name("Advised").visit(Advice.to(Template.class).on(named("ping"))).make()
                .load(loader, ClassLoadingStrategy.Default.WRAPPER).getLoaded();
        Method ping = advised.getMethod("ping", int.class);
        Object object = advised.getDeclaredConstructor().newInstance();
        print("advice", besideAdvice(ping, object), (Integer) ping.invoke(object, 10));
    }

    static void reload(Class<?> advice, ClassReloadingStrategy.Strategy strategy) {
        ClassReloadingStrategy reloading = new ClassReloadingStrategy(ByteBuddyAgent.install(), strategy);
        new ByteBuddy().redefine(Reloaded.class).visit(Advice.to(advice).on(named("ping"))).make().load(Reloaded.class.getClassLoader(), reloading);
    }

    static void agents() {
        reload(Template.class, ClassReloadingStrategy.Strategy.REDEFINITION);
        print("redefined", besideReloaded(new Reloaded()), new Reloaded().ping(5));
        reload(Skipping.class, ClassReloadingStrategy.Strategy.RETRANSFORMATION);
        print("retransformed", besideRetransformed(new Reloaded()), new Reloaded().ping(4), new Reloaded().ping(5));
    }

    /** Has methods of a class call the program before their own code, for an agent in any class loader. */
    static void advise(Class<?> target) {
        ClassReloadingStrategy reloading = new ClassReloadingStrategy(ByteBuddyAgent.install(), ClassReloadingStrategy.Strategy.RETRANSFORMATION);
        new ByteBuddy().redefine(target).visit(Advice.to(Skipping.class).on(named("ping"))).make().load(target.getClassLoader(), reloading);
    }

    static void fromAside() throws Exception {
        String[] entries = System.getProperty("java.class.path").split(java.io.File.pathSeparator);
        URL[] places = new URL[entries.length];
        for (int i = 0; i < entries.length; i++) {
            places[i] = Path.of(entries[i]).toUri().toURL();
        }
        try (URLClassLoader loader = new URLClassLoader(places, null)) {
            Method advise = Class.forName("Proxied", true, loader).getDeclaredMethod("advise", Class.class);
            advise.setAccessible(true);
            advise.invoke(null, Apart.class);
        }
        print("aside", besideApart(new Apart()), new Apart().ping(4), new Apart().ping(5));
    }

    static void scopedMocks() {
        try (MockedStatic<Tools> tools = Mockito.mockStatic(Tools.class)) {
            tools.when(() -> Tools.ping(Mockito.anyInt())).thenAnswer(call -> tick(call.<Integer>getArgument(0)));
            print("static", besideStaticMock(), Tools.ping(5));
        }
        try (MockedConstruction<Made> made = Mockito.mockConstruction(Made.class,
                (mock, context) -> Mockito.when(mock.ping(Mockito.anyInt())).thenAnswer(call -> tick(call.<Integer>getArgument(0))))) {
            print("construction", besideConstruction(), made.constructed().size(), new Made(1).ping(5));
        }
        print("as before", Tools.ping(5), new Made(1).ping(5));
    }

    static void mocks() {
        Plain mock = Mockito.mock(Plain.class);
        Mockito.when(mock.ping(Mockito.anyInt())).thenAnswer(call -> tick(call.<Integer>getArgument(0)));
        Plain spy = Mockito.spy(new Plain());
        Mockito.doReturn(7).when(spy).ping(3);
        print("mockito", besideMock(mock), besideSpy(spy), sum(mock), sum(spy), sum(new Plain()));
        Mockito.verify(spy, Mockito.times(2)).ping(2);
        Closed closed = Mockito.mock(Closed.class);
        Mockito.when(closed.ping(Mockito.anyInt())).thenAnswer(call -> tick(call.<Integer>getArgument(0)));
        print("final", besideFinalMock(closed), closed.ping(5), new Closed().ping(5));
    }

    public static void main(String[] args) throws Exception {
        ClassLoader loader = Proxied.class.getClassLoader();
        byteBuddy(loader);
        agents();
        Plain enhanced = (Plain) Enhancer.create(Plain.class,
                (MethodInterceptor) (object, method, arguments, proxy) -> (Integer) proxy.invokeSuper(object, arguments) + tick(3));
        print("cglib", besideEnhanced(enhanced), sum(enhanced));
        ProxyFactory factory = new ProxyFactory();
        factory.setSuperclass(Plain.class);
        Plain assisted = (Plain) factory.create(new Class<?>[0], new Object[0],
                (self, method, proceed, arguments) -> (Integer) proceed.invoke(self, arguments) + tick(4));
        print("javassist", besideAssisted(assisted), sum(assisted));
        Pinging proxy = (Pinging) Proxy.newProxyInstance(loader, new Class<?>[] {Pinging.class},
                (object, method, arguments) -> tick((Integer) arguments[0]));
        print("proxy", besideProxy(proxy), new Service().ping(1));
        mocks();
        scopedMocks();
        fromAside();
    }
}
