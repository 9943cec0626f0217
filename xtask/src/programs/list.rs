//! The programs: real ones, with the libraries that they need.

use std::ops::RangeInclusive;

/// A program: one source, the libraries that it needs, and how it is started.
pub(super) struct Program {
    pub(super) name: &'static str,
    pub(super) source: &'static str,
    /// The compiler; for Java any.
    pub(super) compiler: &'static str,
    pub(super) libraries: &'static [&'static str],
    /// Options of the JVM.
    pub(super) options: &'static [&'static str],
    pub(super) main: &'static str,
    pub(super) words: &'static [&'static str],
    /// The versions of Java that its libraries run on.
    pub(super) features: RangeInclusive<u32>,
    /// Whether it runs on traced JDKs, too.
    pub(super) on_traced_jdks: bool,
    /// Whether an agent of it changes classes while they run. What code of theirs then calls that had called nothing is entered unexpectedly:
    /// the trace has it all the same.
    pub(super) changes_classes: bool,
    /// Whether its trace is only read to the end: dependences of so many instructions take long.
    pub(super) is_large: bool,
}

/// What most programs have in common.
const JAVA: Program = Program {
    name: "",
    source: "",
    compiler: "javac",
    libraries: &[],
    options: &[],
    main: "",
    words: &[],
    features: 8..=u32::MAX,
    on_traced_jdks: true,
    changes_classes: false,
    is_large: false,
};

const CONSOLE: &str = "org.junit.platform:junit-platform-console-standalone:1.11.4";
const CONSOLE_MAIN: &str = "org.junit.platform.console.ConsoleLauncher";
/// Knows class files of Java 25.
const MOCKITO: &str = "org.mockito:mockito-core:5.20.0";

