package web;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonObject;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Starts a Vert.x HTTP server and a client in one process, sends requests and event bus messages, and runs blocking work. */
public class Vertx {
    static class Doubler extends AbstractVerticle {
        @Override
        public void start(Promise<Void> started) {
            vertx.eventBus().<JsonObject>consumer("double", message -> {
                int n = message.body().getInteger("n");
                if (n < 0) {
                    message.fail(7, "negative: " + n);
                } else {
                    message.reply(new JsonObject().put("n", n).put("twice", 2 * n));
                }
            });
            started.complete();
        }
    }

    static <T> T get(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(120, TimeUnit.SECONDS);
    }

    public static void main(String[] args) throws Exception {
        io.vertx.core.Vertx vertx = io.vertx.core.Vertx.vertx();
        get(vertx.deployVerticle(new Doubler()));
        HttpServer server = get(vertx.createHttpServer().requestHandler(request -> {
            int n = Integer.parseInt(request.getParam("n"));
            vertx.eventBus().<JsonObject>request("double", new JsonObject().put("n", n)).onComplete(reply -> {
                if (reply.succeeded()) {
                    request.response().putHeader("content-type", "application/json").end(reply.result().body().encode());
                } else {
                    request.response().setStatusCode(400).end(reply.cause().getMessage());
                }
            });
        }).listen(0, "127.0.0.1"));
        HttpClient client = vertx.createHttpClient();
        List<Future<String>> answers = new ArrayList<>();
        for (int i = -2; i < 20; i++) {
            int n = i;
            answers.add(client.request(HttpMethod.GET, server.actualPort(), "127.0.0.1", "/double?n=" + n)
                    .compose(request -> request.send())
                    .compose(response -> response.body().map(body -> response.statusCode() + " " + body)));
        }
        for (Future<String> answer : answers) {
            System.out.println(get(answer));
        }
        Promise<Integer> ticks = Promise.promise();
        int[] count = {0};
        vertx.setPeriodic(5, id -> {
            if (++count[0] == 5) {
                vertx.cancelTimer(id);
                ticks.complete(count[0]);
            }
        });
        System.out.println("ticks " + get(ticks.future()));
        int blocking = get(vertx.executeBlocking(() -> {
            int sum = 0;
            for (int i = 0; i < 1000; i++) {
                sum += i;
            }
            return sum;
        }));
        System.out.println("blocking " + blocking);
        get(vertx.close());
        System.out.println("closed");
    }
}
