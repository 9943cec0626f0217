package flow;

import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** Runs batch pipelines in a local Flink cluster of this process: words counted by key, sums, and a union. */
public class Flink {
    static <T> List<T> collect(DataStream<T> stream) throws Exception {
        List<T> all = new ArrayList<>();
        try (var results = stream.executeAndCollect()) {
            results.forEachRemaining(all::add);
        }
        return all;
    }

    public static void main(String[] args) throws Exception {
        Configuration configuration = new Configuration();
        configuration.setString("akka.ask.timeout", "120 s");
        configuration.setString("taskmanager.memory.network.min", "32 mb");
        configuration.setString("taskmanager.memory.network.max", "32 mb");
        configuration.setString("taskmanager.memory.managed.size", "32 mb");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(2, configuration);
        env.setRuntimeMode(RuntimeExecutionMode.BATCH);
        DataStream<Tuple2<String, Integer>> words = env.fromData("to be or not to be", "that is the question", "to do is to be")
                .flatMap((String line, org.apache.flink.util.Collector<Tuple2<String, Integer>> out) -> {
                    for (String word : line.split(" ")) {
                        out.collect(Tuple2.of(word, 1));
                    }
                }).returns(Types.TUPLE(Types.STRING, Types.INT));
        TreeMap<String, Integer> counts = new TreeMap<>();
        for (Tuple2<String, Integer> t : collect(words.keyBy(t -> t.f0).sum(1))) {
            counts.put(t.f0, t.f1);
        }
        System.out.println(counts);
        DataStream<Long> numbers = env.fromSequence(1, 1000);
        TreeMap<Long, Long> sums = new TreeMap<>();
        for (Tuple2<Long, Long> t : collect(numbers.map(n -> Tuple2.of(n % 5, n * n)).returns(Types.TUPLE(Types.LONG, Types.LONG))
                .keyBy(t -> t.f0).reduce((a, b) -> Tuple2.of(a.f0, a.f1 + b.f1)))) {
            sums.put(t.f0, t.f1);
        }
        System.out.println(sums);
        List<Long> both = collect(env.fromSequence(1, 5).union(env.fromSequence(10, 12)).filter(n -> n % 2 == 0));
        both.sort(null);
        System.out.println(both);
    }
}
