package rpc;

import io.grpc.*;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;

/** Calls a gRPC service with hand-written method descriptors, unary and streaming, in the process and over a local socket. */
public class Grpc {
    static final MethodDescriptor.Marshaller<String> TEXT = new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(String value) {
            return new ByteArrayInputStream(value.getBytes(StandardCharsets.UTF_8));
        }

        @Override
        public String parse(InputStream stream) {
            try {
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        }
    };

    static MethodDescriptor<String, String> method(MethodDescriptor.MethodType type, String name) {
        return MethodDescriptor.newBuilder(TEXT, TEXT).setType(type)
                .setFullMethodName(MethodDescriptor.generateFullMethodName("Words", name)).build();
    }

    static final MethodDescriptor<String, String> REVERSE = method(MethodDescriptor.MethodType.UNARY, "Reverse");
    static final MethodDescriptor<String, String> SPLIT = method(MethodDescriptor.MethodType.SERVER_STREAMING, "Split");

    static void reverse(String request, StreamObserver<String> out) {
        if (request.isEmpty()) {
            out.onError(Status.INVALID_ARGUMENT.withDescription("empty").asRuntimeException());
            return;
        }
        out.onNext(new StringBuilder(request).reverse().toString());
        out.onCompleted();
    }

    static void split(String request, StreamObserver<String> out) {
        for (String word : request.split(" ")) {
            out.onNext(word);
        }
        out.onCompleted();
    }

    static void run(String name, ServerBuilder<?> builder, java.util.function.Function<Server, ManagedChannel> connect) throws Exception {
        Server server = builder.addService(ServerServiceDefinition.builder("Words")
                .addMethod(REVERSE, ServerCalls.asyncUnaryCall(Grpc::reverse))
                .addMethod(SPLIT, ServerCalls.asyncServerStreamingCall(Grpc::split)).build()).build().start();
        ManagedChannel channel = connect.apply(server);
        for (int i = 0; i < 15; i++) {
            System.out.println(name + " " + ClientCalls.blockingUnaryCall(channel, REVERSE, CallOptions.DEFAULT, "word" + i));
        }
        Iterator<String> words = ClientCalls.blockingServerStreamingCall(channel, SPLIT, CallOptions.DEFAULT, "a stream of five words");
        while (words.hasNext()) {
            System.out.println(name + " " + words.next());
        }
        try {
            ClientCalls.blockingUnaryCall(channel, REVERSE, CallOptions.DEFAULT, "");
        } catch (StatusRuntimeException e) {
            System.out.println(name + " " + e.getStatus().getCode() + " " + e.getStatus().getDescription());
        }
        channel.shutdown();
        System.out.println(name + " channel " + channel.awaitTermination(60, TimeUnit.SECONDS));
        server.shutdown();
        System.out.println(name + " server " + server.awaitTermination(60, TimeUnit.SECONDS));
    }

    public static void main(String[] args) throws Exception {
        run("inside", InProcessServerBuilder.forName("words"), s -> InProcessChannelBuilder.forName("words").build());
        run("socket", NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0)),
                s -> NettyChannelBuilder.forAddress("127.0.0.1", s.getPort()).usePlaintext().build());
    }
}
