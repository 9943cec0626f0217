package log;

import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.IntegerDeserializer;
import org.apache.kafka.common.serialization.IntegerSerializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.common.utils.Time;

import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs a Kafka broker and controller (KRaft) in this process, creates a topic, produces 50 records and consumes them. */
public class Kafka {
    static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    public static void main(String[] args) throws Exception {
        Path dir = Files.createTempDirectory("kafka");
        int broker = freePort();
        int controller = freePort();
        Properties p = new Properties();
        p.put("process.roles", "broker,controller");
        p.put("node.id", "1");
        p.put("controller.quorum.voters", "1@127.0.0.1:" + controller);
        p.put("listeners", "PLAINTEXT://127.0.0.1:" + broker + ",CONTROLLER://127.0.0.1:" + controller);
        p.put("controller.listener.names", "CONTROLLER");
        p.put("log.dirs", dir.resolve("data").toString());
        p.put("offsets.topic.num.partitions", "1");
        p.put("offsets.topic.replication.factor", "1");
        p.put("log.cleaner.dedupe.buffer.size", "2097152");
        p.put("request.timeout.ms", "60000");
        Path file = dir.resolve("server.properties");
        try (var out = Files.newBufferedWriter(file)) {
            p.store(out, null);
        }
        int formatted = kafka.tools.StorageTool.execute(new String[] {"format", "-t", "MkU3OEVBNTcwNTJENDM2Qg", "-c", file.toString()},
                new java.io.PrintStream(java.io.OutputStream.nullOutputStream()));
        System.out.println("formatted " + formatted);
        KafkaRaftServer server = new KafkaRaftServer(new KafkaConfig(p, false), Time.SYSTEM);
        server.startup();
        String at = "127.0.0.1:" + broker;
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", at))) {
            admin.createTopics(List.of(new NewTopic("numbers", 2, (short) 1))).all().get(120, TimeUnit.SECONDS);
            System.out.println("topics " + admin.listTopics().names().get(120, TimeUnit.SECONDS));
        }
        try (KafkaProducer<Integer, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", at, "acks", "all", "compression.type", "gzip"), new IntegerSerializer(), new StringSerializer())) {
            for (int i = 0; i < 50; i++) {
                producer.send(new ProducerRecord<>("numbers", i % 2, i, "value " + i * i));
            }
            producer.flush();
        }
        Map<Integer, String> got = new TreeMap<>();
        try (KafkaConsumer<Integer, String> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", at, "auto.offset.reset", "earliest"), new IntegerDeserializer(), new StringDeserializer())) {
            consumer.assign(List.of(new TopicPartition("numbers", 0), new TopicPartition("numbers", 1)));
            while (got.size() < 50) {
                for (ConsumerRecord<Integer, String> record : consumer.poll(Duration.ofSeconds(1))) {
                    got.put(record.key(), record.partition() + "@" + record.offset() + " " + record.value());
                }
            }
        }
        got.forEach((k, v) -> System.out.println(k + " " + v));
        server.shutdown();
        server.awaitShutdown();
        try (Stream<Path> all = Files.walk(dir)) {
            all.sorted(Comparator.reverseOrder()).forEach(f -> f.toFile().delete());
        }
        System.out.println("shut down, removed " + !Files.exists(dir));
    }
}
