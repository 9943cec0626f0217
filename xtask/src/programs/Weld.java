package shop;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Dependent;
import jakarta.enterprise.event.Event;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.interceptor.AroundInvoke;
import jakarta.interceptor.Interceptor;
import jakarta.interceptor.InterceptorBinding;
import jakarta.interceptor.InvocationContext;
import org.jboss.weld.environment.se.WeldContainer;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.List;

/** Boots a Weld container with scoped beans, a producer, an interceptor and an event observer, and places orders. */
public class Weld {
    @InterceptorBinding
    @Retention(RetentionPolicy.RUNTIME)
    public @interface Logged {
    }

    @Logged
    @Interceptor
    public static class Log {
        @AroundInvoke
        public Object around(InvocationContext call) throws Exception {
            Object result = call.proceed();
            System.out.println("call " + call.getMethod().getName() + " -> " + result);
            return result;
        }
    }

    public record Placed(String what, int price) {
    }

    @Dependent
    public static class Prices {
        @Produces
        @Named("factor")
        int factor() {
            return 3;
        }
    }

    @ApplicationScoped
    public static class Ledger {
        private final List<Placed> all = new ArrayList<>();

        void on(@Observes Placed order) {
            all.add(order);
        }

        public int total() {
            return all.stream().mapToInt(Placed::price).sum();
        }
    }

    @ApplicationScoped
    public static class Orders {
        @Inject @Named("factor") int factor;
        @Inject Event<Placed> placed;

        @PostConstruct
        void begin() {
            System.out.println("orders begin");
        }

        @PreDestroy
        void end() {
            System.out.println("orders end");
        }

        @Logged
        public int order(String what) {
            int price = what.length() * factor;
            placed.fire(new Placed(what, price));
            return price;
        }
    }

    public static void main(String[] args) {
        try (WeldContainer container = new org.jboss.weld.environment.se.Weld().disableDiscovery()
                .beanClasses(Log.class, Prices.class, Ledger.class, Orders.class).interceptors(Log.class).initialize()) {
            Orders orders = container.select(Orders.class).get();
            for (int i = 0; i < 20; i++) {
                orders.order("item".repeat(i % 4 + 1));
            }
            System.out.println("total " + container.select(Ledger.class).get().total());
            System.out.println("proxied " + (orders.getClass() != Orders.class));
        }
    }
}
