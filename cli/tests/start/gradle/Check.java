package org.gradle.wrapper;

import groovy.lang.Binding;
import groovy.lang.Closure;
import groovy.lang.GroovyShell;
import java.io.File;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.gradle.api.Project;
import org.gradle.api.internal.project.ProjectInternal;
import org.gradle.api.tasks.JavaExec;
import org.gradle.jvm.toolchain.JavaLanguageVersion;
import org.gradle.jvm.toolchain.JavaLauncher;
import org.gradle.jvm.toolchain.JavaToolchainService;
import org.gradle.testfixtures.ProjectBuilder;

/** Evaluates an init script over tasks of Gradle's own classes, then runs them as Gradle does. */
public class Check {
    public static class Graph {
        public final List<Object> allTasks = new ArrayList<>();

        public void whenReady(Closure<?> action) {
            action.call(this);
        }
    }

    public static void main(String[] words) throws Exception {
        File script = new File(words[List.of(words).indexOf("--init-script") + 1]);
        Project project = ProjectBuilder.builder().withProjectDir(new File("project")).build();
        project.getPluginManager().apply("java");
        JavaToolchainService service = project.getExtensions().getByType(JavaToolchainService.class);
        int version = Runtime.version().feature();
        Graph graph = new Graph();
        for (String name : new String[] {"plain", "named", "chosen", "convention", "finished"}) {
            JavaExec task = project.getTasks().create(name, JavaExec.class);
            task.setClasspath(project.files(new File("classes").getAbsoluteFile()));
            task.getMainClass().set("show.Show");
            task.args(name);
            if (name.equals("named")) {
                task.setExecutable(System.getProperty("java.home") + "/bin/java");
            } else if (!name.equals("plain")) {
                var launcher = service.launcherFor(spec -> spec.getLanguageVersion().set(JavaLanguageVersion.of(version)));
                if (name.equals("convention")) {
                    task.getJavaLauncher().convention(launcher);
                } else {
                    task.getJavaLauncher().set(launcher);
                }
                if (name.equals("finished")) {
                    task.getJavaLauncher().finalizeValue();
                }
            }
            graph.allTasks.add(task);
        }
        Binding binding = new Binding(Map.of("gradle", Map.of("taskGraph", graph)));
        new GroovyShell(Check.class.getClassLoader(), binding).evaluate(script);
        for (Object task : graph.allTasks) {
            ((JavaExec) task).exec();
        }
        System.exit(0);
    }
}
