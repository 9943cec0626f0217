//! Libraries inside an executable jar, in the layout of Spring Boot.

use super::common::jar;
use super::{Yard, javas};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Loads classes as the launcher of Spring Boot does: libraries must be stored, and the parent comes first.
const LAUNCHER: &str = r#"
import java.io.*; import java.util.*; import java.util.jar.*; import java.util.zip.*;
public class Launcher extends ClassLoader {
    private final Map<String, byte[]> classes = new HashMap<>();
    Launcher() throws IOException {
        super(Launcher.class.getClassLoader());
        try (JarFile jar = new JarFile(System.getProperty("java.class.path"))) {
            for (Enumeration<JarEntry> all = jar.entries(); all.hasMoreElements();) {
                JarEntry entry = all.nextElement();
                if (entry.getName().startsWith("BOOT-INF/classes/")) {
                    classes.put(entry.getName().substring(17), jar.getInputStream(entry).readAllBytes());
                } else if (entry.getName().startsWith("BOOT-INF/lib/") && !entry.isDirectory()) {
                    if (entry.getMethod() != ZipEntry.STORED) throw new IOException(entry + " is compressed");
                    add(new JarInputStream(jar.getInputStream(entry)));
                }
            }
        }
    }
    private void add(JarInputStream library) throws IOException {
        for (ZipEntry entry; (entry = library.getNextEntry()) != null;) {
            classes.put(entry.getName(), library.readAllBytes());
        }
    }
    @Override protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = classes.get(name.replace('.', '/') + ".class");
        if (bytes == null) throw new ClassNotFoundException(name);
        return defineClass(name, bytes, 0, bytes.length);
    }
    public static void main(String[] args) throws Exception {
        new Launcher().loadClass("app.Main").getMethod("main", String[].class).invoke(null, (Object) args);
    }
}
"#;
const LIB: &str = "package lib; public class Lib { int n; public int next() { return n += 3; } }";
const APP: &str = "package app; public class Main { public static void main(String[] args) { lib.Lib l = new lib.Lib(); \
                   int s = 0; for (int i = 0; i < 10; i++) s += l.next(); System.out.println(s + args[0]); } }";

/// A jar with a library inside, stored, and a script in front of it.
fn executable(yard: &Yard) {
    let lib = yard.compile("lib", &[("lib/Lib.java", LIB)], &[]);
    yard.compile("boot/BOOT-INF/classes", &[("app/Main.java", APP)], &["-cp", lib.to_str().unwrap()]);
    let boot = yard.compile("boot", &[("Launcher.java", LAUNCHER)], &[]);
    fs::create_dir(boot.join("BOOT-INF/lib")).unwrap();
    jar(&boot.join("BOOT-INF/lib/lib.jar"), &lib, "");
    fs::remove_file(boot.join("BOOT-INF/lib/lib.mf")).unwrap();
    fs::write(yard.path("boot.mf"), "Main-Class: Launcher\n").unwrap();
    yard.output(Command::new("jar").args(["cfm0", "boot.jar", "boot.mf", "-C", "classes/boot", "."]));
    let script = b"#!/bin/sh\nexec java ${TRACE:+\"$TRACE\"} -jar \"$0\" \"$@\"\n";
    fs::write(yard.path("app.jar"), [&script[..], &fs::read(yard.path("boot.jar")).unwrap()].concat()).unwrap();
    make_executable(&yard.path("app.jar"));
}

#[cfg(unix)]
fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[cfg(unix)]
#[test]
fn libraries_inside_a_jar_are_traced_where_they_are() {
    let yard = Yard::new();
    executable(&yard);
    let plain = yard.output(Command::new(yard.path("app.jar")).arg("x"));
    assert_eq!(plain, "165x\n");
    yard.paratrace(&["instrument", "app.jar", "-o", "app.traced.jar"]);
    for java in javas() {
        let (output, instructions) = yard.traced(&java, &["-jar", "app.traced.jar", "x"]);
        assert_eq!(output, plain, "{}", java.display());
        // The launcher's own instructions are more than those of the program: about 20 in each of its 10 iterations.
        assert!(instructions > 300, "{instructions}");
    }
    let place = format!("-Dparatrace.dir={}", yard.path("trace").display());
    let direct = yard.output(Command::new(yard.path("app.traced.jar")).arg("x").env("TRACE", place));
    assert_eq!(direct, plain);
    let report = yard.paratrace(&["analyze", "trace"]);
    assert!(report.contains("in Main.main"), "{report}");
    // The JVM asks the launcher's class loader for classes: that one method stays as it was.
    let coverage = "7 of 8 methods with code traced (87.5 %); left as they were: called-by-jvm 1;";
    assert!(report.contains(coverage), "not everything is traced: {report}");
}