pub(super) const PROGRAMS: [Program; 19] = [
    Program {
        name: "Spring Boot",
        source: "xtask/src/programs/Shop.java",
        libraries: &["org.springframework.boot:spring-boot-starter-web:3.3.5"],
        main: "shop.Shop",
        words: &["--server.port=0", "--logging.level.root=warn", "--spring.main.banner-mode=off"],
        on_traced_jdks: false,
        ..JAVA
    },
    Program {
        name: "JUnit Platform",
        source: "xtask/src/programs/KindsTest.java",
        libraries: &[CONSOLE],
        main: CONSOLE_MAIN,
        words: &["execute", "--select-class=KindsTest", "--disable-banner", "--details=tree", "--disable-ansi-colors"],
        on_traced_jdks: false,
        ..JAVA
    },
    Program {
        name: "Proxies and mocks",
        source: "xtask/src/programs/Proxied.java",
        libraries: &[MOCKITO, "org.springframework:spring-core:6.2.1", "org.javassist:javassist:3.30.2-GA"],
        main: "Proxied",
        ..JAVA
    },
    Program {
        name: "Mockito with JUnit",
        source: "xtask/src/programs/MocksTest.java",
        libraries: &[CONSOLE, MOCKITO],
        main: CONSOLE_MAIN,
        words: &["execute", "--select-class=MocksTest", "--disable-banner", "--details=tree", "--disable-ansi-colors"],
        changes_classes: true,
        ..JAVA
    },
    Program {
        name: "Hibernate with H2",
        source: "xtask/src/programs/Lending.java",
        // The first one has a Byte Buddy that knows class files of Java 25.
        libraries: &[MOCKITO, "org.hibernate.orm:hibernate-core:6.6.33.Final", "com.h2database:h2:2.4.240"],
        main: "Lending",
        ..JAVA
    },
    Program {
        name: "Kotlin coroutines",
        source: "xtask/src/programs/Workers.kt",
        compiler: "kotlinc",
        libraries: &["org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm:1.10.2"],
        main: "WorkersKt",
        on_traced_jdks: false,
        ..JAVA
    },
    Program {
        name: "Scala collections",
        source: "tests/programs/languages/Collections.scala",
        compiler: "scalac 2",
        libraries: &["org.scala-lang:scala-library:2.13.16"],
        main: "Collections",
        on_traced_jdks: false,
        ..JAVA
    },
    Program {
        name: "Spring Boot with JdbcTemplate and JPA",
        source: "xtask/src/programs/Boot.java",
        libraries: &["org.springframework.boot:spring-boot-starter-data-jpa:3.5.7", "com.h2database:h2:2.3.232"],
        main: "shelf.Boot",
        is_large: true,
        ..JAVA
    },
    Program {
        name: "Kafka in one process",
        source: "xtask/src/programs/Kafka.java",
        libraries: &["org.apache.kafka:kafka_2.13:4.1.1"],
        options: &["-Dlog4j2.level=off", "-Dlog4j.level=off"],
        main: "log.Kafka",
        is_large: true,
        ..JAVA
    },
    Program {
        name: "Spark SQL",
        source: "xtask/src/programs/Spark.java",
        libraries: &["org.apache.spark:spark-sql_2.13:3.5.9"],
        options: &SPARK,
        main: "frames.Spark",
        features: 8..=17,
        is_large: true,
        ..JAVA
    },
    Program {
        name: "Flink",
        source: "xtask/src/programs/Flink.java",
        libraries: &["org.apache.flink:flink-streaming-java:1.20.5", "org.apache.flink:flink-clients:1.20.5"],
        options: &OPENED,
        main: "flow.Flink",
        is_large: true,
        ..JAVA
    },
    Program {
        name: "gRPC",
        source: "xtask/src/programs/Grpc.java",
        libraries: &["io.grpc:grpc-netty-shaded:1.85.1", "io.grpc:grpc-stub:1.85.1", "io.grpc:grpc-inprocess:1.85.1"],
        main: "rpc.Grpc",
        ..JAVA
    },
    Program {
        name: "JRuby",
        source: "xtask/src/programs/Jruby.java",
        libraries: &["org.jruby:jruby-complete:9.4.14.0"],
        main: "ruby.Jruby",
        is_large: true,
        ..JAVA
    },
    Program {
        name: "Weld",
        source: "xtask/src/programs/Weld.java",
        libraries: &["org.jboss.weld.se:weld-se-core:5.1.6.Final"],
        main: "shop.Weld",
        ..JAVA
    },
    Program {
        name: "Groovy",
        source: "xtask/src/programs/Groovy.java",
        libraries: &["org.apache.groovy:groovy:4.0.33"],
        main: "scripts.Groovy",
        is_large: true,
        ..JAVA
    },
    Program {
        name: "GraalJS",
        source: "xtask/src/programs/Graaljs.java",
        libraries: &[
            "org.graalvm.polyglot:polyglot:23.1.8",
            "org.graalvm.js:js-language:23.1.8",
            "org.graalvm.truffle:truffle-runtime:23.1.8",
        ],
        main: "js.Graaljs",
        features: 17..=21,
        ..JAVA
    },
    Program {
        name: "GraalJS for newer JDKs",
        source: "xtask/src/programs/Graaljs.java",
        libraries: &[
            "org.graalvm.polyglot:polyglot:25.0.1",
            "org.graalvm.js:js-language:25.0.1",
            "org.graalvm.truffle:truffle-runtime:25.0.1",
        ],
        main: "js.Graaljs",
        features: 22..=u32::MAX,
        ..JAVA
    },
    Program {
        name: "Vert.x",
        source: "xtask/src/programs/Vertx.java",
        libraries: &["io.vertx:vertx-core:5.0.7"],
        main: "web.Vertx",
        ..JAVA
    },
    Program {
        name: "Hazelcast",
        source: "xtask/src/programs/Hazel.java",
        libraries: &["com.hazelcast:hazelcast:5.7.0"],
        main: "grid.Hazel",
        ..JAVA
    },
];

/// What Flink reflects on.
const OPENED: [&str; 2] =
    ["--add-opens=java.base/java.util=ALL-UNNAMED", "--add-opens=java.base/java.lang=ALL-UNNAMED"];

/// What Spark starts its JVMs with.
const SPARK: [&str; 15] = [
    "--add-opens=java.base/java.lang=ALL-UNNAMED",
    "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
    "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
    "--add-opens=java.base/java.io=ALL-UNNAMED",
    "--add-opens=java.base/java.net=ALL-UNNAMED",
    "--add-opens=java.base/java.nio=ALL-UNNAMED",
    "--add-opens=java.base/java.util=ALL-UNNAMED",
    "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
    "--add-opens=java.base/java.util.concurrent.atomic=ALL-UNNAMED",
    "--add-opens=java.base/jdk.internal.ref=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
    "--add-opens=java.base/sun.nio.cs=ALL-UNNAMED",
    "--add-opens=java.base/sun.security.action=ALL-UNNAMED",
    "--add-opens=java.base/sun.util.calendar=ALL-UNNAMED",
    "-Djdk.reflect.useDirectMethodHandle=false",
];
