//! JVMs that the traced program starts itself, from its own class path.

use crate::Folder;
use crate::common::text;

/// Starts itself again, as programs with workers do, and captures all that the child prints.
pub(crate) const PARENT: &str = r#"
import java.util.*;
public class Parent {
    public static void main(String[] args) throws Exception {
        int sum = 0;
        for (int i = 0; i < 30; i++) sum += i;
        if (args.length > 0) { System.out.println("child " + sum); return; }
        String java = System.getProperty("java.home") + "/bin/java";
        for (int i = 0; i < 2; i++) {
            Process child = new ProcessBuilder(java, "-cp", System.getProperty("java.class.path"), "Parent", "x")
                    .redirectErrorStream(true).start();
            System.out.print("[" + new String(child.getInputStream().readAllBytes()) + "]");
            child.waitFor();
        }
    }
}
"#;

#[test]
fn their_traces_lie_below_the_run_and_their_output_is_their_own() {
    let f = Folder::new();
    f.write("Parent.java", PARENT);
    crate::javac([f.path("Parent.java")], &f.path("classes"));
    for (options, children) in [("", None), ("--out t", Some("t.children"))] {
        let output = f.run(&format!("{options} java -cp classes Parent"));
        let err = text(&output.stderr);
        assert_eq!(text(&output.stdout), "[child 435\n][child 435\n]", "{err}");
        assert_eq!(output.status.code(), Some(0), "{err}");
        assert!(err.contains("2 JVMs traced") && err.contains("\nParent-2 "), "{err}");
        assert!(!f.path("paratrace-Parent").exists() && f.is_clean());
        if let Some(children) = children {
            assert!(f.path(children).join("Parent-2/program.map").is_file());
        }
    }
}
