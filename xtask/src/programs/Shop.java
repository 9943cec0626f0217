package shop;
import org.springframework.boot.*;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.*;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.*;
import java.net.URI;
import java.net.http.*;
import java.util.*;

@SpringBootApplication
public class Shop {
    public record Item(String name, int price) {}
    @Service
    public static class Stock {
        private final Map<String, Item> items = new TreeMap<>();
        public synchronized int add(Item item) { items.put(item.name(), item); return items.size(); }
        public synchronized Collection<Item> all() { return new ArrayList<>(items.values()); }
    }
    @RestController
    public static class Api {
        private final Stock stock;
        Api(Stock stock) { this.stock = stock; }
        @PostMapping("/items") int add(@RequestBody Item item) { return stock.add(item); }
        @GetMapping("/items") Collection<Item> all() { return stock.all(); }
        @GetMapping("/price/{name}") String price(@PathVariable("name") String name) {
            return stock.all().stream().filter(i -> i.name().equals(name)).map(i -> "" + i.price()).findFirst().orElse("none");
        }
    }
    @Bean CommandLineRunner shopper(ServletWebServerApplicationContext context) {
        return args -> {
            if (serves(args)) {
                System.out.println("port " + context.getWebServer().getPort());
                return;
            }
            String base = "http://localhost:" + context.getWebServer().getPort();
            HttpClient client = HttpClient.newHttpClient();
            for (int i = 0; i < 5; i++) {
                HttpRequest post = HttpRequest.newBuilder(URI.create(base + "/items")).header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"name\":\"i" + i + "\",\"price\":" + 10 * i + "}")).build();
                System.out.println(client.send(post, HttpResponse.BodyHandlers.ofString()).body());
            }
            for (String path : List.of("/items", "/price/i3", "/price/x")) {
                System.out.println(client.send(HttpRequest.newBuilder(URI.create(base + path)).build(), HttpResponse.BodyHandlers.ofString()).body());
            }
        };
    }
    /** Whether others send requests, and end the program. */
    static boolean serves(String[] args) { return Arrays.asList(args).contains("serve"); }
    public static void main(String[] args) {
        ConfigurableApplicationContext context = SpringApplication.run(Shop.class, args);
        if (!serves(args)) {
            System.exit(SpringApplication.exit(context));
        }
    }
}
