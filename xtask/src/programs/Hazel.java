package grid;

import com.hazelcast.config.Config;
import com.hazelcast.core.EntryEvent;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.IExecutorService;
import com.hazelcast.map.EntryProcessor;
import com.hazelcast.map.IMap;
import com.hazelcast.map.listener.EntryUpdatedListener;
import com.hazelcast.query.Predicates;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Starts one embedded Hazelcast member without discovery, and uses a map with an entry processor, a queue, and an executor. */
public class Hazel {
    static class Add implements EntryProcessor<Integer, Integer, Integer>, Serializable {
        @Override
        public Integer process(Map.Entry<Integer, Integer> entry) {
            entry.setValue(entry.getValue() + 100);
            return entry.getValue();
        }
    }

    static class Square implements Callable<Integer>, Serializable {
        final int n;

        Square(int n) {
            this.n = n;
        }

        @Override
        public Integer call() {
            return n * n;
        }
    }

    public static void main(String[] args) throws Exception {
        Config config = new Config();
        config.setProperty("hazelcast.logging.type", "none").setProperty("hazelcast.phone.home.enabled", "false")
                .setProperty("hazelcast.shutdownhook.enabled", "false").setProperty("hazelcast.partition.count", "11");
        config.getNetworkConfig().getJoin().getAutoDetectionConfig().setEnabled(false);
        config.getNetworkConfig().getJoin().getMulticastConfig().setEnabled(false);
        config.getNetworkConfig().setPublicAddress("127.0.0.1").getInterfaces().setEnabled(true).addInterface("127.0.0.1");
        HazelcastInstance member = Hazelcast.newHazelcastInstance(config);
        IMap<Integer, Integer> map = member.getMap("numbers");
        for (int i = 0; i < 40; i++) {
            map.put(i, i);
        }
        CountDownLatch updates = new CountDownLatch(20);
        map.addEntryListener((EntryUpdatedListener<Integer, Integer>) (EntryEvent<Integer, Integer> e) -> updates.countDown(), false);
        System.out.println(new TreeMap<>(map.executeOnEntries(new Add(), Predicates.sql("this >= 20"))));
        System.out.println("updates seen " + updates.await(60, TimeUnit.SECONDS));
        System.out.println("over 130: " + map.values(Predicates.greaterThan("this", 130)).size());
        System.out.println("one: " + map.executeOnKey(3, new Add()) + ", size " + map.size());
        member.<String>getQueue("queue").addAll(List.of("a", "b", "c"));
        System.out.println(member.<String>getQueue("queue").take() + member.getQueue("queue").size());
        IExecutorService executor = member.getExecutorService("work");
        List<Future<Integer>> squares = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            squares.add(executor.submitToKeyOwner(new Square(i), i));
        }
        int sum = 0;
        for (Future<Integer> square : squares) {
            sum += square.get(60, TimeUnit.SECONDS);
        }
        System.out.println("squares " + sum);
        member.shutdown();
        System.out.println("running " + member.getLifecycleService().isRunning());
    }
}
