//! Lines of source are shown without an option, wherever the program is built.

use crate::Folder;
use crate::common::{paratrace, succeed, text};
use std::fs;

const APP: &str = "package a;\npublic class App {\n    public static void main(String[] args) {\n        int s = 0;\n        \
                   for (int i = 0; i < 20; i++) s += Lib.twice(i);\n        System.out.println(s);\n    }\n}\n";
const LIB: &str = "package a;\npublic class Lib {\n    static int twice(int i) {\n        int s = 0;\n        \
                   for (int k = 0; k < 2; k++) s += i;\n        return s;\n    }\n}\n";

/// Two modules, one as Maven builds them and one as Gradle does.
fn build() -> Folder {
    let f = Folder::new();
    f.write("project/pom.xml", "<project/>");
    f.write("project/app/src/main/java/a/App.java", APP);
    f.write("project/group/lib/src/main/java/a/Lib.java", LIB);
    let all = [f.path("project/app/src/main/java/a/App.java"), f.path("project/group/lib/src/main/java/a/Lib.java")];
    crate::javac(all, &f.path("all"));
    for (class, to) in [("App", "project/app/target/classes"), ("Lib", "project/group/lib/build/classes/java/main")] {
        fs::create_dir_all(f.path(to).join("a")).unwrap();
        fs::rename(f.path(&format!("all/a/{class}.class")), f.path(to).join(format!("a/{class}.class"))).unwrap();
    }
    f
}

fn assert_both(shown: &str) {
    for line in ["for (int i = 0; i < 20; i++)", "for (int k = 0; k < 2; k++)"] {
        assert!(shown.contains(line), "{shown}");
    }
}

#[test]
fn sources_lie_beside_the_class_path_or_below_the_root_of_the_build() {
    let f = build();
    let paths = "project/app/target/classes:project/group/lib/build/classes/java/main";
    let run = |command: &str| {
        let mut run = paratrace();
        run.args(["run", "--app-only", "--out", "trace"]).args(command.split(' ')).current_dir(f.dir.path());
        text(&succeed(run.env("TMPDIR", f.path("tmp"))).stderr)
    };
    assert_both(&run(&format!("java -cp {paths} a.App")));
    for words in [&["analyze", "../trace"][..], &["critical-path", "../trace"], &["why", "../trace", "Lib.java:5"]] {
        let shown = text(&succeed(paratrace().args(words).current_dir(f.path("project"))).stdout);
        let wanted = if words[0] == "why" { "for (int k" } else { "for (int i" };
        assert!(shown.contains(wanted), "{words:?}: {shown}");
    }
    let elsewhere = text(&succeed(paratrace().args(["analyze", "trace"]).current_dir(f.dir.path())).stdout);
    assert!(!elsewhere.contains("for (int i"), "{elsewhere}");
    let given = ["analyze", "trace", "--sources", "project/app", "--sources", "project/group/lib/src/main/java"];
    assert_both(&text(&succeed(paratrace().args(given).current_dir(f.dir.path())).stdout));
}

/// Programs that a command starts have class paths of their own.
#[cfg(unix)]
#[test]
fn also_of_programs_that_a_command_starts() {
    let f = build();
    f.write("start.sh", "cd project/app && java -cp target/classes:../group/lib/build/classes/java/main a.App\n");
    let mut run = paratrace();
    run.args(["run", "--app-only", "sh", "start.sh"]).current_dir(f.dir.path()).env("TMPDIR", f.path("tmp"));
    assert_both(&text(&succeed(&mut run).stderr));
}
