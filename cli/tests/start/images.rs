//! Applications inside runtime images, and jars that start an agent: what `java` does by itself with what it is given.

use crate::common::{jar, succeed, text};
use crate::{Folder, assert_traced};
use std::process::Command;

const APP: &str = r#"package app;
public class App {
    public static void main(String[] args) {
        int sum = lib.Lib.start();
        for (int i = 0; i < 20; i++) sum += i;
        System.out.println(sum + " " + App.class.getModule() + " " + String.join("|", args));
    }
}"#;

/// An image with two modules and a launcher; false where `jlink` or what it links cannot be had.
fn image(f: &Folder) -> bool {
    f.write("app/module-info.java", "module the.app { requires the.lib; }");
    f.write("app/app/App.java", APP);
    f.write("lib/module-info.java", "module the.lib { exports lib; }");
    f.write("lib/lib/Lib.java", "package lib; public class Lib { public static int start() { return 1000; } }");
    crate::javac(["lib/module-info.java", "lib/lib/Lib.java"].map(|name| f.path(name)), &f.path("mods/the.lib"));
    let mut javac = Command::new("javac");
    javac.args([
        "--release",
        "17",
        "-g",
        "-p",
        "mods",
        "-d",
        "mods/the.app",
        "app/module-info.java",
        "app/app/App.java",
    ]);
    succeed(javac.current_dir(f.dir.path()));
    let mut jlink = Command::new("jlink");
    jlink.args(["-p", "mods", "--add-modules", "the.app", "--launcher", "go=the.app/app.App", "--output", "image"]);
    let linked = jlink.current_dir(f.dir.path()).output().is_ok_and(|output| output.status.success());
    if !linked {
        println!("skipped: jlink cannot link here");
    }
    linked
}

#[test]
fn an_application_inside_an_image() {
    let f = Folder::new();
    if !image(&f) {
        return;
    }
    assert_traced(&f, &f.run("image/bin/java -m the.app/app.App x"), "1190 module the.app x\n");
    let report = f.json();
    let methods: Vec<&str> =
        report["methods"].as_array().unwrap().iter().map(|m| m["method"].as_str().unwrap()).collect();
    assert!(methods.iter().any(|method| method.starts_with("lib/Lib.start")), "{methods:?}");
    let output = f.run("image/bin/go y");
    let err = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(0), "1190 module the.app y\n"), "{err}");
    assert_eq!(f.json()["runs"][0]["report"]["completeness"]["complete"], true, "{err}");
    // Without the tool of a JDK it is said what to do.
    let mut command = f.command("image/bin/java -m the.app/app.App x");
    let output = command.env("PATH", "/none").env_remove("JAVA_HOME").output().unwrap();
    let err = text(&output.stderr);
    assert_eq!((output.status.code(), text(&output.stdout).as_str()), (Some(125), ""), "{err}");
    assert!(
        err.contains("the.app, the.lib cannot be taken out of the runtime image") && err.contains("no jimage"),
        "{err}"
    );
    assert!(f.is_clean());
}

const WITH_AGENT: &str = r#"
public class WithAgent {
    static String seen = "no agent";
    public static void main(String[] args) throws Exception {
        int sum = Lib.start();
        for (int i = 0; i < 20; i++) sum += i;
        Object opened = ClassLoader.class.getDeclaredMethod("findLoadedClass", String.class);
        ((java.lang.reflect.Method) opened).setAccessible(true);
        System.out.println(sum + " " + seen + " " + String.join("|", args));
    }
}
class Agent {
    public static void agentmain(String arguments, java.lang.instrument.Instrumentation instrumentation) {
        WithAgent.seen = "agent " + instrumentation.isRetransformClassesSupported();
    }
}"#;

#[test]
fn a_jar_that_starts_its_agent() {
    let f = Folder::new();
    f.write("WithAgent.java", WITH_AGENT);
    f.write("Lib.java", "public class Lib { public static int start() { return 1000; } }");
    crate::javac(["WithAgent.java", "Lib.java"].map(|name| f.path(name)), &f.path("all"));
    std::fs::create_dir_all(f.path("more lib")).unwrap();
    std::fs::rename(f.path("all/Lib.class"), f.path("more lib/Lib.class")).unwrap();
    let manifest = "Main-Class: WithAgent\nLauncher-Agent-Class: Agent\nCan-Retransform-Classes: true\n\
                    Class-Path: more%20lib/\nAdd-Opens: java.base/java.lang\n";
    jar(&f.path("app.jar"), &f.path("all"), manifest);
    for options in ["", "--no-cache "] {
        assert_traced(&f, &f.run(&format!("{options}java -jar app.jar x")), "1190 agent true x\n");
    }
    assert!(f.json()["methods"].to_string().contains("Lib.start"));
}
